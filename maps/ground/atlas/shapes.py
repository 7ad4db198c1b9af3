"""How a map's territories lie on the sheet: the area of each, the coast, the corners all layers share.

Whatever is drawn of a territory, tint, border, coast or what may be tapped, goes through the same corners, so
nothing gapes. On the coast hexagons' corners are shaken a little and each side gets a cape and a cove; sides
of free shapes are broken into a few uneven steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from math import cos, sin, tau

from maps.ground.atlas import pen
from maps.ground.atlas.cells import cells
from maps.ground.atlas.outlines import Ring, Side, open_sides, ring_sides, rings, turned
from rules.maps.hexes import Cell, Orientation, Point
from rules.maps.model import HEX, Ground, Place

MANY = 200  # from so many territories on a map is drawn with less detail
POINT = HEX * 6 // 10  # how far a territory that is but a point reaches over a picture
DISC = 16  # its corners
SHAKE = 9  # units a corner of the coast is moved
CORNERS: tuple[Cell, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
LONG = 3**0.5 / 2 * HEX  # from the centre of a hexagon to the middle of a side
INLAND, COAST = (0.2, 46), (0.34, 34)  # how far a side strays, and the shortest piece it is broken into


@dataclass(frozen=True, slots=True)
class Plot:
    """A territory on the sheet: where its name and pieces stand, and the corners around it; `chance` is its
    own steady number, `text` its id as markup says it.
    """

    id: str
    x: int
    y: int
    ring: Ring
    is_sea: bool = False
    chance: int = 0
    text: str = ""


@dataclass(frozen=True)
class Shapes:
    """All plots of a map. `runs` says by which points a side is drawn, `sharp` which corners stay sharp."""

    plots: Mapping[str, Plot]
    hexes: bool
    coast: tuple[Ring, ...]
    shores: frozenset[Side]
    runs: Mapping[Side, tuple[Point, ...]]
    bare: bool = False  # drawn as they are, over a picture
    sharp: frozenset[Point] = field(default=frozenset())

    def points(self, ring: Sequence[Point]) -> tuple[list[Point], set[int]]:
        """The points a ring is drawn through, and the numbers of those that stay sharp."""
        found: list[Point] = []
        sharp: set[int] = set()
        for side in ring_sides(ring):
            if side[0] in self.sharp:
                sharp.add(len(found))
            found += self.runs.get(side) or (side[0],)
        return found, sharp

    def drawn(self, around: Iterable[Sequence[Point]]) -> str:
        """Closed rings as one path."""
        if self.bare:
            return "".join(pen.straight(self.points(ring)[0]) for ring in around)
        cut = pen.SHARP if len(self.plots) < MANY else 0
        return "".join(pen.curve(*self.points(ring), cut) for ring in around)

    @property
    def simple(self) -> bool:
        """The coast has no capes and coves: it is its own offing."""
        return all(len(run) == 1 for run in self.runs.values())

    def offing(self) -> str:
        """The coast at large: through the first point of each side."""
        return "".join(pen.curve([self.runs[side][0] for side in ring_sides(ring)]) for ring in self.coast)

    def union(self, ids: Iterable[str]) -> str:
        """What these territories cover together."""
        return self.drawn(rings(self.plots[one].ring for one in ids))

    def line(self, points: Sequence[Point]) -> str:
        """An open line of borders."""
        run = [one for a, b in pairwise(points) for one in self.runs.get((a, b), (a,))]
        every = [*run, points[-1]]
        return f"M{pen.polyline(every)}" if self.bare else pen.course(every)


def map_shapes(ground: Ground, places: Sequence[Place]) -> Shapes:
    """The shapes of a map."""
    plots = {one.id: _plot(one, ring) for one, ring in _rings(ground, places)}
    land = [one.ring for one in plots.values() if not one.is_sea]
    shores = frozenset(open_sides(land))
    hexes = ground.kind == "hex" and all(one.q is not None for one in places)
    run: Callable[[Side], tuple[Point, ...]] = _whole
    if hexes:
        run = _coastal if len(places) < MANY else _shaken_only
    elif not ground.picture:
        run = _strayed_on(shores)
    drawn = shores if hexes else {side for plot in plots.values() for side in ring_sides(plot.ring)}
    return Shapes(
        plots=plots,
        hexes=hexes,
        coast=tuple(rings(land)),
        shores=shores,
        runs=_both_ways({side: run(side) for side in sorted(drawn)}),
        bare=bool(ground.picture),
        sharp=_inland(plots, shores) if hexes else frozenset(),
    )


def _plot(place: Place, ring: Ring) -> Plot:
    x, y = place.x, place.y
    if place.q is not None and not place.outline:
        x, y = (sum(one[axis] for one in ring) // len(ring) for axis in (0, 1))
    return Plot(place.id, x, y, ring, place.is_sea, pen.steady(place.id), escape(place.id))


def _rings(ground: Ground, places: Sequence[Place]) -> list[tuple[Place, Ring]]:
    """The corners of every territory: its hexagon, its own, or land made for a point."""
    bare = [one for one in places if not one.outline and one.q is None]
    made = cells({one.id: (one.x, one.y) for one in bare}) if len(bare) == len(places) > 1 else {}
    if ground.picture:
        made = {}
    return [(one, _ring(one, ground.orientation, made)) for one in places]


def _ring(place: Place, orientation: Orientation, made: Mapping[str, Ring]) -> Ring:
    if len(place.outline) > 2:
        return turned(place.outline)
    if place.q is not None:
        return cell_corners((place.q, place.r or 0), orientation)
    found = made.get(place.id, ())
    return found if len(found) > 2 else disc(place.x, place.y)


def cell_corners(cell: Cell, orientation: Orientation) -> Ring:
    """The corners of a cell, each rounded once, so that neighbours share them."""
    q, r = cell
    if orientation == "pointy":
        return tuple((round((2 * q + r + a) * LONG), (3 * r + b) * HEX // 2) for a, b in CORNERS)
    return turned([((3 * q + b) * HEX // 2, round((2 * r + q + a) * LONG)) for a, b in CORNERS])


def disc(x: int, y: int, far: int = POINT) -> Ring:
    turns = [tau * n / DISC for n in range(DISC)]
    return tuple((x + round(far * cos(turn)), y + round(far * sin(turn))) for turn in turns)


# How a side is drawn: its first corner and what comes before the next one


def _whole(side: Side) -> tuple[Point, ...]:
    return (side[0],)


def _shaken(corner: Point) -> Point:
    n = pen.steady(*corner)
    wide = 2 * SHAKE + 1
    return _even(corner[0] + n % wide - SHAKE), _even(corner[1] + (n >> 8) % wide - SHAKE)


def _even(value: float) -> int:
    """The middle between two such numbers is whole: a coast along them is written in half the letters."""
    return round(value / 2) * 2


def _shaken_only(side: Side) -> tuple[Point, ...]:
    return (_shaken(side[0]),)


def _coastal(side: Side) -> tuple[Point, ...]:
    """A stretch of coast with two handles: capes and coves."""
    (ax, ay), (bx, by) = map(_shaken, side)
    n = pen.steady(*side)
    found = [(ax, ay)]
    for part in (0.34, 0.68):
        out, n = (n % 29 - 13) / 100, n >> 7
        found.append(
            (
                _even(ax + (bx - ax) * part + (by - ay) * out),
                _even(ay + (by - ay) * part - (bx - ax) * out),
            )
        )
    return tuple(found)


def _strayed_on(shores: frozenset[Side]) -> Callable[[Side], tuple[Point, ...]]:
    def run(side: Side) -> tuple[Point, ...]:
        a, b = side
        much, least = COAST if side in shores or (b, a) in shores else INLAND
        if a > b:
            return (a, *reversed(strayed(b, a, much, least)[1:]))
        return tuple(strayed(a, b, much, least))

    return run


def strayed(a: Point, b: Point, much: float, least: int, deep: int = 3) -> list[Point]:
    """Points from a on to b, without b, as a side between two lands runs; b is beyond a."""
    far = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
    if far < least or not deep:
        return [a]
    out = (pen.steady(*a, *b) % 2001 - 1000) / 1000 * much
    half = round((a[0] + b[0]) / 2 - (b[1] - a[1]) * out), round((a[1] + b[1]) / 2 + (b[0] - a[0]) * out)
    return strayed(a, half, much, least, deep - 1) + strayed(half, b, much, least, deep - 1)


def _both_ways(runs: Mapping[Side, tuple[Point, ...]]) -> dict[Side, tuple[Point, ...]]:
    """A side walked from its other end shows the same points."""
    ends = {side[0]: run[0] for side, run in runs.items()}
    back = {
        (b, a): (ends.get(b, b), *reversed(run[1:])) for (a, b), run in runs.items() if (b, a) not in runs
    }
    return {**runs, **back}


def _inland(plots: Mapping[str, Plot], shores: frozenset[Side]) -> frozenset[Point]:
    """Corners no coast touches: they turn sharper, or a lone hexagon becomes a ball."""
    wet = {corner for side in shores for corner in side}
    return frozenset(corner for plot in plots.values() for corner in plot.ring if corner not in wet)
