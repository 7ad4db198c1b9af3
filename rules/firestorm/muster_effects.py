"""What can happen to characters, units, upgrades, charts, cards and objectives."""

from __future__ import annotations

from typing import Literal

from rules.engine.effects import Effect, effect
from rules.firestorm.muster_state import (
    Card,
    CardKind,
    Character,
    ChartName,
    ChartRow,
    DeckName,
    ObjectiveHeld,
    Upgrade,
)
from rules.firestorm.state import CAMPAIGN, Firestorm


@effect("firestorm.character", puts="characters")
class CharacterListed(Effect):
    """A character or unit as it is from now on: named, in which banner, alive or dead."""

    character: Character
    words: str = ""


@effect("firestorm.upgrade", puts="upgrades")
class Upgraded(Effect):
    upgrade: Upgrade


@effect("firestorm.upgrade_gone")
class UpgradeGone(Effect):
    """An upgrade is lost by a die, or replaced by another one; `row`: of which chart's row it was."""

    upgrade: str
    state: Literal["lost", "replaced"]
    roll: int = 0
    row: str = ""

    def apply(self, state: Firestorm) -> Firestorm:
        return state.change("upgrades", self.upgrade, state=self.state)


@effect("firestorm.death_roll")
class DeathRolled(Effect):
    """What a slain commander or named character rolled."""

    character: str
    battle: str
    roll: int
    dead: bool

    def apply(self, state: Firestorm) -> Firestorm:
        return state.change("characters", self.character, alive=not self.dead)


@effect("firestorm.chart")
class ChartWritten(Effect):
    """All rows of one chart, the organiser's own, in place of those before."""

    chart: ChartName
    rows: tuple[ChartRow, ...]

    def apply(self, state: Firestorm) -> Firestorm:
        for one in [one.id for one in state.charts.values() if one.chart == self.chart]:
            state = state.drop("charts", one)
        return _own(state.put("charts", *self.rows), self.chart)


@effect("firestorm.deck")
class DeckWritten(Effect):
    """All cards of one kind, the organiser's own, in place of those before."""

    kind: CardKind
    cards: tuple[Card, ...]

    def apply(self, state: Firestorm) -> Firestorm:
        for one in [one.id for one in state.cards.values() if one.kind == self.kind]:
            state = state.drop("cards", one)
        return _own(state.put("cards", *self.cards), self.kind)


def _own(state: Firestorm, deck: DeckName) -> Firestorm:
    own = tuple(sorted({*state.now.own, deck}))
    return state.change("campaign", CAMPAIGN, own=own)


@effect("firestorm.objective", puts="objectives")
class ObjectiveChanged(Effect):
    """A player's objective: drawn under a seal, claimed, accepted, refused, shown."""

    objective: ObjectiveHeld
    words: str = ""
