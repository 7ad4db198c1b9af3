"""The outline of a union: sides met from both sides cancel, what is left is chained to rings.

An area is a ring of corners in one turning sense; neighbours share corners to the unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.maps.hexes import Point

type Ring = tuple[Point, ...]
type Side = tuple[Point, Point]


def ring_sides(ring: Sequence[Point]) -> Iterator[Side]:
    """From each corner to the next, the last to the first."""
    return zip(ring, (*ring[1:], ring[0]), strict=True)


def turned(ring: Sequence[Point]) -> Ring:
    """The ring in the sense all areas have."""
    return tuple(ring) if doubled(ring) >= 0 else tuple(reversed(ring))


def doubled(ring: Sequence[Point]) -> int:
    """Twice the area, negative against the sense."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in ring_sides(ring))


def open_sides(areas: Iterable[Sequence[Point]]) -> set[Side]:
    """The sides that no other of these areas has, the other way round."""
    left: set[Side] = set()
    for ring in areas:
        for a, b in ring_sides(ring):
            if (b, a) in left:
                left.remove((b, a))
            else:
                left.add((a, b))
    return left


def rings(areas: Iterable[Sequence[Point]]) -> list[Ring]:
    """The outlines of what these areas cover together, holes turned the other way."""
    then: dict[Point, list[Point]] = {}
    for a, b in sorted(open_sides(areas), reverse=True):
        then.setdefault(a, []).append(b)
    found: list[Ring] = []
    while then:
        found.append(_ring(min(then), then))
    return found


def _ring(start: Point, then: dict[Point, list[Point]]) -> Ring:
    """Side after side until the ring is closed; what was walked is taken out."""
    ring, here = [], start
    while here in then:
        ring.append(here)
        ways = then[here]
        following = ways.pop()
        if not ways:
            del then[here]
        here = following
        if here == start:
            break
    return tuple(ring)


def chains(joined: Iterable[Side]) -> list[list[Point]]:
    """Sides as long lines, each side once, broken where three meet or a line ends."""
    near: dict[Point, list[Point]] = {}
    for a, b in sorted({(min(side), max(side)) for side in joined}):
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    done: set[Side] = set()
    starts = sorted(near, key=lambda one: (len(near[one]) == 2, one))
    return [
        _chain(start, one, near, done) for start in starts for one in near[start] if (start, one) not in done
    ]


def _chain(start: Point, one: Point, near: dict[Point, list[Point]], done: set[Side]) -> list[Point]:
    line, before, viewer = [start], start, one
    while True:
        done.update(((before, viewer), (viewer, before)))
        line.append(viewer)
        if len(near[viewer]) != 2 or viewer == start:
            return line
        a, b = near[viewer]
        before, viewer = viewer, b if a == before else a
        if (before, viewer) in done:
            return line


def inside(point: tuple[float, float], ring: Sequence[Point]) -> bool:
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in ring_sides(ring):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd
