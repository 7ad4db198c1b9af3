"""Deeds counted from the league's state alone: who took out whom, who met whom, who is dead.

Missions keep their kill ledgers and results, so nothing here needs a query.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from rules.engine.lazy_tables import all_light, peek
from rules.opr.reports.facts import NEUTRAL, is_taken_out
from rules.opr.state import Kill, Mission, OprState, Unit, Warband


@dataclass(frozen=True, slots=True)
class Meeting:
    """How two warbands stand: missions the first has won against the second, and the other way round."""

    won: int
    lost: int

    @property
    def played(self) -> int:
        return self.won + self.lost

    @property
    def words(self) -> str:
        return f"{self.won}–{self.lost}" if self.played else "–"


@dataclass(frozen=True)
class LeagueRecord:
    """Everything counted once for a page; with `of` only the missions of one warband count."""

    state: OprState
    of: str = ""

    @cached_property
    def finished(self) -> list[Mission]:
        """Missions that count, in the order they were reported."""
        counted = [
            one
            for one in all_light(self.state.missions).values()
            if one.status == "finished" and (not self.of or self.of in one.warbands)
        ]
        return sorted(counted, key=lambda one: one.number)

    @cached_property
    def kills(self) -> Counter[str]:
        """How many enemies each unit has taken out."""
        return Counter(kill.killer for kill in self._ledger() if kill.killer)

    @cached_property
    def fallen(self) -> Counter[str]:
        """How often each unit was taken out."""
        return Counter(kill.victim for kill in self._ledger())

    @cached_property
    def battles(self) -> Counter[str]:
        """How many missions each unit was fielded in."""
        return Counter(unit for mission in self.finished for unit in mission.fielded)

    @cached_property
    def wins(self) -> Counter[tuple[str, str]]:
        """How often one warband has won against another: by (winner, other)."""
        won = ((one.winner, set(one.warbands)) for one in self.finished)
        return Counter((winner, other) for winner, met in won if winner in met for other in met - {winner})

    def _ledger(self) -> Iterator[Kill]:
        for mission in self.finished:
            yield from (kill for kill in mission.kills if is_taken_out(kill))

    @cached_property
    def _out(self) -> tuple[Counter[str], Counter[str]]:
        """By warband: how many enemies its units have taken out, how often they were taken out themselves."""
        taken, lost = Counter[str](), Counter[str]()
        for unit in self.state.units.values():
            taken[unit.warband] += self.kills[unit.id]
            lost[unit.warband] += self.fallen[unit.id]
        return taken, lost

    @cached_property
    def _results(self) -> dict[str, list[bool]]:
        found: dict[str, list[bool]] = defaultdict(list)
        for one in self.finished:
            for warband in one.warbands:
                found[warband].append(one.winner == warband)
        return found

    @cached_property
    def most(self) -> int:
        """The highest of what a warband has taken out or lost."""
        taken, lost = self._out
        return max([*taken.values(), *lost.values()], default=1)

    def taken_out(self, warband: str) -> int:
        return self._out[0][warband]

    def losses(self, warband: str) -> int:
        return self._out[1][warband]

    def results(self, warband: str) -> list[bool]:
        """Won or lost, mission by mission."""
        return self._results.get(warband, [])

    def meeting(self, mine: str, other: str) -> Meeting:
        return Meeting(self.wins[mine, other], self.wins[other, mine])

    @cached_property
    def met(self) -> dict[str, list[str]]:
        """Whom each warband has met in a mission that one of them won."""
        found: dict[str, list[str]] = defaultdict(list)
        for winner, other in self.wins:
            found[winner].append(other)
            found[other].append(winner)
        return found

    def opponents(self, warband: str) -> list[Warband]:
        played = (one.warbands for one in self.finished)
        met = {other for side in played if warband in side for other in side if other != warband}
        return [one for one in self.state.warbands.values() if one.id in met]

    def killed_by(self, unit: Unit) -> str:
        """Who took a unit out in the mission it left in: a unit's name, or nothing."""
        mission = peek(self.state.missions, unit.left)
        kills = [kill.killer for kill in mission.kills if kill.victim == unit.id] if mission else []
        killer = self.state.units.get(kills[-1]) if kills and not kills[-1].startswith(NEUTRAL) else None
        return killer.name if killer else ""
