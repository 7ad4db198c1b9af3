"""What somebody has to do in a league: one line each, renewed as more comes up or its time runs out.

The rows beside the leagues' summaries say so (`campaigns.engine.stored.whose_move`); those of a league that
is behind are not believed, and looked at again in the next minute. A line is news when something has come up
since it was told, on the last day before a deadline and in the last hour. Whoever acts has read it; when
nothing is left to do it is gone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from types import MappingProxyType

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from campaigns.engine.chores import alone
from campaigns.engine.plugins import plugin_of
from campaigns.engine.stored.store import registration_of
from campaigns.engine.stored.whose_move import move_of
from campaigns.engine.transaction.summaries import SHAPE
from campaigns.engine.transaction.writing import CORRECTION
from campaigns.engine.who.in_place import AGREES, LeagueRows, apart_from, who_decides
from campaigns.engine.who.let_in import provisional_let_in
from campaigns.models import (
    Entry,
    LetIn,
    Notice,
    NoticeKind,
    Person,
    Role,
    Scope,
    Seat,
    Summary,
    TodoRow,
    Unplayed,
    Via,
    with_runs,
)
from rules.engine.todos import ORGANISERS

OF_TODOS = (NoticeKind.MY_TURN, NoticeKind.DUE, NoticeKind.DUE_NOW, NoticeKind.STEPS)
NEAR, HOUR = timedelta(hours=24), timedelta(hours=1)  # before the time is up
PAUSE = timedelta(hours=1)  # what is done at the table as a rule is told after that
LATE = timedelta(days=3)  # and not any more after that
RULES = "decide"  # the act of organisers where that is disputed

type At = tuple[int, int]  # a league and a person


def todo_notice_key(scope: int) -> str:
    """Of the one line a person has of a league."""
    return f"todo-{scope}"


@dataclass(frozen=True, slots=True)
class Owing:
    """What a person has to do in a league that they are told of, as its rows say it; `sides`: for whom, by
    name, of those they do not play."""

    rows: tuple[TodoRow, ...]
    sides: Mapping[str, str] = MappingProxyType({})

    @property
    def side(self) -> str:
        """The side they do not play for which they do the first of it; empty where they also do their own."""
        only = all(one.side in self.sides for one in self.rows)
        return self.rows[0].side if only else ""

    @property
    def organises(self) -> bool:
        """Whether it is nothing but what organisers do, for no side."""
        return all(one.side == ORGANISERS for one in self.rows)

    @property
    def ruled(self) -> tuple[TodoRow, ...]:
        """The disputes they decide as organiser."""
        return tuple(one for one in self.rows if one.side == ORGANISERS and one.act == RULES)

    @property
    def report(self) -> TodoRow | None:
        """The report told last that waits for their word, or for that of a side they act for."""
        asked = [one for one in self.rows if one.act == AGREES]
        return max(asked, key=lambda one: one.since, default=None)

    def until(self, now: datetime) -> datetime | None:
        """When the first of it is late."""
        return min((one.until for one in self.rows if one.until and one.until > now), default=None)

    def ends(self, now: datetime) -> datetime | None:
        """The same, or when the last of it was late; not where something has no end."""
        ends = [one.until for one in self.rows]
        return self.until(now) or (None if None in ends else max(filter(None, ends)))

    def left(self, now: datetime) -> bool:
        """Whether there is time for any of it."""
        return any(one.until is None or one.until > now for one in self.rows)

    def kind(self, now: datetime) -> NoticeKind:
        """How pressing it is; steps after a game where there is nothing else."""
        until = self.until(now)
        if until is not None and until - NEAR <= now:
            return NoticeKind.DUE if now < until - HOUR else NoticeKind.DUE_NOW
        return NoticeKind.STEPS if all(map(is_afterwards, self.rows)) else NoticeKind.MY_TURN

    def news(self, told: datetime, begun: datetime, now: datetime) -> datetime | None:
        """Since when there is something to say of it: not of what came up before and was `told` otherwise,
        nor of steps after a game from before anybody looked."""
        rows = (one for one in self.rows if one.since >= told and not _is_late(one, begun, now))
        fresh = [at for one in rows if (at := _told_from(one)) <= now]
        until = self.until(now)
        if until is not None:
            told_from = min(_told_from(one) for one in self.rows if one.until == until)
            soon = (max(at, told_from) for at in (until - NEAR, until - HOUR))
            fresh += [at for at in soon if at <= now]
        return max(fresh, default=None)


def is_afterwards(row: TodoRow) -> bool:
    """Whether it is done at the table as a rule, after a game."""
    return row.kind in plugin_of(row.scope.game).rules.whose_move.afterwards


def _is_late(row: TodoRow, begun: datetime, now: datetime) -> bool:
    """Steps after a game of long ago."""
    return is_afterwards(row) and row.since < max(begun, now - LATE)


def _told_from(row: TodoRow) -> datetime:
    return row.since + PAUSE if is_afterwards(row) else row.since


# Who owes what


def owing(now: datetime, at: Collection[At] | None = None) -> dict[At, Owing]:
    """Of everybody in every league that is believed, or of these people in these leagues."""
    found: dict[At, list[TodoRow]] = defaultdict(list)
    rows = list(_rows(None if at is None else {scope for scope, _person in at}))
    sides = _sides({row.scope_id for row in rows})
    people = people_by_seat({seat for row in rows for seat in (*row.seats, *sides.players(row))})
    ruled = _left_to_organisers(rows, sides, people)
    organisers = _organisers({row.scope_id: row.scope for row in rows if row.pk in ruled})
    for row in rows:
        with alone():
            if (
                row.stand == "must"
                and row.kind not in plugin_of(row.scope.game).rules.whose_move.at_the_table
            ):
                meant = {people[one] for one in row.seats if one in people and not row.cover}
                if row.pk in ruled:
                    every = organisers.get(row.scope_id, set())
                    theirs = row.side == ORGANISERS
                    meant = who_decides(every, ruled[row.pk]) if theirs else every - ruled[row.pk]
                for person in meant:
                    found[row.scope_id, person].append(row)
    owed = {one: Owing(tuple(its), sides.of_others(its, one[1], people)) for one, its in found.items()}
    asked = {one: its for one, its in owed.items() if its.left(now)}
    return asked if at is None else {one: asked[one] for one in at if one in asked}


@dataclass(frozen=True, slots=True)
class _Sides:
    """Who plays the sides of leagues, and how they are called: by league, then by side."""

    members: Mapping[int, Mapping[str, Sequence[str]]]
    names: Mapping[int, Mapping[str, str]]

    def players(self, row: TodoRow) -> Sequence[str]:
        """The seats of those who play the side of a row, whoever acts for them."""
        return self.members[row.scope_id].get(row.side, ())

    def of_others(self, rows: Iterable[TodoRow], person: int, people: Mapping[str, int]) -> dict[str, str]:
        """The sides of these that somebody does not play, by name."""
        others = (one for one in rows if one.side and person not in map(people.get, self.players(one)))
        return {one.side: self.names[one.scope_id].get(one.side, "") for one in others}


def _sides(scopes: Collection[int]) -> _Sides:
    """Of each league once, however many rows it has."""
    told = Summary.objects.filter(scope__in=scopes).values_list("scope", "data__members", "data__names")
    found = list(told) if scopes else []
    return _Sides({pk: its or {} for pk, its, _ in found}, {pk: its or {} for pk, _, its in found})


def _rows(scopes: Collection[int] | None) -> QuerySet[TodoRow]:
    """What has to be done, as others read it, too; who waits for organisers to do it, and for an answer."""
    asked = TodoRow.objects.filter(scope=OuterRef("scope"), key=OuterRef("key"), act=AGREES, gone_at=None)
    wanted = Q(stand="must") | Q(on__contains=[ORGANISERS]) | Q(Exists(asked), stand="waits")
    rows = TodoRow.objects.filter(wanted, gone_at=None, scope__archived_at=None)
    rows = rows.filter(scope__summary__version=F("scope__version"), scope__summary__shape=SHAPE)
    found = rows if scopes is None else rows.filter(scope__in=scopes)
    return found.select_related("scope__club").order_by("scope", "place")


def _left_to_organisers(
    rows: Iterable[TodoRow], sides: _Sides, people: Mapping[str, int]
) -> dict[int, set[int]]:
    """What organisers have to do, as such or for a side nobody plays, each with the people who do not act as
    organiser in it (`campaigns.engine.who.in_place`).
    """
    of_league: dict[int, list[TodoRow]] = defaultdict(list)
    for row in rows:
        of_league[row.scope_id].append(row)
    there = _in_clubs(people.values()) if of_league else frozenset()
    silent = _silent_sides(of_league)
    left: dict[int, set[int]] = {}
    for its in of_league.values():
        with alone():
            league = _league_rows(its, sides, people, there, silent)
            for row, move in zip(its, league.rows, strict=True):
                if league.falls_to_organisers(move.todo) or (move.is_must and row.side == ORGANISERS):
                    left[row.pk] = {
                        people[one] for one in apart_from(move.todo, league.rows) if one in people
                    }
    return left


def _league_rows(
    rows: Sequence[TodoRow],
    sides: _Sides,
    people: Mapping[str, int],
    there: Container[At],
    silent: Callable[[], Container[tuple[int, str]]],
) -> LeagueRows:
    scope = rows[0].scope
    members = sides.members[scope.pk]
    return LeagueRows(
        rows=[move_of(row) for row in rows],
        members=members,
        is_there=lambda seats: any((scope.club_id, people.get(one, 0)) in there for one in seats),
        silent=lambda: frozenset(one for one in members if (scope.pk, one) in silent()),
        goes_on=registration_of(scope.game).rules.goes_on is not None,
    )


def _in_clubs(people: Iterable[int]) -> frozenset[At]:
    """Who of these is in which clubs."""
    seats = Seat.objects.active().filter(person__in=set(people))
    return frozenset(seats.values_list("club", "person"))


def _silent_sides(scopes: Collection[int]) -> Callable[[], frozenset[tuple[int, str]]]:
    """The sides of leagues for which silence speaks where nobody plays them; asked once, if at all."""
    return cache(lambda: frozenset(Unplayed.objects.filter(scope__in=scopes).values_list("scope", "side")))


def _organisers(leagues: Mapping[int, Scope]) -> dict[int, set[int]]:
    """Those of each league: of its whole club, or of it alone."""
    found: dict[int, set[int]] = defaultdict(set)
    clubs = {league.club_id for league in leagues.values()}
    seats = with_runs(Seat.objects.active().filter(club__in=clubs, person__isnull=False))
    some = Q(role=Role.ORGANISER) | Q(organised__scope__in=leagues, role=Role.PLAYER)
    for seat in seats.filter(some).distinct() if leagues else ():
        for number, league in leagues.items():
            if seat.organises(league):
                found[number].add(seat.person_id)
    return found


def people_by_seat(seats: Iterable[str]) -> dict[str, int]:
    """The person on each of these seats."""
    if not (meant := [int(one) for one in seats if one.isdigit()]):
        return {}
    found = Seat.objects.filter(pk__in=meant)
    return {str(pk): person for pk, person in found.values_list("pk", "person")}


def known_leagues(scopes: Collection[int]) -> frozenset[int]:
    """Those of these leagues that one may say anything of now."""
    if not scopes:
        return frozenset()
    found = Summary.objects.filter(scope__in=scopes, version=F("scope__version"), shape=SHAPE)
    return frozenset(found.filter(scope__archived_at=None).values_list("scope", flat=True))


def unread_by(rows: Sequence[LetIn], person: Person) -> frozenset[int]:
    """The lines that a device which another's word let in does not read: of leagues in which something is
    kept from it. When such a line is renewed may tell what only its side knows, as whose turn a siege is.
    """
    if not rows:
        return frozenset()
    lines = Notice.objects.filter(person=person, kind__in=OF_TODOS).exclude(scope=None)
    held = {
        scope.pk
        for scope in Scope.objects.filter(pk__in={one.scope_id for one in lines})
        if provisional_let_in(rows, scope.pk, registration_of(scope.game)) is not None
    }
    return frozenset(one.pk for one in lines if one.scope_id in held)


# Telling them


def of_todos(told: datetime, begun: datetime, now: datetime) -> Iterator[Notice]:
    """A line for everybody who has something to do, or the one they have, renewed; once for each occasion."""
    every = owing(now)
    taken_back = _taken_back(one for owed in every.values() for one in owed.rows)
    keys = {todo_notice_key(scope) for scope, _person in every}
    known = {(one.scope_id, one.person_id): one for one in Notice.objects.filter(key__in=keys)}
    for (scope, person), owed in every.items():
        notice = known.get((scope, person))
        fresh = [one for one in owed.rows if (scope, one.occurrence, person) not in taken_back]
        since = Owing(tuple(fresh)).news(told, begun, now)
        if since is not None and (notice is None or notice.at < since):
            club = owed.rows[0].scope.club_id
            line = notice or Notice(
                person_id=person, club_id=club, key=todo_notice_key(scope), scope_id=scope
            )
            line.kind, line.at, line.read_at, line.posted = owed.kind(now), now, None, False
            yield line


def _taken_back(rows: Iterable[TodoRow]) -> set[tuple[int, int, int]]:
    """Which of these came up as somebody took a step back, who knows it: league, entry and person."""
    occurred = {(one.scope_id, one.occurrence) for one in rows}
    steps = Entry.objects.filter(
        scope__in={scope for scope, _seq in occurred}, seq__in={seq for _scope, seq in occurred},
        procedure=CORRECTION, actor__person__isnull=False,
    ).values_list("scope", "seq", "actor__person")  # fmt: skip
    return {one for one in steps if one[:2] in occurred} if occurred else set()


def read_by_themselves(now: datetime) -> None:
    """Make read what called people to something they have acted in since, or that is over."""
    unread = list(Notice.objects.filter(kind__in=OF_TODOS, read_at=None))
    known = known_leagues({one.scope_id for one in unread if one.scope_id})
    open_ = owing(now, {(one.scope_id or 0, one.person_id) for one in unread})
    over = [one.pk for one in unread if is_over(one, known, open_)]
    acted = Entry.objects.filter(
        scope=OuterRef("scope"), at__gt=OuterRef("at"), actor__person=OuterRef("person"), via=Via.PERSON
    )
    done = Notice.objects.filter(Exists(acted), kind__in=OF_TODOS, read_at=None).values_list("pk", flat=True)
    Notice.objects.filter(pk__in=[*over, *done]).update(read_at=now)


def is_over(notice: Notice, known: Collection[int], open_: Mapping[At, Owing]) -> bool:
    """Whether this person has nothing to do any more in a league; not as long as nobody knows how it stands.
    Lines of older releases are over."""
    scope = notice.scope_id or 0
    if notice.key != todo_notice_key(scope):
        return True
    return scope in known and (scope, notice.person_id) not in open_
