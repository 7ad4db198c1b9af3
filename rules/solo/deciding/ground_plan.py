"""Where a marker of the AI goes: squares, centres and the shift that makes a place legal.

Points are inches, x along the AI's edge from its left, y away from it. A place is legal inside the region and
at least `spacing` from every other marker. Source: SOLO-09 to SOLO-12.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

type Point = tuple[float, float]

SQUARES = (1, 2, 3, 4)  # near left, near right, far left, far right
TINY = 1e-9


@dataclass(frozen=True, slots=True)
class Region:
    """Where markers may lie at all."""

    x0: float
    x1: float
    y0: float
    y1: float

    def centre(self, square: int) -> Point:
        """The middle of one of the four equal parts. Source: SOLO-09, SOLO-10."""
        column, row = (square - 1) % 2, (square - 1) // 2
        width, depth = self.x1 - self.x0, self.y1 - self.y0
        return self.x0 + width * (2 * column + 1) / 4, self.y0 + depth * (2 * row + 1) / 4

    def holds(self, at: Point) -> bool:
        return self.x0 - TINY <= at[0] <= self.x1 + TINY and self.y0 - TINY <= at[1] <= self.y1 + TINY


@dataclass(frozen=True, slots=True)
class GroundPlan:
    """The region, the markers that lie there and how far apart markers have to be."""

    region: Region
    existing: tuple[Point, ...]
    spacing: float

    def legal(self, at: Point) -> bool:
        return self.region.holds(at) and all(
            math.dist(at, other) >= self.spacing - TINY for other in self.existing
        )

    def shifted(self, start: Point, toward: Point) -> Point | None:
        """The first legal point on the straight line between two centres, or None. Source: SOLO-11."""
        length = math.dist(start, toward)
        stops = [0.0, *(t for other in self.existing for t in self._leaving(start, toward, other))]
        for along in sorted(stop for stop in stops if -TINY <= stop <= length + TINY):
            at = _along(start, toward, along)
            if self.legal(at):
                return at
        return None

    def _leaving(self, start: Point, toward: Point, other: Point) -> list[float]:
        """Where the line from `start` leaves the circle of `spacing` round another marker."""
        length = math.dist(start, toward)
        ux, uy = (toward[0] - start[0]) / length, (toward[1] - start[1]) / length
        dx, dy = start[0] - other[0], start[1] - other[1]
        half = ux * dx + uy * dy
        inside = half * half - (dx * dx + dy * dy - self.spacing**2)
        return [] if inside < 0 else [-half + math.sqrt(inside)]

    def closest(self, start: Point) -> Point | None:
        """The legal point closest to the first centre, or None if there is none. Source: SOLO-12."""
        candidates = [start, *self._rim(start), *self._crossings()]
        legal = [at for at in candidates if self.legal(at)]
        return min(legal, key=lambda at: (round(math.dist(at, start), 6), at), default=None)

    def _rim(self, start: Point) -> Iterable[Point]:
        """On each circle the point nearest to `start`; all four sides when `start` is its middle."""
        for other in self.existing:
            away = math.dist(start, other)
            if away > TINY:
                yield _along(other, start, self.spacing)
            else:
                for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                    yield other[0] + dx * self.spacing, other[1] + dy * self.spacing

    def _crossings(self) -> Iterable[Point]:
        """Where two circles, or a circle and the region's edge, cross."""
        for one, two in combinations(self.existing, 2):
            yield from _circles_cross(one, two, self.spacing)
        for x, y in self.existing:
            for edge in (self.region.x0, self.region.x1):
                for dy in _chord(edge - x, self.spacing):
                    yield edge, y + dy
            for edge in (self.region.y0, self.region.y1):
                for dx in _chord(edge - y, self.spacing):
                    yield x + dx, edge


def _chord(offset: float, radius: float) -> Sequence[float]:
    rest = radius * radius - offset * offset
    return () if rest < 0 else (-math.sqrt(rest), math.sqrt(rest))


def _circles_cross(one: Point, two: Point, radius: float) -> Iterable[Point]:
    apart = math.dist(one, two)
    if apart < TINY or apart > 2 * radius:
        return
    mid = ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2)
    high = math.sqrt(radius * radius - apart * apart / 4)
    nx, ny = -(two[1] - one[1]) / apart, (two[0] - one[0]) / apart
    yield mid[0] + nx * high, mid[1] + ny * high
    yield mid[0] - nx * high, mid[1] - ny * high


def _along(start: Point, toward: Point, inches: float) -> Point:
    length = math.dist(start, toward)
    part = inches / length if length else 0
    return start[0] + (toward[0] - start[0]) * part, start[1] + (toward[1] - start[1]) * part


def rounded_inches(inches: float) -> float:
    """A distance for people, rounded up to half an inch. Source: SOLO-11."""
    return math.ceil(inches * 2 - 1e-6) / 2
