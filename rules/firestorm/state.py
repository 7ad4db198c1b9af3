"""State of a Firestorm league as plain values: the campaign, its factions and players, the map and the
banners.

Things of one turn (orders, battles, fates) carry their `turn` and stay when it is over; what a turn allows
reads only its own. What is secret stands in none of these tables: orders before the reveal, and objectives
before they are shown, are sealed answers. Armies and cards stand in `muster_state.py`,
a siege's tables in `siege_state.py`. Figures that follow
from these live in `faction_figures.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from rules.engine.plain import Name, Words
from rules.engine.state import Predecessor, State, Table
from rules.firestorm.muster_state import Card, Character, ChartRow, DeckName, ObjectiveHeld, Upgrade
from rules.firestorm.siege_state import Gain, Purchase, Siege
from rules.maps.model import Ground, Link, Place
from rules.turns.settings import Value

CAMPAIGN = "campaign"

type Named = Faction | Player | Banner | Territory | Character | Upgrade | Card

type PhaseName = Literal[
    "setup", "preparation", "initiative", "orders", "reveal", "battles", "aftermath", "build", "scoring",
    "finished",
]  # fmt: skip
type Alliance = Literal["order", "chaos", "death", "destruction"]
type OrderKind = Literal["move", "forced_march", "fortify", "hold"]
type Reason = Literal["", "none_given", "illegal", "attacked_first"]
type Grade = Literal["major_victory", "minor_victory", "draw", "minor_defeat", "major_defeat"]
type SideName = Literal["attack", "defend", "third"]
type Trait = Literal["", "duardin", "ogor"]
type Coin = Literal["build", "glory"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaver:
    """A person who knows what a faction plans and plays in it no more."""

    owner: str
    faction: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign:
    """Where the league stands. `settings` holds only what differs from the book's defaults.

    `initiative` is the order of this turn, highest first; `done` are the factions that have acted in this
    phase; `step` counts every change of phase. `winners` are several when victory is shared. `own` are the
    decks and charts the organiser has written; the others are the book's. `forced`: the organiser ends this
    phase although somebody has not acted. `left` are those who have left a faction in this turn.
    """

    id: str = CAMPAIGN
    edition: str = "firestorm-1"
    settings: tuple[tuple[str, Value], ...] = ()
    realm: str = ""
    phase: PhaseName = "setup"
    turn: int = 0
    step: int = 0
    initiative: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    deadline: datetime | None = None
    paused: bool = False
    paused_at: datetime | None = None
    winners: tuple[str, ...] = ()
    victory: str = ""
    own: tuple[DeckName, ...] = ()
    forced: bool = False
    left: tuple[Leaver, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Faction:
    """A side on the map, of one player or several. `owner` is the person who founded it.

    `corner` is the territory of its own Lord's Tower, `trait` what sieges heed, `scepter` whether it has
    forged one. Build points and glory follow from the ledger and the map.
    """

    id: str
    owner: str = ""
    name: Name = ""
    colour: str = ""
    emblem: str = ""
    alliance: Alliance | Literal[""] = ""
    corner: str = ""
    trait: Trait = ""
    scepter: bool = False
    status: Literal["active", "out", "left"] = "active"
    predecessors: tuple[Predecessor, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A club member in exactly one faction. `owner` is the person; `alliance` that of their own army.

    `since` is the turn from whose beginning they play; before, they are a stranger to it.
    """

    id: str
    faction: str
    owner: str = ""
    name: Name = ""
    alliance: Alliance | Literal[""] = ""
    since: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Territory(Place):
    """A territory of the running league: whose it is, what stands on it, a stronghold's level."""

    owner: str = ""
    items: tuple[str, ...] = ()
    level: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Banner:
    """A field army: on the map, in reserve or removed, and only in one of these.

    `raised` is the turn it was raised in, `number` counts all banners ever raised. `fell` is where it was
    beaten while it waits in reserve. `moved`, `marched` and `razed` are of the running turn.
    """

    id: str
    faction: str
    name: Name = ""
    at: Literal["map", "reserve", "removed"] = "map"
    territory: str = ""
    raised: int = 0
    number: int = 0
    fell: str = ""
    moved: bool = False
    marched: bool = False
    razed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled:
    """A faction's dice for initiative, a tie's included."""

    faction: str
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """A faction's glory at the end of a turn."""

    faction: str
    holdings: int
    ledger: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A turn: the dice that ordered it and, at its end, everybody's score."""

    id: str
    number: int
    rolled: tuple[Rolled, ...] = ()
    scores: tuple[Score, ...] = ()
    ended: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderSheet:
    """That a faction has sealed its orders of a turn, and how often; what they say stands under the seal.

    `entry` is the entry that sealed them, empty once it has opened its own seal again. `silent`: sealed by
    the clock for a faction that gave none. `broken`: the organiser has looked at what is sealed now.
    """

    id: str
    turn: int
    faction: str
    entry: str = ""
    times: int = 0
    silent: bool = False
    broken: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A banner's order as revealed; `carried` is what it came to, `reason` why, if that is something else."""

    id: str
    turn: int
    faction: str
    banner: str
    kind: OrderKind = "hold"
    path: tuple[str, ...] = ()
    seq: int = 0
    carried: OrderKind = "hold"
    reason: Reason = ""
    trail: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsRow:
    """A line of a side's points in a battle: what for, how many, by which rule; `banners` give support."""

    side: SideName
    what: str
    points: int
    rule: str
    banners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Battle:
    """One clash for one territory in one turn. `number` counts those of the turn.

    `attacker` and `defender` are banners, `attack` and `defend` their factions; `garrison` the points of the
    defender's garrison. A battle `after` another one is queued: its defender is known when that is settled.
    `third` is the banner of a third faction in a three-way game; `third_won`: it has won that. `lines` are
    the points once `locked`. `result` is the attacker's, of all its `games`; `tabled` sides are annihilated.
    """

    id: str
    turn: int
    number: int
    territory: str
    attacker: str
    attack: str
    defender: str = ""
    defend: str = ""
    garrison: int = 0
    third: str = ""
    third_faction: str = ""
    after: str = ""
    status: Literal["queued", "open", "settled", "struck", "claimed"] = "open"
    locked: bool = False
    gears: tuple[str, ...] = ()
    lines: tuple[PointsRow, ...] = ()
    points: int = 0
    games: int = 1
    scenario: Name = ""
    result: Grade | Literal[""] = ""
    third_won: bool = False
    tabled: tuple[SideName, ...] = ()
    method: Literal["", "played", "siege", "walkover", "ruled"] = ""
    why: Words = ""
    rolled: tuple[str, ...] = ()
    applied: bool = False

    @property
    def factions(self) -> tuple[str, ...]:
        return tuple(one for one in (self.attack, self.defend, self.third_faction) if one)

    @property
    def banners(self) -> tuple[str, ...]:
        return tuple(one for one in (self.attacker, self.defender, self.third) if one)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAccount:
    """What one side has told last of a game, while another's report of it stands."""

    by: str
    result: Grade | Literal[""] = ""
    third_won: bool = False
    tabled: tuple[SideName, ...] = ()
    condition: Literal["", "none", "attack", "defend"] = ""
    attack: str = ""
    defend: str = ""
    fought: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Bout:
    """A game of a battle; `result` is the attacker's, `dead` the lost of factions that have `counted`.

    `third_won`: of three at one table the third has won. `assault`: it is the Final Assault of a siege, in
    which `fought` are the players of both sides. `accounts`: what other sides than `reported_by` have told of
    it, until it counts or is void; `anew`: the report that stands was made after a dispute.
    """

    id: str
    battle: str
    attack: str = ""
    defend: str = ""
    result: Grade | Literal[""] = ""
    third_won: bool = False
    tabled: tuple[SideName, ...] = ()
    status: Literal["open", "reported", "disputed", "confirmed", "void"] = "open"
    reported_by: str = ""
    confirmed_by: str = ""
    commands: tuple[tuple[str, int], ...] = ()
    dead: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()
    condition: Literal["", "none", "attack", "defend"] = ""
    words: Words = ""
    assault: bool = False
    fought: tuple[str, ...] = ()
    accounts: tuple[GameAccount, ...] = ()
    anew: bool = False

    @property
    def is_told_again(self) -> bool:
        """Whether the others are asked once more about what was disputed. Source: FS-50"""
        return self.status == "disputed" and self.anew


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """What became of a banner after a battle: it stays, retreats, scatters; by which die, and where to."""

    id: str
    battle: str
    banner: str
    kind: Literal["stays", "retreats", "scatters"]
    roll: int = 0
    to: str = ""
    settled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerRow:
    """A gain or loss of build points or glory, never changed: one that takes another back names it.

    `occasion` is a key of the book, `battle` where it came from, `rule` what says so.
    """

    id: str
    coin: Coin
    faction: str
    amount: int
    turn: int = 0
    occasion: str = ""
    battle: str = ""
    territory: str = ""
    rule: str = ""
    reverses: str = ""
    words: Words = ""


@dataclass(frozen=True)
class Firestorm(State):
    """A whole league."""

    campaign: Table[Campaign] = field(default_factory=dict)
    ground: Table[Ground] = field(default_factory=dict)
    territories: Table[Territory] = field(default_factory=dict)
    links: Table[Link] = field(default_factory=dict)
    factions: Table[Faction] = field(default_factory=dict)
    players: Table[Player] = field(default_factory=dict)
    banners: Table[Banner] = field(default_factory=dict)
    characters: Table[Character] = field(default_factory=dict)
    upgrades: Table[Upgrade] = field(default_factory=dict)
    charts: Table[ChartRow] = field(default_factory=dict)
    cards: Table[Card] = field(default_factory=dict)
    objectives: Table[ObjectiveHeld] = field(default_factory=dict)
    turns: Table[Turn] = field(default_factory=dict)
    sheets: Table[OrderSheet] = field(default_factory=dict)
    orders: Table[Order] = field(default_factory=dict)
    battles: Table[Battle] = field(default_factory=dict)
    bouts: Table[Bout] = field(default_factory=dict)
    fates: Table[Fate] = field(default_factory=dict)
    sieges: Table[Siege] = field(default_factory=dict)
    gains: Table[Gain] = field(default_factory=dict)
    purchases: Table[Purchase] = field(default_factory=dict)
    ledger: Table[LedgerRow] = field(default_factory=dict)

    @property
    def now(self) -> Campaign:
        """The one campaign entity."""
        return self.campaign[CAMPAIGN]

    def name_of(self, entity: str) -> str:
        """What people call something; its id when it has no name. A banner without one goes by its faction
        and its number, a player by the faction.
        """
        player = self.players.get(entity)
        if player and not player.name:
            return self.name_of(player.faction)
        banner = self.banners.get(entity)
        if banner and banner.number and not banner.name:
            return f"{self.name_of(banner.faction)} {banner.number}"
        tables: tuple[Mapping[str, Named], ...]
        tables = (self.factions, self.banners, self.territories, self.players)
        tables += (self.characters, self.upgrades, self.cards)
        return next((t[entity].name for t in tables if entity in t and t[entity].name), entity)
