"""A map of free shapes for many players, as JSON a club would bring: one slice of eight territories for each.

A capital by the shore, mountains, a marsh and a river on the way to the hub in the middle, which nine slices
touch; seas between the slices' shores and an island with a single neighbour.
"""

from __future__ import annotations

from math import cos, pi, sin

# Of one slice: distance from the middle, degrees off its axis, terrain, marks, building
SLICE: tuple[tuple[int, int, str, tuple[str, ...], str], ...] = (
    (900, -8, "plain", ("shore",), ""),
    (760, 0, "plain", ("river",), "city"),
    (780, 11, "mountain", (), ""),
    (620, -8, "plain", ("river",), ""),
    (620, 8, "marsh", ("river",), ""),
    (480, -9, "plain", (), ""),
    (480, 9, "mountain", ("river",), ""),
    (330, 0, "plain", (), ""),
)
INSIDE = ((1, 2), (1, 3), (2, 3), (2, 4), (3, 5), (4, 5), (4, 6), (5, 7), (6, 7), (6, 8), (7, 8))
TO_NEXT = ((3, 1), (5, 4), (7, 6), (8, 8))
LETTERS = "ABCDEFGHIJ"


def wheel(players: int) -> dict[str, object]:
    """The map for 3 to 10 players."""
    slices = LETTERS[:players]
    tiles = [tile for n, letter in enumerate(slices) for tile in _slice(letter, 360 * n / players)]
    edges = [[f"{one}{a}", f"{one}{b}"] for one in slices for a, b in INSIDE]
    for n, one in enumerate(slices):
        following = slices[(n + 1) % players]
        edges += [[f"{one}{a}", f"{following}{b}"] for a, b in TO_NEXT]
        if n % 2 == 0:
            tiles.append(_tile(f"S{n}", 1000, 360 * (n + 0.5) / players, "sea"))
            edges += [[f"S{n}", f"{one}1"], [f"S{n}", f"{following}1"]]
    tiles += [
        _tile("Hub", 0, 0, "plain", building="city", objective="mage_tower"),
        _tile("Isle", 1150, 0, "plain", shore=True, objective="orc_idol"),
    ]
    edges += [["Hub", f"{one}8"] for one in slices[:9]] + [["Isle", "A1"]]
    return {"name": "The great wheel", "kind": "graph", "tiles": tiles, "edges": edges}


def _slice(letter: str, axis: float) -> list[dict[str, object]]:
    return [
        _tile(f"{letter}{n}", far, axis + off, base, building=building, **dict.fromkeys(marks, True))
        for n, (far, off, base, marks, building) in enumerate(SLICE, start=1)
    ]


def _tile(key: str, far: int, degrees: float, base: str, **more: object) -> dict[str, object]:
    turn = degrees * pi / 180
    return {"key": key, "x": round(far * cos(turn)), "y": round(far * sin(turn)), "base": base, **more}
