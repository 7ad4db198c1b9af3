"""Where everything of a sheet goes: type size, row heights, pages. Millimetres and points, no trial render.

A page ends by decision: what each row needs is computed from the text, the rest of the height is shared out.
Up to ten units stand on one page; when they do not fit, the type steps down; when that is not enough, or there
are more units, page 1 holds the first ten, and the rest, the legend, the roll of honour and ruled lines follow.
"""

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from . import data
from .measure import MM, Face, Run, fitted, has_unknown, lines, printable, shortened

SIDES, TOP, FOOT = 10.0, 9.0, 8.5  # margins
FOOTER = 1.0  # the footer itself stands in the margin
GUTTER, TRACK, INNER_GAP = 4.0, 38.0, 2.0
STRIPS = 25.8  # the seven figures, the next mission, and the air around them
TITLE_SIZES = (22, 20.5, 19, 17, 15, 13)
NAME_SIZES = (11.5, 10.5, 9.5)
LEADING = 1.25
LEGEND_SIZE, LEGEND_COLUMNS, LEGEND_GAP, HANGING = 7.5, 4, 4.0, 2.7
TICKS, NAME_HEIGHT, NAME_LEADING = 5.4, 5.7, 4.4
NUMBER_ROOM, POINTS_ROOM = 4.4, 18.0
TRACK_HEIGHT, AIR = 15.2, 1.0  # the boxes with the line under them; above the ticks
HONOUR_LINE, HEADING, RULED = 4.0, 5.0, 7.6
MARKS: dict[data.Kind, str] = {"level": "▲", "skill": "◇", "talent": "✚", "injury": "✕"}
OPEN_BOXES = {1: "①", 5: "⑤", 10: "⑩", 15: "⑮", 20: "⑳", 25: "㉕", 30: "㉚"}
SOLID_BOXES = {1: "❶", 5: "❺", 10: "❿", 15: "⓯", 20: "⓴", 25: "\ue019", 30: "\ue01e"}
MOST_LINES = 40  # of one block's text: what is beyond is counted, not printed


class Sheet(NamedTuple):
    """A paper's size and the type sizes to try, largest first."""

    width: float
    height: float
    sizes: tuple[float, ...]

    @property
    def inner_width(self) -> float:
        return self.width - 2 * SIDES

    @property
    def column(self) -> float:
        return (self.inner_width - GUTTER) / 2

    @property
    def text_width(self) -> float:
        return self.column - TRACK - INNER_GAP

    @property
    def inner_height(self) -> float:
        return self.height - TOP - FOOT

    @property
    def room(self) -> float:
        """Height of a page without its footer."""
        return self.inner_height - FOOTER


PAPERS: dict[data.Paper, Sheet] = {
    "A4": Sheet(210, 297, (8.5, 8.2, 7.9, 7.6, 7.3)),
    "Letter": Sheet(215.9, 279.4, (8.2, 7.9, 7.6, 7.3)),
}


@dataclass(frozen=True)
class TraitRow:
    kind: data.Kind
    mark: str
    text: str


@dataclass(frozen=True)
class Block:
    """A unit with everything set: its name's size, its lines, its track."""

    unit: data.UnitBlock
    name_size: float
    name_lines: int
    figures: str
    traits: tuple[TraitRow, ...]
    upgrades: str
    track: tuple[str, ...]
    progress: str
    make_up: str
    needs: float  # height

    @property
    def name_class(self) -> str:
        return f"s{self.name_size * 10:.0f}"

    @property
    def top_class(self) -> str:
        return f"t{self.name_lines}"


def name_height(lines_: int) -> float:
    return NAME_HEIGHT + (lines_ - 1) * NAME_LEADING


@dataclass(frozen=True)
class Row:
    blocks: tuple[Block, ...]
    height: float


@dataclass(frozen=True)
class LegendEntry:
    mark: str
    name: str
    effect: str


@dataclass(frozen=True)
class Legend:
    columns: tuple[tuple[LegendEntry, ...], ...] = ()
    height: float = 0.0


@dataclass(frozen=True)
class Page:
    number: int
    rows: tuple[Row, ...] = ()
    legend: Legend = Legend()
    fallen: tuple[data.Fallen, ...] = ()
    ruled: tuple[int, ...] = ()
    units: tuple[int, int] = (0, 0)  # first and last number on it


@dataclass(frozen=True)
class SheetLayout:
    sheet: data.WarbandSheet
    paper: Sheet
    size: float
    title_size: float
    head: float
    pages: tuple[Page, ...]
    footer_name: str
    unknown_letters: bool
    underdog_boxes: str = field(default="")


def lay_out(sheet: data.WarbandSheet, paper: data.Paper = "A4") -> SheetLayout:
    """The whole sheet, set on the paper."""
    sheet, format_ = printable(sheet), PAPERS[paper]
    title_size, title_lines = fitted(sheet.name, "display", TITLE_SIZES, format_.inner_width - 36)
    head = max(20.0, title_lines * title_size * 1.15 * MM + 9)
    size, pages = paginated(sheet, format_, head)
    return SheetLayout(
        sheet=sheet,
        paper=format_,
        size=size,
        title_size=title_size,
        head=head,
        pages=pages,
        footer_name=shortened(sheet.name, "text", 6.8, 60),
        unknown_letters=has_unknown(sheet),
        underdog_boxes=underdog_boxes(sheet.next_mission.underdog),
    )


def paginated(sheet: data.WarbandSheet, paper: Sheet, head: float) -> tuple[float, tuple[Page, ...]]:
    first_room = paper.room - head - STRIPS
    legend = legend_of(sheet, paper)
    if len(sheet.units) <= data.BLOCKS:
        for size in paper.sizes:
            blocks = [block(unit, size, paper, sheet.words) for unit in sheet.units]
            if page := one_page(sheet, blocks, legend, size, paper, first_room):
                return size, (page,)
    return several_pages(sheet, legend, paper, first_room)


# One page


def one_page(
    sheet: data.WarbandSheet, blocks: list[Block], legend: Legend, size: float, paper: Sheet, room: float
) -> Page | None:
    """Everything on one page with blank blocks up to ten, or as many as fit; None when it does not fit."""
    free = room - legend.height
    if sum(heights(in_pairs(blocks))) > free:
        return None
    fallen = sheet.fallen if sum(heights(in_pairs(blocks))) + honour_height(sheet) <= free else ()
    free -= honour_height(sheet) if fallen else 0
    filled = with_blanks(blocks, size, paper, sheet.words, free)
    return Page(1, shared_out(in_pairs(filled), free), legend, fallen)


def with_blanks(blocks: list[Block], size: float, paper: Sheet, words: data.Words, free: float) -> list[Block]:
    filled = list(blocks)
    number = max((one.unit.number for one in blocks), default=0)
    while len(filled) < data.BLOCKS:
        number += 1
        more = [*filled, block(data.UnitBlock(number), size, paper, words)]
        if sum(heights(in_pairs(more))) > free:
            break
        filled = more
    return filled


# Several pages


def several_pages(
    sheet: data.WarbandSheet, legend: Legend, paper: Sheet, first_room: float
) -> tuple[float, tuple[Page, ...]]:
    """Ten units on page 1 in the largest type that allows it, the others after it."""
    size = next((size for size in paper.sizes if ten_fit(sheet, size, paper, first_room)), paper.sizes[-1])
    rows = in_pairs([block(unit, size, paper, sheet.words) for unit in sheet.units])
    later_room = paper.room - 11
    pages = []
    while rows:
        room = later_room if pages else first_room
        taken = rows[: max(1, how_many_fit(rows, room, 5 if not pages else len(rows)))]
        rows = rows[len(taken) :]
        last = not rows
        pages.append(Page(len(pages) + 1, tuple(taken) if last else shared_out(taken, room)))
    return size, closed(pages, sheet, legend, first_room, later_room)


def closed(
    pages: list[Page], sheet: data.WarbandSheet, legend: Legend, first_room: float, later_room: float
) -> tuple[Page, ...]:
    """The legend, the roll of honour and ruled lines: on the last page where they fit, else on one more."""
    closing = legend.height + honour_height(sheet)
    room = first_room if len(pages) == 1 else later_room
    if len(pages) == 1 or sum(row.height for row in pages[-1].rows) + closing > room:
        last = pages[-1]
        pages[-1] = replace(last, rows=shared_out(list(last.rows), room))
        pages.append(Page(len(pages) + 1))
    last = pages[-1]
    rows = shared_out(list(last.rows), later_room - closing, most=9.0)
    left = later_room - closing - sum(row.height for row in rows) - HEADING
    ruled = tuple(range(int(left // RULED))) if left > 3 * RULED else ()
    pages[-1] = Page(last.number, rows, legend, sheet.fallen, ruled)
    return tuple(replace(page, units=numbers(page)) for page in pages)


def ten_fit(sheet: data.WarbandSheet, size: float, paper: Sheet, room: float) -> bool:
    blocks = [block(unit, size, paper, sheet.words) for unit in sheet.units[: data.BLOCKS]]
    return sum(heights(in_pairs(blocks))) <= room


def how_many_fit(rows: list[Row], room: float, most: int) -> int:
    count, used = 0, 0.0
    for row in rows[:most]:
        used += row.height
        if used > room:
            break
        count += 1
    return count


def numbers(page: Page) -> tuple[int, int]:
    found = [one.unit.number for row in page.rows for one in row.blocks]
    return (found[0], found[-1]) if found else (0, 0)


# Rows


def in_pairs(blocks: list[Block]) -> list[Row]:
    pairs = [tuple(blocks[i : i + 2]) for i in range(0, len(blocks), 2)]
    return [Row(pair, max(one.needs for one in pair)) for pair in pairs]


def heights(rows: list[Row]) -> list[float]:
    return [row.height for row in rows]


def shared_out(rows: list[Row], room: float, most: float = 60.0) -> tuple[Row, ...]:
    """Every row gets an equal share of the height that is left."""
    if not rows:
        return ()
    share = min(most, max(0.0, (room - sum(heights(rows))) / len(rows)))
    return tuple(replace(row, height=round(row.height + share, 2)) for row in rows)


# One block


def block(unit: data.UnitBlock, size: float, paper: Sheet, words: data.Words) -> Block:
    """The unit set in type of `size`, with the height it needs."""
    name_room = paper.column - NUMBER_ROOM - POINTS_ROOM
    name_size, name_lines = fitted(unit.name, "display", NAME_SIZES, name_room, labels_width(unit))
    traits, upgrades = tuple(map(trait_row, unit.traits)), upgrades_text(unit, words)
    make_up = make_up_text(unit)
    left = text_lines(unit, traits, upgrades, size, paper.text_width) * size * LEADING * MM
    right = TRACK_HEIGHT + (lines([(make_up, "text")], 7, TRACK) if make_up else 0) * 7 * LEADING * MM
    return Block(
        unit=unit,
        name_size=name_size,
        name_lines=name_lines,
        figures=figures_text(unit),
        traits=traits,
        upgrades=upgrades,
        track=track(unit.xp),
        progress=progress_text(unit),
        make_up=make_up,
        needs=name_height(name_lines) + max(left, right) + TICKS + AIR,
    )


def text_lines(
    unit: data.UnitBlock, traits: tuple[TraitRow, ...], upgrades: str, size: float, room: float
) -> int:
    total = lines([(figures_text(unit), "bold")], size, room)
    total += sum(lines([(arm.name, "bold"), (arm.profile, "text")], size, room) for arm in unit.weapons)
    total += lines([(", ".join(unit.rules), "italic")], size, room) if unit.rules else 0
    total += sum(lines([(row.text, "bold")], size, room - size * MM * 1.2) for row in traits)
    return total + (lines([(upgrades, "text")], size, room) if upgrades else 0)


def labels_width(unit: data.UnitBlock) -> float:
    """Millimetres of the framed words behind the name."""
    labels = ["hero"] * unit.is_hero + [unit.status] * bool(unit.status)
    return sum(3.5 + len(label) * 1.75 for label in labels)


def figures_text(unit: data.UnitBlock) -> str:
    if unit.is_blank:
        return "Q ____  D ____  Tough ____"
    parts = [f"Q {unit.quality}", f"D {unit.defense}", f"Tough {unit.tough}" if unit.tough else ""]
    kind = ", ".join(part for part in (unit.unit_type, f"{unit.models} models" if unit.models > 1 else "", unit.note) if part)
    return "\u2002".join(part.replace(" ", "\u00a0") for part in parts if part) + (f" · {kind}" if kind else "")


def trait_row(line: data.TraitLine) -> TraitRow:
    names = ", ".join(trait.name + ("\u00a0" + "☐" * trait.boxes if trait.boxes else "") for trait in line.traits)
    return TraitRow(line.kind, MARKS[line.kind], f"{line.group}: {names}" if line.group else names)


def upgrades_text(unit: data.UnitBlock, words: data.Words) -> str:
    shown = ", ".join(map(item_text, unit.items))
    return f"{words.upgrades} {shown}" if shown else ""


def item_text(item: data.Item) -> str:
    paid = "" if item.points is None else signed(item.points)
    aside = ", ".join(part for part in (paid, item.note) if part)
    return f"{item.name} ({aside})" if aside else item.name


def signed(points: int) -> str:
    return str(points).replace("-", "−")


def make_up_text(unit: data.UnitBlock) -> str:
    parts = []
    for position, part in enumerate(unit.make_up):
        sign = "−\u00a0" if part.points < 0 else "+\u00a0" if position else ""
        parts.append(f"{sign}{abs(part.points)}\u00a0{part.label}")
    return " ".join(parts)


def progress_text(unit: data.UnitBlock) -> str:
    if unit.is_blank:
        return ""
    ahead = "top level" if unit.next_level_in is None else f"next in {unit.next_level_in}"
    return f"{unit.xp} XP · level {unit.level} · {ahead}"


def track(xp: int) -> tuple[str, ...]:
    """Three rows of ten boxes: solid earned, open ahead, numbers on the first and on every fifth."""
    boxes = [SOLID_BOXES.get(n, "■") if n <= xp else OPEN_BOXES.get(n, "□") for n in range(1, data.XP_MAX + 1)]
    return tuple("".join(boxes[start : start + 10]) for start in (0, 10, 20))


def underdog_boxes(points: int | None) -> str:
    """Boxes to tick: ten for the pencil when not known yet, never more than twenty in a row."""
    count = 10 if points is None else points
    return "☐" * min(count, 20) + (f" of {count}" if count > 20 else "")


# Legend and roll of honour


def legend_of(sheet: data.WarbandSheet, paper: Sheet) -> Legend:
    """Every trait that occurs, once, by kind and name, in columns of about equal height."""
    found = {(line.kind, trait.name): trait.effect for unit in sheet.units for line in unit.traits for trait in line.traits}
    ordered = sorted(found.items(), key=lambda pair: (data.KINDS.index(pair[0][0]), pair[0][1]))
    entries = [LegendEntry(MARKS[kind], name, effect) for (kind, name), effect in ordered]
    if not entries:
        return Legend()
    room = (paper.inner_width - (LEGEND_COLUMNS - 1) * LEGEND_GAP) / LEGEND_COLUMNS - HANGING
    counts = [lines(legend_runs(entry), LEGEND_SIZE, room) for entry in entries]
    columns = balanced(counts)
    tallest = max(sum(counts[i] for i in column) for column in columns)
    height = HEADING + 0.6 + tallest * LEGEND_SIZE * LEADING * MM + 1
    return Legend(tuple(tuple(entries[i] for i in column) for column in columns), height)


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


def honour_height(sheet: data.WarbandSheet) -> float:
    return HEADING + 1 + len(sheet.fallen) * HONOUR_LINE if sheet.fallen else 0.0
