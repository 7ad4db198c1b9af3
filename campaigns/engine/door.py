"""The door: the only writer of game state, for pages, API, import, demo data and clock alike.

Every call (1) locks the scope, (2) checks who may, whether the question is still open and whether the act
is admitted, (3) loads the state through the book's registration, (4) drives the procedure, (5) stores the
answer, or rows and entry, with what follows by itself and what whoever did it goes on with, in one
transaction, (6) counts one version and tells the live stream once, after commit. What others have to agree to
becomes a report until they have; what binds others, a request. Who has several things to do at once does
them inside one passage (`visit` and the calls that end in `_within`): all of it or nothing.

A repeat with the same idempotency key gets the first result (`campaigns.engine.passage.once`); the same
answer twice is a success. An open dialogue reserves nothing: if the ground moved under it, the answer that no
longer passes is taken out, said, and asked again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from django.utils.translation import gettext as _

from campaigns.engine.asking.asking import asked_within, lapse_within
from campaigns.engine.correcting import take_back
from campaigns.engine.passage import answered
from campaigns.engine.passage.answered import (
    as_met,
    before_it_settled,
    changed_meanwhile,
    is_as_seen,
    require_sight,
    same_again,
)
from campaigns.engine.passage.dialogue import (
    Talk,
    hold,
    open_dialogue,
)
from campaigns.engine.passage.driving import (
    begun,
    die_left,
    drive,
    driven,
    follow,
    open_question,
    put,
    rolled_by_app,
    talk_of,
)
from campaigns.engine.passage.once import key_of
from campaigns.engine.passage.parked import refuse_kept
from campaigns.engine.passage.scopes import in_use
from campaigns.engine.passage.sending import Beside, lapse, told_within
from campaigns.engine.passage.standing import fallen, put_aside, why_no_aside
from campaigns.engine.passage.visit import AT_END, DoorOutcome, Passage, visit
from campaigns.engine.releasing import release
from campaigns.engine.stored import touched
from campaigns.engine.stored.unseen import with_seen_names
from campaigns.engine.who.rights import Actor, at_its_table, may_answer, may_start
from campaigns.engine.who.seated import with_one_seat
from campaigns.models import Dialogue, Slot
from rules.engine.refusals import Refused

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
    with visit(scope_id, actor, key_of(once, actor, procedure, params)) as passage:
        if (first := passage.first_result()) is not None:
            return first
        return act_within(
            passage, procedure, params, app_dice=app_dice, sure=sure, another=another, seen=seen
        )


def act_within(
    passage: Passage,
    procedure: str,
    params: Mapping[str, object],
    *,
    app_dice: bool = False,
    sure: bool = False,
    another: bool = False,
    agreed: bool = False,
    seen: Mapping[str, int] | None = None,
) -> DoorOutcome:
    """Start a procedure inside a passage that is already locked.

    `agreed`: it is a report that counts now; whose it was and who agreed has been checked.
    """
    in_use(passage.scope)
    params = with_seen_names(params)
    is_old = not is_as_seen(passage, seen or {})
    begin_first(passage, procedure, params, app_dice=app_dice)
    spec = passage.registration.game.spec(procedure)
    if procedure in passage.registration.known:
        params = passage.registration.known[procedure](passage.scope, params)
    spec.checked(params)
    if not agreed:
        refuse_kept(passage.registration, params)
        more: Beside = {"sure": sure, "another": another, "is_old": is_old}
        told = told_within(passage, procedure, params, act_within, **more)
        if told is not None:
            return told
        asked = asked_within(passage, spec, params, act_within, is_old=is_old)
        if asked is not None:
            return asked
    if is_old:
        raise changed_meanwhile()
    if (takes := passage.registration.takes_back.get(procedure)) and (due := takes(passage.state, params)):
        take_back(passage, due)
    lapse(passage, procedure, params)
    if procedure in passage.registration.seats:
        params = with_one_seat(passage.scope, passage.state, passage.registration, params)
    return _go_on(passage, *begun(passage, procedure, params), app_dice)


def begin_first(
    passage: Passage, procedure: str, params: Mapping[str, object], *, app_dice: bool = False
) -> None:
    """What has to have begun before such an act, or a report of it, begins with it; both or neither."""
    first = passage.registration.first.get(procedure)
    if due := first and first(passage.state, params):
        act_within(passage, *due, app_dice=app_dice)


def answer(
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
    with visit(scope_id, actor, key_of(once, actor, slot_code, key, said)) as passage:
        if (first := passage.first_result()) is not None:
            return first
        return answer_within(passage, slot_code, key, value, app_dice=app_dice)


def answer_within(
    passage: Passage, slot_code: str, key: str, value: object, *, app_dice: bool = False, left: bool = False
) -> DoorOutcome:
    """Answer inside a passage that is already locked. `value` may be what reads it from a form.

    `left`: whichever die is left that this person may throw, whatever its key.
    """
    in_use(passage.scope)
    dialogue = open_dialogue(passage.scope, slot__code=slot_code)
    if dialogue is None:
        return before_it_settled(passage, Slot.objects.get(scope=passage.scope, code=slot_code), key, value)
    require_sight(passage, dialogue)
    talk = talk_of(passage, dialogue.slot, dialogue)
    progress = drive(passage, dialogue, talk)
    passage.dialogue, passage.spoken = dialogue, (talk, progress)
    if left:
        key = die_left(passage, dialogue, progress)
    if not key or key in talk.answers:
        return same_again(passage, dialogue, talk, progress, key, value)
    question = open_question(progress, key)
    who = at_its_table(question.who, dialogue.params)
    may_answer(passage.actor, who, dialogue.procedure, passage.scope, passage.state, passage.registration)
    before = touched.asking(passage.registration, passage.state, dialogue, progress)
    if callable(value):
        value = value(as_met(passage, question))
    put(passage, dialogue, talk, question, value)
    return _go_on(passage, dialogue.slot, dialogue, talk, app_dice, before)


def back(scope_id: int, actor: Actor, slot_code: str) -> DoorOutcome:
    """Take back the latest answer of a dialogue, if no die of the app has fallen since."""
    with visit(scope_id, actor) as passage:
        return back_within(passage, slot_code)


def back_within(passage: Passage, slot_code: str) -> DoorOutcome:
    dialogue = open_dialogue(passage.scope, slot__code=slot_code)
    if dialogue is None:
        raise changed_meanwhile()
    require_sight(passage, dialogue)
    latest = max(dialogue.answers.all(), key=lambda one: one.pk, default=None)
    if latest is None:
        raise Refused("", _("There is no answer to undo."))
    seat_id = passage.actor.seat and passage.actor.seat.pk
    if latest.by_id != seat_id and not passage.is_organiser:
        sentence = _("Somebody else gave the latest answer. Only they or an organiser can undo it.")
        raise Refused("", sentence)
    if latest.origin == "sealed":
        raise Refused("", _("A sealed answer cannot be undone."))
    if latest.origin == "app":
        raise Refused("", rolled_by_app(latest.value if latest.by_id == seat_id else None))
    if latest.pk <= fallen(dialogue):
        raise Refused("", _("The app has rolled since then, so this can no longer be undone."))
    hold(dialogue, "answers", [one for one in dialogue.answers.all() if one != latest])
    latest.delete()
    passage.has_spoken = True
    talk = talk_of(passage, dialogue.slot, dialogue)
    return _go_on(passage, dialogue.slot, dialogue, talk, app_dice=False)


def set_aside(scope_id: int, actor: Actor, slot_code: str, *, going_back: bool = False) -> DoorOutcome:
    """Close a dialogue without settling it. What was chosen before a die of the app stays with the slot.

    `going_back`: a solo table's Undo, which goes back over dice too and loses nothing (A-46).
    """
    with visit(scope_id, actor) as passage:
        return set_aside_within(passage, slot_code, going_back=going_back)


def set_aside_within(passage: Passage, slot_code: str, *, going_back: bool = False) -> DoorOutcome:
    dialogue = open_dialogue(passage.scope, slot__code=slot_code)
    if dialogue is None:
        raise changed_meanwhile()
    require_sight(passage, dialogue)
    spec = passage.registration.game.spec(dialogue.procedure)
    may_start(passage.actor, spec, dialogue.params, passage.scope, passage.state, passage.registration)
    if not going_back and (why_not := why_no_aside(dialogue, is_organiser=passage.is_organiser)):
        raise Refused("", why_not)
    put_aside(passage, dialogue, told=not going_back)
    passage.names.add(touched.ASKS)
    return passage.finish(DoorOutcome(slot_code), "dialogue")


def _go_on(
    passage: Passage,
    slot: Slot,
    dialogue: Dialogue,
    talk: Talk,
    app_dice: bool,
    before: touched.Asking = None,
) -> DoorOutcome:
    """Drive as far as the answers reach, and do what follows by itself. `before`: who was asked until now.

    A dialogue that was begun again and waits as it did (the clock asks every minute) is not counted.
    """
    outcome = driven(passage, slot, dialogue, talk, app_dice)
    if outcome.settled:
        follow(passage)
        lapse_within(passage)
        outcome = replace(outcome, then=_begin_next(passage, talk.procedure, app_dice))
    elif not passage.has_spoken:
        return passage.as_before(outcome)
    elif passage.spoken:
        asks = touched.asking(passage.registration, passage.state, dialogue, passage.spoken[1])
        passage.names |= {touched.ASKS} if asks != before else set()
    return passage.finish(outcome, talk.procedure if outcome.settled else "dialogue")


def _begin_next(passage: Passage, procedure: str, app_dice: bool) -> str:
    """Begin what whoever has done this goes on with at once; the slot in which that asks something."""
    follows, entry = passage.registration.begins.get(procedure), passage.entry
    due = follows and follows(passage.state, passage.registration.game.book_of(passage.state))
    if not due:
        return ""
    then = act_within(passage, *due, app_dice=app_dice)
    passage.entry = entry  # what the person did stays what this passage led to
    return "" if then.settled else then.slot


AT_END.append(partial(release, act_within=act_within))
