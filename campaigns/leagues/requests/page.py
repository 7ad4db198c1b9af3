"""A request as somebody reads it: who asks whom for what, what a yes brings, and what they may say to it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from campaigns.engine.asking.reading import answers, decides, is_asked, is_mine, what_became
from campaigns.engine.desk import desk_of
from campaigns.engine.passage.here import AnyHere
from campaigns.engine.who.rights import needs_own_word, side_of
from campaigns.engine.who.seatbook import NO_SEAT
from campaigns.models import ActRequest, ActRequestStatus
from campaigns.shell.told.let_in import let_in_by_request, let_in_words
from config.dates import clock
from rules.engine.language import listed
from rules.engine.plain import text_in
from rules.engine.state import State
from rules.engine.todos import Word


@dataclass(frozen=True, slots=True)
class RequestSide:
    """Somebody whose word it takes: who that is, and whether they have given it."""

    name: str
    emblem: str
    note: str


@dataclass(frozen=True, slots=True)
class RequestFact:
    label: str
    value: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class RequestPage:
    """`closed`: what has become of it, nothing while it is open; `asks`: me, for my word; `decides`: an
    organiser for others; `needs`: why this device gives no word of mine."""

    pk: int
    title: str
    question: str
    words: str
    said_by: str
    facts: tuple[RequestFact, ...]
    outcomes: tuple[tuple[str, str, str], ...]
    sides: tuple[RequestSide, ...]
    closed: str
    reason: str
    seen_by: str
    asks: bool
    needs: str
    decides: bool
    withdraws: bool
    place: str


def request_page(here: AnyHere, asked: ActRequest) -> RequestPage:
    word: Word[State, object] = here.registration.words[asked.procedure]
    mine, is_open = is_mine(here, asked), asked.status == ActRequestStatus.OPEN
    rests = is_open and word.rests(here.state)
    waits = is_open and not rests
    asks, let_in = waits and answers(here, asked), here.actor.let_in if here.seat else None
    return RequestPage(
        pk=asked.pk,
        title=_("Your request") if mine else _("Request"),
        question=word.asks(here.state, asked.params, "" if mine else str(asked.asker)),
        words=text_in(asked.params, "words") if here.seat else "",
        said_by=str(asked.asker),
        facts=tuple(_facts(here, asked, word)),
        outcomes=tuple(word.outcomes(here.state, here.book, asked.params)) if is_open else (),
        sides=tuple(_side(here, asked, who) for who in asked.whose),
        closed=_("The league is paused, and so is this.") if rests else what_became(asked),
        reason=asked.words if here.seat else "",
        seen_by=_seen_by(here, asked) if asked.quiet else "",
        asks=asks,
        needs=needs_own_word(let_in) if let_in and waits and is_asked(here, asked) else "",
        decides=waits and not asks and decides(here, asked),
        withdraws=is_open and mine,
        place=desk_of(here.scope.game).place(here.scope, asked.params),
    )


def _facts(here: AnyHere, asked: ActRequest, word: Word[State, object]) -> list[RequestFact]:
    asker = here.people.get(str(asked.asker_id), NO_SEAT).person
    traces = let_in_by_request(asked.pk) if here.seat else ()
    let_in = [let_in_words(here.people, one, asker) for one in traces]
    facts = [RequestFact(_("Asked"), _when(here, asked.asked_at), "; ".join(let_in))]
    if asked.status == ActRequestStatus.OPEN:
        until = asked.lapses_at or word.until(here.state)
        lapses = _when(here, until) if until else _("when it can no longer be done")
        facts.append(RequestFact(_("Lapses"), lapses, _("then nothing changes") if asked.lapses_at else ""))
    return [*facts, RequestFact(_("If accepted"), word.brings(here.state, asked.params), _each(asked))]


def _each(asked: ActRequest) -> str:
    return _("everybody asked has to agree") if len(asked.whose) - len(asked.agreed) > 1 else ""


def _when(here: AnyHere, at: datetime) -> str:
    own = getattr(here.seat.person, "own_clock", None) if here.seat else None
    return clock(at, ZoneInfo(here.scope.time_zone), own)


def _side(here: AnyHere, asked: ActRequest, who: str) -> RequestSide:
    name, emblem = whose_name(here, who)
    given = asked.agreed.get(who)
    if given:
        by = here.people.get(str(given["by"]), NO_SEAT)
        return RequestSide(name, emblem, _how(given) % {"name": by.name})
    is_open = asked.status == ActRequestStatus.OPEN
    return RequestSide(name, emblem, _("no answer yet") if is_open else "")


def whose_name(here: AnyHere, who: str) -> tuple[str, str]:
    """Who is meant by a who-string: the people of a side, a person, the organisers; with an emblem."""
    kind, _colon, name = who.partition(":")
    if side := side_of(who):
        members = here.registration.members_of(here.whole, side)
        first = here.people.get(next(iter(members), ""), NO_SEAT)
        called = here.registration.sides_of(here.whole)[side].name
        players = listed(here.players_of(side))
        return (
            _("%(players)s (%(side)s)") % {"players": players, "side": called} if players else called
        ), first.emblem
    if kind == "person":
        known = here.people.get(name, NO_SEAT)
        return known.name, known.emblem
    return _("the organisers"), "iron"


def _how(given: dict[str, object]) -> str:
    words = {"asked": _("%(name)s asks"), "agreed": _("%(name)s agreed")}
    return words.get(str(given.get("how")), _("%(name)s decided as organiser"))


def _seen_by(here: AnyHere, asked: ActRequest) -> str:
    names = [str(asked.asker), *(whose_name(here, who)[0] for who in asked.whose if who != "organiser")]
    return _("Only these people and the organisers see it: %(names)s.") % {"names": ", ".join(names)}
