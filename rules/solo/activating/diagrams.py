"""Pictures as plain data: shapes on a table in inches, for whoever draws them.

x runs along the app's edge from its left, y away from it. Source: SOLO-09, SOLO-15, SOLO-19, SOLO-34.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from rules.engine.language import say
from rules.solo.book import Rules
from rules.solo.deciding.ground_plan import Region
from rules.solo.deciding.measures import Moves, objective_reach
from rules.solo.setting_up.markers import region
from rules.solo.state import SoloState

type Role = Literal[
    "table", "zone", "square", "chosen", "section", "unit", "marker", "near", "far", "way", "start"
]


@dataclass(frozen=True, slots=True)
class Shape:
    """A rectangle (`width`, `depth`), a circle (`radius` around x, y) or a line to (`width`, `depth`)."""

    form: Literal["box", "circle", "line"]
    role: Role
    x: float = 0
    y: float = 0
    width: float = 0
    depth: float = 0
    radius: float = 0
    label: str = ""


@dataclass(frozen=True, slots=True)
class Diagram:
    """`words` says the same as the picture."""

    width: float
    depth: float
    shapes: tuple[Shape, ...]
    words: str = ""


def _table(rules: Rules) -> list[Shape]:
    width, depth, zone = (rules.number(key) for key in ("table_width", "table_depth", "zone_depth"))
    return [
        Shape("box", "table", 0, 0, width, depth),
        Shape("box", "zone", 0, 0, width, zone, label=say("app’s zone, {inches}″", inches=zone)),
        Shape("box", "zone", 0, depth - zone, width, zone, label=say("your zone, {inches}″", inches=zone)),
    ]


def _markers(state: SoloState) -> list[Shape]:
    return [
        Shape("circle", "marker", (m.x or 0) / 100, (m.y or 0) / 100, radius=3, label=m.name)
        for m in state.markers.values()
        if m.x is not None and m.y is not None
    ]


def squares(state: SoloState, rules: Rules, chosen: int = 0, moved_from: int = 0) -> Diagram:
    """The four parts of the ground for markers, numbered, and the markers that lie there.

    `moved_from`: a marker goes from that square's centre in a straight line toward the chosen one's.
    Source: SOLO-09, SOLO-11
    """
    ground = region(rules)
    width, depth = (ground.x1 - ground.x0) / 2, (ground.y1 - ground.y0) / 2
    boxes = []
    for square in (1, 2, 3, 4):
        x, y = ground.centre(square)
        role: Role = "chosen" if square == chosen else "square"
        boxes.append(Shape("box", role, x - width / 2, y - depth / 2, width, depth, label=str(square)))
    shapes = (*_table(rules), *boxes, *_markers(state), *_moved(ground, moved_from, chosen))
    words = say("1 near left, 2 near right, 3 far left, 4 far right, seen from the app’s edge.")
    if moved_from:
        way = say("From the centre of {start} towards the centre of {end}.", start=moved_from, end=chosen)
        words = f"{words} {way}"
    return Diagram(rules.number("table_width"), rules.number("table_depth"), shapes, words)


def _moved(ground: Region, start: int, end: int) -> list[Shape]:
    if not start or not end:
        return []
    (x, y), goal = ground.centre(start), ground.centre(end)
    return [Shape("line", "way", x, y, *goal), Shape("circle", "start", x, y, radius=1)]


def sections(state: SoloState, rules: Rules, chosen: int = 0) -> Diagram:
    """The two halves of the table, left and right of the middle of the app's edge. Source: SOLO-15."""
    width, depth = rules.number("table_width"), rules.number("table_depth")
    halves = [
        Shape(
            "box",
            "chosen" if number == chosen else "section",
            (number - 1) * width / 2,
            0,
            width / 2,
            depth,
            label=str(number),
        )
        for number in (1, 2)
    ]
    words = say("Section 1 is the left half, section 2 the right half, seen from the app’s edge.")
    return Diagram(width, depth, (*_named_at_left(_table(rules)), *halves, *_markers(state)), words)


def _named_at_left(table: list[Shape]) -> list[Shape]:
    """The names of the zones away from the line in the middle."""
    found = []
    for shape in table:
        half = replace(shape, width=shape.width / 2)
        other = replace(half, x=half.width, label="")
        found += [half, other] if shape.role == "zone" else [shape]
    return found


def deployment(state: SoloState, rules: Rules, section: int) -> Diagram:
    """Where a unit of this section may deploy. Source: SOLO-19."""
    width, depth = rules.number("table_width"), rules.number("table_depth")
    zone = rules.number("zone_depth")
    label = say("section {number}, {inches}″", number=section, inches=zone)
    here = Shape("box", "chosen", (section - 1) * width / 2, 0, width / 2, zone, label=label)
    words = say(
        "In section {number} of the app’s zone, as near as possible to the nearest marker.", number=section
    )
    table = [replace(shape, label=shape.label if shape.y else "") for shape in _table(rules)]
    return Diagram(width, depth, (*table, here, *_markers(state)), words)


def reach_diagram(rules: Rules, moves: Moves, marker: str) -> Diagram:
    """A unit, a marker, and how far an advance and a rush bring the unit toward it. Source: SOLO-34."""
    seize = objective_reach(rules)
    away = moves.rush + seize
    shapes = (
        Shape("circle", "near", 0, 0, radius=moves.advance, label=f"{moves.advance}″"),
        Shape("circle", "far", 0, 0, radius=moves.rush, label=f"{moves.rush}″"),
        Shape("line", "way", 0, 0, away, 0),
        Shape("circle", "marker", away, 0, radius=seize, label=f"{marker}, {seize}″"),
        Shape("circle", "unit", 0, 0, radius=1),
    )
    words = say(
        "More than {near}″ but no more than {far}″ from marker {marker}.",
        near=moves.advance + seize,
        far=away,
        marker=marker,
    )
    return Diagram(2 * away, 2 * moves.rush, shapes, words)


def in_the_way(marker: str) -> Diagram:
    """A way to a marker and the 6 inches on all sides of it, both ends included. Source: SOLO-46."""
    shapes = (
        Shape("box", "near", -6, -6, 32, 12, label="6″"),
        Shape("line", "way", 0, 0, 20, 0),
        Shape("circle", "unit", 0, 0, radius=1),
        Shape("circle", "marker", 20, 0, radius=3, label=marker),
    )
    words = say(
        "6″ on every side of the whole path to marker {marker}, including behind the unit.", marker=marker
    )
    return Diagram(32, 12, shapes, words)
