"""Who stands on the table, so that an event may meet them, and why somebody else does not (OPR-34)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from rules.engine.language import say
from rules.engine.questions import WhyNot, unknown
from rules.engine.refusals import Refused
from rules.opr.app_sides import AppWarband
from rules.opr.mission_effects import NO_SHOW
from rules.opr.state import Mission, OprState, Unit


@dataclass(frozen=True, slots=True)
class UnitStanding:
    """A unit an event may meet, of the league or of the app's own. `gear` is what may fail it."""

    id: str
    name: str
    warband: str
    gear: tuple[str, ...] = ()

    @classmethod
    def of(cls, unit: Unit) -> UnitStanding:
        weapons = [weapon.label for weapon in unit.profile.weapons if weapon.range]
        gear = tuple(dict.fromkeys([*weapons, *(item.label for item in unit.items)]))
        return cls(unit.id, unit.name, unit.warband, gear)


@dataclass(frozen=True, slots=True)
class Tabletop:
    """Who stands on the table: per warband still playing its units there, those taken out, who is down; which
    of the warbands are the `app`'s own; why somebody is not (or not any more) among those who stand there.
    """

    names: dict[str, str]
    standing: dict[str, tuple[UnitStanding, ...]]
    out: dict[str, tuple[UnitStanding, ...]]
    down: frozenset[str] = frozenset()
    app: frozenset[str] = frozenset()
    absent: WhyNot = unknown

    @classmethod
    def of(
        cls,
        state: OprState,
        mission: Mission,
        gone: Sequence[str],
        down: Sequence[str] = (),
        app: Sequence[AppWarband] = (),
        left: Sequence[str] = (),
    ) -> Tabletop:
        """`left`: who has left this table otherwise, and the warbands that have conceded at it."""
        given_up = frozenset(left)
        playing = [
            side for side in mission.sides if not (side.conceded or side.skipped or side.warband in given_up)
        ]
        units = {side.warband: [state.units[one] for one in side.fielded] for side in playing}
        away = {*gone, *left, *left_by_event(mission)}
        standing = {
            one: tuple(UnitStanding.of(u) for u in have if u.available and u.id not in away)
            for one, have in units.items()
        }
        out = {
            one: tuple(UnitStanding.of(u) for u in have if u.living and u.id in gone and u.id not in left)
            for one, have in units.items()
        }
        table = cls({one: state.warbands[one].name for one in units}, standing, out, frozenset(down))
        table = table._joined(app, away)
        return replace(table, absent=partial(_not_there, state, mission, table.out, given_up))

    def _joined(self, app: Sequence[AppWarband], away: set[str]) -> Tabletop:
        """With the app's own warbands. Source: SOLO-80"""
        units = {
            one.id: [
                (UnitStanding(u.id, u.name, one.id, u.gear), u.out) for u in one.units if u.id not in away
            ]
            for one in app
        }
        return Tabletop(
            self.names | {one.id: one.name for one in app},
            self.standing | {one: tuple(u for u, out in have if not out) for one, have in units.items()},
            self.out | {one: tuple(u for u, out in have if out) for one, have in units.items()},
            self.down | {unit.id for one in app for unit in one.units if unit.down},
            frozenset(units),
        )

    def find(self, unit: str) -> UnitStanding | None:
        return next((u for have in self.standing.values() for u in have if u.id == unit), None)

    def limited(self, units: Sequence[str], because: Callable[[UnitStanding], Refused]) -> Tabletop:
        """Only these units count as standing; `because`: why one of the others does not."""
        picked = {one: tuple(u for u in have if u.id in units) for one, have in self.standing.items()}
        return self._now(picked, because)

    def _now(
        self, standing: dict[str, tuple[UnitStanding, ...]], because: Callable[[UnitStanding], Refused]
    ) -> Tabletop:
        there = {unit.id for units in standing.values() for unit in units}

        def absent(one: str) -> Refused | None:
            stood = self.find(one)
            return because(stood) if stood and one not in there else self.absent(one)

        return replace(self, standing=standing, absent=absent)

    def of_those_out(self) -> Tabletop:
        """Those taken out count as standing; while the league knows of none, anybody of its own may be."""
        known = any(units for one, units in self.out.items() if one not in self.app)
        out = {one: units for one, units in self.out.items() if known or one in self.app}
        return self._now(
            self.standing | out, lambda one: Refused("", say("{unit} is still on the table.", unit=one.name))
        )

    def without(self, unit: str) -> Tabletop:
        """This unit has been drawn. Source: A-22"""
        left = [u.id for have in self.standing.values() for u in have if u.id != unit]
        return self.limited(
            left, lambda one: Refused("A-22", say("{unit} has already been drawn.", unit=one.name))
        )

    @property
    def with_units(self) -> tuple[str, ...]:
        return tuple(one for one, have in self.standing.items() if have)


type Reason = Literal["absent", "captured", "sent", "left", "conceded", "back"]

BY_EVENT: dict[str, Reason] = {"captured": "captured", "sent": "sent", "left": "left", "won": "back"}


@dataclass(frozen=True, slots=True)
class Departure:
    """Why a unit left the table and is no casualty, and in which round, 0 where nobody said it; `back` is
    whoever was out and won its duel."""

    reason: Reason
    round: int = 0


def left_table(mission: Mission) -> dict[str, Departure]:
    """Who has left the table alive, of the league and of the app's own; what fell before stays out.

    Source: OPR-31, OPR-37, A-12, A-32
    """
    out = {kill.victim for kill in mission.kills}
    found: dict[str, Departure] = {}
    for side in mission.sides:
        if side.conceded:
            gone = Departure("absent") if side.moment == NO_SHOW else Departure("conceded", side.conceded)
            found |= {one: gone for one in side.fielded if one not in out}
    for event in mission.events:
        if reason := BY_EVENT.get(event.outcome):
            how = Departure(reason, 0 if reason == "left" else event.round)
            found |= dict.fromkeys([*event.units, *(one.id for one in event.app_hit)], how)
    return found


def left_by_event(mission: Mission) -> set[str]:
    """Units an event took off the table alive, of the league and of the app's own. Source: OPR-37"""
    by_event = ("captured", "sent", "left")
    return {unit for unit, gone in left_table(mission).items() if gone.reason in by_event}


def _not_there(
    state: OprState,
    mission: Mission,
    out: Mapping[str, Sequence[UnitStanding]],
    given_up: Collection[str],
    one: str,
) -> Refused | None:
    unit = state.units.get(one)
    warband = state.warbands.get(unit.warband if unit else one)
    if warband and warband.id in given_up:
        return Refused("", say("{warband} has conceded.", warband=warband.name))
    name = next((unit.name for units in out.values() for unit in units if unit.id == one), "")
    return Refused("", say("{unit} is out.", unit=name)) if name else why_absent(state, mission, one)


def why_absent(state: OprState, mission: Mission, one: str) -> Refused | None:
    """Why a unit or a warband of the league has no part in a mission any more, as far as its sheets tell.

    Source: OPR-34
    """
    unit = state.units.get(one)
    warband = state.warbands.get(unit.warband if unit else one)
    if warband is None:
        return None
    named = unit or warband
    side = next((side for side in mission.sides if side.warband == warband.id), None)
    if side is None or side.skipped:
        return Refused("", say("{who} is not playing in this mission.", who=named.name))
    if side.conceded:
        return Refused("", say("{warband} has conceded.", warband=warband.name))
    if unit is None:
        return None
    if one in left_by_event(mission):
        return Refused("", say("{unit} was taken off the table by an event.", unit=unit.name))
    if one not in side.fielded:
        return Refused("", say("{unit} did not take part.", unit=unit.name))
    gone = say("{unit} is no longer on the sheet.", unit=unit.name)
    return None if unit.living else Refused("", gone)


def why_not_of(state: OprState, warband: str, one: str) -> Refused | None:
    """Why nothing of a step concerns a unit that is named for this warband: it is another's.

    Source: OPR-37, OPR-46
    """
    unit = state.units.get(one)
    if unit is None or unit.warband == warband or unit.warband not in state.warbands:
        return None
    owner = state.warbands[unit.warband].name
    return Refused("", say("{unit} belongs to {warband}.", unit=unit.name, warband=owner))
