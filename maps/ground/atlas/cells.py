"""Land for territories that are but points: each gets what is nearer to it than to any other.

The sea counts as points, too: a grid of them lies wherever no territory is near, so the land ends at a shore
of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from statistics import median

from maps.ground.atlas.outlines import Ring, turned
from maps.ground.atlas.pen import steady
from rules.maps.hexes import Point
from rules.maps.model import HEX

NEAR = 28  # so many of the nearest points can bound a cell
SHAKEN = 14  # percent of the usual distance that a point is moved before it takes its land
SHORE = 0.82  # usual distances from the last territory to the first point of the sea
SNAP = 5  # corners closer than this are one

type Spot = tuple[float, float]


def cells(points: Mapping[str, Point]) -> dict[str, Ring]:
    """The land of each point; neighbours share their corners."""
    apart = usual_distance(list(points.values()))
    sites = {key: _shaken(key, at, apart) for key, at in points.items()}
    every = [*sites.values(), *_sea(list(sites.values()), apart)]
    known: dict[tuple[int, int], list[Point]] = {}
    return {key: _ring([_snapped(one, known) for one in _cell(at, every)]) for key, at in sites.items()}


def usual_distance(points: Sequence[Point]) -> float:
    """How far apart neighbours usually are."""
    spots = set(points)  # several may lie on one
    nearest = [min(_far(one, two) for two in spots if two != one) for one in spots if len(spots) > 1]
    return max(HEX * 0.8, median(nearest)) if nearest else 1.6 * HEX


def _far(one: Spot, two: Spot) -> float:
    return hypot(one[0] - two[0], one[1] - two[1])


def _shaken(key: str, at: Point, apart: float) -> Spot:
    n, much = steady("cell", key), apart * SHAKEN / 100
    return at[0] + (n % 201 - 100) / 100 * much, at[1] + ((n >> 9) % 201 - 100) / 100 * much


def _sea(sites: Sequence[Spot], apart: float) -> list[Spot]:
    """Points of the sea: a shaken grid around and between the territories."""
    step, far = apart * 0.62, apart * SHORE
    left, top = (min(one[axis] for one in sites) - 2 * apart for axis in (0, 1))
    wide, high = (
        round((max(one[axis] for one in sites) + 2 * apart - least) / step)
        for axis, least in ((0, left), (1, top))
    )
    spots = (
        (left + (across + (down % 2) / 2) * step, top + down * step, steady("sea", across, down))
        for down in range(high + 1)
        for across in range(wide + 1)
    )
    shaken = (
        (x + (n % 101 - 50) / 100 * step * 0.5, y + ((n >> 8) % 101 - 50) / 100 * step * 0.5)
        for x, y, n in spots
    )
    return [one for one in shaken if min(_far(one, site) for site in sites) > far]


def _cell(site: Spot, every: Sequence[Spot]) -> list[Spot]:
    """What is nearer to a site than to the others: a square cut by the line in the middle of each pair."""
    others = sorted((one for one in every if one != site), key=lambda one: _far(site, one))[:NEAR]
    wide = 2 * _far(site, others[0]) if others else HEX
    x, y = site
    ring = [(x - wide, y - wide), (x + wide, y - wide), (x + wide, y + wide), (x - wide, y + wide)]
    for other in others:
        ring = list(_cut(ring, site, other)) or ring
    return ring


def _cut(ring: Sequence[Spot], site: Spot, other: Spot) -> Iterator[Spot]:
    dx, dy = other[0] - site[0], other[1] - site[1]
    over = ((other[0] + site[0]) * dx + (other[1] + site[1]) * dy) / 2
    away = [x * dx + y * dy - over for x, y in ring]
    for n, (one, here) in enumerate(zip(ring, away, strict=True)):
        two, there = ring[n + 1 - len(ring)], away[n + 1 - len(ring)]
        if here <= 0:
            yield one
        if here * there < 0:
            part = here / (here - there)
            yield one[0] + part * (two[0] - one[0]), one[1] + part * (two[1] - one[1])


def _snapped(spot: Spot, known: dict[tuple[int, int], list[Point]]) -> Point:
    """The corner that is known near this spot, or a new one."""
    across, down = int(spot[0] // (4 * SNAP)), int(spot[1] // (4 * SNAP))
    for column in (across - 1, across, across + 1):
        for row in (down - 1, down, down + 1):
            for one in known.get((column, row), ()):
                if abs(one[0] - spot[0]) <= SNAP and abs(one[1] - spot[1]) <= SNAP:
                    return one
    new = round(spot[0]), round(spot[1])
    known.setdefault((across, down), []).append(new)
    return new


def _ring(points: Sequence[Point]) -> Ring:
    return turned([one for n, one in enumerate(points) if one != points[n - 1]])
