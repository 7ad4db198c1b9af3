"""What plans ask the leagues of a club: who plays which side, who has met whom, how far a game is.

Nothing here knows a game: each plug-in says what is played between its sides (`campaigns.engine.plugins`).
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from itertools import combinations

from django.db import DatabaseError
from django.db.models import Q

from campaigns.engine.lines import Encounter
from campaigns.engine.plugins import plugin_of
from campaigns.engine.stored.state_cache import LINE, state_of
from campaigns.engine.who.seatbook import KnownPerson, seatbook
from campaigns.models import Entry, Report, Scope, ScopeKind, Seat, Summary, organisers_of
from rules.engine.lazy_tables import at_hand
from rules.engine.state import Entity, State, Table

type Pair = frozenset[int]  # of people
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class LeagueOfClub:
    """A league as everybody in the club may see it. `who` leads from a seat's id to the person."""

    scope: Scope
    state: State
    who: Mapping[str, KnownPerson]

    def sides_of(self, person: int) -> tuple[str, ...]:
        """The sides somebody plays."""
        kept = plugin_of(self.scope.game)
        return tuple(one for one in kept.sides_of(self.state) if person in self.people_of(one))

    @property
    def sides(self) -> tuple[str, ...]:
        """Everybody's."""
        return tuple(plugin_of(self.scope.game).sides_of(self.state))

    def team_mates(self) -> frozenset[Pair]:
        """The pairs of people who are in one team."""
        found = set[Pair]()
        for team in plugin_of(self.scope.game).rules.teams(self.state):
            people = frozenset().union(*map(self.people_of, team))
            found |= {frozenset(pair) for pair in combinations(people, 2)}
        return frozenset(found)

    def people_of(self, side: str) -> frozenset[int]:
        """Those who play a side."""
        seats = plugin_of(self.scope.game).rules.members_of(self.state, side)
        return frozenset(self.who[one].person for one in seats if one in self.who)

    def is_played(self, side: str) -> bool:
        """Whether somebody who plays a side is in the club."""
        seats = plugin_of(self.scope.game).rules.members_of(self.state, side)
        return any(self.who[one].there for one in seats if one in self.who)

    def people_at(self, bout: Encounter, side: str) -> frozenset[int]:
        """Those who played a side when something was played."""
        seats = plugin_of(self.scope.game).played_by(self.state, side, bout.id)
        return frozenset(self.who[one].person for one in seats if one in self.who)

    def people_about(self, bout: Encounter, side: str) -> frozenset[int]:
        """The same; where none of them plays it any more, with those who answer for it now."""
        then, now = self.people_at(bout, side), self.people_of(side)
        return then if then & now else then | now

    def sides_at(self, bout: Encounter, person: int) -> tuple[str, ...]:
        """The sides that somebody played when something was played."""
        return tuple(one for one in bout.sides if person in self.people_at(bout, one))

    def bout(self, key: str) -> Encounter | None:
        return plugin_of(self.scope.game).rules.bout(self.state, key)

    def bouts(self) -> Iterable[Encounter]:
        """Everything that is or was played between sides, in the order in which it came."""
        return self._told(self._played)

    def bouts_under_way(self) -> Iterable[Encounter]:
        """The same of what is under way: nothing of the past is read for it."""
        return self._told(at_hand(self._played))

    @property
    def _played(self) -> Table[Entity]:
        table = plugin_of(self.scope.game).store.games
        found: Table[Entity] = getattr(self.state, table) if table else {}
        return found

    def _told(self, keys: Iterable[str]) -> Iterable[Encounter]:
        found = (self.bout(key) for key in keys)
        return (one for one in found if one is not None and one.state != "off")

    @cached_property
    def organisers(self) -> frozenset[int]:
        """The people who organise it."""
        return frozenset(organisers_of(self.scope).values_list("person", flat=True))

    @cached_property
    def ranks(self) -> Mapping[str, int]:
        """The place of each side in the league's own table."""
        plugin = plugin_of(self.scope.game)
        return plugin.rules.ranks(self.state, plugin.game.book_of(self.state))

    def places(self) -> dict[int, int]:
        """By person the place by which those who stand near each other meet: of their best side."""
        best: dict[int, int] = {}
        for side, place in self.ranks.items():
            for person in self.people_of(side):
                best[person] = min(place, best.get(person, place))
        return best

    def holds_up(self, side: str) -> bool:
        """Whether a report of a side's next game would wait for what it has left to do."""
        plugin = plugin_of(self.scope.game)
        parking, book = plugin.acts.parking, plugin.game.book_of(self.state)
        return parking is not None and bool(parking.held_by(self.state, book, side))

    def name_of(self, side: str) -> str:
        """What a side is called."""
        entity = plugin_of(self.scope.game).sides_of(self.state).get(side)
        return str(getattr(entity, "name", ""))


def league_of_club(scope: Scope | int) -> LeagueOfClub:
    """A league by its row or number."""
    pk = scope if isinstance(scope, int) else scope.pk
    return leagues_of_club([pk])[pk]


def leagues_of_club(numbers: Collection[int]) -> dict[int, LeagueOfClub]:
    """Leagues by their numbers: their rows and the seats of a club are read once for all of them."""
    rows = Scope.objects.select_related("club").annotate(line=LINE).filter(pk__in=numbers).order_by("-pk")
    books: dict[int, dict[str, KnownPerson]] = {}
    found = {}
    for row in rows if numbers else ():
        who = books.get(row.club_id) or books.setdefault(row.club_id, seatbook(row.club))
        found[row.pk] = LeagueOfClub(row, plugin_of(row.game).public(state_of(row)), who)
    return found


class Leagues(dict[int, LeagueOfClub]):
    """Leagues by number for one look: those that were named are read at once when the first is asked for, any
    other by itself; so is each where one of them cannot be read, which fails those who ask for that one."""

    def __init__(self, named: Iterable[int] = ()) -> None:
        super().__init__()
        self._named = {*named}

    def __missing__(self, pk: int) -> LeagueOfClub:
        named, self._named = self._named, set()
        if pk in named:
            try:
                self.update(leagues_of_club(named))
            except DatabaseError:
                raise
            except Exception:
                log.exception("some of %s leagues cannot be read; each is read alone", len(named))
        if pk not in self:
            self[pk] = league_of_club(pk)
        return self[pk]


def leagues_of(seat: Seat) -> list[Scope]:
    """The leagues of a club that are not archived, the newest first."""
    return list(Scope.objects.filter(club=seat.club, kind=ScopeKind.LEAGUE, archived_at=None).order_by("-id"))


def organised_by(seat: Seat) -> list[Scope]:
    """Those of them that somebody organises."""
    return [one for one in leagues_of(seat) if seat.organises(one)] if seat.is_organiser or seat.runs else []


def only_league_of(seat: Seat, among: Collection[Scope]) -> str:
    """The one league of these that somebody has a side in; empty where there are several, or none."""
    seats = Seat.objects.filter(club=seat.club_id, person=seat.person_id)
    own = [str(pk) for pk in seats.values_list("pk", flat=True)]
    found = Summary.objects.filter(scope__in=among, seated__overlap=own).values_list("scope_id", flat=True)[
        :2
    ]
    return str(found[0]) if len(found) == 1 else ""


def said_since(found: LeagueOfClub, since: datetime) -> dict[str, datetime]:
    """When entries since then last spoke of what is played in a league, by the bout's id."""
    played, said = plugin_of(found.scope.game).store.traces.played, {}
    entries = Entry.objects.filter(scope=found.scope, at__gte=since, void=False).order_by("pk")
    for params, effects, at in entries.values_list("params", "effects", "at"):
        for one in (params, *effects):
            if named := one.get(played):
                said[str(named)] = at
    return said


def had_begun(found: LeagueOfClub, bout: Encounter, moment: datetime) -> bool:
    """Whether anybody had opened, played or reported it before a moment."""
    plugin = plugin_of(found.scope.game)
    traces = plugin.store.traces
    named = Q(**{f"params__{traces.played}": bout.id}) | Q(effects__contains=[{traces.played: bout.id}])
    if Entry.objects.filter(named, scope=found.scope, at__lt=moment, void=False).exists():
        return True
    sent = Report.objects.filter(scope=found.scope, sent_at__lt=moment, entry__at__gte=moment)
    return any(
        traces.about(one.entry.procedure, one.entry.params, one.entry.slot.code) == bout.id
        for one in sent.select_related("entry__slot")
        if one.entry is not None
    )


@dataclass
class Met:
    """How often two people have met, when last, and who won then."""

    times: int = 0
    last: datetime | None = None
    won: list[frozenset[int]] = field(default_factory=list)


def past_meetings(found: LeagueOfClub, *, besides: str = "") -> dict[Pair, Met]:
    """Who has met whom in a league, `besides` one game: everybody who sat at the same table."""
    met: dict[Pair, Met] = {}
    for bout in found.bouts():
        if bout.state == "waits" or bout.id == besides:
            continue
        people = sorted(frozenset().union(*(found.people_at(bout, side) for side in bout.sides)))
        won = frozenset().union(*(found.people_at(bout, side) for side in bout.winners))
        for pair in combinations(people, 2):
            one = met.setdefault(frozenset(pair), Met())
            one.times += 1
            one.last = bout.at or one.last
            one.won.append(won & frozenset(pair))
    return met
