"""A besieged territory is cut in two: half for who besieges it, half for who holds the fort."""

from __future__ import annotations

from collections.abc import Sequence

from rules.maps.hexes import Point


def two_halves(around: Sequence[Point]) -> tuple[list[Point], list[Point]]:
    """The besieger's half, above a rising diagonal, and the holder's, below it; whatever the shape."""
    over = _middle([x for x, _y in around]) + _middle([y for _x, y in around])
    return _side(around, over, -1), _side(around, over, 1)


def _middle(numbers: Sequence[int]) -> int:
    return (min(numbers) + max(numbers)) // 2


def _side(around: Sequence[Point], over: int, sign: int) -> list[Point]:
    """The corners on one side of the diagonal x + y = `over`, with those where it cuts the outline."""
    found: list[Point] = []
    for one, two in zip(around, [*around[1:], around[0]], strict=True):
        here, there = (sign * (x + y - over) for x, y in (one, two))
        if here >= 0:
            found.append(one)
        if here * there < 0:
            part = here / (here - there)
            found.append((round(one[0] + part * (two[0] - one[0])), round(one[1] + part * (two[1] - one[1]))))
    return found
