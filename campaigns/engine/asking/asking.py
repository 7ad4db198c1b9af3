"""Asking: an act that binds others becomes a request, under the lock of its league.

A game says whose word an act takes (`Registration.words`). Nothing of the act happens before all have given
it: no die falls, no seal opens, no row of the state changes. Whether it can be done is judged by what the
asker may see, and by the whole state when the last one agrees (`campaigns.engine.asking.requests`).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from campaigns.engine.asking.whose import Whose, may_decide, speaks_for, whose_word
from campaigns.engine.passage.answered import changed_meanwhile
from campaigns.engine.passage.dialogue import trial
from campaigns.engine.passage.visit import DoorOutcome, Passage
from campaigns.engine.stored import touched
from campaigns.engine.who.let_in import hand_on, leave_trace
from campaigns.engine.who.rights import Actor, at_its_table, may_start, needs_own_word
from campaigns.engine.who.seated import with_one_seat
from campaigns.models import ActRequest, ActRequestStatus, NoticeKind, Report, Seat, organisers_of
from campaigns.models.notices import answered
from campaigns.models.play import WAITING
from rules.engine.games import AnySpec
from rules.engine.plain import JsonObject, Params, text_in
from rules.engine.refusals import Refused
from rules.engine.state import State
from rules.engine.todos import Word

type Act = Callable[..., DoorOutcome]
type AnyWord = Word[State, object]

OPEN = ActRequestStatus.OPEN
ORGANISERS_WORD = "organiser"  # how somebody has agreed for whom an organiser has decided


def _may_start(passage: Passage, spec: AnySpec, params: Params) -> bool:
    """Whether this person may start it now. Who could before play began, and whose act takes the word of
    others by now, may ask for it. Raises PermissionDenied for anybody else.
    """
    try:
        may_start(passage.actor, spec, params, passage.scope, passage.state, passage.registration)
    except PermissionDenied:
        who = at_its_table(spec.starters(params), params)
        if spec.name not in passage.registration.words or not _speaks_for(passage, who):
            raise
        return False
    return True


def _speaks_for(passage: Passage, who: str) -> bool:
    return speaks_for(passage.actor, who, passage.scope, passage.state, passage.registration)


def asked_within(
    passage: Passage, spec: AnySpec, params: Params, act_within: Act, *, is_old: bool = False
) -> DoorOutcome | None:
    """What somebody does that takes the word of others. None where it is done at once.

    Who is asked already and does the same themselves agrees with it. Raises PermissionDenied for who may
    neither do it nor ask for it.
    """
    starts = _may_start(passage, spec, params)
    word = passage.registration.words.get(spec.name)
    if word is None:
        return None
    if spec.name in passage.registration.seats:
        params = with_one_seat(passage.scope, passage.state, passage.registration, params)
    whose = whose_word(passage.actor, spec, params, passage.scope, passage.state, passage.registration)
    if starts and not whose.asks_first:
        return None
    if not whose.all:
        raise PermissionDenied
    if is_old:
        raise changed_meanwhile()
    about = _subject(word, spec.name, params)
    found = ActRequest.objects.filter(scope=passage.scope, subject=about, status=OPEN)
    if (there := found.select_related("asker").first()) is not None:
        return _met(passage, there, params, whose, act_within)
    _require_possible(passage, word, spec.name, params, about)
    asked = _written(passage, word, spec.name, params, whose, about)
    passage.names.add(touched.ASKS)
    return passage.finish(DoorOutcome("", request=asked.pk), "asks")


def _subject(word: AnyWord, procedure: str, params: Params) -> str:
    """What a request is about: two of the same subject are never open at once."""
    return ":".join((procedure, *(str(params.get(name, "")) for name in word.about)))[:200]


def _plain(params: Params) -> dict[str, object]:
    """What is asked for, without the words it is asked with."""
    return {name: value for name, value in params.items() if name != "words"}


def _met(passage: Passage, asked: ActRequest, params: Params, whose: Whose, act_within: Act) -> DoorOutcome:
    """Somebody wants what is asked for already: they agree, or have asked themselves."""
    if any(who not in asked.agreed for who in whose.own):
        return agree_within(passage, asked, act_within)
    if passage.actor.is_seat(str(asked.asker_id)) and _plain(params) != _plain(asked.params):
        sentence = _("You’ve asked for this differently already. Withdraw that request first.")
        raise Refused("", sentence, admission=True, about=(("request", str(asked.pk)),))
    return passage.as_before(DoorOutcome("", repeated=True, request=asked.pk))


def agree_within(passage: Passage, asked: ActRequest, act_within: Act) -> DoorOutcome:
    """Somebody gives their word; with the last one it is done. Who agreed to something else than what it is
    by now is asked anew.
    """
    given = words_of(passage, asked)
    if (why := why_lapsed(passage, asked)) is not None:
        raise why
    word = passage.registration.words[asked.procedure]
    now = word.terms(passage.state, passage.registration.game.book_of(passage.state), asked.params)
    before = asked.agreed if asked.terms == now else {}
    asked.terms, asked.agreed = now, {**before, **given}
    passage.names.add(touched.ASKS)
    if all(who in asked.agreed for who in asked.whose):
        outcome = _done(passage, word, asked, act_within)
        asked.status, asked.entry = ActRequestStatus.DONE, passage.entry
    else:
        outcome = passage.finish(DoorOutcome("", request=asked.pk), "asks")
    asked.answered_by, asked.answered_at = passage.actor.seat, passage.now
    asked.save(update_fields=["status", "agreed", "terms", "entry", "answered_by", "answered_at"])
    seat = passage.actor.seat
    own = {} if asked.status == ActRequestStatus.DONE else {"person": seat and seat.person_id}
    answered(NoticeKind.REQUEST, request=asked, **own)
    return outcome


def words_of(passage: Passage, asked: ActRequest) -> dict[str, JsonObject]:
    """The word this person has in it: their own, else as an organiser that of all who have not given theirs.

    Raises PermissionDenied for whom it is not, `Refused` on a device that does not speak for them.
    """
    actor, at = passage.actor, (passage.scope, passage.state, passage.registration)
    by = actor.seat and actor.seat.pk
    if own := [who for who in asked.open_to if speaks_for(actor, who, *at)]:
        return {who: {"how": "agreed", "by": by} for who in own}
    if actor.let_in and any(actor.is_one_of(who, *at) for who in asked.open_to):
        raise Refused("", needs_own_word(actor.let_in))
    if not may_decide(actor, asked, *at):
        raise PermissionDenied
    return {who: {"how": ORGANISERS_WORD, "by": by} for who in asked.open_to}


def _done(passage: Passage, word: AnyWord, asked: ActRequest, act_within: Act) -> DoorOutcome:
    """What everybody has agreed to, each act as done by who may start it: the asker before others."""
    game, person = passage.registration.game, passage.actor
    acts = word.acts(passage.state, asked.params) if word.acts else [(asked.procedure, asked.params)]
    outcome = DoorOutcome("", request=asked.pk)
    for act, params in acts:
        procedure = act if "." in act else f"{game.name}.{act}"
        passage.actor = _doer(passage, asked, procedure, params, person)
        outcome = act_within(passage, procedure, params, agreed=True)
        passage.actor = person
        if passage.entry is not None:
            hand_on(asked, passage.entry.slot)
    return outcome


def _doer(passage: Passage, asked: ActRequest, procedure: str, params: Params, person: Actor) -> Actor:
    """Whose act it is: that of who gave the word of its side, else the asker's."""
    spec = passage.registration.game.spec(procedure)
    who = at_its_table(spec.starters(params), params)
    given = asked.agreed.get(who)
    if given:
        by = Seat.objects.filter(pk=given["by"]).first()
        return Actor(by) if by else person
    asker = Actor(asked.asker)
    is_theirs = asker.is_one_of(who, passage.scope, passage.state, passage.registration)
    return asker if is_theirs else person


def _require_possible(passage: Passage, word: AnyWord, procedure: str, params: Params, about: str) -> None:
    """Raise `Refused` for what could not be done now as far as whoever asks may know, and for what was
    declined in this stage already."""
    if told := _told(passage, params):
        raise told
    actor, state, registration = passage.actor, passage.state, passage.registration
    seen = registration.seen(state, lambda side: actor.plays(side, state, registration))
    said = trial(passage.scope, seen, procedure, params, passage.now)
    if isinstance(said, Refused):
        raise said
    latest = ActRequest.objects.filter(scope=passage.scope, subject=about).first()
    if latest is None or latest.status != ActRequestStatus.DECLINED or latest.params != dict(params):
        return
    stage = word.stage(passage.state)
    over = latest.stage != stage if stage else latest.asked_at < passage.now - timedelta(hours=12)
    if not over and passage.actor.is_seat(str(latest.asker_id)) and _closes_it(passage, latest):
        sentence = _("%(who)s has said no to this. Talk it over, or ask an organiser.")
        raise Refused("", sentence % {"who": latest.answered_by}, admission=True)


def _closes_it(passage: Passage, declined: ActRequest) -> bool:
    """Whether it was the no of whose side or person it is, or of an organiser; not of one who plays while
    there is one who does not."""
    at = (passage.scope, passage.state, passage.registration)
    by = Actor(declined.answered_by)
    own = any(who != "organiser" and by.is_one_of(who, *at) for who in declined.whose)
    if own or not by.takes_sides(*at):
        return True
    organisers = organisers_of(passage.scope)
    return all(Actor(one).takes_sides(*at) for one in organisers)


def _written(
    passage: Passage, word: AnyWord, procedure: str, params: Params, whose: Whose, about: str
) -> ActRequest:
    seat, book = passage.actor.seat, passage.registration.game.book_of(passage.state)
    assert seat is not None
    asked = ActRequest.objects.create(
        scope=passage.scope,
        procedure=procedure,
        params=dict(params),
        subject=about,
        asker=seat,
        asked_at=passage.now,
        lapses_at=passage.now + timedelta(days=word.days) if word.days else None,
        whose=list(whose.all),
        agreed={who: {"how": "asked", "by": seat.pk} for who in whose.own},
        terms=word.terms(passage.state, book, params),
        stage=word.stage(passage.state),
        quiet=word.quiet,
    )
    leave_trace(passage.actor.let_in, asked)
    return asked


def why_lapsed(passage: Passage, asked: ActRequest) -> Refused | None:
    """Why nobody can agree to a request any more, None while somebody can."""
    time_is_up = asked.lapses_at is not None and asked.lapses_at <= passage.now
    if time_is_up or not _may_still_ask(passage, asked) or not all(map(_is_there, asked.whose)):
        return Refused("", _("This request is no longer open."), admission=True)
    if told := _told(passage, asked.params):
        return told
    said = trial(passage.scope, passage.state, asked.procedure, asked.params, passage.now)
    return said if isinstance(said, Refused) else None


def _told(passage: Passage, params: Params) -> Refused | None:
    """What is asked for about a mission of which a report waits: the report comes first."""
    mission = text_in(params, "mission")
    waiting = Report.objects.filter(scope=passage.scope, mission=mission, status__in=WAITING)
    report = waiting.select_related("reporter").order_by("pk").first() if mission else None
    if report is None:
        return None
    sentence = _("%(who)s has reported this game. Agree to that report, or dispute it.")
    about = (("report", str(report.pk)),)
    return Refused("", sentence % {"who": report.reporter}, admission=True, about=about)


def _is_there(who: str) -> bool:
    """Whether somebody who is asked by name is still in the club."""
    kind, _colon, name = who.partition(":")
    return kind != "person" or (name.isdecimal() and Seat.objects.active().filter(pk=name).exists())


def _may_still_ask(passage: Passage, asked: ActRequest) -> bool:
    """Whether it is still the asker's to ask: they may have left, or play that side no more."""
    spec = passage.registration.game.spec(asked.procedure)
    who = at_its_table(spec.starters(asked.params), asked.params)
    asker = Actor(asked.asker)
    return asked.asker.is_active and asker.is_one_of(who, passage.scope, passage.state, passage.registration)


def lapse_within(passage: Passage) -> bool:
    """After something has happened: the requests that it has made impossible are over; whether any was."""
    if not getattr(passage.scope, "asked", False):
        return False
    over = False
    for one in ActRequest.objects.filter(scope=passage.scope, status=OPEN).select_related("asker"):
        if passage.registration.words[one.procedure].rests(passage.state):
            continue
        if why_lapsed(passage, one) is not None:
            one.status, one.answered_at = ActRequestStatus.LAPSED, passage.now
            one.save(update_fields=["status", "answered_at"])
            passage.names.add(touched.ASKS)
            over = True
    return over
