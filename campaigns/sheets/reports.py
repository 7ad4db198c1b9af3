"""The mission report for a pen: blank, or with both sides already written in.

A unit goes out at most once in a mission, so the ledger has one row per victim: by whom, when, how, casualty
die, XP. Two warbands stand side by side; more of them, or long lists, take further pages, and rounds, result and
signatures follow the last.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from . import data
from .blocks import FORMATS, Format
from .measure import Face, fitted, has_unknown, printable, shortened, width

ROWS = 12  # that fit above rounds and result
ROWS_ALONE = 27  # on a page of its own
NAME_ROOM, NAME_SIZES = 30.5, (8.2, 7.6, 7.0)
SIDE_TITLE_SIZES = (13.5, 12.0, 10.5, 9.0)
TABLE_COLUMNS = 6


@dataclass(frozen=True)
class ReportRow:
    """`number` and the rest empty on a row for the pen; `size` in points."""

    number: int
    name: str = ""
    points: int | None = None
    is_hero: bool = False
    size: str = "m"


@dataclass(frozen=True)
class ReportPart:
    """A side, or the next rows of it, as it stands on one page."""

    side: data.ReportSide
    title: str
    title_size: float
    player: str
    underdog_boxes: str
    rows: tuple[ReportRow, ...]
    is_first: bool


@dataclass(frozen=True)
class ReportPage:
    number: int
    parts: tuple[ReportPart, ...]
    closes: bool


@dataclass(frozen=True)
class ReportLayout:
    form: data.ReportForm
    paper: Format
    pages: tuple[ReportPage, ...]
    ruled: tuple[int, ...]
    tables: tuple[tuple[data.DiceTable, ...], ...]
    unknown_letters: bool
    letters: tuple[str, ...]


def lay_out(form: data.ReportForm, paper: data.Paper = "A4") -> ReportLayout:
    form = printable(form)
    short_page = paper == "Letter"
    pages = tuple(numbered(paged(form, short_page)))
    return ReportLayout(
        form=form,
        paper=FORMATS[paper],
        pages=pages,
        ruled=tuple(range(3 if short_page else 5)) if not form.tables else (),
        tables=in_columns(form.tables),
        unknown_letters=has_unknown(form),
        letters=tuple(side.letter for side in form.sides),
    )


def paged(form: data.ReportForm, short_page: bool) -> Iterator[ReportPage]:
    """Pairs of sides; the rounds and the result go under the only pair when its lists are short enough."""
    pairs = [form.sides[i : i + 2] for i in range(0, len(form.sides), 2)]
    longest = max((len(side.units) for side in form.sides), default=0)
    if len(pairs) == 1 and longest <= ROWS:
        yield ReportPage(1, parts(pairs[0], 0, ROWS), closes=True)
        return
    alone = ROWS_ALONE - 2 * short_page
    for pair in pairs:
        rows = max(len(side.units) for side in pair)
        for start in range(0, max(rows, 1), alone):
            yield ReportPage(1, parts(pair, start, min(alone, max(ROWS, rows - start + 2))), closes=False)
    yield ReportPage(1, (), closes=True)


def numbered(pages: Iterator[ReportPage]) -> Iterator[ReportPage]:
    for number, page in enumerate(pages, 1):
        yield replace(page, number=number)


def parts(pair: Sequence[data.ReportSide], start: int, count: int) -> tuple[ReportPart, ...]:
    return tuple(part(side, start, count) for side in pair)


def part(side: data.ReportSide, start: int, count: int) -> ReportPart:
    player = shortened(side.player, "text", 8.5, 26)
    room = 92 - 7 - width(player, "text", 8.5) - 3
    title_size, _ = fitted(side.name, "display", SIDE_TITLE_SIZES, room)
    underdog = side.underdog
    return ReportPart(
        side=side,
        title=shortened(side.name, "display", title_size, room),
        title_size=title_size,
        player=player,
        underdog_boxes="☐" * min(5 if underdog is None else underdog, 12),
        rows=tuple(rows_of(side, start, count)),
        is_first=start == 0,
    )


def rows_of(side: data.ReportSide, start: int, count: int) -> Iterator[ReportRow]:
    for position in range(start, start + count):
        if position < len(side.units):
            yield row(side.units[position])
        else:
            yield ReportRow(position + 1)


def row(unit: data.ReportUnit) -> ReportRow:
    """The name in the largest type that takes one line, else in two small ones."""
    room = NAME_ROOM - width(str(unit.points), "text", 7) - 1.5
    face = face_of(unit)
    size, count = fitted(unit.name, face, NAME_SIZES, room)
    if count == 1:
        return ReportRow(
            unit.number, unit.name, unit.points, unit.is_hero, {8.2: "m", 7.6: "s"}.get(size, "xs")
        )
    name = shortened(unit.name, face, 6.4, 2 * room - 6)
    return ReportRow(unit.number, name, unit.points, unit.is_hero, "two")


def face_of(unit: data.ReportUnit) -> Face:
    return "bold" if unit.is_hero else "text"


def in_columns(tables: tuple[data.DiceTable, ...]) -> tuple[tuple[data.DiceTable, ...], ...]:
    """The dice tables side by side, short ones stacked so that at most six columns are needed."""
    columns: list[list[data.DiceTable]] = [[table] for table in tables]
    while len(columns) > TABLE_COLUMNS:
        depths = [sum(len(table.rows) + 1 for table in column) for column in columns]
        first = min(range(len(columns) - 1), key=lambda i: depths[i] + depths[i + 1])
        columns[first : first + 2] = [columns[first] + columns[first + 1]]
    return tuple(map(tuple, columns))
