"""What a map is: territories, the links between them, and how they lie on the page.

Rules read links only; coordinates are for drawing. A hexagonal map is a map whose links came from its hexes
and may have been changed since (a cliff, a bridge). The same model carries any segmented map of any book:
`terrain`, `river` and `shore` for one, `role`, `corner`, `special`, `bonus` and `words` for another. What
stands on a territory is a key of the book's (`rules.maps.book`).

Coordinates are whole numbers; a hexagon measures `HEX` from its centre to a corner.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from rules.engine.plain import Name, Words

HEX = 100
FAR = 100_000  # coordinates reach from -FAR to FAR

type Terrain = Literal["plain", "mountain", "marsh", "sea"]
type Neighbours = Mapping[str, tuple[str, ...]]

TERRAINS: tuple[Terrain, ...] = ("plain", "mountain", "marsh", "sea")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One field of a map. `id` is the short label players say aloud ("C4"); `name` may stay empty.

    `q`, `r` are axial hex coordinates (None off the grid), `x`, `y` the centre, `outline` a polygon for
    fields that are no hexagons. `role` is a free key a book may ask for, `bonus` a number it may count.
    """

    id: str
    name: Name = ""
    x: int = 0
    y: int = 0
    q: int | None = None
    r: int | None = None
    outline: tuple[tuple[int, int], ...] = ()
    terrain: Terrain = "plain"
    river: bool = False
    shore: bool = False
    building: str = ""
    objective: str = ""
    role: str = ""
    corner: str = ""
    special: bool = False
    bonus: int = 0
    words: Words = ""

    @property
    def is_sea(self) -> bool:
        return self.terrain == "sea"

    @property
    def has_water(self) -> bool:
        """River or shore."""
        return self.river or self.shore


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """Two neighbouring territories; `id` is `a|b` with the smaller id first."""

    id: str
    a: str
    b: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """How the whole map is drawn. `seed` is the generator's.

    `picture` is the key of an uploaded background, `picture_box` where it lies: left, top, width, height.
    """

    id: str = "map"
    name: Name = ""
    kind: Literal["hex", "graph"] = "hex"
    orientation: Literal["pointy", "flat"] = "pointy"
    seed: str = ""
    picture: str = ""
    picture_box: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Map:
    """A whole map, as templates keep it and campaigns copy it."""

    ground: Ground = Ground()
    places: tuple[Place, ...] = ()
    links: tuple[Link, ...] = ()


def link(a: str, b: str) -> Link:
    """The link between two territories, whichever is named first."""
    low, high = sorted((a, b))
    return Link(id=f"{low}|{high}", a=low, b=high)


def neighbours(links: Iterable[Link]) -> dict[str, tuple[str, ...]]:
    """Neighbours by territory, each in id order; a territory without links is absent."""
    found: dict[str, set[str]] = {}
    for one in links:
        found.setdefault(one.a, set()).add(one.b)
        found.setdefault(one.b, set()).add(one.a)
    return {place: tuple(sorted(near)) for place, near in found.items()}


def distances(start: str, near: Neighbours) -> dict[str, int]:
    """Steps from `start` to every territory that can be reached."""
    steps, waiting = {start: 0}, deque([start])
    while waiting:
        here = waiting.popleft()
        for there in near.get(here, ()):
            if there not in steps:
                steps[there] = steps[here] + 1
                waiting.append(there)
    return steps
