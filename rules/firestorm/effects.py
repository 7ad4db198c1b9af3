"""What can happen on the map, to banners, in battles and in the ledger; each effect books one thing.

`apply` decides nothing: what is legal, what it costs and who wins is settled by the procedures before they
book. The league as a whole stands in `league_effects.py`, armies and cards in `muster_effects.py`, sieges in
`siege_effects.py`.
"""

from __future__ import annotations

from typing import Literal

from rules.engine.effects import Effect, effect
from rules.firestorm.state import (
    Banner,
    Battle,
    Bout,
    Fate,
    Firestorm,
    Grade,
    LedgerRow,
    Order,
    PointsRow,
    SideName,
)

# The map


@effect("firestorm.owner")
class OwnerChanged(Effect):
    """A territory claimed (`how` walked in), conquered, or given by the organiser; `lost` fell with it."""

    territory: str
    owner: str
    before: str = ""
    banner: str = ""
    how: Literal["start", "claimed", "conquered", "ruled", "left"] = "claimed"
    lost: tuple[str, ...] = ()
    words: str = ""

    def apply(self, state: Firestorm) -> Firestorm:
        kept = tuple(one for one in state.territories[self.territory].items if one not in self.lost)
        return state.change("territories", self.territory, owner=self.owner, items=kept)


@effect("firestorm.items")
class ItemsChanged(Effect):
    """What stands on a territory from now on, and a stronghold's level there."""

    territory: str
    items: tuple[str, ...]
    before: tuple[str, ...] = ()
    level: int = 0
    how: Literal["start", "built", "razed", "beaten", "ruled"] = "built"
    banner: str = ""
    words: str = ""

    def apply(self, state: Firestorm) -> Firestorm:
        return state.change("territories", self.territory, items=self.items, level=self.level)


# Banners


@effect("firestorm.banner", puts="banners")
class BannerRaised(Effect):
    """A banner enters the map for the first time; `ruled` by the organiser."""

    banner: Banner
    how: Literal["raised", "ruled"] = "raised"
    words: str = ""


@effect("firestorm.banner_set")
class BannerSet(Effect):
    """A banner stands somewhere else, or waits in reserve; `before` is where it stood."""

    banner: str
    at: Literal["map", "reserve", "removed"] = "map"
    territory: str = ""
    before: str = ""
    how: Literal["enters", "retreats", "rallies", "reserve", "removed", "ruled"] = "enters"
    fell: str = ""
    words: str = ""

    def apply(self, state: Firestorm) -> Firestorm:
        return state.change("banners", self.banner, at=self.at, territory=self.territory, fell=self.fell)


@effect("firestorm.banner_named", sets="banners")
class BannerNamed(Effect):
    banner: str
    name: str


@effect("firestorm.order", puts="orders")
class OrderShown(Effect):
    """A banner's order is revealed, with what it is carried out as and why."""

    order: Order


@effect("firestorm.marched")
class Marched(Effect):
    """A banner has moved: `trail` is every territory it stood in or passed, from where it began."""

    banner: str
    order: str
    trail: tuple[str, ...]
    to: str
    moved: bool
    marched: bool
    ring: bool = False

    def apply(self, state: Firestorm) -> Firestorm:
        state = state.change(
            "banners", self.banner, territory=self.to, moved=self.moved, marched=self.marched
        )
        return state.change("orders", self.order, trail=self.trail)


@effect("firestorm.razed")
class Razed(Effect):
    """A banner has used its one chance to raze this turn; what fell is booked beside this."""

    banner: str
    territory: str

    def apply(self, state: Firestorm) -> Firestorm:
        return state.change("banners", self.banner, razed=True)


# Battles


@effect("firestorm.battle", puts="battles")
class BattleOpened(Effect):
    battle: Battle


@effect("firestorm.battle_joined")
class BattleJoined(Effect):
    """A banner joins an open battle: its own garrison's defence, or as the third at one table (`faction` is
    its own then).
    """

    battle: str
    banner: str
    role: Literal["defender", "third"] = "defender"
    faction: str = ""

    def apply(self, state: Firestorm) -> Firestorm:
        if self.role == "third":
            return state.change("battles", self.battle, third=self.banner, third_faction=self.faction)
        return state.change("battles", self.battle, defender=self.banner)


@effect("firestorm.battle_locked")
class BattleLocked(Effect):
    """A battle's points are fixed, with whoever defends and who owns the Gears now."""

    battle: str
    defender: str = ""
    defend: str = ""
    garrison: int = 0
    lines: tuple[PointsRow, ...] = ()
    gears: tuple[str, ...] = ()

    def apply(self, state: Firestorm) -> Firestorm:
        return state.change(
            "battles",
            self.battle,
            status="open",
            locked=True,
            defender=self.defender,
            defend=self.defend,
            garrison=self.garrison,
            lines=self.lines,
            gears=self.gears,
        )


@effect("firestorm.battle_size", sets="battles")
class FirestormSizeAgreed(Effect):
    battle: str
    points: int


@effect("firestorm.battle_games", sets="battles")
class GamesAgreed(Effect):
    battle: str
    games: int


@effect("firestorm.scenario")
class ScenarioNamed(Effect):
    battle: str
    name: str

    def apply(self, state: Firestorm) -> Firestorm:
        return state.change("battles", self.battle, scenario=self.name)


@effect("firestorm.bout", puts="bouts")
class BoutChanged(Effect):
    """A game of a battle as it is from now on: called, reported, disputed, confirmed, void."""

    bout: Bout


@effect("firestorm.battle_decided")
class BattleDecided(Effect):
    """A battle's overall result, the attacker's (`attack` against `defend` and `third`); `claimed`: nobody
    was left to fight.
    """

    battle: str
    attack: str = ""
    defend: str = ""
    third: str = ""
    result: Grade | Literal[""] = ""
    third_won: bool = False
    tabled: tuple[SideName, ...] = ()
    status: Literal["settled", "struck", "claimed", "open"] = "settled"
    method: Literal["", "played", "siege", "walkover", "ruled"] = "played"
    words: str = ""

    def apply(self, state: Firestorm) -> Firestorm:
        return state.change(
            "battles",
            self.battle,
            result=self.result,
            third_won=self.third_won,
            tabled=self.tabled,
            status=self.status,
            method=self.method,
            why=self.words,
        )


@effect("firestorm.battle_applied", sets="battles")
class BattleApplied(Effect):
    """Glory and build points, conquest and fates of a battle are booked: its banners are free again."""

    battle: str
    applied: bool = True


@effect("firestorm.spoils")
class SpoilsTaken(Effect):
    """A side has rolled for the build points of a battle; what it gained is booked beside this."""

    battle: str
    faction: str

    def apply(self, state: Firestorm) -> Firestorm:
        rolled = (*state.battles[self.battle].rolled, self.faction)
        return state.change("battles", self.battle, rolled=rolled)


@effect("firestorm.fate", puts="fates")
class FateKnown(Effect):
    """What becomes of a banner, and later where."""

    fate: Fate


# Ledger


@effect("firestorm.ledger", puts="ledger")
class LedgerEntered(Effect):
    """A row of the ledger; none is ever changed."""

    row: LedgerRow


@effect("firestorm.scepter")
class ScepterForged(Effect):
    """A faction has forged the Scepter, or, by another ruling of the league, lost it."""

    faction: str
    has: bool = True

    def apply(self, state: Firestorm) -> Firestorm:
        return state.change("factions", self.faction, scepter=self.has)


# Dice


@effect("firestorm.roll_corrected")
class RollCorrected(Effect):
    """What a die has really shown, beside the one it corrects: that of `entry`, asked by `key`.

    Nothing is changed by it; what followed from the old die is corrected by acts of its own.
    """

    entry: str
    key: str
    face: int
    words: str = ""

    def apply(self, state: Firestorm) -> Firestorm:
        return state
