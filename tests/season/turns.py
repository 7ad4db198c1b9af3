"""What people have to do in the map leagues, as the rules say it, held against whom the office has told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from campaigns.models import Notice
from rules.conquest.book import conquest_in_force as realms_book
from rules.conquest.todos import WHOSE_MOVE as REALMS
from rules.engine.todos import Todo
from rules.firestorm.book import firestorm_in_force as factions_book
from rules.firestorm.todos import WHOSE_MOVE as FACTIONS
from tests.season.society import Society

DAY = timedelta(days=1)
KINDS = ("my_turn", "due", "due_now")


@dataclass(frozen=True)
class Owed:
    """What somebody must do in a league: who acts, whoever else of their side may hear of it, until when."""

    scope: int
    kind: str
    people: frozenset[str]
    side: frozenset[str]
    until: datetime | None


def owed(club: Society) -> Iterator[Owed]:
    """Of each map league that is not paused."""
    realms, factions = club.realms.state, club.factions.state
    if not realms.now.paused:
        for todo in _musts(REALMS.owed(realms, realms_book(realms))):
            yield _owed(todo, club.realms.scope.pk, [club.realms.player(todo.side)])
    if not factions.now.paused:
        for todo in _musts(FACTIONS.owed(factions, factions_book(factions))):
            yield _owed(todo, club.factions.scope.pk, members(club, todo.side))


def _musts(todos: Iterable[Todo]) -> Iterator[Todo]:
    return (todo for todo in todos if todo.stand == "must" and todo.side)


def _owed(todo: Todo, scope: int, side: Iterable[str]) -> Owed:
    people = frozenset(side)
    return Owed(scope, todo.kind, frozenset() if todo.who else people, people, todo.until)


def members(club: Society, faction: str) -> list[str]:
    owners = {one.owner for one in club.factions.state.players.values() if one.faction == faction}
    return [name for name, seat in club.seats.items() if str(seat.pk) in owners]


def check(club: Society, now: datetime, last: int) -> int:
    """Everybody who has to act has one line of their league that says how pressing it is, and nobody has a
    new one since `last` who has nothing to do; how many are new."""
    found = list(owed(club))
    for each in found:
        lines = Notice.objects.filter(key=f"todo-{each.scope}")
        known = {club.name(line.person_id): line.kind for line in lines}
        assert len(known) == len(lines), "one line each"
        assert each.people <= known.keys(), (now, each, known)
        if each.until is not None and now < each.until <= now + DAY:
            assert {known[name] for name in each.people} <= {"due", "due_now"}, (now, each, known)
    fresh = Notice.objects.filter(pk__gt=last, kind__in=KINDS)
    for line in fresh:
        meant = frozenset[str]().union(*(each.side for each in found if line.key == f"todo-{each.scope}"))
        assert club.name(line.person_id) in meant | {"Ilse"}, (now, line.key, "Ilse organises")
    return len(fresh)
