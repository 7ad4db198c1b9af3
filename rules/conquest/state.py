"""State of a Conquest league as plain values: the campaign, its realms, the map, battles and sieges.

Things of one round (events, challenges, battles) carry their `round` and stay when it is over; what a round
allows reads only its own. Sizes are counted in halves (an ordinary territory 2, a city 4), so nothing is
ever a fraction. Figures that follow from these tables live in `realm_figures.py` and `reach.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from rules.engine.language import listed, mark, said
from rules.engine.lazy_tables import peek
from rules.engine.plain import Count, Name, SmallCount, Words
from rules.engine.state import Predecessor, State, Table
from rules.maps.model import Ground, Link, Place
from rules.turns.settings import Value

CAMPAIGN = "campaign"

type PhaseName = Literal[
    "setup", "capitals", "order", "events", "revenue", "challenge", "choice", "battle", "conquest", "finished"
]
type Grade = Literal["lose", "draw", "minor", "major", "massacre"]
type SideName = Literal["attack", "defend"]
type Building = Literal["", "castle", "city", "mine", "port"]

BUILDINGS: tuple[Building, ...] = ("castle", "city", "mine", "port")


AGAINST = {
    "land": mark("{attackers} against {defenders}"),
    "sea": mark("{attackers} against {defenders} at sea"),
    "siege": mark("{attackers} against {defenders} for the fort at {territory}"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign:
    """Where the league stands. `settings` holds only what differs from the book's defaults.

    `active` is the realm whose turn it is (empty when nobody or everybody acts), `done` those who have
    acted in this phase, `turn` counts every change of phase or turn.
    """

    id: str = CAMPAIGN
    edition: str = "conquest-1"
    settings: tuple[tuple[str, Value], ...] = ()
    phase: PhaseName = "setup"
    round: Count = 0
    turn: Count = 0
    active: str = ""
    done: tuple[str, ...] = ()
    pick_order: tuple[str, ...] = ()
    deadline: datetime | None = None
    paused: bool = False
    paused_at: datetime | None = None
    winner: str = ""
    victory: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Realm:
    """A player's empire. `owner` is a person, `ep` what can be spent now, `gold` the treasury.

    `plundered`, `conquered` and `raided` (realms, realms, territories) belong to the running round.
    `status`: waiting for a capital, active, eliminated or left. `rank` is the last frozen rank, 1 largest.
    """

    id: str
    owner: str = ""
    name: Name = ""
    colour: str = ""
    emblem: str = ""
    gold: int = 0
    ep: int = 0
    status: Literal["waiting", "active", "eliminated", "left"] = "active"
    sails: bool = False
    capital: str = ""
    rank: SmallCount = 0
    plundered: tuple[str, ...] = ()
    conquered: tuple[str, ...] = ()
    raided: tuple[str, ...] = ()
    predecessors: tuple[Predecessor, ...] = ()

    @property
    def is_out(self) -> bool:
        """Whether it has fallen or left: what it had is lost, whatever its row still says."""
        return self.status in ("eliminated", "left")


@dataclass(frozen=True, slots=True, kw_only=True)
class Territory(Place):
    """A territory of the running league; `owner` is the realm whose banner stands on it."""

    building: Building = ""
    owner: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rank:
    """One line of the frozen order: size in halves, tie-breaks, and the dice that decided."""

    realm: str
    halves: int
    cities: int
    castles: int
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Earned:
    """Empire points one realm earned in a round, from how many battles."""

    realm: str
    points: int
    battles: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round: its frozen order, largest first, and what everybody earned."""

    id: str
    number: Count
    ranking: tuple[Rank, ...] = ()
    earned: tuple[Earned, ...] = ()
    ended: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """An event taken in a round; `used` once a one-time benefit is gone."""

    id: str
    round: Count
    realm: str
    event: str
    target: str = ""
    territory: str = ""
    used: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """Who challenged whom; `broken_by` names who drew the challenger out of a team."""

    id: str
    round: Count
    challenger: str
    defender: str
    broken_by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What a defender with several challengers chose: one battle against the team, or a series."""

    id: str
    round: Count
    defender: str
    mode: Literal["team", "series"] = "team"


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """One realm's army in a battle report."""

    realm: str
    vp: int = 0
    units_lost: int = 0
    break_point: int = 1
    general_lost: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What happened to one side of a battle; figures of a team are those of its hosts added up."""

    withdrew: bool = False
    surrendered: bool = False
    hosts: tuple[Host, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a battle was worth to one realm, already less the team's point."""

    realm: str
    grade: Grade
    won: bool
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleAccount:
    """What one side has told last of a battle, while the other's report of it stands."""

    by: str
    attack: Facts
    defend: Facts
    outcome: Literal["", "attack", "defend", "draw"] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Battle:
    """A battle of one round. `points` is one side's army, `shares` how a team divides it.

    `gold` is what was committed, empty until everybody has (`committed`).
    `method`: how it was decided; `total` the adjusted dice of an abstract battle; `why` a verdict's.
    `accounts`: what the side told that has not made the report on the table; `anew`: that report was made
    after a dispute.
    """

    id: str
    round: Count
    kind: Literal["land", "siege", "sea"] = "land"
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    territory: str = ""
    points: int = 0
    shares: tuple[tuple[str, int], ...] = ()
    gold: tuple[tuple[str, int], ...] = ()
    committed: bool = False
    volunteers: tuple[str, ...] = ()
    abstract_for: tuple[str, ...] = ()
    status: Literal["open", "reported", "disputed", "settled", "struck"] = "open"
    method: Literal["", "played", "abstract", "walkover", "ruled"] = ""
    reported_by: str = ""
    attack: Facts = Facts()
    defend: Facts = Facts()
    outcome: Literal["", "attack", "defend", "draw"] = ""
    total: int = 0
    results: tuple[Result, ...] = ()
    why: Words = ""
    accounts: tuple[BattleAccount, ...] = ()
    anew: bool = False

    @property
    def members(self) -> tuple[str, ...]:
        return self.attackers + self.defenders

    @property
    def is_told_again(self) -> bool:
        """Whether the other side is asked once more about what it has disputed. Source: CQ-91"""
        return self.status == "disputed" and self.anew

    def side_of(self, realm: str) -> SideName:
        return "attack" if realm in self.attackers else "defend"


@dataclass(frozen=True, slots=True, kw_only=True)
class Siege:
    """A siege, under its territory's id: the besieger has the banner, `holder` the fort.

    `since` is the round it began, `tried` the last round with a siege battle.
    """

    id: str
    holder: str
    since: Count
    tried: Count = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Consent:
    """An answer to the wish to besiege instead of conquering."""

    id: str
    round: Count
    territory: str
    besieger: str
    holder: str
    given: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Advantage:
    """Naval advantage of one realm over another, `id` is `holder>over`."""

    id: str
    holder: str
    over: str
    since: Count


@dataclass(frozen=True)
class Conquest(State):
    """A whole league."""

    campaign: Table[Campaign] = field(default_factory=dict)
    ground: Table[Ground] = field(default_factory=dict)
    territories: Table[Territory] = field(default_factory=dict)
    links: Table[Link] = field(default_factory=dict)
    realms: Table[Realm] = field(default_factory=dict)
    rounds: Table[Round] = field(default_factory=dict)
    events: Table[Event] = field(default_factory=dict)
    challenges: Table[Challenge] = field(default_factory=dict)
    choices: Table[Choice] = field(default_factory=dict)
    battles: Table[Battle] = field(default_factory=dict)
    sieges: Table[Siege] = field(default_factory=dict)
    consents: Table[Consent] = field(default_factory=dict)
    advantages: Table[Advantage] = field(default_factory=dict)

    @property
    def now(self) -> Campaign:
        """The one campaign entity."""
        return self.campaign[CAMPAIGN]

    def called(self, table: str, entity_id: str) -> str:
        """The same; a battle by who fights in it, and where that is not on land."""
        battle = peek(self.battles, entity_id) if table == "battles" else None
        return self.against(battle) if battle else super().called(table, entity_id)

    def against(self, battle: Battle) -> str:
        """ "Marta and Kwame against Ilse at sea"."""
        attackers, defenders = (
            listed(self.name_of(one) for one in side) for side in (battle.attackers, battle.defenders)
        )
        about = {"attackers": attackers, "defenders": defenders, "territory": battle.territory}
        return said(AGAINST[battle.kind], **about)

    def name_of(self, realm: str) -> str:
        """A realm's name for sentences, its id when it has none."""
        known: Mapping[str, Realm] = self.realms
        return known[realm].name or realm if realm in known else realm
