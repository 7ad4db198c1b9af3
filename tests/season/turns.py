"""Whose turn it is in the map leagues, as their rules say it, held against whom the office has told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from campaigns.models import Notice
from rules.conquest.book import in_force as realms_book
from rules.conquest.rounds.phases import waiting_for as realms_waiting
from rules.firestorm.book import in_force as factions_book
from rules.firestorm.phases.moving_on import waiting_for as factions_waiting
from tests.season.society import Society

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
KINDS = ("my_turn", "due", "due_now")


@dataclass(frozen=True)
class Step:
    """A step that is played in a league, who has to act in it, and until when."""

    scope: int
    name: str
    people: frozenset[str]
    until: datetime | None

    def is_called_for(self, kind: str, now: datetime) -> bool:
        """Whether those people are to hear of it now."""
        if kind == "my_turn" or self.until is None:
            return kind == "my_turn"
        begins, ends = (DAY, HOUR) if kind == "due" else (HOUR, timedelta())
        return self.until - begins <= now < self.until - ends


def steps(club: Society) -> Iterator[Step]:
    """Of each map league that is not paused."""
    realms, factions = club.realms.state, club.factions.state
    if not realms.now.paused:
        book = realms_book(realms)
        active = [one for one in realms_waiting(realms, book) if realms.now.active in ("", one)]
        name, people = f"{realms.now.round}-{realms.now.phase}", map(club.realms.player, active)
        yield Step(club.realms.scope.pk, name, frozenset(people), realms.now.deadline)
    if not factions.now.paused:
        waiting = factions_waiting(factions, factions_book(factions))
        theirs = [name for one in waiting for name in members(club, one)]
        name = f"{factions.now.turn}-{factions.now.phase}"
        yield Step(club.factions.scope.pk, name, frozenset(theirs), factions.now.deadline)


def members(club: Society, faction: str) -> list[str]:
    owners = {one.owner for one in club.factions.state.players.values() if one.faction == faction}
    return [name for name, seat in club.seats.items() if str(seat.pk) in owners]


def check(club: Society, now: datetime, last: int) -> int:
    """Everybody who has to act knows it, and of what is new since `last` nobody else was told; how much that
    was."""
    found = list(steps(club))
    for step in found:
        for kind in KINDS:
            if step.is_called_for(kind, now):
                told = Notice.objects.filter(kind=kind, key=f"{kind}-{step.scope}-{step.name}")
                knows = {club.name(one) for one in told.values_list("person", flat=True)}
                assert step.people <= knows, (now, kind, step, knows)
    fresh = Notice.objects.filter(pk__gt=last, kind__in=KINDS)
    for one in fresh:
        meant = [step for step in found if one.key == f"{one.kind}-{step.scope}-{step.name}"]
        assert meant, (now, one.key)
        assert club.name(one.person_id) in meant[0].people, (now, one.key)
        assert meant[0].is_called_for(one.kind, now), (now, one.key)
    return len(fresh)
