"""Short paths: whole numbers, relative steps, curves through the middles of sides, and a steady hash.

A curve says only its next end (`t`) where its handle is the last one mirrored: wherever the corners on a line
are even, for then no middle was rounded.

A drawing is a function of its map: what looks accidental (a cape, a tuft of grass) is chosen by a hash of ids
and corners, so the same place looks the same on every page, on every machine, for ever.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from zlib import crc32

from rules.maps.hexes import Point

SHARP = 0.26  # how much of a side a sharp corner rounds off; others take half
LEAST = 3  # a straight piece shorter than this is left out


def steady(*key: object) -> int:
    """A number from 0 to 2³² that only depends on the key."""
    mixed = crc32("/".join(map(str, key)).encode()) * 2246822519 & 0xFFFFFFFF
    return mixed ^ mixed >> 15


def compact_numbers(values: Iterable[int]) -> str:
    """`3 -4 5` as `3-4 5`."""
    return " ".join(map(str, values)).replace(" -", "-")


def path_command(letter: str, last: str, values: Sequence[int]) -> str:
    """A command of a path, its letter left out after one of the same."""
    text = compact_numbers(values)
    if letter != last:
        return letter + text
    return text if text[0] == "-" else " " + text


def _between(a: Point, b: Point, part: float) -> Point:
    return round(a[0] + (b[0] - a[0]) * part), round(a[1] + (b[1] - a[1]) * part)


def curve(points: Sequence[Point], sharp: Collection[int] = (), cut_off: float = SHARP) -> str:
    """A closed path: corners are handles, the curve touches the middle of every side.

    Corners whose number is in `sharp` lose less of their sides: `cut_off`, or nothing.
    """
    cuts = [cut_off if n in sharp else 0.5 for n in range(len(points))]
    around = zip(points, [points[-1], *points[:-1]], [*points[1:], points[0]], cuts, strict=True)
    x, y = _between(points[0], points[-1], cuts[0])
    found, last, mirrored = [f"M{compact_numbers((x, y))}"], "", (x, y)
    for (cx, cy), before, after, cut in around:
        ix, iy = _between((cx, cy), before, cut)
        ox, oy = _between((cx, cy), after, cut)
        if abs(ix - x) + abs(iy - y) > LEAST:
            found.append(path_command("l", last, (ix - x, iy - y)))
            x, y, last = ix, iy, "l"
        if cut:
            step, last = _bent(last, mirrored, (x, y), (cx, cy), (ox, oy))
            found.append(step)
            x, y, mirrored = ox, oy, (2 * ox - cx, 2 * oy - cy)
    return "".join(found) + "z"


def _bent(last: str, mirrored: Point, at: Point, by: Point, to: Point) -> tuple[str, str]:
    """A bend and its letter, without the handle where a browser finds it by mirroring the last one."""
    (x, y), end = at, (to[0] - at[0], to[1] - at[1])
    if last in ("q", "t") and mirrored == by:
        return path_command("t", last, end), "t"
    return path_command("q", last, (by[0] - x, by[1] - y, *end)), "q"


def straight(points: Sequence[Point]) -> str:
    """A closed path along its corners."""
    return f"M{polyline(points)}z"


def polyline(points: Sequence[Point]) -> str:
    """Corner after corner, the first one absolute."""
    (x, y), found = points[0], [compact_numbers(points[0])]
    for index, (nx, ny) in enumerate(points[1:]):
        found.append(path_command("l", "l" if index else "", (nx - x, ny - y)))
        x, y = nx, ny
    return "".join(found)


def course(points: Sequence[Point]) -> str:
    """An open line as the same kind of curve, from its first point to its last."""
    if len(points) < 3:
        return "M" + polyline(points)
    middles = [_between(a, b, 0.5) for a, b in pairwise(points)]
    (sx, sy), (x, y) = points[0], middles[0]
    found, last, mirrored = [f"M{compact_numbers((sx, sy))}l{compact_numbers((x - sx, y - sy))}"], "l", (x, y)
    for (cx, cy), (mx, my) in zip(points[1:-1], middles[1:], strict=True):
        step, last = _bent(last, mirrored, (x, y), (cx, cy), (mx, my))
        found.append(step)
        x, y, mirrored = mx, my, (2 * mx - cx, 2 * my - cy)
    ex, ey = points[-1]
    return "".join(found) + f"l{compact_numbers((ex - x, ey - y))}"


def bend(a: Point, b: Point, much: int) -> Point:
    """The handle of a way from a to b that leaves the straight line by so much."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = max(1.0, (dx * dx + dy * dy) ** 0.5)
    return round((a[0] + b[0]) / 2 - dy / long * much), round((a[1] + b[1]) / 2 + dx / long * much)
