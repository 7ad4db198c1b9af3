"""A request as somebody reads it: who asks whom for what, what a yes brings, and what they may say to it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.engine.asking.declined import after_a_no, no_holds, takes_other_words
from campaigns.engine.asking.reading import (
    answer_later,
    decides,
    is_asked,
    is_mine,
    lapse_of,
    may_answer_here,
    paused_too,
    what_became_and_why,
)
from campaigns.engine.lines import ButtonLink
from campaigns.engine.plugins import plugin_of
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.who.own_word import needs_own_word
from campaigns.engine.who.rights import side_from_who
from campaigns.engine.who.seatbook import NO_SEAT
from campaigns.leagues.mine.mine import gather_my_leagues
from campaigns.models import ActRequest, ActRequestStatus
from campaigns.shell.told.let_in import let_in_by_request, let_in_words
from config.dates import clock_time
from rules.engine.games import ActTrait
from rules.engine.language import listed
from rules.engine.plain import text_in
from rules.engine.state import State
from rules.engine.todos import Word

NOT_DONE = (ActRequestStatus.DECLINED, ActRequestStatus.LAPSED, ActRequestStatus.WITHDRAWN)


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
    organiser for others; `needs`: why this device gives no word of mine; `takes_out`: an organiser takes the
    league out of the archive first; `advice`, `again`: what whoever has asked to join can do, and where."""

    pk: int
    title: str
    question: str
    words: str
    said_by: str
    facts: tuple[RequestFact, ...]
    outcomes: tuple[tuple[str, str, str], ...]
    listed: tuple[tuple[str, str, str], ...]
    sides: tuple[RequestSide, ...]
    closed: str
    reason: str
    seen_by: str
    asks: bool
    needs: str
    decides: bool
    withdraws: bool
    takes_out: bool
    advice: str
    again: ButtonLink | None
    place: str


def request_page(viewer: AnyViewer, asked: ActRequest) -> RequestPage:
    word: Word[State, object] = viewer.registration.acts.words[asked.procedure]
    mine, is_open = is_mine(viewer, asked), asked.status == ActRequestStatus.OPEN
    rests = is_open and word.rests(viewer.state)
    is_archived = viewer.scope.archived_at is not None
    waits = is_open and not rests and not is_archived
    asks, let_in = waits and may_answer_here(viewer, asked), viewer.actor.let_in if viewer.seat else None
    joins_anew = mine and asked.status in NOT_DONE and not is_archived and _joins(viewer, asked)
    return RequestPage(
        pk=asked.pk,
        title=_("Your request") if mine else _("Request"),
        question=word.asks(viewer.state, asked.params, "" if mine else str(asked.asker)),
        words=text_in(asked.params, "words") if viewer.seat else "",
        said_by=str(asked.asker),
        facts=tuple(_facts(viewer, asked, word)),
        outcomes=tuple(word.outcomes(viewer.state, viewer.book, asked.params)) if is_open else (),
        listed=tuple(word.listed(viewer.state, viewer.book, asked.params)) if viewer.seat else (),
        sides=tuple(_side(viewer, asked, who) for who in asked.whose),
        closed=_rests(viewer, asked) if rests else what_became_and_why(viewer, asked),
        reason=asked.words if viewer.seat else "",
        seen_by=_seen_by(viewer, asked) if asked.quiet else "",
        asks=asks,
        needs=needs_own_word(let_in) if let_in and waits and is_asked(viewer, asked) else "",
        decides=waits and not asks and decides(viewer, asked),
        withdraws=is_open and mine and not is_archived,
        takes_out=is_open and is_archived and viewer.is_organiser,
        advice=joining_advice(viewer, asked) if joins_anew else "",
        again=_again(viewer) if joins_anew and not _is_closed(viewer, asked) else None,
        place=plugin_of(viewer.scope.game).play.place(viewer.scope, asked.params),
    )


def _rests(viewer: AnyViewer, asked: ActRequest) -> str:
    """That it is paused with its league; to whoever may answer it, when they can."""
    answers = may_answer_here(viewer, asked) or decides(viewer, asked)
    return " ".join(filter(None, (paused_too(), answer_later() if answers else "")))


def _joins(viewer: AnyViewer, asked: ActRequest) -> bool:
    """Whether somebody who plays nowhere yet has asked to be let into a league that goes on."""
    takes = viewer.registration.game.marked[ActTrait.TAKES_SEAT]
    if viewer.registration.rules.is_over(viewer.whole):
        return False
    return asked.procedure in takes and not viewer.actor.plays_any(viewer.whole, viewer.registration)


def _is_closed(viewer: AnyViewer, asked: ActRequest) -> bool:
    """Whether asking again could only be refused."""
    at = (viewer.scope, viewer.whole, viewer.registration)
    return no_holds(*at, asked, timezone.now()) and not takes_other_words(viewer.registration, asked)


def joining_advice(viewer: AnyViewer, asked: ActRequest) -> str:
    """What whoever has asked to be let in, and was not, can do."""
    if asked.status == ActRequestStatus.DECLINED:
        return after_a_no(viewer.scope, viewer.whole, viewer.registration, asked, timezone.now())
    return _("Talk it over with an organiser, or change something and ask again.")


def _again(viewer: AnyViewer) -> ButtonLink | None:
    """On with the army that was not let in, or to the invitation; nothing for who plays already."""
    assert viewer.seat is not None
    mine, club = (
        gather_my_leagues(viewer.seat.person, only=[viewer.scope.pk]),
        plugin_of(viewer.scope.game).club,
    )
    scope = next((one for one in mine.scopes if not mine.runs(one)), None)
    if scope is None:
        return None
    line = club.beginning(mine, scope) if scope.pk in mine.drafts else club.invitation(mine, scope)
    return ButtonLink(line.url, line.action) if line and not line.waits else None


def _facts(viewer: AnyViewer, asked: ActRequest, word: Word[State, object]) -> list[RequestFact]:
    asker = viewer.people.get(str(asked.asker_id), NO_SEAT).person
    traces = let_in_by_request(asked.pk) if viewer.seat else ()
    let_in = [let_in_words(viewer.people, one, asker) for one in traces]
    facts = [RequestFact(_("Asked"), _when(viewer, asked.asked_at), "; ".join(let_in))]
    if asked.status != ActRequestStatus.OPEN:
        return facts
    until = lapse_of(asked, word, viewer.state)
    lapses = _when(viewer, until) if until else _("when it can no longer be done")
    if word.rests(viewer.state):
        lapses = _("not while the league is paused")
    note = _("if it lapses, nothing changes") if until and asked.lapses_at else ""
    facts.append(RequestFact(_("Lapses"), lapses, note))
    return [*facts, RequestFact(_("If accepted"), word.brings(viewer.state, asked.params), _each(asked))]


def _each(asked: ActRequest) -> str:
    return _("everybody asked has to agree") if len(asked.whose) - len(asked.agreed) > 1 else ""


def _when(viewer: AnyViewer, at: datetime) -> str:
    own = getattr(viewer.seat.person, "own_clock", None) if viewer.seat else None
    return clock_time(at, ZoneInfo(viewer.scope.time_zone), own)


def _side(viewer: AnyViewer, asked: ActRequest, who: str) -> RequestSide:
    name, emblem = whose_name(viewer, who)
    given = asked.agreed.get(who)
    if given:
        by = viewer.people.get(str(given["by"]), NO_SEAT)
        return RequestSide(name, emblem, _how(given) % {"name": by.name})
    is_open = asked.status == ActRequestStatus.OPEN
    return RequestSide(name, emblem, _("no answer yet") if is_open else "")


def whose_name(viewer: AnyViewer, who: str) -> tuple[str, str]:
    """Who is meant by a who-string: the people of a side, a person, the organisers; with an emblem."""
    kind, _colon, name = who.partition(":")
    if side := side_from_who(who):
        members = viewer.registration.rules.members_of(viewer.whole, side)
        first = viewer.people.get(next(iter(members), ""), NO_SEAT)
        called = viewer.registration.sides_of(viewer.whole)[side].name
        players = listed(viewer.players_of(side))
        return (
            _("%(players)s (%(side)s)") % {"players": players, "side": called} if players else called
        ), first.emblem
    if kind == "person":
        known = viewer.people.get(name, NO_SEAT)
        return known.name, known.emblem
    return _("the organisers"), "iron"


def _how(given: dict[str, object]) -> str:
    words = {"asked": _("%(name)s asked"), "agreed": _("%(name)s agreed")}
    return words.get(str(given.get("how")), _("%(name)s decided as organiser"))


def _seen_by(viewer: AnyViewer, asked: ActRequest) -> str:
    names = [str(asked.asker), *(whose_name(viewer, who)[0] for who in asked.whose if who != "organiser")]
    return _("Only these people and the organisers can see this: %(names)s.") % {"names": ", ".join(names)}
