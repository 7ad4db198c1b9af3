"""What an OPR campaign consists of, in five tables: campaign, progress, warbands, units, missions.

Values are sums and therefore properties, never fields. Sheet order is `Warband.units`: living units by id, in
the order they came. The past stands in the journal; a mission keeps what its later steps have to know.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Literal

from rules.engine.language import say
from rules.engine.lazy_tables import peek
from rules.engine.plain import Count, Name, SmallCount, Words
from rules.engine.state import Gone, Predecessor, State, Table
from rules.opr.app_sides import AppMet
from rules.opr.league.small_parts import Spent, Team

CAMPAIGN, PROGRESS = "campaign", "progress"  # the ids of the one row in each of these tables

type UnitStatus = Literal["active", "sitting_out", "captured", "dead", "disbanded"]
type MissionStatus = Literal["setup", "playing", "finished", "abandoned"]
type Step = Literal["setup", "play", "casualties", "experience", "upgrades", "recruiting", "done"]
type Rival = Literal["", "ranked", "unranked"]
type TraitKind = Literal["level", "injury", "talent", "skill"]
STEPS: tuple[Step, ...] = ("setup", "play", "casualties", "experience", "upgrades", "recruiting", "done")


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon as printed; `range` in inches, 0 is melee; `count` how many of them the unit carries."""

    label: str
    range: int = 0
    attacks: int = 1
    count: int = 1
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SpecialRule:
    label: str
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class Profile:
    """What the tabletop needs of a unit; 0 means nobody entered it."""

    quality: int = 0
    defense: int = 0
    tough: int = 0
    models: int = 1
    weapons: tuple[Weapon, ...] = ()
    rules: tuple[SpecialRule, ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """An upgrade with its original price (may be negative; None: never had one, e.g. found in an event)."""

    id: str
    label: str
    price: int | None = None
    origin: Literal["list", "event"] = "list"
    ap: int | None = None
    tried: str = ""  # the mission in whose step 5 a sale was last tried
    weapons: tuple[Weapon, ...] = ()
    rules: tuple[SpecialRule, ...] = ()

    @property
    def points(self) -> int:
        """What it adds to its unit's value; what an event brought adds nothing."""
        return self.price or 0 if self.origin == "list" else 0


@dataclass(frozen=True, slots=True)
class Trait:
    """A trait on the sheet; `option` says which Specialist it is, `level` which level brought it."""

    kind: TraitKind
    key: str
    option: str = ""
    level: int = 0
    mission: str = ""


@dataclass(frozen=True, slots=True)
class Campaign:
    """The league; `settings` holds only what differs from the book's default. `picks`: until its first
    mission players choose their teams."""

    id: str = CAMPAIGN
    edition: str = ""
    settings: tuple[tuple[str, str], ...] = ()
    status: Literal["founding", "running", "ended"] = "founding"
    limit: SmallCount | None = None
    limit_die: SmallCount | None = None
    averaging: bool = False
    time_zone: str = "UTC"
    started: datetime | None = None
    ends: datetime | None = None
    ended: datetime | None = None
    winners: tuple[str, ...] = ()
    decider: tuple[str, ...] = ()  # tied warbands that still have to play for the win
    teams: tuple[Team, ...] = ()
    picks: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """How far it has come; apart from `Campaign`, which every entry reads, so that corrections touch less."""

    id: str = PROGRESS
    missions_opened: Count = 0
    missions_finished: Count = 0
    warbands_founded: Count = 0
    open_missions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Warband:
    """`missions` counts for averages; `mission` it is in or has not walked through, `later` are more."""

    id: str
    owner: str = ""
    name: str = ""
    pool: int = 0
    vp: int = 0
    missions: Count = 0
    won: Count = 0
    status: Literal["active", "disbanded"] = "active"
    order: Count = 0
    units: tuple[str, ...] = ()
    mission: str = ""
    late: bool = False
    founded_after: Count = 0
    rival: Rival = ""  # run by the app, with a record; unranked: it wins no league
    reached: datetime | None = None  # when the mission ended since which it has had the VP of the limit
    later: tuple[str, ...] = ()
    team: str = ""
    predecessors: tuple[Predecessor, ...] = ()

    @property
    def average(self) -> Fraction | None:
        return Fraction(self.vp, self.missions) if self.missions else None


@dataclass(frozen=True, slots=True)
class Unit:
    """One entry of a sheet; `level_points` and `casualty_points` are what levels and wounds add to it."""

    id: str
    warband: str = ""
    name: Name = ""
    hero: bool = False
    caster: bool = False
    list_points: int = 0
    items: tuple[Item, ...] = ()
    level_points: int = 0
    casualty_points: int = 0
    xp: SmallCount = 0
    level: SmallCount = 0
    traits: tuple[Trait, ...] = ()
    sets: tuple[str, ...] = ()
    status: UnitStatus = "active"
    sits_out: SmallCount = 0
    order: Count = 0
    joined_to: str = ""
    profile: Profile = field(default_factory=Profile)
    veteran: bool = False
    recruited: str = ""  # the mission after which it was recruited, empty for a founding unit
    left: str = ""  # the mission in which it died or was disbanded

    @property
    def item_points(self) -> int:
        return sum(item.points for item in self.items)

    @property
    def value(self) -> int:
        """List price, original prices of its upgrades, levels and wounds; never below 0 (A-04)."""
        return max(0, self.list_points + self.item_points + self.level_points + self.casualty_points)

    @property
    def living(self) -> bool:
        return self.status not in ("dead", "disbanded")

    @property
    def available(self) -> bool:
        return self.status == "active"

    def held(self, kind: TraitKind) -> tuple[Trait, ...]:
        return tuple(trait for trait in self.traits if trait.kind == kind)

    def has(self, kind: TraitKind, key: str, option: str = "") -> bool:
        return any(t.key == key and (not option or t.option == option) for t in self.held(kind))


@dataclass(frozen=True, slots=True)
class Frozen:
    """A fielded unit as it stood at the end of step 1."""

    unit: str
    xp: int = 0
    level: int = 0
    value: int = 0
    traits: tuple[Trait, ...] = ()
    items: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """One warband in one mission."""

    warband: str
    step: Step = "setup"
    ready: bool = False
    available: int = 0
    fielded: tuple[str, ...] = ()
    frozen: tuple[Frozen, ...] = ()
    value: int = 0
    underdog: int = 0
    spent: tuple[Spent, ...] = ()
    objective: str = ""
    objective_dice: tuple[int, ...] = ()
    met: bool | None = None
    conceded: int = 0  # the round, 0: it did not
    moment: str = ""
    won: bool = False
    vp: int | None = None  # that the result brought, None: those of a win or a loss
    skipped: bool = False
    casualties: tuple[str, ...] = ()  # units of this side that were casualties of this mission
    no_xp: tuple[str, ...] = ()  # "dead" without permadeath, or bought free by a duel: no survival XP
    doctor: bool = False
    heroes_recruited: int = 0
    veterans: int = 0
    gambles: int = 0  # tries to sell a five-point item in this step 5
    stood_in: bool = False  # the app played it, and everything counts
    recovers: bool = False  # its casualty die of 1 counts as recovered
    until: datetime | None = None  # how long it has for its steps, where the league says so
    longer: SmallCount = 0  # how often that was put off by itself
    overdue: bool = False  # its time is over: an organiser sees to what is left

    @property
    def underdog_left(self) -> int:
        return self.underdog - len(self.spent)


@dataclass(frozen=True, slots=True)
class Kill:
    """One unit taken out. `victim` and `killer` are unit ids, `neutral:<what>`, or empty for "nobody"."""

    victim: str
    killer: str = ""
    round: int = 0
    melee: bool = False
    charge: bool = False
    down: bool = False
    routed: bool = False


@dataclass(frozen=True, slots=True)
class Check:
    """The event die of one round; with one die each (A-19) `warband` says whose."""

    round: int
    die: int
    warband: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """A random event of a mission: what was drawn and what has been decided so far.

    `details` pairs a drawn unit with what was drawn for it. `seal` is the entry that sealed a secret note;
    `note` (a unit) and `words` are empty until it is opened. `app` are those of the app's own that it met.
    """

    id: str
    code: int
    round: int = 1
    warband: str = ""
    units: tuple[str, ...] = ()
    quarter: str = ""
    number: int = 0
    details: tuple[tuple[str, str], ...] = ()
    seal: str = ""
    revealed: bool = False
    note: str = ""
    words: str = ""
    outcome: str = ""  # how a decision or a duel ended
    settled: bool = False
    points: int = 0  # what it has brought so far, so that an abandoned mission can give it back
    vp: int = 0
    app: tuple[AppMet, ...] = ()
    noted: int = 0  # the round in which the note was sealed

    @property
    def sealed(self) -> bool:
        return bool(self.seal)

    @property
    def app_hit(self) -> tuple[AppMet, ...]:
        """Those of the app's own that it hit; whoever only plays the foe of a duel is not among them."""
        return tuple(one for one in self.app if one.id != dict(self.details).get("foe"))


@dataclass(frozen=True, slots=True)
class Mission:
    id: str
    number: Count = 0
    name: Name = ""
    status: MissionStatus = "setup"
    sides: tuple[Side, ...] = ()
    round: SmallCount = 0
    checks: tuple[Check, ...] = ()
    events: tuple[Event, ...] = ()
    kills: tuple[Kill, ...] = ()
    winner: str = ""
    decider: bool = False
    opened: datetime | None = None
    began: datetime | None = None
    finished: datetime | None = None
    words: Words = ""
    ended: datetime | None = None  # at the table, where that was before it was told

    def side(self, warband: str) -> Side:
        """The side of a warband; `Gone` when it does not take part."""
        for side in self.sides:
            if side.warband == warband:
                return side
        raise Gone("warbands", warband)

    @property
    def warbands(self) -> tuple[str, ...]:
        """Who plays; a warband that lets the mission pass is a side, but not of these."""
        return tuple(side.warband for side in self.sides if not side.skipped)

    @property
    def fielded(self) -> tuple[str, ...]:
        return tuple(unit for side in self.sides for unit in side.fielded)

    @property
    def open(self) -> bool:
        return self.status in ("setup", "playing")

    def event(self, event_id: str) -> Event:
        for event in self.events:
            if event.id == event_id:
                return event
        raise Gone("events", event_id)


@dataclass(frozen=True)
class OprState(State):
    """A campaign as plain tables."""

    campaign: Table[Campaign] = field(default_factory=dict)
    progress: Table[Progress] = field(default_factory=dict)
    warbands: Table[Warband] = field(default_factory=dict)
    units: Table[Unit] = field(default_factory=dict)
    missions: Table[Mission] = field(default_factory=dict)

    @property
    def league(self) -> Campaign:
        return self.campaign[CAMPAIGN]

    @property
    def so_far(self) -> Progress:
        return self.progress[PROGRESS]

    @property
    def active(self) -> list[Warband]:
        """The living warbands in founding order."""
        living = (one for one in self.warbands.values() if one.status == "active")
        return sorted(living, key=lambda one: (one.order, one.id))

    @property
    def under_way(self) -> list[Mission]:
        """The missions that some warband is in or has not walked through yet, by number."""
        met = {met for one in self.warbands.values() for met in (one.mission, *one.later)}
        return sorted((self.missions[one] for one in met if one in self.missions), key=lambda one: one.number)

    def called(self, table: str, entity_id: str) -> str:
        """The same; a mission without a name by its number."""
        number = getattr(peek(self.missions, entity_id) if table == "missions" else None, "number", 0)
        return super().called(table, entity_id) or (say("mission {number}", number=number) if number else "")

    def sheet(self, warband: str) -> list[Unit]:
        """The living units of a warband in sheet order."""
        if listed := self.warbands[warband].units:
            return [self.units[unit] for unit in listed]
        found = [unit for unit in self.units.values() if unit.warband == warband and unit.living]
        return sorted(found, key=lambda unit: (unit.order, unit.id))
