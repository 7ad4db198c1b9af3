"""Rivers as trees from the mouth up, wider the more flows in; surf along marked shores."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence

from maps.ground.atlas import pen
from maps.ground.atlas.outlines import Side, ring_sides
from maps.ground.atlas.shapes import Plot, Shapes
from rules.maps.hexes import Point
from rules.maps.model import Link, Neighbours, Place, neighbours

WIDTHS = ((6, 3), (3, 2), (0, 1))  # from so many springs above on it is so wide
SHAKE = 20
SPRING = 40  # units above its territory's middle
ACROSS = ((-52, -34), (50, 30))  # a water that meets no other crosses its own territory


def rivers(shapes: Shapes, places: Iterable[Place], links: Iterable[Link]) -> dict[int, str]:
    """The path of all rivers of each width."""
    wet = {one.id for one in places if one.river and not one.is_sea}
    near = neighbours(one for one in links if one.a in wet and one.b in wet)
    found = {key: out for key in sorted(wet) if (out := _mouth(shapes, shapes.plots[key]))}
    mouths = dict(sorted(found.items(), key=lambda one: (-one[1][1], one[0])))
    down, order = flows(wet, near, mouths)
    size = sizes(down, order)
    paths: dict[int, str] = {}
    above = _above(down)
    for key in order:
        for part, width in _stretches(shapes, key, down, above.get(key, []), mouths, size):
            paths[width] = paths.get(width, "") + part
    return paths


def flows(
    wet: Iterable[str], near: Neighbours, mouths: Iterable[str]
) -> tuple[dict[str, str | None], list[str]]:
    """Where the water of each territory goes, and all of them from the mouths up, the first mouth first.

    Where water runs to the sea in several places it takes the first.
    """
    ends, down, order = list(mouths), dict[str, str | None](), list[str]()
    inland = sorted(set(wet).difference(ends), key=lambda one: (len(near.get(one, ())), one))
    for start in (*ends, *inland):
        if start in down:
            continue
        down[start] = None
        waiting = deque([start])
        while waiting:
            here = waiting.popleft()
            order.append(here)
            for there in near.get(here, ()):
                if there not in down:
                    down[there] = here
                    waiting.append(there)
    return down, order


def sizes(down: Mapping[str, str | None], order: Sequence[str]) -> dict[str, int]:
    """How wide the water leaves each territory."""
    load = dict.fromkeys(down, 1)
    for key in reversed(order):
        below = down[key]
        if below is not None:
            load[below] += load[key]
    return {key: next(width for least, width in WIDTHS if many >= least) for key, many in load.items()}


def _above(down: Mapping[str, str | None]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key, below in down.items():
        if below is not None:
            found.setdefault(below, []).append(key)
    return found


def _stretches(
    shapes: Shapes,
    key: str,
    down: Mapping[str, str | None],
    above: Sequence[str],
    mouths: Mapping[str, Point],
    size: Mapping[str, int],
) -> Iterable[tuple[str, int]]:
    """From each side where water comes in, through the middle, to where it leaves."""
    here, below = _bed(shapes.plots[key]), down[key]
    if below is None and key not in mouths and not above:
        a, b = ((here[0] + dx, here[1] + dy) for dx, dy in ACROSS)
        yield _through(a, here, b), 1
        return
    out = _middle(here, _bed(shapes.plots[below])) if below else mouths.get(key, here)
    for one in above:
        yield _through(_middle(here, _bed(shapes.plots[one])), here, out), size[one]
    if not above:
        n = pen.steady("spring", key)
        yield _through((here[0] + n % 61 - 30, here[1] - SPRING), here, out), 1


def _through(a: Point, by: Point, b: Point) -> str:
    (x, y) = a
    return f"M{pen.compact_numbers(a)}q{pen.compact_numbers((by[0] - x, by[1] - y, b[0] - x, b[1] - y))}"


def _bed(plot: Plot) -> Point:
    n, wide = pen.steady("water", plot.id), 2 * SHAKE + 1
    return plot.x + n % wide - SHAKE, plot.y + (n >> 9) % wide - SHAKE - 8


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2


def _mouth(shapes: Shapes, plot: Plot) -> Point | None:
    """A little out at sea, where the coast lies lowest; None inland."""
    found = []
    for side in ring_sides(plot.ring):
        if side in shapes.shores:
            x, y = _middle(*side)
            found.append((y + (y - plot.y) // 6, x + (x - plot.x) // 6))
    y, x = max(found, default=(0, 0))
    return (x, y) if found else None


def surf(shapes: Shapes, places: Iterable[Place]) -> str:
    """The line of all shores a ship can land on: the coast of territories that are marked so."""
    marked = [shapes.plots[one.id] for one in places if one.shore and not one.is_sea]
    beaches = [_beach(shapes, plot) for plot in marked]
    return "".join(shapes.line(stretch) for beach in beaches for stretch in beach)


def _beach(shapes: Shapes, plot: Plot) -> list[list[Point]]:
    """The coast of a territory in stretches; its whole outline where it has none."""
    every = list(ring_sides(plot.ring))
    wet = [side in shapes.shores for side in every]
    if not any(wet) or all(wet):
        return [[*plot.ring, plot.ring[0]]]
    first = next(n for n in range(len(wet)) if wet[n] and not wet[n - 1])
    return _joined(
        [side for n, side in enumerate(every[first:] + every[:first]) if wet[(first + n) % len(wet)]]
    )


def _joined(stretch: Sequence[Side]) -> list[list[Point]]:
    found: list[list[Point]] = []
    for a, b in stretch:
        if found and found[-1][-1] == a:
            found[-1].append(b)
        else:
            found.append([a, b])
    return found
