"""Deeds counted from the league's state alone: who took out whom, who met whom, who is dead.

Missions keep their kill ledgers and results, so nothing here needs a query.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from rules.engine.lazy_tables import all_light, peek
from rules.opr.books import InForce
from rules.opr.league.sides import over_at, player_at
from rules.opr.reports.facts import NEUTRAL, is_taken_out
from rules.opr.standings import brought_by
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


@dataclass(frozen=True, slots=True)
class WarbandShare:
    """What a warband has done while one person led it: all of it, where nobody else has (`is_whole`)."""

    warband: Warband
    results: tuple[bool, ...]
    vp: int
    kills: int
    losses: int
    is_whole: bool


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

    def whole(self, warband: Warband) -> WarbandShare:
        """All that a warband has done."""
        results, kills = tuple(self.results(warband.id)), self.taken_out(warband.id)
        return WarbandShare(warband, results, warband.vp, kills, self.losses(warband.id), is_whole=True)

    def shares(self, warband: Warband, rules: InForce) -> Iterator[tuple[str, WarbandShare]]:
        """The same by the seats of those who led it, as long as each did; what an organiser gave by hand is
        of who leads it now. Source: OPR-68"""
        if not warband.predecessors:
            yield warband.owner, self.whole(warband)
            return
        led: dict[str, list[Mission]] = defaultdict(list)
        for mission in self.finished:
            if warband.id in mission.warbands:
                for seat in player_at(self.state, warband.id, over_at(mission)):
                    led[seat].append(mission)
        vp = {seat: sum(brought_by(one, warband.id, rules) for one in led[seat]) for seat in led}
        rest = warband.vp - sum(vp.values())
        for seat in dict.fromkeys([*led, warband.owner]):
            brought = vp.get(seat, 0) + (rest if seat == warband.owner else 0)
            yield seat, self._share(warband, led[seat], brought)

    def _share(self, warband: Warband, missions: list[Mission], vp: int) -> WarbandShare:
        kills = [kill for one in missions for kill in one.kills if is_taken_out(kill)]
        own = {one.id for one in self.state.units.values() if one.warband == warband.id}
        taken, lost = sum(one.killer in own for one in kills), sum(one.victim in own for one in kills)
        results = tuple(one.winner == warband.id for one in missions)
        return WarbandShare(warband, results, vp, taken, lost, is_whole=False)

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
