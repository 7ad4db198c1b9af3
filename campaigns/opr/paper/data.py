"""What a printed page says, complete and ready: the templates do no sums and look nothing up.

Plain frozen dataclasses. Points, VP and XP are whole numbers; texts are printed as they stand, names may hold
any script (what the faces cannot print is marked and noted by `layout`). Nothing here knows the database.
"""

from dataclasses import dataclass, field
from typing import Literal

from django.utils.translation import gettext as _

from campaigns.engine.lines import Paper as Paper
from rules.engine.language import in_figures

Kind = Literal["level", "skill", "talent", "injury"]

KINDS: tuple[Kind, ...] = ("level", "skill", "talent", "injury")
XP_MAX = 30  # boxes of the track, OPR-47
BLOCKS = 10  # unit blocks of one page


@dataclass(frozen=True)
class PrintedWords:
    """A book's words, as they stand on paper."""

    force: str = field(default_factory=lambda: _("warband"))
    down: str = field(default_factory=lambda: _("stunned"))  # the passing bad state: stunned or shaken
    out: str = field(default_factory=lambda: _("out"))
    writes_routed: bool = False  # report: whether a routed unit gets a row

    @property
    def routed(self) -> str:
        if self.writes_routed:
            return _("mark a routed unit with an R")
        return _("leave out routed units")


@dataclass(frozen=True)
class PrintedWeapon:
    """`profile` is everything behind the name, e.g. '24" A1 AP(2), Reliable'."""

    name: str
    profile: str = ""


@dataclass(frozen=True)
class PrintedTrait:
    """`name` with its option, "Specialist (shooting)"; `effect` the book's short text; `boxes` to tick while
    playing (Elite: 4 or 1, Motivated: 1, by the book)."""

    name: str
    effect: str
    boxes: int = 0


@dataclass(frozen=True)
class PrintedTraitLine:
    """All of one kind; `group` is the skill set's name ("Captain"), else empty. Two skill sets, two lines."""

    kind: Kind
    traits: tuple[PrintedTrait, ...]
    group: str = ""


@dataclass(frozen=True)
class PrintedItem:
    """An upgrade with the points once paid (needed for selling); None for found things, with a `note`
    such as "found, cannot be sold". `points` are those of one of them."""

    name: str
    points: int | None = None
    note: str = ""
    count: int = 1

    @property
    def text(self) -> str:
        """`2x Twin Hammer (5 each)`."""
        times = f"{self.count}x " if self.count > 1 else ""
        paid = "" if self.points is None else in_figures(self.points)
        if paid and self.count > 1:
            paid = _("%(points)s each") % {"points": paid}
        aside = ", ".join(part for part in (paid, self.note) if part)
        return f"{times}{self.name}\u00a0({aside})" if aside else f"{times}{self.name}"


@dataclass(frozen=True)
class PriceLine:
    """One part of a unit's points: (65, "list"), (20, "upgrades"), (30, "levels"), (-10, "casualty")."""

    points: int
    label: str


@dataclass(frozen=True)
class UnitBlock:
    """One unit of the sheet. `quality`, `defense`: "4+", empty leaves a line for the pencil; `tough`: 0 where
    it has none; `models`: figures in it.

    `points` is what it is worth now, the sum of `make_up`. `next_level_in`: XP still missing, None at the
    top. `status` stands in a frame behind the name: "sits out 2", "captured". `note` follows the type, e.g.
    the unit a hero has joined. `points` None makes a block for the pen.
    """

    number: int
    name: str = ""
    points: int | None = None
    make_up: tuple[PriceLine, ...] = ()
    unit_type: str = ""
    quality: str = ""
    defense: str = ""
    tough: int = 0
    models: int = 1
    is_hero: bool = False
    weapons: tuple[PrintedWeapon, ...] = ()
    rules: tuple[str, ...] = ()
    traits: tuple[PrintedTraitLine, ...] = ()
    items: tuple[PrintedItem, ...] = ()
    xp: int = 0
    level: int = 0
    next_level_in: int | None = None
    status: str = ""
    note: str = ""

    @property
    def is_blank(self) -> bool:
        return self.points is None


@dataclass(frozen=True)
class Fallen:
    """A line of the roll of honour: what it was ("hero, level 1") and how it went."""

    name: str
    what: str
    how: str
    xp: int


@dataclass(frozen=True)
class NextMission:
    """What is already known of the next mission, in points; None leaves a line for the pencil.
    `underdog`: underdog points to tick off. `objective`: the name of the rolled one."""

    cap: int | None = None
    fielded: int | None = None
    highest: int | None = None
    underdog: int | None = None
    objective: str = ""


@dataclass(frozen=True)
class StandingsPlace:
    """In the standings; no `rank` before the first mission."""

    rank: int | None = None
    among: int = 0
    shared: bool = False


@dataclass(frozen=True)
class WarbandSheet:
    """A warband's whole sheet; without a name it is the blank one for the pen.

    `value`: points of all units; `available`: of those not sitting out; `pool`: unspent points.
    `vp_note`: where the VP come from, "3 wins, 1 event".
    `average`: VP per mission as printed ("1.75"), empty where the league does not average.
    `missions_limit`: the league's number of missions, None where it has none.
    `underdog_step`, `objective_points`, `event_on`: figures of the book for the reminders;
    `underdog_of_available`: underdogs compare what could be fielded, not what was.
    `url`: where the code leads (the live sheet); empty prints no code. `printed`: the date, as printed.
    """

    name: str
    player: str
    league: str
    book: str
    words: PrintedWords = field(default_factory=PrintedWords)
    missions_played: int = 0
    missions_limit: int | None = None
    value: int = 0
    available: int = 0
    pool: int = 0
    vp: int = 0
    vp_note: str = ""
    wins: int = 0
    losses: int = 0
    place: StandingsPlace = StandingsPlace()
    average: str = ""
    heroes: int = 0
    heroes_max: int = 3
    underdog_step: int = 10
    underdog_of_available: bool = False
    objective_points: int = 10
    event_on: str = "5+"
    next_mission: NextMission = NextMission()
    units: tuple[UnitBlock, ...] = ()
    fallen: tuple[Fallen, ...] = ()
    url: str = ""
    printed: str = ""

    @property
    def is_blank(self) -> bool:
        return not self.name


@dataclass(frozen=True)
class PrintedUnitCard:
    """One unit on a card of 88 × 63 mm; traits carry their effects."""

    unit: UnitBlock
    force: str
    words: PrintedWords = field(default_factory=PrintedWords)


@dataclass(frozen=True)
class PrintedReportUnit:
    number: int
    name: str
    points: int
    is_hero: bool = False


@dataclass(frozen=True)
class PrintedReportSide:
    """One warband of a report. `fielded` in points; `underdog` points; both None for the pen. `objective` is
    the name of the special one it rolled."""

    letter: str
    name: str = ""
    player: str = ""
    fielded: int | None = None
    underdog: int | None = None
    units: tuple[PrintedReportUnit, ...] = ()
    objective: str = ""


@dataclass(frozen=True)
class DiceTable:
    """One of the dice tables under a blank report: rows of ("2–5", "recovers")."""

    title: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class PrintedReport:
    """A mission report to fill in with a pen: blank, or with the sides known so far.

    `mission`: its number, None when blank; `name`: what its players call it. `cap`: the most anybody may
    field, in points, `cap_note` why. `rewards` and `experience`: one sentence a line. `tables`: the book's
    dice tables, for an evening without any phone. `url`: where the report is typed in.
    """

    book: str
    league: str = ""
    mission: int | None = None
    name: str = ""
    cap: int | None = None
    cap_note: str = ""
    words: PrintedWords = field(default_factory=PrintedWords)
    sides: tuple[PrintedReportSide, ...] = (PrintedReportSide("A"), PrintedReportSide("B"))
    objective_points: int = 10
    event_on: str = "5+"
    rewards: tuple[str, ...] = ()
    experience: tuple[str, ...] = ()
    tables: tuple[DiceTable, ...] = ()
    url: str = ""

    @property
    def is_blank(self) -> bool:
        return self.mission is None


@dataclass(frozen=True)
class StandingLine:
    """A row of the standings; `rank` and `average` as printed ("1", "–"; "1.75", "" where none is kept)."""

    rank: str
    name: str
    player: str
    played: int
    won: int
    lost: int
    vp: int
    value: int
    xp: int
    average: str = ""


@dataclass(frozen=True)
class LeagueFront:
    """The first page of a league's file. `when`: "After mission 4 of 8."; `how`: how the standings are
    counted, one sentence each."""

    name: str
    book: str
    when: str = ""
    how: tuple[str, ...] = ()
    lines: tuple[StandingLine, ...] = ()
    url: str = ""
    printed: str = ""
