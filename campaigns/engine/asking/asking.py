"""Asking: an act that binds others becomes a request, under the lock of its league.

A game says whose word an act takes (`ActRules.words`). Nothing of the act happens before all have given
it: no die falls, no seal opens, no row of the state changes. Whether it can be done is judged by what the
asker may see, and by the whole state when the last one agrees (`campaigns.engine.asking.requests`).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from campaigns.engine.asking.declined import asked_in_vain, no_holds
from campaigns.engine.asking.impossible import report_comes_first, why_not_done
from campaigns.engine.asking.reading import answer_later, paused_too
from campaigns.engine.asking.whose import Whose, may_decide, speaks_for, whose_word
from campaigns.engine.stored import topics
from campaigns.engine.transaction.answered import changed_meanwhile
from campaigns.engine.transaction.dialogue import dry_run
from campaigns.engine.transaction.scope_transaction import DoorOutcome, ScopeTransaction
from campaigns.engine.who.let_in import hand_on, leave_trace
from campaigns.engine.who.own_word import needs_own_word
from campaigns.engine.who.rights import Actor, at_its_table, may_start, side_from_who
from campaigns.engine.who.seated import with_one_seat
from campaigns.models import ActRequest, ActRequestStatus, NoticeKind, Seat
from campaigns.models.notices import mark_answered
from rules.engine.games import ActTrait, AnySpec
from rules.engine.plain import JsonObject, Params
from rules.engine.refusals import Refused
from rules.engine.state import State
from rules.engine.todos import Word

type Act = Callable[..., DoorOutcome]
type AnyWord = Word[State, object]

OPEN = ActRequestStatus.OPEN
ORGANISERS_WORD = "organiser"  # how somebody has agreed for whom an organiser has decided


def _may_start(transaction: ScopeTransaction, spec: AnySpec, params: Params) -> bool:
    """Whether this person may start it now. Who could before play began, and whose act takes the word of
    others by now, may ask for it. Raises PermissionDenied for anybody else.
    """
    try:
        may_start(
            transaction.actor, spec, params, transaction.scope, transaction.state, transaction.registration
        )
    except PermissionDenied:
        who = at_its_table(spec.starters(params), params)
        if spec.name not in transaction.registration.acts.words or not _speaks_for(transaction, who):
            raise
        return False
    return True


def _speaks_for(transaction: ScopeTransaction, who: str) -> bool:
    return speaks_for(transaction.actor, who, transaction.scope, transaction.state, transaction.registration)


def request_or_none(
    transaction: ScopeTransaction, spec: AnySpec, params: Params, act_within: Act, *, is_old: bool = False
) -> DoorOutcome | None:
    """What somebody does that takes the word of others. None where it is done at once.

    Who is asked already and does the same themselves agrees with it. Raises PermissionDenied for who may
    neither do it nor ask for it.
    """
    starts = _may_start(transaction, spec, params)
    word = transaction.registration.acts.words.get(spec.name)
    if word is None:
        return None
    if spec.name in transaction.registration.game.marked[ActTrait.TAKES_SEAT]:
        params = with_one_seat(transaction.scope, transaction.state, transaction.registration, params)
    whose = whose_word(
        transaction.actor, spec, params, transaction.scope, transaction.state, transaction.registration
    )
    if starts and not whose.asks_first:
        return None
    if not whose.all:
        raise PermissionDenied
    if is_old:
        raise changed_meanwhile()
    about = _subject(word, spec.name, params)
    found = ActRequest.objects.filter(scope=transaction.scope, subject=about, status=OPEN)
    if (there := found.select_related("asker").first()) is not None:
        return _met(transaction, there, params, whose, act_within)
    _require_possible(transaction, spec.name, params, about)
    asked = _written(transaction, word, spec.name, params, whose, about)
    transaction.names.add(topics.ASKS)
    return transaction.finish(DoorOutcome("", request=asked.pk), "asks")


def _subject(word: AnyWord, procedure: str, params: Params) -> str:
    """What a request is about: two of the same subject are never open at once."""
    return ":".join((procedure, *(str(params.get(name, "")) for name in word.about)))[:200]


def _plain(params: Params) -> dict[str, object]:
    """What is asked for, without the words it is asked with."""
    return {name: value for name, value in _as_kept(params).items() if name != "words"}


def _as_kept(params: Params) -> dict[str, object]:
    """Parameters as a request keeps them: two that say the same are the same."""
    kept: dict[str, object] = json.loads(json.dumps(dict(params)))
    return kept


def _met(
    transaction: ScopeTransaction, asked: ActRequest, params: Params, whose: Whose, act_within: Act
) -> DoorOutcome:
    """Somebody wants what is asked for already: they agree, or have asked themselves."""
    if any(who not in asked.agreed for who in whose.own):
        return agree_within(transaction, asked, act_within)
    if transaction.actor.is_seat(str(asked.asker_id)) and _plain(params) != _plain(asked.params):
        sentence = _("You have already asked for this with different details. Withdraw that request first.")
        raise Refused("", sentence, admission=True, about=(("request", str(asked.pk)),))
    return transaction.as_before(DoorOutcome("", repeated=True, request=asked.pk))


def agree_within(transaction: ScopeTransaction, asked: ActRequest, act_within: Act) -> DoorOutcome:
    """Somebody gives their word; with the last one it is done. Who agreed to something else than what it is
    by now is asked anew.
    """
    word = transaction.registration.acts.words[asked.procedure]
    _ask_who_joined(transaction, asked)
    given = own_agreements(transaction, asked)
    if (why := why_lapsed(transaction, asked)) is not None:
        raise why
    now = word.terms(
        transaction.state, transaction.registration.game.book_of(transaction.state), asked.params
    )
    before = asked.agreed if asked.terms == now else {}
    asked.terms, asked.agreed = now, {**before, **given}
    transaction.names.add(topics.ASKS)
    if all(who in asked.agreed for who in asked.whose):
        outcome = _done(transaction, word, asked, act_within)
        asked.status, asked.entry = ActRequestStatus.DONE, transaction.entry
    else:
        outcome = transaction.finish(DoorOutcome("", request=asked.pk), "asks")
    asked.answered_by, asked.answered_at = transaction.actor.seat, transaction.now
    asked.save(update_fields=["status", "agreed", "whose", "terms", "entry", "answered_by", "answered_at"])
    seat = transaction.actor.seat
    own = {} if asked.status == ActRequestStatus.DONE else {"person": seat and seat.person_id}
    mark_answered(NoticeKind.REQUEST, request=asked, **own)
    return outcome


def _ask_who_joined(transaction: ScopeTransaction, asked: ActRequest) -> bool:
    """Whom it binds by now, and did not when it was asked for, has a word in it as well, and in place of a
    side nobody plays any more; who asks has given theirs. Whether somebody does.
    """
    word, state = transaction.registration.acts.words[asked.procedure], transaction.state
    now = word.whose(state, transaction.registration.game.book_of(state), asked.params)
    joined = [who for who in dict.fromkeys(now) if who not in asked.whose]
    if joined:
        asked.whose = [
            one for one in asked.whose if not _is_unplayed(transaction, one) or one in asked.agreed
        ]
    at, asker = (transaction.scope, state, transaction.registration), Actor(asked.asker)
    own = {who: {"how": "asked", "by": asked.asker_id} for who in joined if speaks_for(asker, who, *at)}
    asked.whose, asked.agreed = [*asked.whose, *joined], {**asked.agreed, **own}
    return bool(joined)


def _is_unplayed(transaction: ScopeTransaction, who: str) -> bool:
    """Whether a who-string means a side alone that nobody plays."""
    side = side_from_who(who)
    return bool(side) and not transaction.registration.rules.members_of(transaction.state, side)


def own_agreements(transaction: ScopeTransaction, asked: ActRequest) -> dict[str, JsonObject]:
    """The word this person has in it: their own, else as an organiser that of all who have not given theirs.

    Raises PermissionDenied for whom it is not, `Refused` on a device that does not speak for them, and while
    the league is paused: nobody's word is asked then.
    """
    given = _own_words(transaction, asked)
    if transaction.registration.acts.words[asked.procedure].rests(transaction.state):
        raise Refused("", f"{paused_too()} {answer_later()}", admission=True)
    return given


def _own_words(transaction: ScopeTransaction, asked: ActRequest) -> dict[str, JsonObject]:
    actor, at = transaction.actor, (transaction.scope, transaction.state, transaction.registration)
    by = actor.seat and actor.seat.pk
    if own := [who for who in asked.open_to if speaks_for(actor, who, *at)]:
        return {who: {"how": "agreed", "by": by} for who in own}
    if actor.let_in and any(actor.is_one_of(who, *at) for who in asked.open_to):
        raise Refused("", needs_own_word(actor.let_in))
    if not may_decide(actor, asked, *at):
        raise PermissionDenied
    return {who: {"how": ORGANISERS_WORD, "by": by} for who in asked.open_to}


def _done(transaction: ScopeTransaction, word: AnyWord, asked: ActRequest, act_within: Act) -> DoorOutcome:
    """What everybody has agreed to, each act as done by who may start it: the asker before others."""
    game, person = transaction.registration.game, transaction.actor
    acts = word.acts(transaction.state, asked.params) if word.acts else [(asked.procedure, asked.params)]
    outcome = DoorOutcome("", request=asked.pk)
    for act, params in acts:
        procedure = act if "." in act else f"{game.name}.{act}"
        transaction.actor = _doer(transaction, asked, procedure, params, person)
        outcome = act_within(transaction, procedure, params, agreed=True)
        transaction.actor = person
        if transaction.entry is not None:
            hand_on(asked, transaction.entry.slot)
    return outcome


def _doer(
    transaction: ScopeTransaction, asked: ActRequest, procedure: str, params: Params, person: Actor
) -> Actor:
    """Whose act it is: that of who gave the word of its side, else the asker's."""
    spec = transaction.registration.game.spec(procedure)
    who = at_its_table(spec.starters(params), params)
    given = asked.agreed.get(who)
    if given:
        by = Seat.objects.filter(pk=given["by"]).first()
        return Actor(by) if by else person
    asker = Actor(asked.asker)
    is_theirs = asker.is_one_of(who, transaction.scope, transaction.state, transaction.registration)
    return asker if is_theirs else person


def _require_possible(transaction: ScopeTransaction, procedure: str, params: Params, about: str) -> None:
    """Raise `Refused` for what could not be done now as far as whoever asks may know, and for what was
    declined in this stage already."""
    if told := report_comes_first(transaction.scope, params):
        raise told
    actor, state, registration = transaction.actor, transaction.state, transaction.registration
    seen = registration.rules.seen(state, lambda side: actor.plays(side, state, registration))
    said = dry_run(transaction.scope, seen, procedure, params, transaction.now)
    if isinstance(said, Refused):
        raise said
    latest = ActRequest.objects.filter(scope=transaction.scope, subject=about).first()
    if latest is None or latest.params != _as_kept(params):
        return
    at = (transaction.scope, transaction.state, transaction.registration)
    is_mine = transaction.actor.is_seat(str(latest.asker_id))
    if is_mine and no_holds(*at, latest, transaction.now):
        raise asked_in_vain(transaction.scope, latest)


def _written(
    transaction: ScopeTransaction, word: AnyWord, procedure: str, params: Params, whose: Whose, about: str
) -> ActRequest:
    seat, book = transaction.actor.seat, transaction.registration.game.book_of(transaction.state)
    assert seat is not None
    asked = ActRequest.objects.create(
        scope=transaction.scope,
        procedure=procedure,
        params=dict(params),
        subject=about,
        asker=seat,
        asked_at=transaction.now,
        lapses_at=transaction.now + timedelta(days=word.days) if word.days else None,
        whose=list(whose.all),
        agreed={who: {"how": "asked", "by": seat.pk} for who in whose.own},
        terms=word.terms(transaction.state, book, params),
        stage=word.stage(transaction.state),
        quiet=word.quiet,
    )
    leave_trace(transaction.actor.let_in, asked)
    return asked


def why_lapsed(transaction: ScopeTransaction, asked: ActRequest) -> Refused | None:
    """Why nobody can agree to a request any more, None while somebody can."""
    if asked.lapses_at is not None and asked.lapses_at <= transaction.now:
        return Refused("", _("This request is no longer open."), admission=True)
    return why_not_done(
        transaction.scope, transaction.state, transaction.registration, asked, transaction.now
    )


def lapse_within(transaction: ScopeTransaction) -> bool:
    """After something has happened: the requests that it has made impossible are over, and whoever the others
    bind by now is asked, too. What rested with a paused league has as long left as it had. Whether any stands
    otherwise than before.
    """
    if not getattr(transaction.scope, "asked", False):
        return False
    changed = False
    entry, resumes = transaction.entry, transaction.registration.game.marked[ActTrait.RESUMES_LEAGUE]
    if entry is not None and entry.procedure in resumes:
        _go_on_after_pause(transaction)
    for one in ActRequest.objects.filter(scope=transaction.scope, status=OPEN).select_related("asker"):
        if transaction.registration.acts.words[one.procedure].rests(transaction.state):
            continue
        if why_lapsed(transaction, one) is not None:
            lapse(transaction, one)
            changed = True
        elif _ask_who_joined(transaction, one):
            one.answered_at = transaction.now  # they are told of it as of one that is new
            one.save(update_fields=["whose", "agreed", "answered_at"])
            transaction.names.add(topics.ASKS)
            changed = True
    return changed


def _go_on_after_pause(transaction: ScopeTransaction) -> None:
    """Nobody could answer meanwhile: the time of what waits goes on from where the pause began."""
    pauses = transaction.registration.game.marked[ActTrait.PAUSES_LEAGUE]
    paused = transaction.scope.entries.filter(procedure__in=pauses, void=False).order_by("-seq").first()
    for one in ActRequest.objects.filter(scope=transaction.scope, status=OPEN):
        if paused is not None and one.lapses_at is not None:
            one.lapses_at += transaction.now - max(paused.at, one.asked_at)
            one.save(update_fields=["lapses_at"])


def lapse(transaction: ScopeTransaction, asked: ActRequest) -> None:
    """It is over without an answer."""
    asked.status, asked.answered_at = ActRequestStatus.LAPSED, transaction.now
    asked.save(update_fields=["status", "answered_at"])
    transaction.names.add(topics.ASKS)
