"""The mission report for a pen: blank, or with both sides already written in.

A unit goes out at most once in a mission, so the ledger has one row per victim: by whom, when, how, casualty
die, XP. Two warbands stand side by side; more of them, or long lists, take further pages, and rounds,
result and signatures follow the last.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from campaigns.opr.paper import data
from campaigns.paper.formats import FORMATS, Format
from campaigns.paper.measure import Face, fitted_size, has_unknown, printable, shortened, width

ROWS = 12  # at least, so that a blank one serves most warbands
ROW, RULED, MOST_RULED = 7.15, 7.6, 5
HEADS, CLOSING, NOTES, TABLES = (
    46.0,
    70.0,
    4.5,
    34.0,
)  # heights: above and below the rows; rounds to signatures
NAME_ROOM, NAME_SIZES = 29.1, (8.2, 7.6, 7.0)
SIDE_TITLE_SIZES = (13.5, 12.0, 10.5, 9.0, 7.5)
TABLE_COLUMNS, TABLE_SIZE = 6, 7.3


@dataclass(frozen=True)
class ReportRow:
    """`number` and the rest empty on a row for the pen; `size` in points."""

    number: int
    name: str = ""
    points: int | None = None
    is_hero: bool = False
    size: str = "m"


@dataclass(frozen=True)
class ReportBlock:
    """A side, or the next rows of it, as it stands on one page."""

    side: data.PrintedReportSide
    title: str
    title_size: float
    player: str
    underdog_boxes: str
    rows: tuple[ReportRow, ...]


@dataclass(frozen=True)
class ReportPage:
    number: int
    blocks: tuple[ReportBlock, ...]
    closes: bool


@dataclass(frozen=True)
class TableColumn:
    """Dice tables one under the other; millimetres from the left edge, and wide."""

    tables: tuple[data.DiceTable, ...]
    left: float
    width: float


@dataclass(frozen=True)
class ReportLayout:
    form: data.PrintedReport
    paper: Format
    pages: tuple[ReportPage, ...]
    ruled: tuple[int, ...]
    tables: tuple[TableColumn, ...]
    unknown_letters: bool
    letters: tuple[str, ...]


def report_layout(form: data.PrintedReport, paper: data.Paper = "A4") -> ReportLayout:
    form, paper_format = printable(form), FORMATS[paper]
    pages = tuple(numbered_pages(report_pages(form, paper_format.room)))
    return ReportLayout(
        form=form,
        paper=paper_format,
        pages=pages,
        ruled=() if form.tables else tuple(range(ruled_lines(pages[-1], paper_format.room))),
        tables=set_side_by_side(in_columns(form.tables), paper_format.inner_width),
        unknown_letters=has_unknown(form),
        letters=tuple(side.letter for side in form.sides),
    )


def report_pages(form: data.PrintedReport, room: float) -> Iterator[ReportPage]:
    """Pairs of sides; rounds and result go under the last pair when its lists are short enough."""
    pairs = [form.sides[i : i + 2] for i in range(0, len(form.sides), 2)]
    with_closing = int((room - HEADS - CLOSING - (TABLES if form.tables else 0)) // ROW)
    alone = int((room - HEADS) // ROW)
    for pair in pairs:
        units = max(len(side.units) for side in pair)
        for start in range(0, max(units, 1), alone):
            rows = max(ROWS, units - start + 1)
            closes = pair is pairs[-1] and start + alone >= units and rows <= with_closing
            yield ReportPage(1, blocks(pair, start, min(rows, alone)), closes)
    if not closes:
        yield ReportPage(1, (), closes=True)


def ruled_lines(page: ReportPage, room: float) -> int:
    rows = max((len(block.rows) for block in page.blocks), default=0)
    left = room - HEADS - CLOSING - NOTES - rows * ROW
    return min(MOST_RULED, max(0, int(left // RULED)))


def numbered_pages(pages: Iterator[ReportPage]) -> Iterator[ReportPage]:
    for number, page in enumerate(pages, 1):
        yield replace(page, number=number)


def blocks(pair: Sequence[data.PrintedReportSide], start: int, count: int) -> tuple[ReportBlock, ...]:
    return tuple(report_block(side, start, count) for side in pair)


def report_block(side: data.PrintedReportSide, start: int, count: int) -> ReportBlock:
    player = shortened(side.player, "text", 8.5, 26)
    room = 92 - 7 - width(player, "text", 8.5) - 3
    title_size, _ = fitted_size(side.name, "display", SIDE_TITLE_SIZES, room)
    underdog = side.underdog
    return ReportBlock(
        side=side,
        title=shortened(side.name, "display", title_size, room),
        title_size=title_size,
        player=player,
        underdog_boxes="☐" * min(5 if underdog is None else underdog, 12),
        rows=tuple(report_rows(side, start, count)),
    )


def report_rows(side: data.PrintedReportSide, start: int, count: int) -> Iterator[ReportRow]:
    """The units listed, then rows for the pen, numbered on."""
    listed = side.units[start : start + count]
    yield from map(row, listed)
    next_number = max((unit.number for unit in side.units), default=0) + 1
    for number in range(next_number, next_number + count - len(listed)):
        yield ReportRow(number)


def row(unit: data.PrintedReportUnit) -> ReportRow:
    """The name in the largest type that takes one line, else in two small ones."""
    room = NAME_ROOM - width(str(unit.points), "text", 7) - 1.5
    face = face_of(unit)
    size, count = fitted_size(unit.name, face, NAME_SIZES, room)
    if count == 1:
        return ReportRow(
            unit.number, unit.name, unit.points, unit.is_hero, {8.2: "m", 7.6: "s"}.get(size, "xs")
        )
    name = shortened(unit.name, face, 6.4, 2 * room - 6)
    return ReportRow(unit.number, name, unit.points, unit.is_hero, "two")


def face_of(unit: data.PrintedReportUnit) -> Face:
    return "bold" if unit.is_hero else "text"


def in_columns(tables: tuple[data.DiceTable, ...]) -> tuple[tuple[data.DiceTable, ...], ...]:
    """The dice tables side by side, short ones stacked so that at most six columns are needed."""
    columns: list[list[data.DiceTable]] = [[table] for table in tables]
    while len(columns) > TABLE_COLUMNS:
        depths = [sum(len(table.rows) + 1 for table in column) for column in columns]
        first = min(range(len(columns) - 1), key=lambda i: depths[i] + depths[i + 1])
        columns[first : first + 2] = [columns[first] + columns[first + 1]]
    return tuple(map(tuple, columns))


def set_side_by_side(columns: tuple[tuple[data.DiceTable, ...], ...], room: float) -> tuple[TableColumn, ...]:
    """Each column gets the room its widest line asks for, scaled so that all of them fill the page."""
    asked = [max(map(table_width, column)) + 3 for column in columns]
    scale = room / sum(asked) if asked else 1.0
    lefts = accumulate((wide * scale for wide in asked), initial=0.0)
    return tuple(
        TableColumn(column, round(left, 2), round(wide * scale - 2, 2))
        for column, left, wide in zip(columns, lefts, asked, strict=False)
    )


def table_width(table: data.DiceTable) -> float:
    rows = [width(f"{face} {text}", "text", TABLE_SIZE) for face, text in table.rows]
    return max([width(table.title, "bold", TABLE_SIZE), *rows])
