"""What grows on free shapes: grass, peaks and reeds, clear of names, pieces, roads and borders.

Worked out once for a territory and what stands on it.
"""

from __future__ import annotations

from collections.abc import Iterator

from config.memory import remembered
from maps.ground.atlas import pen
from maps.ground.atlas.outlines import inside
from maps.ground.atlas.shapes import Plot
from rules.maps.hexes import Point

type Rect = tuple[int, int, int, int]  # left, top, right, bottom, around the territory's middle
type Road = tuple[Point, Point, Point]  # from, by, to

GROWS: dict[str, tuple[tuple[str, float], ...]] = {
    "plain": (("tf", 1), ("tf", 1.1), ("tf", 0.9)),
    "mountain": (("mt", 0.86), ("mt", 0.7), ("mt", 1)),
    "marsh": (("rd", 0.9), ("rd", 0.8), ("tf", 1)),
}
STEP = {"plain": 84, "mountain": 50, "marsh": 60}
WIDE = {"plain": 18, "mountain": 30, "marsh": 26}


@remembered(most=2**22)
def scattered_glyphs(plot: Plot, terrain: str, clear: tuple[Rect, ...], roads: tuple[Road, ...]) -> str:
    """Glyphs of a territory, around its middle, the farther ones first."""
    found = sorted((y, x, _use(*GROWS[terrain][n % 3], x, y)) for x, y, n in _spots(plot, terrain))
    wide = WIDE[terrain]
    return "".join(use for y, x, use in found if _is_clear(x, y, wide, clear, roads))


def _use(glyph: str, size: float, x: int, y: int) -> str:
    scaled = f" scale({size})" if size != 1 else ""
    return f'<use href="#{glyph}" transform="translate({x} {y}){scaled}"/>'


def _spots(plot: Plot, terrain: str) -> Iterator[tuple[int, int, int]]:
    """Shaken spots of a grid inside the shape."""
    step, wide = STEP[terrain], WIDE[terrain]
    ring = [(x - plot.x, y - plot.y) for x, y in plot.ring]
    left, top, right, bottom = (
        pick(one[axis] for one in ring) for pick, axis in ((min, 0), (min, 1), (max, 0), (max, 1))
    )
    for row, gy in enumerate(range(top, bottom, step * 3 // 4)):
        for gx in range(left + row % 2 * step // 2, right, step):
            n = pen.steady(plot.id, gx, gy)
            x, y = gx + n % 23 - 11, gy + (n >> 6) % 17 - 8
            if all(inside(one, ring) for one in ((x - wide, y), (x + wide, y), (x, y - wide), (x, y + 20))):
                yield x, y, n >> 12


def _is_clear(x: int, y: int, wide: int, clear: tuple[Rect, ...], roads: tuple[Road, ...]) -> bool:
    if any(
        left - wide < x < right + wide and top - wide < y < bottom + wide * 3 // 4
        for left, top, right, bottom in clear
    ):
        return False
    return all(_apart(x, y, a, by) > wide * 0.62 and _apart(x, y, by, b) > wide * 0.62 for a, by, b in roads)


def _apart(x: int, y: int, a: Point, b: Point) -> float:
    """How far a spot is from the line between two points."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    part = max(0.0, min(1.0, ((x - a[0]) * dx + (y - a[1]) * dy) / ((dx * dx + dy * dy) or 1)))
    return float(((x - a[0] - part * dx) ** 2 + (y - a[1] - part * dy) ** 2) ** 0.5)
