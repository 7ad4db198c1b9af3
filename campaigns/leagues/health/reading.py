"""What there is to reckon with, read for one league: its members, the club's nights, what was played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.utils import timezone

from campaigns.engine.plugins import plugin_of
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.who.seatbook import KnownPerson
from campaigns.engine.who.seated import OWNER
from campaigns.leagues.health.reckoning import Pair, PastNight, PlayedGame, meeting_counts
from campaigns.models import Entry, Holiday, Night, PlannedGame
from campaigns.models.nights import with_answers
from campaigns.nights import evening
from campaigns.nights.games.leagues import LeagueOfClub
from campaigns.nights.pairing.pairs import apart_in
from rules.engine.games import ActTrait

type Taken = Mapping[tuple[str, int], datetime]


@dataclass(frozen=True, slots=True)
class LeagueMember:
    """Somebody of the club who plays a side that is not out; `since`: of this league, on this seat."""

    person: int
    name: str
    emblem: str
    side: str
    since: datetime
    seat: int


@dataclass(frozen=True)
class LeaguePast:
    """All of it."""

    members: Mapping[int, LeagueMember]
    nights: tuple[PastNight, ...]
    games: tuple[PlayedGame, ...]
    met: Mapping[Pair, int]
    apart: frozenset[Pair]


def past_of(viewer: AnyViewer, now: datetime | None = None) -> LeaguePast:
    """What is known of a league until now. Its nights are the club's since the first game of the league."""
    now = now or timezone.now()
    found = LeagueOfClub(viewer.scope, viewer.state, viewer.people)
    taken = _taken_over(viewer)
    games = tuple(_games(found))
    first = min((game.at for game in games), default=now)
    return LeaguePast(
        members=_members(viewer, found, taken),
        nights=tuple(_nights(viewer, first, now)),
        games=games,
        met=meeting_counts(games),
        apart=apart_in(viewer.scope.club) | found.team_mates(),
    )


def _games(found: LeagueOfClub) -> Iterable[PlayedGame]:
    for bout in found.bouts():
        if (at := bout.at) is not None and bout.state == "over":
            yield PlayedGame(at, frozenset().union(*(found.people_at(bout, side) for side in bout.sides)))


def _taken_over(viewer: AnyViewer) -> Taken:
    """When a side was handed to somebody who plays it, by side and person."""
    takes = viewer.registration.game.marked[ActTrait.TAKES_SEAT]
    side = plugin_of(viewer.scope.game).store.traces.side
    given = Entry.objects.filter(scope=viewer.scope, procedure__in=takes, void=False)
    handed = given.filter(params__has_keys=[side, OWNER]).order_by("place", "seq")
    return {
        (params[side], viewer.people[params[OWNER]].person): at
        for params, at in handed.values_list("params", "at")
        if params[OWNER] in viewer.people
    }


def _members(viewer: AnyViewer, found: LeagueOfClub, taken: Taken) -> dict[int, LeagueMember]:
    registration = viewer.registration
    seats = {seat.person_id: seat for seat in evening.members(viewer.scope.club)}
    sides = [side for side in found.sides if registration.rules.in_play(viewer.state, side)]
    since = _founded(viewer, sides)
    members: dict[int, LeagueMember] = {}
    for side in sides:
        for person in found.people_of(side) & seats.keys():
            seat = seats[person]
            known: KnownPerson = viewer.people[str(seat.pk)]
            first = seat.joined_at
            came = max(first, since.get(side, first), taken.get((side, person), first))
            earlier = members.get(person)
            if earlier is None or came < earlier.since:
                members[person] = LeagueMember(person, known.name, known.emblem, side, came, seat.pk)
    return members


def _founded(viewer: AnyViewer, sides: Iterable[str]) -> dict[str, datetime]:
    """When each side came into the league: the moment of the entry its id names."""
    codes = {side: side.partition(".")[0] for side in sides}
    entries = Entry.objects.filter(scope=viewer.scope, slot__code__in=set(codes.values()), void=False)
    moments = dict(entries.values_list("slot__code", "at"))
    return {side: moments[code] for side, code in codes.items() if code in moments}


def _nights(viewer: AnyViewer, first: datetime, now: datetime) -> Iterable[PastNight]:
    """The club's nights that are over, from the league's first game on."""
    club, day = viewer.scope.club, timedelta(days=1)
    rows = Night.objects.filter(club=club, called_off_at=None, day__gte=(first - day).date())
    nights = list(rows.filter(day__lte=now.date()).prefetch_related(with_answers()))
    elsewhere = _elsewhere(viewer, nights)
    away = list(Holiday.objects.filter(seat__club=club).values_list("seat__person", "begins", "ends"))
    for night in nights:
        night.club = club
        if first < night.ends_at <= now:
            there = {person for person, answer in night.said.items() if answer.here_at}
            yield PastNight(
                begins=night.begins_at,
                ends=night.ends_at,
                coming=frozenset(one.seat.person_id for one in night.coming) | there,
                answered=frozenset(night.said) | away_on(night.day, away),
                elsewhere=frozenset(elsewhere.get(night.pk, ())),
            )


def away_on(day: date, away: Iterable[tuple[int, date, date]]) -> frozenset[int]:
    """Who was on holiday, and so had nothing to answer about that day."""
    return frozenset(person for person, begins, ends in away if begins <= day <= ends)


def _elsewhere(viewer: AnyViewer, nights: Iterable[Night]) -> dict[int, set[int]]:
    """By night the people who had a game there that is not this league's."""
    games = PlannedGame.objects.live().filter(night__in=nights).exclude(scope=viewer.scope)
    people: dict[int, set[int]] = {}
    for night, person in games.values_list("night", "sides__seat__person"):
        people.setdefault(night, set()).add(person)
    return people
