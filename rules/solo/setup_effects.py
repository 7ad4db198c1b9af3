"""What is settled before the first round, as booked: sides, armies, types, markers, edges.

Lasting names; new fields need defaults, because journals of past games hold them.
"""

from __future__ import annotations

from rules.engine.effects import Effect, effect
from rules.solo.state import ArmyRule, Marker, PoolList, SoloState, Spell, TableSide, Unit, UnitType


@effect("solo.opened")
class Opened(Effect):
    """The game is tied to a league's mission, or to none; `counts` says what it is worth there."""

    mission: str = ""
    counts: str = "practice"
    league_round: int = 0

    def apply(self, state: SoloState) -> SoloState:
        known = {"mission": self.mission, "counts": self.counts, "league_round": self.league_round}
        return state.change("games", "game", **known)


@effect("solo.underdog_points")
class UnderdogPoints(Effect):
    """What a side gets for bringing less than the dearest one."""

    side: str
    points: int = 0

    def apply(self, state: SoloState) -> SoloState:
        return state.change("sides", self.side, underdog=self.points)


@effect("solo.setting")
class SoloSettingChanged(Effect):
    key: str
    value: str | int | bool

    def apply(self, state: SoloState) -> SoloState:
        settings = {**state.game.settings, self.key: self.value}
        return state.change("games", "game", settings=settings)


@effect("solo.side", puts="sides")
class SideJoined(Effect):
    side: TableSide


@effect("solo.list", puts="lists")
class ListOffered(Effect):
    list: PoolList


@effect("solo.drawn")
class ListDrawn(Effect):
    side: str
    list: str
    points: int = 0

    def apply(self, state: SoloState) -> SoloState:
        state = state.change("lists", self.list, drawn_by=self.side)
        return state.change("sides", self.side, list=self.list, points=self.points)


@effect("solo.unit", puts="units")
class SoloUnitJoined(Effect):
    unit: Unit


@effect("solo.spell", puts="spells")
class SpellKnown(Effect):
    spell: Spell


@effect("solo.army_rules", sets="units")
class ArmyRulesKnown(Effect):
    """The army rules a unit uses on activation."""

    unit: str
    army_rules: tuple[ArmyRule, ...] = ()


@effect("solo.type")
class TypeGiven(Effect):
    """The unit's type with both scores; `words` say why a person chose another one."""

    unit: str
    type: UnitType
    ranged: tuple[int, int] = (0, 1)
    melee: tuple[int, int] = (0, 1)
    words: str = ""

    def apply(self, state: SoloState) -> SoloState:
        return state.change(
            "units",
            self.unit,
            type=self.type,
            ranged=self.ranged,
            melee=self.melee,
            overridden=self.words,
        )


@effect("solo.marker", puts="markers")
class MarkerLaid(Effect):
    marker: Marker


@effect("solo.reachable", sets="markers")
class MarkerReachable(Effect):
    marker: str
    reachable: bool


@effect("solo.zone")
class ZoneDrawn(Effect):
    zone: int

    def apply(self, state: SoloState) -> SoloState:
        return state.change("games", "game", ai_zone=self.zone)
