"""Hexagons: axial coordinates, distances, centres and corners on the page, links, labels.

Axial coordinates (q, r); pointy hexagons stand on a corner, flat ones on a side. Coordinates on the page are
whole numbers with `HEX` from centre to corner.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from math import cos, pi, sin, sqrt
from typing import Literal

from rules.maps.model import HEX, Link, Place, link

type Cell = tuple[int, int]
type Orientation = Literal["pointy", "flat"]
type Point = tuple[int, int]

DIRECTIONS: tuple[Cell, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def adjacent_cells(cell: Cell) -> list[Cell]:
    """The six cells around one, in a fixed order."""
    return [(cell[0] + q, cell[1] + r) for q, r in DIRECTIONS]


def hex_distance(one: Cell, other: Cell) -> int:
    """Distance between two cells in steps."""
    q, r = one[0] - other[0], one[1] - other[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


def centre(cell: Cell, orientation: Orientation = "pointy") -> Point:
    """Where a cell's centre lies on the page."""
    q, r = cell
    if orientation == "pointy":
        return round(HEX * sqrt(3) * (q + r / 2)), round(HEX * 1.5 * r)
    return round(HEX * 1.5 * q), round(HEX * sqrt(3) * (r + q / 2))


def hex_corners(x: int, y: int, orientation: Orientation = "pointy", size: int = HEX) -> list[Point]:
    """Six corners around a centre, clockwise on the page; side `n` runs from corner n to n + 1."""
    return [(x + dx, y + dy) for dx, dy in _around(orientation, size)]


@cache
def _around(orientation: Orientation, size: int) -> tuple[Point, ...]:
    """The corners of a hexagon around (0, 0)."""
    start = 30 if orientation == "pointy" else 0
    turns = [pi / 180 * (start + 60 * n) for n in range(6)]
    return tuple((round(size * cos(turn)), round(size * sin(turn))) for turn in turns)


@cache
def across(orientation: Orientation) -> tuple[Cell, ...]:
    """Per side of a hexagon the step to the cell beyond it."""
    return tuple(sorted(DIRECTIONS, key=lambda step: side_towards(step, orientation)))


def side_towards(direction: Cell, orientation: Orientation = "pointy") -> int:
    """Which side of a hexagon faces the neighbour in this direction."""
    x, y = centre(direction, orientation)
    middles = _side_middles(orientation)
    return max(range(6), key=lambda side: x * middles[side][0] + y * middles[side][1])


def _side_middles(orientation: Orientation) -> list[tuple[int, int]]:
    around = hex_corners(0, 0, orientation)
    return [(a[0] + b[0], a[1] + b[1]) for a, b in zip(around, around[1:] + around[:1], strict=True)]


def outline(place: Place, orientation: Orientation = "pointy") -> list[Point]:
    """The polygon of a territory: its own, or its hexagon's; empty when it is but a point."""
    if place.outline:
        return list(place.outline)
    return hex_corners(place.x, place.y, orientation) if place.q is not None else []


def box(
    places: Iterable[Place], orientation: Orientation = "pointy", margin: int = 20
) -> tuple[int, int, int, int]:
    """(left, top, width, height) that holds the whole map; for a drawing's viewBox."""
    points = [point for place in places for point in outline(place, orientation) or [(place.x, place.y)]]
    if not points:
        return 0, 0, 2 * margin, 2 * margin
    left, top = min(x for x, _ in points) - margin, min(y for _, y in points) - margin
    right, bottom = max(x for x, _ in points) + margin, max(y for _, y in points) + margin
    return left, top, right - left, bottom - top


def cell_of(place: Place) -> Cell | None:
    """The cell of a place on the grid."""
    return None if place.q is None or place.r is None else (place.q, place.r)


def hex_links(places: Iterable[Place]) -> tuple[Link, ...]:
    """Links between all hexagons that touch, sorted by id."""
    at = {cell: place.id for place in places if (cell := cell_of(place)) is not None}
    pairs = {link(here, at[near]) for cell, here in at.items() for near in adjacent_cells(cell) if near in at}
    return tuple(sorted(pairs, key=lambda one: one.id))


def labels(cells: Iterable[Cell], orientation: Orientation = "pointy") -> dict[Cell, str]:
    """Short labels people say aloud: a letter for the row (flat: the column), a number along it ("C4")."""
    row = 1 if orientation == "pointy" else 0
    rows: dict[int, list[Cell]] = {}
    for cell in cells:
        rows.setdefault(cell[row], []).append(cell)
    return {
        cell: f"{_letters(letter)}{number}"
        for letter, key in enumerate(sorted(rows))
        for number, cell in enumerate(sorted(rows[key]), start=1)
    }


def _letters(row: int) -> str:
    """0 -> A, 25 -> Z, 26 -> AA."""
    more, last = divmod(row, len(ALPHABET))
    return (_letters(more - 1) if more else "") + ALPHABET[last]


def laid_out(place: Place, orientation: Orientation) -> Place:
    """A hexagonal place moved to where its cell lies."""
    cell = cell_of(place)
    if cell is None:
        return place
    x, y = centre(cell, orientation)
    return replace(place, x=x, y=y)


def neighbours_of(cells: Iterable[Cell]) -> Mapping[Cell, list[Cell]]:
    """Of each of these cells the others that touch it."""
    known = set(cells)
    return {cell: [near for near in adjacent_cells(cell) if near in known] for cell in sorted(known)}
