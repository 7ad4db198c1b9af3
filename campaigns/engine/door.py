"""The door: the only writer of game state, for pages, API, import, demo data and clock alike.

Every call (1) locks the scope, (2) checks who may, whether the question is still open and whether the act
is admitted, (3) loads the state through the book's registration, (4) drives the procedure, (5) stores the
answer, or rows and entry, with what follows by itself and what whoever did it goes on with, in one
transaction, (6) counts one version and tells the live stream once, after commit. What others have to agree to
becomes a report until they have; what binds others, a request. Who has several things to do at once does
them inside one transaction (`scope_transaction` and the calls that end in `_within`): all of it or nothing.

A repeat with the same idempotency key gets the first result (`campaigns.engine.transaction.idempotency`); the
same answer twice is a success. An open dialogue reserves nothing: if the ground moved under it, the answer
that no longer passes is taken out, said, and asked again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from django.utils.translation import gettext as _

from campaigns.engine.asking.asking import lapse_within, request_or_none
from campaigns.engine.correcting import take_back_entry
from campaigns.engine.releasing import release
from campaigns.engine.stored import topics
from campaigns.engine.stored.unseen import with_seen_names
from campaigns.engine.transaction import answered
from campaigns.engine.transaction.answered import (
    as_met,
    before_it_settled,
    changed_meanwhile,
    is_as_seen,
    require_sight,
    same_again,
)
from campaigns.engine.transaction.dialogue import (
    DialogueRun,
    open_dialogue,
    prefetch_rows,
)
from campaigns.engine.transaction.driving import (
    advance_dialogue,
    begin_dialogue,
    die_left,
    drive_dialogue,
    keep_answer,
    open_question,
    rolled_by_app,
    run_next_steps,
    run_of,
)
from campaigns.engine.transaction.idempotency import idempotency_key
from campaigns.engine.transaction.parked import refuse_kept
from campaigns.engine.transaction.scope_transaction import (
    AT_END,
    DoorOutcome,
    ScopeTransaction,
    scope_transaction,
)
from campaigns.engine.transaction.scopes import in_use
from campaigns.engine.transaction.sending import Beside, lapse_waiting_reports, report_or_none
from campaigns.engine.transaction.slot_standing import last_fixed_answer, put_aside, why_no_aside
from campaigns.engine.who.absent import refuse_nobody_at_table
from campaigns.engine.who.rights import Actor, at_its_table, may_answer, may_start
from campaigns.engine.who.seated import with_one_seat
from campaigns.models import Dialogue, Slot
from rules.engine.games import ActTrait
from rules.engine.refusals import Refused
from rules.engine.shapes import require_storable

ROLL = answered.ROLL


def act(
    scope_id: int,
    actor: Actor,
    procedure: str,
    params: Mapping[str, object],
    *,
    once: str | None = None,
    seen: Mapping[str, int] | None = None,
    app_dice: bool = False,
    sure: bool = False,
    another: bool = False,
) -> DoorOutcome:
    """Start a procedure: settle it at once, open its dialogue, or send it as a report or ask for it where
    others have to agree first.

    `seen` maps "table:key" to the version of what the person had before their eyes; `sure`: what looks like a
    slip in a report has been asked about; `another`: it is no game that a report tells of already. Raises
    `Refused`, `PermissionDenied`.
    """
    with scope_transaction(scope_id, actor, idempotency_key(once, actor, procedure, params)) as transaction:
        if (first := transaction.first_result()) is not None:
            return first
        return act_within(
            transaction, procedure, params, app_dice=app_dice, sure=sure, another=another, seen=seen
        )


def act_within(
    transaction: ScopeTransaction, procedure: str, params: Mapping[str, object], *, app_dice: bool = False,
    sure: bool = False, another: bool = False, agreed: bool = False, seen: Mapping[str, int] | None = None,
) -> DoorOutcome:  # fmt: skip
    """Start a procedure inside a transaction that is already locked.

    `agreed`: it is a report that counts now; whose it was and who agreed has been checked.
    """
    in_use(transaction.scope)
    require_storable(params)
    params = with_seen_names(params)
    is_old = not is_as_seen(transaction, seen or {})
    begin_first(transaction, procedure, params, app_dice=app_dice)
    spec = transaction.registration.game.spec(procedure)
    if procedure in transaction.registration.store.known:
        params = transaction.registration.store.known[procedure](transaction.scope, params)
    params = spec.as_read(params)
    if not agreed:
        refuse_kept(transaction.registration, params)
        more: Beside = {"sure": sure, "another": another, "is_old": is_old}
        told = report_or_none(transaction, procedure, params, act_within, **more)
        if told is not None:
            return told
        asked = request_or_none(transaction, spec, params, act_within, is_old=is_old)
        if asked is not None:
            return asked
    if is_old:
        raise changed_meanwhile()
    takes = transaction.registration.acts.takes_back.get(procedure)
    if takes is not None and (due := takes(transaction.state, params)):
        take_back_entry(transaction, due)
    lapse_waiting_reports(transaction, procedure, params)
    if spec.name in transaction.registration.game.marked[ActTrait.TAKES_SEAT]:
        params = with_one_seat(transaction.scope, transaction.state, transaction.registration, params)
    begun = begin_dialogue(transaction, procedure, params)
    games = transaction.registration.rules.told_games
    if games is not None and procedure in games.tells and games.for_others(params):
        refuse_nobody_at_table(transaction.scope, transaction.state, transaction.registration, params)
    return _go_on(transaction, *begun, app_dice)


def begin_first(
    transaction: ScopeTransaction, procedure: str, params: Mapping[str, object], *, app_dice: bool = False
) -> None:
    """What has to have begun before such an act, or a report of it, begins with it; both or neither."""
    first = transaction.registration.acts.first.get(procedure)
    if due := first and first(transaction.state, params):
        act_within(transaction, *due, app_dice=app_dice)


def answer_question(
    scope_id: int,
    actor: Actor,
    slot_code: str,
    key: str,
    value: object,
    *,
    once: str | None = None,
    app_dice: bool = False,
) -> DoorOutcome:
    """Answer one open question (`value=ROLL`: with the app's die) and settle when nothing is left open."""
    said = "roll" if value is ROLL else value
    with scope_transaction(
        scope_id, actor, idempotency_key(once, actor, slot_code, key, said)
    ) as transaction:
        if (first := transaction.first_result()) is not None:
            return first
        return answer_within(transaction, slot_code, key, value, app_dice=app_dice)


def answer_within(
    transaction: ScopeTransaction, slot_code: str, key: str, value: object, *, app_dice: bool = False,
    left: bool = False,
) -> DoorOutcome:  # fmt: skip
    """Answer inside a transaction that is already locked. `value` may be what reads it from a form.

    `left`: whichever die is left that this person may throw, whatever its key.
    """
    in_use(transaction.scope)
    dialogue = open_dialogue(transaction.scope, slot__code=slot_code)
    if dialogue is None:
        return before_it_settled(
            transaction, Slot.objects.get(scope=transaction.scope, code=slot_code), key, value
        )
    require_sight(transaction, dialogue)
    run = run_of(transaction, dialogue.slot, dialogue)
    progress = drive_dialogue(transaction, dialogue, run)
    transaction.dialogue, transaction.spoken = dialogue, (run, progress)
    if left:
        key = die_left(transaction, dialogue, progress)
    if not key or key in run.answers:
        return same_again(transaction, dialogue, run, progress, key, value)
    question = open_question(progress, key)
    who = at_its_table(question.who, dialogue.params)
    scope, state, registration = transaction.scope, transaction.state, transaction.registration
    may_answer(transaction.actor, who, dialogue.procedure, scope, state, registration)
    before = topics.dialogue_asking(transaction.registration, transaction.state, dialogue, progress)
    if callable(value):
        value = value(as_met(transaction, question))
    keep_answer(transaction, dialogue, run, question, value)
    return _go_on(transaction, dialogue.slot, dialogue, run, app_dice, before)


def undo_answer(scope_id: int, actor: Actor, slot_code: str) -> DoorOutcome:
    """Take back the latest answer of a dialogue, if no die of the app has fallen since."""
    with scope_transaction(scope_id, actor) as transaction:
        return undo_within(transaction, slot_code)


def undo_within(transaction: ScopeTransaction, slot_code: str) -> DoorOutcome:
    """Take back the latest answer inside a transaction that is already locked."""
    dialogue = open_dialogue(transaction.scope, slot__code=slot_code)
    if dialogue is None:
        raise changed_meanwhile()
    require_sight(transaction, dialogue)
    latest = max(dialogue.answers.all(), key=lambda one: one.pk, default=None)
    if latest is None:
        raise Refused("", _("There is no answer to undo."))
    seat_id = transaction.actor.seat and transaction.actor.seat.pk
    if latest.by_id != seat_id and not transaction.is_organiser:
        sentence = _("Somebody else gave the latest answer. Only they or an organiser can undo it.")
        raise Refused("", sentence)
    if latest.origin == "sealed":
        raise Refused("", _("A sealed answer cannot be undone."))
    if latest.origin == "app":
        raise Refused("", rolled_by_app(latest.value if latest.by_id == seat_id else None))
    if latest.pk <= last_fixed_answer(dialogue):
        raise Refused("", _("The app has rolled since then, so this can no longer be undone."))
    prefetch_rows(dialogue, "answers", [one for one in dialogue.answers.all() if one != latest])
    latest.delete()
    transaction.has_spoken = True
    run = run_of(transaction, dialogue.slot, dialogue)
    return _go_on(transaction, dialogue.slot, dialogue, run, app_dice=False)


def set_aside(scope_id: int, actor: Actor, slot_code: str, *, going_back: bool = False) -> DoorOutcome:
    """Close a dialogue without settling it. What was chosen before a die of the app stays with the slot.

    `going_back`: a solo table's Undo, which goes back over dice too and loses nothing.
    """
    with scope_transaction(scope_id, actor) as transaction:
        return set_aside_within(transaction, slot_code, going_back=going_back)


def set_aside_within(
    transaction: ScopeTransaction, slot_code: str, *, going_back: bool = False
) -> DoorOutcome:
    dialogue = open_dialogue(transaction.scope, slot__code=slot_code)
    if dialogue is None:
        raise changed_meanwhile()
    require_sight(transaction, dialogue)
    spec = transaction.registration.game.spec(dialogue.procedure)
    may_start(
        transaction.actor,
        spec,
        dialogue.params,
        transaction.scope,
        transaction.state,
        transaction.registration,
    )
    if not going_back and (why_not := why_no_aside(dialogue, is_organiser=transaction.is_organiser)):
        raise Refused("", why_not)
    put_aside(transaction, dialogue, told=not going_back)
    transaction.names.add(topics.ASKS)
    return transaction.finish(DoorOutcome(slot_code), "dialogue")


def _go_on(
    transaction: ScopeTransaction,
    slot: Slot,
    dialogue: Dialogue,
    run: DialogueRun,
    app_dice: bool,
    before: topics.Asking = None,
) -> DoorOutcome:
    """Drive as far as the answers reach, and do what follows by itself. `before`: who was asked until now.

    A dialogue that was begun again and waits as it did (the clock asks every minute) is not counted.
    """
    outcome = advance_dialogue(transaction, slot, dialogue, run, app_dice)
    if outcome.settled:
        run_next_steps(transaction)
        lapse_within(transaction)
        outcome = replace(outcome, then=_begin_next(transaction, run.procedure, app_dice))
    elif not transaction.has_spoken:
        return transaction.as_before(outcome)
    elif transaction.spoken:
        asks = topics.dialogue_asking(
            transaction.registration, transaction.state, dialogue, transaction.spoken[1]
        )
        transaction.names |= {topics.ASKS} if asks != before else set()
    return transaction.finish(outcome, run.procedure if outcome.settled else "dialogue")


def _begin_next(transaction: ScopeTransaction, procedure: str, app_dice: bool) -> str:
    """Begin what whoever has done this goes on with at once; the slot in which that asks something."""
    follows, entry = transaction.registration.acts.begins.get(procedure), transaction.entry
    due = follows and follows(transaction.state, transaction.registration.game.book_of(transaction.state))
    if not due:
        return ""
    then = act_within(transaction, *due, app_dice=app_dice)
    transaction.entry = entry  # what the person did stays what this transaction led to
    return "" if then.settled else then.slot


AT_END.append(partial(release, act_within=act_within))
