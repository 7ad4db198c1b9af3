"""One unit's block: its texts composed, its height computed from them.

Millimetres and points; the figures below agree with templates/campaigns/opr/paper/print.css.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.opr.paper import data
from campaigns.paper.formats import Format
from campaigns.paper.measure import MM, fitted_size, line_count
from rules.engine.language import with_heading

TRACK, INNER_GAP = 38.0, 2.0
NAME_SIZES = (11.5, 10.5, 9.5)
LEADING = 1.25
TICKS, NAME_HEIGHT, NAME_LEADING = 5.4, 5.7, 4.4
NUMBER_ROOM, POINTS_ROOM = 4.4, 18.0
TRACK_HEIGHT, AIR = 15.2, 1.0  # the boxes with the line under them; above the ticks
PENCIL = "____"  # where a figure is not known
MOST_WEAPON_LINES, MOST_RULE_LINES, MOST_UPGRADE_LINES = 14, 6, 12
MARKS: dict[data.Kind, str] = {"level": "▲", "skill": "◇", "talent": "✚", "injury": "✕"}
OPEN_BOXES = {1: "①", 5: "⑤", 10: "⑩", 15: "⑮", 20: "⑳", 25: "㉕", 30: "㉚"}
SOLID_BOXES = {1: "❶", 5: "❺", 10: "❿", 15: "⓯", 20: "⓴", 25: "\ue019", 30: "\ue01e"}


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
    weapons: tuple[data.PrintedWeapon, ...]
    rules: str
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


def text_width(paper: Format) -> float:
    """What a block's texts have beside the track."""
    return paper.column - TRACK - INNER_GAP


def name_height(lines_: int) -> float:
    return NAME_HEIGHT + (lines_ - 1) * NAME_LEADING


def typeset_unit(unit: data.UnitBlock, size: float, paper: Format) -> Block:
    """The unit set in type of `size`, with the height it needs."""
    name_room = paper.column - NUMBER_ROOM - POINTS_ROOM
    name_size, name_lines = fitted_size(unit.name, "display", NAME_SIZES, name_room, labels_width(unit))
    room = text_width(paper)
    weapons = kept_weapons(unit.weapons, size, room)
    rules = kept(unit.rules, MOST_RULE_LINES, size, room)
    traits = tuple(map(trait_row, unit.traits))
    upgrades = upgrades_text(unit, size, room)
    make_up = make_up_text(unit)
    figures = figures_text(unit)
    left = text_lines(figures, weapons, rules, traits, upgrades, size, room) * size * LEADING * MM
    right = TRACK_HEIGHT + (line_count([(make_up, "text")], 7, TRACK) if make_up else 0) * 7 * LEADING * MM
    return Block(
        unit=unit,
        name_size=name_size,
        name_lines=name_lines,
        figures=figures,
        weapons=weapons,
        rules=rules,
        traits=traits,
        upgrades=upgrades,
        track=track(unit.xp),
        progress=progress_text(unit),
        make_up=make_up,
        needs=name_height(name_lines) + max(left, right) + TICKS + AIR,
    )


def text_lines(
    figures: str,
    weapons: tuple[data.PrintedWeapon, ...],
    rules: str,
    traits: tuple[TraitRow, ...],
    upgrades: str,
    size: float,
    room: float,
) -> int:
    total = line_count([(figures, "bold")], size, room)
    total += sum(weapon_lines(weapon, size, room) for weapon in weapons)
    total += line_count([(rules, "italic")], size, room) if rules else 0
    total += sum(line_count([(row.text, "bold")], size, room - size * MM * 1.03) for row in traits)
    return total + (line_count([(upgrades, "text")], size, room) if upgrades else 0)


def weapon_lines(weapon: data.PrintedWeapon, size: float, room: float) -> int:
    return line_count([(weapon.name, "text"), (weapon.profile, "text")], size, room)


def kept_weapons(
    weapons: tuple[data.PrintedWeapon, ...], size: float, room: float
) -> tuple[data.PrintedWeapon, ...]:
    """All of them; of an absurd number as many as a block can hold, and how many there are more."""
    used = 0
    for position, weapon in enumerate(weapons):
        used += weapon_lines(weapon, size, room)
        if used > MOST_WEAPON_LINES:
            return (*weapons[:position], data.PrintedWeapon(more(len(weapons) - position)))
    return weapons


def kept(texts: Sequence[str], most: int, size: float, room: float) -> str:
    """The texts as a list; of an absurd number as many as `most` lines hold, and how many there are more."""
    for count in range(len(texts), 0, -1):
        rest = [more(len(texts) - count)] if count < len(texts) else []
        listed = ", ".join([*texts[:count], *rest])
        if line_count([(listed, "italic")], size, room) <= most:
            return listed
    return more(len(texts)) if texts else ""


def more(count: int) -> str:
    return ngettext("%(n)s more on the live sheet", "%(n)s more on the live sheet", count) % {"n": count}


def labels_width(unit: data.UnitBlock) -> float:
    """Millimetres of the framed words behind the name."""
    return framed(_("Hero") if unit.is_hero else "") + framed(unit.status)


def framed(label: str) -> float:
    return 3.5 + len(label) * 1.75 if label else 0.0


def figures_text(unit: data.UnitBlock) -> str:
    if unit.is_blank:
        return "  ".join(printed_figures(PENCIL, PENCIL, PENCIL))
    parts = printed_figures(unit.quality or PENCIL, unit.defense or PENCIL, unit.tough)
    kind = ", ".join(part for part in (unit.unit_type, models_text(unit), unit.note) if part)
    return "\u2002".join(part.replace(" ", "\u00a0") for part in parts) + (f" · {kind}" if kind else "")


def printed_figures(quality: str, defense: str, tough: int | str) -> list[str]:
    found = [_("Q %(n)s") % {"n": quality}, _("D %(n)s") % {"n": defense}]
    return [*found, _("Tough %(n)s") % {"n": tough}] if tough else found


def models_text(unit: data.UnitBlock) -> str:
    """How many figures are in it; empty for one."""
    if unit.models <= 1:
        return ""
    return ngettext("%(n)s model", "%(n)s models", unit.models) % {"n": unit.models}


def trait_row(line: data.PrintedTraitLine) -> TraitRow:
    names = ", ".join(
        trait.name + ("\u00a0" + "☐" * trait.boxes if trait.boxes else "") for trait in line.traits
    )
    return TraitRow(line.kind, MARKS[line.kind], with_heading(line.group, names) if line.group else names)


def tick_boxes(boxes: int) -> str:
    return "\u00a0" + "☐" * boxes if boxes else ""


def upgrades_text(unit: data.UnitBlock, size: float, room: float) -> str:
    shown = kept(tuple(item.text for item in unit.items), MOST_UPGRADE_LINES, size, room)
    return _("Upgrades: %(names)s") % {"names": shown} if shown else ""


def make_up_text(unit: data.UnitBlock) -> str:
    parts = []
    for position, part in enumerate(unit.make_up):
        sign = "−\u00a0" if part.points < 0 else "+\u00a0" if position else ""
        parts.append(f"{sign}{abs(part.points)}\u00a0{part.label}")
    return " ".join(parts)


def progress_text(unit: data.UnitBlock) -> str:
    if unit.is_blank:
        return ""
    ahead = _("top level") if unit.next_level_in is None else _("next in %(n)s") % {"n": unit.next_level_in}
    return " · ".join((_("%(n)s XP") % {"n": unit.xp}, level_text(unit), ahead))


def level_text(unit: data.UnitBlock) -> str:
    return _("level %(n)s") % {"n": unit.level}


def track(xp: int) -> tuple[str, ...]:
    """Three rows of ten boxes: solid earned, open ahead, numbers on the first and on every fifth."""
    boxes = [
        SOLID_BOXES.get(n, "■") if n <= xp else OPEN_BOXES.get(n, "□") for n in range(1, data.XP_MAX + 1)
    ]
    return tuple("".join(boxes[start : start + 10]) for start in (0, 10, 20))
