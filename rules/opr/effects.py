"""What an OPR procedure can bring about on sheets and pools; each effect is one booked fact.

Amounts are as booked: XP after the cap, value after the floor. Effects of the course of a campaign
stand in `league_effects.py`, those of a mission in `mission_effects.py`.
"""

from __future__ import annotations

from dataclasses import field, replace

from rules.engine.effects import Effect, effect
from rules.opr.queues import carried_on
from rules.opr.state import (
    PROGRESS,
    Item,
    OprState,
    Profile,
    Rival,
    Trait,
    TraitKind,
    Unit,
    UnitStatus,
    Warband,
)
from rules.opr.values import count_labels, profile_counts


@effect("opr.warband_founded")
class WarbandFounded(Effect):
    id: str
    owner: str = ""
    name: str = ""
    order: int = 0
    pool: int = 0
    missions: int = 0
    late: bool = False
    founded_after: int = 0
    team: str = ""

    def apply(self, state: OprState) -> OprState:
        warband = Warband(
            self.id,
            self.owner,
            self.name,
            self.pool,
            missions=self.missions,
            order=self.order,
            late=self.late,
            founded_after=self.founded_after,
            team=self.team,
        )
        return state.put("warbands", warband).change("progress", PROGRESS, warbands_founded=self.order)


@effect("opr.warband_disbanded")
class WarbandDisbanded(Effect):
    """The warband is gone from the standings; what it had lapses with it."""

    warband: str
    points: int = 0
    vp: int = 0

    def apply(self, state: OprState) -> OprState:
        nothing = {"units": (), "pool": 0, "vp": 0, "mission": "", "later": ()}
        return state.change("warbands", self.warband, status="disbanded", **nothing)


@effect("opr.warband_renamed", sets="warbands")
class WarbandRenamed(Effect):
    warband: str
    name: str = ""


@effect("opr.team_joined")
class TeamJoined(Effect):
    """The warband belongs to this team from now on, or to none; what the team was called, only to tell."""

    warband: str
    team: str = ""
    called: str = field(default="", compare=False)

    def apply(self, state: OprState) -> OprState:
        return state.change("warbands", self.warband, team=self.team)


@effect("opr.rival_set", sets="warbands")
class RivalSet(Effect):
    """The app runs this warband, with a record like everybody's; empty: a person plays it again."""

    warband: str
    rival: Rival = ""


@effect("opr.unit_joined")
class UnitJoined(Effect):
    """A new entry at the foot of a sheet."""

    id: str
    warband: str
    name: str = ""
    hero: bool = False
    caster: bool = False
    list_points: int = 0
    items: tuple[Item, ...] = ()
    order: int = 0
    joined_to: str = ""
    profile: Profile = field(default_factory=Profile)
    veteran: bool = False
    recruited: str = ""

    def apply(self, state: OprState) -> OprState:
        unit = Unit(
            self.id,
            self.warband,
            self.name,
            self.hero,
            self.caster,
            self.list_points,
            self.items,
            order=self.order,
            joined_to=self.joined_to,
            profile=self.profile,
            veteran=self.veteran,
            recruited=self.recruited,
        )
        return _sheet(state.put("units", unit), self.warband, add=self.id)


@effect("opr.unit_left")
class UnitLeft(Effect):
    """A unit leaves the sheet for good, dead or disbanded, and its upgrades with it."""

    unit: str
    status: UnitStatus = "dead"
    because: str = ""
    mission: str = ""

    def apply(self, state: OprState) -> OprState:
        warband = state.units[self.unit].warband
        state = _sheet(state, warband, remove=self.unit)
        return state.change("units", self.unit, status=self.status, sits_out=0, left=self.mission)


@effect("opr.unit_returned")
class UnitReturned(Effect):
    """A unit that had left stands on its sheet again, in its old place."""

    unit: str

    def apply(self, state: OprState) -> OprState:
        state = state.change("units", self.unit, status="active", left="", sits_out=0)
        return _sheet(state, state.units[self.unit].warband, add=self.unit)


@effect("opr.unit_moved")
class UnitMoved(Effect):
    unit: str
    warband: str

    def apply(self, state: OprState) -> OprState:
        state = _sheet(state, state.units[self.unit].warband, remove=self.unit)
        return _sheet(state.change("units", self.unit, warband=self.warband), self.warband, add=self.unit)


@effect("opr.unit_renamed", sets="units")
class UnitRenamed(Effect):
    unit: str
    name: str = ""


@effect("opr.unit_profile", sets="units")
class UnitRearmed(Effect):
    """What the sheet says a unit is and carries, its upgrades apart."""

    unit: str
    profile: Profile = field(default_factory=Profile)
    before: Profile | None = None

    @property
    def came(self) -> tuple[str, ...]:
        """What it has now and had not; unknown of old entries, which name all that it has."""
        return count_labels(profile_counts(self.profile) - profile_counts(self.before)) if self.before else ()

    @property
    def went(self) -> tuple[str, ...]:
        """What it had and has no longer."""
        return count_labels(profile_counts(self.before) - profile_counts(self.profile)) if self.before else ()


@effect("opr.unit_joined_to")
class HeroJoined(Effect):
    """A hero goes with another unit from now on; empty: on its own."""

    unit: str
    to: str = ""

    def apply(self, state: OprState) -> OprState:
        return state.change("units", self.unit, joined_to=self.to)


@effect("opr.unit_status")
class UnitStatusSet(Effect):
    """Captured, free again, or sitting out `sits_out` more missions of its warband (0: back)."""

    unit: str
    status: UnitStatus = "active"
    sits_out: int = 0
    mission: str = ""

    def apply(self, state: OprState) -> OprState:
        return state.change("units", self.unit, status=self.status, sits_out=self.sits_out)


@effect("opr.points")
class Points(Effect):
    """Points into (or out of) a pool. `because` is a short key, `about` the unit, item or event concerned."""

    warband: str
    amount: int
    because: str = ""
    mission: str = ""
    about: str = ""
    words: str = ""

    def apply(self, state: OprState) -> OprState:
        pool = state.warbands[self.warband].pool + self.amount
        return state.change("warbands", self.warband, pool=pool)


@effect("opr.vp")
class VictoryPoints(Effect):
    warband: str
    amount: int
    because: str = ""
    mission: str = ""
    about: str = ""
    words: str = ""

    def apply(self, state: OprState) -> OprState:
        return state.change("warbands", self.warband, vp=state.warbands[self.warband].vp + self.amount)


@effect("opr.xp")
class Experience(Effect):
    """XP as booked; `lost` is what the cap took."""

    unit: str
    amount: int
    lost: int = 0
    because: str = ""
    mission: str = ""
    about: str = ""
    words: str = ""

    def apply(self, state: OprState) -> OprState:
        state = carried_on(state, self.unit, self.mission, xp=self.amount)
        return state.change("units", self.unit, xp=state.units[self.unit].xp + self.amount)


@effect("opr.value")
class ValueChanged(Effect):
    """What a wound, a talent or an override does to a unit's value."""

    unit: str
    amount: int
    because: str = ""
    mission: str = ""
    words: str = ""

    def apply(self, state: OprState) -> OprState:
        points = state.units[self.unit].casualty_points + self.amount
        return state.change("units", self.unit, casualty_points=points)


@effect("opr.level")
class LevelGained(Effect):
    unit: str
    level: int
    points: int = 0
    mission: str = ""

    def apply(self, state: OprState) -> OprState:
        points = state.units[self.unit].level_points + self.points
        return state.change("units", self.unit, level=self.level, level_points=points)


@effect("opr.trait")
class TraitGained(Effect):
    unit: str
    kind: TraitKind
    key: str
    option: str = ""
    level: int = 0
    mission: str = ""
    words: str = ""

    def apply(self, state: OprState) -> OprState:
        trait = Trait(self.kind, self.key, self.option, self.level, self.mission)
        return state.change("units", self.unit, traits=(*state.units[self.unit].traits, trait))


@effect("opr.trait_lost")
class TraitLost(Effect):
    unit: str
    kind: TraitKind
    key: str
    option: str = ""
    words: str = ""

    def apply(self, state: OprState) -> OprState:
        held = list(state.units[self.unit].traits)
        lost = [t for t in held if (t.kind, t.key, t.option) == (self.kind, self.key, self.option)]
        if lost:
            held.remove(lost[-1])
        return state.change("units", self.unit, traits=tuple(held))


@effect("opr.skill_set")
class SkillSetGained(Effect):
    unit: str
    key: str
    level: int = 0

    def apply(self, state: OprState) -> OprState:
        return state.change("units", self.unit, sets=(*state.units[self.unit].sets, self.key))


@effect("opr.item_gained")
class ItemGained(Effect):
    unit: str
    item: Item
    because: str = ""
    mission: str = ""

    def apply(self, state: OprState) -> OprState:
        state = carried_on(state, self.unit, self.mission, items=(self.item,))
        return state.change("units", self.unit, items=(*state.units[self.unit].items, self.item))


@effect("opr.item_priced")
class ItemPriced(Effect):
    """An upgrade that came within its unit’s price has one of its own; the value stays as it is."""

    unit: str
    item: Item
    mission: str = ""

    def apply(self, state: OprState) -> OprState:
        unit = state.units[self.unit]
        left = unit.list_points - self.item.points
        return state.change("units", self.unit, list_points=left, items=(*unit.items, self.item))


@effect("opr.item_lost")
class ItemLost(Effect):
    """The whole original price goes with it, so the unit's value falls by that much."""

    unit: str
    item: str
    because: str = ""
    mission: str = ""

    def apply(self, state: OprState) -> OprState:
        kept = tuple(item for item in state.units[self.unit].items if item.id != self.item)
        return state.change("units", self.unit, items=kept)


@effect("opr.item_tried")
class ItemTried(Effect):
    """Nobody wanted it; no second try after the same mission."""

    unit: str
    item: str
    mission: str = ""

    def apply(self, state: OprState) -> OprState:
        items = tuple(
            replace(item, tried=self.mission) if item.id == self.item else item
            for item in state.units[self.unit].items
        )
        return state.change("units", self.unit, items=items)


def _sheet(state: OprState, warband: str, *, add: str = "", remove: str = "") -> OprState:
    listed = [unit for unit in state.sheet(warband) if unit.id not in (add, remove)]
    if add:
        listed.append(state.units[add])
    ids = tuple(unit.id for unit in sorted(listed, key=lambda unit: (unit.order, unit.id)))
    return state.change("warbands", warband, units=ids)
