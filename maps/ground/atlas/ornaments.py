"""What fills the sea: compass, cartouche, ship, sea worm, waves, a frame; without room they stay away.

The sheet is divided into small squares; how far each is from land is counted outwards from the coast. Every
ornament takes the place that suits it among those with room around them, and takes that room from the next.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from html import escape
from math import ceil, cos, sin, tau

from config.memory import remembered
from maps.ground.atlas import art, pen
from maps.ground.atlas.sheet import AtlasSheet
from rules.maps.hexes import Cell

SQUARE = 30
EDGE = 36  # the frame's own room
DEEP = (
    '<radialGradient id="deep" cx=".5" cy=".5" r=".74"><stop offset=".5"/><stop offset="1"/></radialGradient>'
)
SIZES = (1, 0.8, 0.62)
RAYS = 16
APART = 7  # squares between two waves
LETTER, NOTE_LETTER = 31, 15  # how wide a letter of the title and of the line below is taken to be
LEAST_SHORE = 3  # squares between an ornament and land

type Box = tuple[int, int, int, int]
type Spot = tuple[int, int]
type Placed = tuple[int, int, float]


@dataclass(frozen=True, slots=True)
class Sea:
    """The water's drawing: `below` the land, `above` it, and the pieces used."""

    defs: str = ""
    below: str = ""
    above: str = ""


@dataclass(frozen=True)
class Room:
    """The free squares of a sheet; what is placed takes its squares."""

    left: int
    top: int
    wide: int
    high: int
    free: set[Cell] = field(default_factory=set)

    def fits(self, spot: Cell, across: int, down: int) -> bool:
        return all(one in self.free for one in _around(spot, across, down))

    def take(self, spot: Cell, across: int, down: int) -> Spot:
        """Where the middle of a square lies; what is around it is taken."""
        self.free.difference_update(_around(spot, across + 1, down + 1))
        return self.left + spot[0] * SQUARE + SQUARE // 2, self.top + spot[1] * SQUARE + SQUARE // 2


def _around(spot: Cell, across: int, down: int) -> Iterator[Cell]:
    for row in range(spot[1] - down, spot[1] + down + 1):
        for column in range(spot[0] - across, spot[0] + across + 1):
            yield column, row


@remembered(most=2**20)
def sea(sheet: AtlasSheet, box: Box, title: str, note: str, *, alone: bool) -> Sea:
    """The sea around a map and in it. A drawing that stands alone brings its water and its frame; on a page
    they are the frame's, which may be wider than the map and stays while the map is moved.
    """
    left, top, wide, high = box
    room = _room(sheet, box)
    rose = _placed(room, "rose", _corners(room))
    cartouche = _cartouche(room, title, note) if title else ""
    others = {name: _placed(room, name, _far(room, name)) for name in ("ship", "worm")}
    placed = {name: at for name, at in {"rose": rose, **others}.items() if at}
    waves = list(_waves(room))
    used = [_scaled(name, at) for name, at in placed.items()] + [_use("wv", at) for at in waves]
    rect = f'x="{left}" y="{top}" width="{wide}" height="{high}"'
    water = f'<rect class="m-sea" {rect}/><rect class="m-deep" {rect}/>' if alone else ""
    rays = _rays(rose[:2], wide + high, alone=alone) if rose else ""
    return Sea(
        defs=(f'{DEEP}<clipPath id="sheet"><rect {rect}/></clipPath>' if alone else "")
        + "".join(f'<g id="{name}">{art.ORNAMENTS[name][0]}</g>' for name in placed)
        + (f'<g id="wv">{art.ORNAMENTS["wv"][0]}</g>' if waves else ""),
        below=water + rays,
        above=(f'<g class="m-orn">{"".join(used)}</g>' if used else "")
        + cartouche
        + (frame(box) if alone else ""),
    )


def _use(name: str, at: Spot) -> str:
    return f'<use href="#{name}" x="{at[0]}" y="{at[1]}"/>'


def _scaled(name: str, at: Placed) -> str:
    scaled = f" scale({at[2]})" if at[2] != 1 else ""
    return f'<use href="#{name}" transform="translate({at[0]} {at[1]}){scaled}"/>'


def _rays(at: Spot, far: int, *, alone: bool) -> str:
    """Lines of bearing from the compass to the sheet's edges."""
    ends = ((round(far * cos(tau * n / RAYS)), round(far * sin(tau * n / RAYS))) for n in range(RAYS))
    lines = "".join(f"M{pen.compact_numbers(at)}l{pen.compact_numbers(end)}" for end in ends)
    cut = ' clip-path="url(#sheet)"' if alone else ""
    return f'<path class="m-rhumb"{cut} d="{lines}"/>'


# Room


def _room(sheet: AtlasSheet, box: Box) -> Room:
    left, top, wide, high = box
    columns, rows = (wide - 2 * EDGE) // SQUARE, (high - 2 * EDGE) // SQUARE
    room = Room(left + EDGE, top + EDGE, columns, rows)
    land = _grown(set(_land(sheet, room)), LEAST_SHORE)
    room.free.update((x, y) for x in range(columns) for y in range(rows) if (x, y) not in land)
    return room


def _land(sheet: AtlasSheet, room: Room) -> Iterator[Cell]:
    """Squares with land in them: what lies between the corners of each territory, row by row."""
    for plot in sheet.shapes.plots.values():
        corners = [((x - room.left) / SQUARE, (y - room.top) / SQUARE) for x, y in plot.ring]
        low, high = (pick(y for _x, y in corners) for pick in (min, max))
        for row in range(int(low // 1), ceil(high) + 1):
            for n in (0.02, 0.5, 0.98):
                crossed = [
                    ax + (bx - ax) * (row + n - ay) / (by - ay)
                    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True)
                    if (ay > row + n) != (by > row + n)
                ]
                if crossed:
                    yield from ((x, row) for x in range(int(min(crossed) // 1), int(max(crossed) // 1) + 1))


def _grown(cells: set[Cell], far: int) -> set[Cell]:
    for _ in range(far):
        cells |= {(x + dx, y + dy) for x, y in cells for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return cells


def _reach(name: str, size: float = 1) -> tuple[int, int]:
    """How many squares an ornament needs to each side."""
    _drawing, wide, high = art.ORNAMENTS[name]
    return ceil((wide * size - SQUARE / 2) / SQUARE), ceil((high * size - SQUARE / 2) / SQUARE)


def _placed(room: Room, name: str, order: Iterable[Cell]) -> Placed | None:
    """The first spot in this order with room, the smaller the less there is; None when there is none."""
    spots = list(order)
    for size in SIZES:
        across, down = _reach(name, size)
        spot = next((one for one in spots if room.fits(one, across, down)), None)
        if spot:
            return (*room.take(spot, across, down), size)
    return None


def _corners(room: Room) -> list[Cell]:
    """Squares by how near a corner they lie; the corner at the upper left is best."""

    def far(cell: Cell) -> tuple[int, Cell]:
        x, y = cell
        right, below = x > room.wide // 2, y > room.high // 2
        dx = room.wide - 1 - x if right else x
        dy = room.high - 1 - y if below else y
        return dx + dy + 2 * (right + below), cell

    return sorted(room.free, key=far)


def _far(room: Room, name: str) -> list[Cell]:
    """Squares in an order of their own for each ornament."""
    return sorted(room.free, key=lambda cell: pen.steady(name, *cell))


def _waves(room: Room) -> Iterator[Spot]:
    across, down = _reach("wv")
    for cell in sorted(room.free, key=lambda one: pen.steady("wave", *one)):
        if cell in room.free and room.fits(cell, across, down):
            yield room.take(cell, APART, APART - 1)
            if len(room.free) < 4:
                return


# Cartouche and frame


def _cartouche(room: Room, title: str, note: str) -> str:
    """The map's name on a plate, as low as there is room."""
    wide = max(len(title) * LETTER, len(note) * NOTE_LETTER) + 64
    high = 112 if note else 84
    across, down = ceil((wide / 2 - SQUARE / 2) / SQUARE), ceil((high / 2 - SQUARE / 2) / SQUARE)
    order = sorted(room.free, key=lambda cell: (-cell[1], abs(cell[0] - room.wide // 2), cell))
    spot = next((one for one in order if room.fits(one, across, down)), None)
    if spot is None:
        return ""
    x, y = room.take(spot, across, down)
    return plate(x, y, wide, high, title, note)


def plate(x: int, y: int, wide: int, high: int, title: str, note: str) -> str:
    second = f'<text y="{high // 2 - 20}">{escape(note)}</text>' if note else ""
    return (
        f'<g class="m-cart" transform="translate({x} {y})">'
        f'<rect x="{-wide // 2}" y="{-high // 2}" width="{wide}" height="{high}" rx="16"/>'
        f'<rect x="{-wide // 2 + 9}" y="{-high // 2 + 9}" width="{wide - 18}" height="{high - 18}" rx="9"/>'
        f'<text y="{4 if note else 17}">{escape(title)}</text>{second}</g>'
    )


def frame(box: Box) -> str:
    """Alternating bars between two lines."""
    rects: Collection[tuple[int, str]] = ((6, "fr1"), (16, "fr2"), (16, "fr3"), (27, "fr1"))
    left, top, wide, high = box
    return "".join(
        f'<rect class="m-frame {css}" x="{left + n}" y="{top + n}" '
        f'width="{wide - 2 * n}" height="{high - 2 * n}"/>'
        for n, css in rects
    )
