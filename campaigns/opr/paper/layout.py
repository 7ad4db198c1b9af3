"""Where everything of a sheet goes: type size, row heights, pages. Millimetres and points, no trial render.

A page ends by decision: what each row needs is computed from the text, the rest of the height is shared
out. Up to ten units stand on one page; when they do not fit, the type steps down; when that is not enough,
or there are more units, page 1 holds the first ten, and the rest, the legend, the roll of honour and ruled
lines follow.
"""

from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from campaigns.opr.paper import data
from campaigns.opr.paper.blocks import LEADING, MARKS, Block, typeset_unit
from campaigns.paper.formats import FORMATS, Format
from campaigns.paper.measure import (
    MM,
    Face,
    Run,
    fitted_size,
    has_unknown,
    line_count,
    printable,
    readable,
    shortened,
)

STRIPS = 25.8  # the seven figures, the next mission, and the air around them
TITLE_SIZES = (22, 20.5, 19, 17, 15, 13)
LEGEND_SIZE, LEGEND_COLUMNS, LEGEND_GAP, HANGING = 7.5, 4, 4.0, 2.7
UNDER_SIZE, CODE_ROOM = 9.2, 38.0
MOST_UNDERDOG = 14
HONOUR_SIZE, HONOUR_LINE, HEADING, RULED = 8.0, 4.0, 5.0, 7.6


@dataclass(frozen=True)
class SheetRow:
    blocks: tuple[Block, ...]
    height: float


@dataclass(frozen=True)
class LegendEntry:
    mark: str
    name: str
    effect: str


@dataclass(frozen=True)
class SheetLegend:
    columns: tuple[tuple[LegendEntry, ...], ...] = ()
    height: float = 0.0


@dataclass(frozen=True)
class PrintedPage:
    number: int
    rows: tuple[SheetRow, ...] = ()
    legend: SheetLegend = SheetLegend()
    fallen: tuple[data.Fallen, ...] = ()
    ruled: tuple[int, ...] = ()
    units: tuple[int, int] = (0, 0)  # first and last number on it


@dataclass(frozen=True)
class SheetLayout:
    sheet: data.WarbandSheet
    paper: Format
    size: float
    title_size: float
    head: float
    under: str
    pages: tuple[PrintedPage, ...]
    footer_name: str
    unknown_letters: bool
    underdog_boxes: str = field(default="")


def sheet_layout(sheet: data.WarbandSheet, paper: data.Paper = "A4", under: str = "") -> SheetLayout:
    """The whole sheet, set on the paper; `under` is the line under its name."""
    sheet, form = printable(sheet), FORMATS[paper]
    sheet = replace(sheet, fallen=tuple(honoured(one, form) for one in sheet.fallen))
    title_size, title_lines = fitted_size(sheet.name, "display", TITLE_SIZES, form.inner_width - CODE_ROOM)
    under = readable(under)
    under_lines = line_count([(under, "text")], UNDER_SIZE, form.inner_width - CODE_ROOM)
    head = max(20.0, (title_lines * title_size * 1.15 + under_lines * UNDER_SIZE * 1.3) * MM + 4)
    size, pages = paginated(sheet, form, head)
    return SheetLayout(
        sheet=sheet,
        paper=form,
        size=size,
        title_size=title_size,
        head=head,
        under=under,
        pages=pages,
        footer_name=shortened(sheet.name, "text", 6.8, 60),
        unknown_letters=has_unknown(sheet),
        underdog_boxes=underdog_boxes(sheet.next_mission.underdog),
    )


def paginated(sheet: data.WarbandSheet, paper: Format, head: float) -> tuple[float, tuple[PrintedPage, ...]]:
    first_room = paper.room - head - STRIPS
    legend = legend_of(sheet, paper)
    if len(sheet.units) <= data.BLOCKS:
        for size in paper.sizes:
            blocks = [typeset_unit(unit, size, paper) for unit in sheet.units]
            if page := one_page(sheet, blocks, legend, size, paper, first_room):
                return size, (page,)
    return several_pages(sheet, legend, paper, first_room)


# One page


def one_page(
    sheet: data.WarbandSheet,
    blocks: list[Block],
    legend: SheetLegend,
    size: float,
    paper: Format,
    room: float,
) -> PrintedPage | None:
    """Everything on one page with blank blocks up to ten, or as many as fit; None when it does not fit."""
    free = room - legend.height
    if sum(heights(in_pairs(blocks))) > free:
        return None
    fallen = sheet.fallen if sum(heights(in_pairs(blocks))) + honour_height(sheet) <= free else ()
    free -= honour_height(sheet) if fallen else 0
    filled = with_blanks(blocks, size, paper, free)
    return PrintedPage(1, shared_out(in_pairs(filled), free), legend, fallen)


def with_blanks(blocks: list[Block], size: float, paper: Format, free: float) -> list[Block]:
    filled = list(blocks)
    number = max((one.unit.number for one in blocks), default=0)
    while len(filled) < data.BLOCKS:
        number += 1
        more = [*filled, typeset_unit(data.UnitBlock(number), size, paper)]
        if sum(heights(in_pairs(more))) > free:
            break
        filled = more
    return filled


# Several pages


def several_pages(
    sheet: data.WarbandSheet, legend: SheetLegend, paper: Format, first_room: float
) -> tuple[float, tuple[PrintedPage, ...]]:
    """Ten units on page 1 in the largest type that allows it, the others after it."""
    size = next((size for size in paper.sizes if ten_fit(sheet, size, paper, first_room)), paper.sizes[-1])
    last = max(unit.number for unit in sheet.units)
    pen = (data.UnitBlock(last + 1),) * (len(sheet.units) % 2)
    rows = in_pairs([typeset_unit(unit, size, paper) for unit in sheet.units + pen])
    later_room = paper.room - 11
    pages: list[PrintedPage] = []
    while rows:
        room = later_room if pages else first_room
        taken = rows[: max(1, how_many_fit(rows, room, 5 if not pages else len(rows)))]
        rows = rows[len(taken) :]
        pages.append(PrintedPage(len(pages) + 1, shared_out(taken, room) if rows else tuple(taken)))
    return size, closing_pages(pages, sheet, legend, first_room, later_room)


def closing_pages(
    pages: list[PrintedPage],
    sheet: data.WarbandSheet,
    legend: SheetLegend,
    first_room: float,
    later_room: float,
) -> tuple[PrintedPage, ...]:
    """The legend, the roll of honour and ruled lines: on the last page where they fit, else on one more."""
    closing = legend.height + honour_height(sheet)
    room = first_room if len(pages) == 1 else later_room
    if len(pages) == 1 or sum(row.height for row in pages[-1].rows) + closing > room:
        last = pages[-1]
        pages[-1] = replace(last, rows=shared_out(list(last.rows), room))
        pages.append(PrintedPage(len(pages) + 1))
    last = pages[-1]
    rows = shared_out(list(last.rows), later_room - closing, most=9.0)
    left = later_room - closing - sum(row.height for row in rows) - HEADING
    ruled = tuple(range(int(left // RULED))) if left > 3 * RULED else ()
    pages[-1] = PrintedPage(last.number, rows, legend, sheet.fallen, ruled)
    return tuple(replace(page, units=unit_numbers(page)) for page in pages)


def ten_fit(sheet: data.WarbandSheet, size: float, paper: Format, room: float) -> bool:
    blocks = [typeset_unit(unit, size, paper) for unit in sheet.units[: data.BLOCKS]]
    return sum(heights(in_pairs(blocks))) <= room


def how_many_fit(rows: list[SheetRow], room: float, most: int) -> int:
    count, used = 0, 0.0
    for row in rows[:most]:
        used += row.height
        if used > room:
            break
        count += 1
    return count


def unit_numbers(page: PrintedPage) -> tuple[int, int]:
    found = [one.unit.number for row in page.rows for one in row.blocks if not one.unit.is_blank]
    return (found[0], found[-1]) if found else (0, 0)


# Rows


def in_pairs(blocks: list[Block]) -> list[SheetRow]:
    pairs = [tuple(blocks[i : i + 2]) for i in range(0, len(blocks), 2)]
    return [SheetRow(pair, max(one.needs for one in pair)) for pair in pairs]


def heights(rows: list[SheetRow]) -> list[float]:
    return [row.height for row in rows]


def shared_out(rows: list[SheetRow], room: float, most: float = 60.0) -> tuple[SheetRow, ...]:
    """Every row gets an equal share of the height that is left."""
    if not rows:
        return ()
    share = min(most, max(0.0, (room - sum(heights(rows))) / len(rows)))
    return tuple(replace(row, height=round(row.height + share, 2)) for row in rows)


def underdog_boxes(points: int | None) -> str:
    """Boxes to tick: ten for the pencil when not known yet; of very many as many as the line holds."""
    count = 10 if points is None else points
    if count <= MOST_UNDERDOG:
        return "☐" * count
    return _("%(boxes)s of %(n)s") % {"boxes": "☐" * MOST_UNDERDOG, "n": count}


# Legend and roll of honour


def legend_of(sheet: data.WarbandSheet, paper: Format) -> SheetLegend:
    """Every trait that occurs, once, by kind and name, in columns of about equal height."""
    found = {
        (line.kind, trait.name): trait.effect
        for unit in sheet.units
        for line in unit.traits
        for trait in line.traits
    }
    ordered = sorted(found.items(), key=lambda pair: (data.KINDS.index(pair[0][0]), pair[0][1]))
    entries = [LegendEntry(MARKS[kind], name, effect) for (kind, name), effect in ordered]
    if not entries:
        return SheetLegend()
    room = (paper.inner_width - (LEGEND_COLUMNS - 1) * LEGEND_GAP) / LEGEND_COLUMNS - HANGING
    counts = [line_count(legend_runs(entry), LEGEND_SIZE, room) for entry in entries]
    columns = balanced(counts)
    tallest = max(sum(counts[i] for i in column) for column in columns)
    height = HEADING + 0.6 + tallest * LEGEND_SIZE * LEADING * MM + 1
    return SheetLegend(tuple(tuple(entries[i] for i in column) for column in columns), height)


def legend_runs(entry: LegendEntry) -> list[Run]:
    bold: Face = "bold"
    return [(entry.name, bold), (entry.effect, "text")]


def balanced(counts: list[int]) -> list[list[int]]:
    """Entry positions in at most four columns, in order, none higher than needed."""
    for target in range(max(max(counts), -(-sum(counts) // LEGEND_COLUMNS)), sum(counts) + 1):
        columns: list[list[int]] = [[]]
        used = 0
        for position, count in enumerate(counts):
            if used + count > target:
                columns.append([])
                used = 0
            columns[-1].append(position)
            used += count
        if len(columns) <= LEGEND_COLUMNS:
            return columns
    raise AssertionError("one column always holds everything")


def honoured(fallen: data.Fallen, paper: Format) -> data.Fallen:
    """One line of the roll, its parts cut to their columns."""
    wide = paper.inner_width
    return replace(
        fallen,
        name=shortened(fallen.name, "bold", HONOUR_SIZE, 0.27 * wide),
        what=shortened(fallen.what, "text", HONOUR_SIZE, 0.16 * wide),
        how=shortened(fallen.how, "text", HONOUR_SIZE, 0.46 * wide),
    )


def honour_height(sheet: data.WarbandSheet) -> float:
    return HEADING + 1 + len(sheet.fallen) * HONOUR_LINE if sheet.fallen else 0.0
