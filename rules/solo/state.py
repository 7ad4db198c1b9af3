"""State of one solo or co-op game: the game itself, its sides, lists, units, markers and what has been done.

Distances in the state are whole hundredths of an inch, scores exact fractions as (numerator, denominator).
`Unit.out` says why a unit is not on the table; an empty string means it is there. The tables know nothing of
miniatures: where a unit stands is kept as its section and, if known, the marker it stands near.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from rules.engine.plain import Count, Name, Small, SmallCount
from rules.engine.state import State, Table

type Kind = Literal["human", "ai_neutral", "ai_rival", "ai_standin"]
type UnitType = Literal["", "hybrid", "shooting", "melee"]
type Out = Literal["", "undeployed", "reserve", "ko", "routed", "left"]
type Leaving = Literal["", "conceded", "sent", "captured", "exit"]  # why a unit left the table alive
OUT_FOR_GOOD: tuple[Out, ...] = ("ko", "routed", "left")
type Phase = Literal[
    "setup", "types", "markers", "zones", "deployment", "ai_deployment", "between", "round", "over"
]
type Camp = Literal["", "ai", "human"]


# Events of the league that change what is rolled here
NO_WEAPON, NO_SHOTS, FRENZY, FIRST_BLOCK, BLINDED, DOUBLED = COUNTED = (13, 15, 26, 45, 53, 54)


@dataclass(frozen=True, slots=True)
class TableEvent:
    """A random event of the league's mission that changes dice: in its round, for these units and sides `on`
    whom it met; of those who cannot shoot, and of `items`, weapons that units cannot use, to the mission's
    end. It has `struck` when it counts once and somebody else had it."""

    code: int
    round: int = 0
    on: tuple[str, ...] = ()
    struck: bool = False
    items: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class TableGame:
    """The one game of this scope. `turn` counts every activation of both camps; `hit` and `defense` are the
    challenge bonus of this round; `corrections` counts sections put right, so that a draw is thrown anew;
    `people_done`: people said that all of their units have acted; `warband`: the app's side whose turn comes
    if its warbands fight each for itself; `events`: those of its league's mission that change dice."""

    id: str = "game"
    edition: str = ""
    settings: Mapping[str, str | int | bool] = field(default_factory=dict)
    phase: Phase = "setup"
    round: Count = 0
    turn: Count = 0
    active: Camp = ""
    first_done: Camp = ""
    seat: SmallCount = 0
    warband: str = ""
    hit: Small = 0
    defense: Small = 0
    corrections: Count = 0
    tracked: bool = True
    people_done: bool = False
    ai_zone: SmallCount = 0
    mission: str = ""
    counts: str = "practice"
    league_round: Count = 0
    winner: str = ""
    events: tuple[TableEvent, ...] = ()


@dataclass(frozen=True, slots=True)
class TableSide:
    """A warband at the table; `source` is the warband's id in its league, `list` the list it drew. Older
    journals do not say in which round somebody `conceded`, and at which `moment`."""

    id: str
    name: Name = ""
    kind: Kind = "human"
    seat: SmallCount = 0
    source: str = ""
    list: str = ""
    points: int = 0
    underdog: Count = 0
    consent: bool = False
    conceded: bool = False
    conceded_round: SmallCount = 0
    moment: str = ""

    @property
    def is_ai(self) -> bool:
        return self.kind != "human"

    @property
    def camp(self) -> Literal["ai", "human"]:
        return "ai" if self.is_ai else "human"


@dataclass(frozen=True, slots=True)
class SoloWeapon:
    """`range` in inches, 0 for hand to hand; `rules` as printed, e.g. "Deadly(3)"."""

    label: str = ""
    count: int = 1
    attacks: int = 1
    ap: int = 0
    range: int = 0
    rules: tuple[str, ...] = ()

    @property
    def is_ranged(self) -> bool:
        return self.range > 0


@dataclass(frozen=True, slots=True)
class ArmyRule:
    """A rule used on activation: `aim` is "harm" (nearest enemy) or "help" (nearest friend)."""

    label: str = ""
    aim: Literal["harm", "help"] = "help"
    reach: int = 0


SPELL, DEFENSE = -1, -2  # in the place of a weapon


@dataclass(frozen=True, slots=True)
class Strike:
    """A roll of the app's for a unit: with the weapon at this place of the sheet in its own activation, or
    (`back`) at the `charger` who charged it in this turn; `SPELL` for the spell named there. `needed`: the
    face that hit. `DEFENSE`: against hits of the `charger` this turn, with `needed` AP and Deadly `hits`."""

    round: int = 0
    weapon: int = 0
    back: bool = False
    charger: str = ""
    turn: int = 0
    dice: int = 0
    needed: int = 0
    hits: int = 0


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit, its profile frozen at the start. `near`: the marker it stands near, "" none, None unknown;
    `strikes`: what the app has rolled for it this round; `rerolled`: the round in which it last re-rolled as
    one of the elite. Out because it left alive, it has a reason (`leaving`) and a round."""

    id: str
    side: str = ""
    name: Name = ""
    source: str = ""
    hero: bool = False
    quality: Small = 4
    defense: Small = 4
    tough: Small = 1
    models: Small = 1
    points: int = 0
    top_upgrade: int = 0
    weapons: tuple[SoloWeapon, ...] = ()
    rules: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    army_rules: tuple[ArmyRule, ...] = ()
    place: SmallCount = 0
    type: UnitType = ""
    ranged: tuple[int, int] = (0, 1)
    melee: tuple[int, int] = (0, 1)
    overridden: str = ""
    section: SmallCount = 0
    tie_round: SmallCount = 0
    near: str | None = None
    activated: bool = False
    stunned: bool = False
    wounds: Count = 0
    tokens: SmallCount = 0
    out: Out = ""
    may_shoot: bool = True
    strikes: tuple[Strike, ...] = ()
    rerolled: SmallCount = 0
    leaving: Leaving = ""
    left_round: SmallCount = 0

    @property
    def on_table(self) -> bool:
        return not self.out

    @property
    def latest_strike(self) -> Strike:
        """What was rolled last in its own attacks and spells; a blank one when nothing was."""
        own = [one for one in self.strikes if one.weapon != DEFENSE]
        return own[-1] if own else Strike()

    @property
    def all_rules(self) -> tuple[str, ...]:
        return (*self.rules, *self.traits)

    @property
    def tough_left(self) -> int:
        """Wounds the unit still takes before it is gone."""
        return max(self.tough * self.models - self.wounds, 0)

    @property
    def scores(self) -> tuple[Fraction, Fraction]:
        return Fraction(*self.ranged), Fraction(*self.melee)


@dataclass(frozen=True, slots=True)
class PoolList:
    """A list that may be drawn; its units come to the table with the side that draws it."""

    id: str
    name: Name = ""
    points: int = 0
    units: tuple[Unit, ...] = ()
    drawn_by: str = ""


@dataclass(frozen=True, slots=True)
class Marker:
    """An objective. `x`, `y` in hundredths of an inch (x along the AI's edge from its left, y away from it);
    `seized` is the id of the side that holds it."""

    id: str
    name: str = ""
    x: int | None = None
    y: int | None = None
    seized: str = ""
    reachable: bool = True


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell of one side's list, numbered from 1; `aim` as for army rules."""

    id: str
    side: str = ""
    number: SmallCount = 1
    name: str = ""
    cost: SmallCount = 1
    aim: Literal["harm", "help"] = "harm"
    reach: SmallCount = 0


@dataclass(frozen=True, slots=True)
class Activation:
    """What an AI unit did: the way through its tree, the order, whom it hit. `number` counts in the round;
    `targets` are (place of the weapon on the sheet, enemy), `refused` orders that were impossible."""

    id: str
    round: SmallCount = 0
    number: SmallCount = 0
    unit: str = ""
    rolled: SmallCount = 0
    used: SmallCount = 0
    leaf: str = ""
    action: str = ""
    toward: str = ""
    marker: str = ""
    asked: tuple[tuple[str, bool], ...] = ()
    target: str = ""
    targets: tuple[tuple[int, str], ...] = ()
    spells: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Removal:
    """A unit that left the table; `by` is the unit that did it, empty if nobody or unknown."""

    id: str
    victim: str = ""
    by: str = ""
    round: SmallCount = 0
    how: Literal["ko", "routed"] = "ko"


@dataclass(frozen=True)
class SoloState(State):
    games: Table[TableGame] = field(default_factory=dict)
    sides: Table[TableSide] = field(default_factory=dict)
    lists: Table[PoolList] = field(default_factory=dict)
    units: Table[Unit] = field(default_factory=dict)
    markers: Table[Marker] = field(default_factory=dict)
    spells: Table[Spell] = field(default_factory=dict)
    activations: Table[Activation] = field(default_factory=dict)
    kills: Table[Removal] = field(default_factory=dict)

    @property
    def game(self) -> TableGame:
        return self.games["game"]

    def ai_sides(self) -> list[TableSide]:
        return [side for side in self.in_seat_order() if side.is_ai]

    def human_sides(self) -> list[TableSide]:
        return [side for side in self.in_seat_order() if not side.is_ai]

    def in_seat_order(self) -> list[TableSide]:
        return sorted(self.sides.values(), key=lambda side: (side.seat, side.id))

    def units_of(self, camp: str) -> list[Unit]:
        """All units of "ai" or "human" in list order, wherever they are."""
        seats = {side.id: at for at, side in enumerate(self.in_seat_order()) if side.camp == camp}
        mine = [unit for unit in self.units.values() if unit.side in seats]
        return sorted(mine, key=lambda unit: (seats[unit.side], unit.place, unit.id))

    def on_table(self, camp: str) -> list[Unit]:
        return [unit for unit in self.units_of(camp) if unit.on_table]

    def camp_of(self, side: str) -> str:
        return self.sides[side].camp if side in self.sides else ""
