"""One planned game: the question to whoever is asked, and on the evening the button that begins it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaigns.engine.my_leagues import MyLeagues
from campaigns.engine.plugins import plugin_of, rulebook
from campaigns.engine.stored.store import registration_of
from campaigns.engine.transaction.summaries import LeagueSummary, summary_of
from campaigns.engine.who.access import may_play
from campaigns.models import PlannedGame, PlannedSide, PlanStatus, Seat
from campaigns.nights.games import clashes
from campaigns.nights.games.called_off import called_off_words
from campaigns.nights.games.games import (
    GamePlayer,
    how_it_stands,
    joined_names,
    plan_result_url,
    plan_subject,
    versus,
)
from campaigns.nights.games.leagues import LeagueOfClub, league_of_club, past_meetings
from campaigns.nights.games.plans import may_change_plan
from campaigns.nights.games.tonight import TONIGHT, Tonight, tonight_of
from config.dates import clock_time, dated

WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class PlanSide:
    """One of those who play: what they play with, and what they said."""

    name: str
    emblem: str
    force: str
    stands: str  # place and score in the league
    said: str
    words: str


@dataclass(frozen=True, slots=True)
class GameFact:
    label: str
    value: str
    note: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class PlanPage:
    title: str
    question: str  # to me
    headline: str  # to who plays, on its day
    about: str
    sides: tuple[PlanSide, ...]
    asker: str
    asker_emblem: str
    words: str
    words_at: str
    facts: tuple[GameFact, ...]
    state: str
    asks: bool  # me, for an answer
    lapses: str
    begin: bool
    place: str
    acts: bool  # move it, call it off
    again: str  # it does not take place: where I plan another
    answer_url: str
    move_url: str
    off_url: str
    begin_url: str


def plan_page(seat: Seat, plan: PlannedGame, now: datetime | None = None) -> PlanPage:
    """A planned game, as somebody of the club sees it."""
    moment, sides = now or timezone.now(), list(plan.sides.all())
    found = league_of_club(plan.scope_id) if plan.scope_id and not plan.single else None
    told = {found.scope.pk: summary_of(registration_of(found.scope.game), found.state)} if found else {}
    mine = next((one for one in sides if one.seat.person_id == seat.person_id), None)
    asks = plan.status == PlanStatus.ASKED and mine is not None and not mine.said
    acts = plan.is_open and may_change_plan(seat, plan)
    tonight = tonight_of(plan, sides, moment)
    own_evening = tonight if mine else None
    at = [plan.club.slug, plan.pk]
    return PlanPage(
        title=(own_evening.title if own_evening else "") or _title(plan, sides, asks=asks),
        question=_question(seat, plan, sides, moment) if asks else "",
        headline=own_evening.headline(seat.person_id) if own_evening else "",
        about=plan_subject(plan) or _("just a game"),
        sides=tuple(_side(one, found, told, tonight) for one in sides),
        asker=str(plan.asked_by or ""),
        asker_emblem=plan.asked_by.emblem if plan.asked_by else "iron",
        words=plan.words,
        words_at=_said_at(plan, moment),
        facts=tuple(_facts(plan, sides, found, seat, moment)),
        state=_state(plan, sides, found),
        asks=asks,
        lapses=_lapses(plan) if plan.status == PlanStatus.ASKED else "",
        begin=acts and plan.is_to_play and _is_today(plan, moment),
        place=plan_result_url(plan) if plan.status == PlanStatus.BEGUN else "",
        acts=acts,
        again=_again(seat, plan, mine),
        answer_url=reverse("campaigns:plan_answer", args=at),
        move_url=reverse("campaigns:plan_move", args=at),
        off_url=reverse("campaigns:plan_off", args=at),
        begin_url=reverse("campaigns:plan_begin", args=at),
    )


def _is_today(plan: PlannedGame, now: datetime) -> bool:
    return now.astimezone(plan.club.tz).date() >= plan.day


def _question(seat: Seat, plan: PlannedGame, sides: list[PlannedSide], now: datetime) -> str:
    others = joined_names([str(one.seat) for one in sides if one.seat.person_id != seat.person_id])
    today = now.astimezone(plan.club.tz).date()
    if plan.day == today:
        asks = _("Play %(names)s tonight?") if plan.starts >= TONIGHT else _("Play %(names)s today?")
        return asks % {"names": others}
    is_near = plan.day - today < WEEK  # else a weekday alone could be any
    day = date_format(plan.day, "l") if is_near else dated(plan.day, "l j F")
    return _("Play %(names)s on %(day)s?") % {"names": others, "day": day}


def _title(plan: PlannedGame, sides: list[PlannedSide], *, asks: bool) -> str:
    if asks and plan.asked_by:
        return _("%(name)s would like a game") % {"name": plan.asked_by}
    return versus([GamePlayer(str(one.seat), "", one.seat.person_id) for one in sides])


def _said_at(plan: PlannedGame, now: datetime) -> str:
    """When the word was said, as long as nobody has proposed another day since: "yesterday, 21:15"."""
    if plan.asks > 1:
        return ""
    at = plan.made_at.astimezone(plan.club.tz)
    apart = (now.astimezone(plan.club.tz).date() - at.date()).days
    words = {0: _("today"), 1: _("yesterday")}
    return f"{words.get(apart) or dated(at.date(), 'j F')}, {at:%H:%M}"


def _stands(seat: Seat, found: LeagueOfClub, told: Mapping[int, LeagueSummary]) -> str:
    """ "2nd, 8 VP", as the league's game says it."""
    own = frozenset(key for key, known in found.who.items() if known.person == seat.person_id)
    mine = MyLeagues(seats={found.scope.club_id: seat}, own=own, scopes=(found.scope,), told=told)
    line = next(iter(plugin_of(found.scope.game).club.lines(mine, found.scope)), None)
    if line is None or not line.rank:
        return ""
    return ", ".join(filter(None, [line.ordinal, line.score]))


def _side(
    side: PlannedSide, found: LeagueOfClub | None, told: Mapping[int, LeagueSummary], tonight: Tonight | None
) -> PlanSide:
    """On the day of the game whether they are there stands where their answer stood."""
    forces = [found.name_of(one) for one in _sides_played(side, found)] if found else []
    said = (tonight.said(side.seat.person_id) if tonight else "") or _said(side)
    stands = _stands(side.seat, found, told) if found else ""
    force = ", ".join(filter(None, forces))
    return PlanSide(str(side.seat), side.seat.emblem, force, stands, said, side.words)


def _sides_played(side: PlannedSide, found: LeagueOfClub) -> tuple[str, ...]:
    """What somebody plays with; of a game that has begun, what they played with then."""
    bout = found.bout(side.game.became) if side.game.became else None
    person = side.seat.person_id
    return (found.sides_at(bout, person) if bout else ()) or found.sides_of(person)


def _said(side: PlannedSide) -> str:
    """What somebody has answered, as long as it is of interest."""
    status = side.game.status
    if status == PlanStatus.ASKED and not side.said:
        return _("no answer yet")
    return str(side.get_said_display()) if side.said and status != PlanStatus.BEGUN else ""


def _again(seat: Seat, plan: PlannedGame, mine: PlannedSide | None) -> str:
    """Where whoever was to play one that does not take place plans another."""
    if mine is None or plan.is_open or plan.status == PlanStatus.BEGUN or not may_play(seat):
        return ""
    return reverse("campaigns:plan_new", args=[plan.club.slug])


def _facts(
    plan: PlannedGame, sides: list[PlannedSide], found: LeagueOfClub | None, seat: Seat, now: datetime
) -> list[GameFact]:
    night = plan.night
    when = f"{dated(plan.day, 'l j F')}, {plan.starts:%H:%M}"
    facts = [GameFact(_("When"), when, _("club night") if night else "", _night_url(plan))]
    table = _("table %(n)s") % {"n": plan.table} if plan.table else ""
    where = ", ".join(filter(None, [night.place if night else "", table]))
    if where:
        facts.append(GameFact(_("Where"), where, plan.why if plan.is_open else ""))
    if found and plan.became and plan.is_open and (bout := found.bout(plan.became)):
        facts.append(GameFact(_("Game"), bout.title, _("already set up"), plan_result_url(plan)))
    elif found and plan.is_open and (book := rulebook(plan.scope.edition if plan.scope else "")):
        note = "" if _is_today(plan, now) else _("starts with one tap on the day")
        facts.append(GameFact(_("Game"), book.title, note))
    for clash in clashes.of_plan(plan):
        facts.append(GameFact(_("At the same time"), clash.words, _("view that game"), clash.url))
    if said := clashes.full_of(plan, seat):
        facts.append(GameFact(_("Places"), said, _("view the night"), _night_url(plan)))
    if found and (said := clashes.absent_of(plan, found)):
        url = reverse("campaigns:league", args=[plan.scope_id])
        facts.append(GameFact(_("Still to do"), said, _("go to the league"), url))
    if plan.stake:
        facts.append(
            GameFact(
                _("What you’re playing for"), plan.stake, _("between you; the app doesn’t keep track of it")
            )
        )
    if found and (before := _before(plan, sides, found, seat)):
        facts.append(GameFact(pgettext("past games of these players", "Previous games"), before))
    return facts


def _night_url(plan: PlannedGame) -> str:
    return reverse("campaigns:night", args=[plan.club.slug, plan.night_id]) if plan.night_id else ""


def _before(plan: PlannedGame, sides: list[PlannedSide], found: LeagueOfClub, seat: Seat) -> str:
    """How often two have met in this league before, and who won last."""
    people = {one.seat.person_id: str(one.seat) for one in sides}
    if len(people) != 2:
        return ""
    met = past_meetings(found, besides=plan.became).get(frozenset(people))
    if met is None:
        return (
            _("You haven’t met in this league")
            if seat.person_id in people
            else _("They haven’t met in this league")
        )
    told = ngettext("met once", "met %(n)s times", met.times) % {"n": met.times}
    last = [people[one] for one in met.won[-1]]
    return _("%(met)s; %(name)s won last time") % {"met": told, "name": last[0]} if len(last) == 1 else told


def _state(plan: PlannedGame, sides: list[PlannedSide], found: LeagueOfClub | None) -> str:
    if plan.is_to_play:
        untold = _("nobody has said how it went") if plan.is_untold(timezone.now()) else ""
        return untold or _paired(plan)
    if plan.status == PlanStatus.BEGUN:
        return how_it_stands(plan, found)
    unplayed = plan.status == PlanStatus.LAPSED and not plan.nobody_answered
    told = _("not played") if unplayed else str(plan.get_status_display())
    words = [one.words for one in sides if one.said == "no"]
    if plan.status == PlanStatus.OFF:
        told, words = called_off_words(plan, sides), [plan.why]
    return ": ".join(filter(None, [told, next(filter(None, words), "")]))


def _paired(plan: PlannedGame) -> str:
    """Who has said so, where its people have not."""
    if plan.status != PlanStatus.PAIRED:
        return ""
    return _("paired by %(name)s") % {"name": plan.asked_by} if plan.asked_by else _("paired")


def _lapses(plan: PlannedGame) -> str:
    when = clock_time(plan.lapses_at, plan.club.tz)
    return _("Unless everybody accepts, the game lapses on %(when)s.") % {"when": when}
