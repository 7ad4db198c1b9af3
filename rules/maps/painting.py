"""Terrain for a generated map: rivers across, mountains in clusters, a little marsh, riches for everybody.

Capitals stay plain; where a book has riches, each gets as many of them within two steps, give or take one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

from rules.maps.book import Riches
from rules.maps.chance import Chance
from rules.maps.hexes import Cell, adjacent_cells, centre, hex_distance
from rules.maps.model import Terrain

NEAR = 2
BALANCING = 80


@dataclass(slots=True)
class Painting:
    """Ground being painted; `fixed` cells keep their plain ground, `riches` is land to share out."""

    land: tuple[Cell, ...]
    capitals: tuple[Cell, ...]
    fixed: frozenset[Cell]
    riches: Riches | None
    terrain: dict[Cell, Terrain] = field(default_factory=dict)
    river: set[Cell] = field(default_factory=set)

    def is_rich(self, cell: Cell) -> bool:
        if self.riches is None:
            return False
        return (self.riches.river and cell in self.river) or self.terrain[cell] == self.riches.terrain

    def around(self, capital: Cell) -> list[Cell]:
        """Cells within two steps of a capital, itself left out."""
        return [cell for cell in self.land if 0 < hex_distance(cell, capital) <= NEAR]

    def riches_near(self, capital: Cell) -> int:
        return sum(self.is_rich(cell) for cell in self.around(capital))

    def easy_neighbours(self, capital: Cell) -> int:
        return sum(self.terrain.get(cell) == "plain" for cell in adjacent_cells(capital))


def paint(
    land: Sequence[Cell],
    capitals: Sequence[Cell],
    goals: Sequence[Cell],
    chance: Chance,
    *,
    riches: Riches | None,
    mountains: int,
    marshes: int,
    rivers: int,
) -> Painting:
    """Paint the whole land; shares in percent."""
    fixed = frozenset((*capitals, *goals))
    painting = Painting(tuple(land), tuple(capitals), fixed, riches, dict.fromkeys(land, "plain"))
    for _ in range(rivers):
        painting.river.update(_river(painting, chance))
    _clusters(painting, chance, len(land) * mountains // 100)
    _marshes(painting, chance, len(land) * marshes // 100)
    if riches:
        _balance(painting, chance, riches)
    return painting


def _river(painting: Painting, chance: Chance) -> list[Cell]:
    """A winding way between two opposite rims, rather past the capitals than through them."""
    rim = [
        cell for cell in painting.land if any(near not in painting.terrain for near in adjacent_cells(cell))
    ]
    source = chance.choice(rim)
    mouth = max(rim, key=lambda cell: (hex_distance(cell, source) - chance.below(3), cell))
    cost = {cell: 2 + chance.below(5) + 8 * (cell in painting.capitals) for cell in painting.land}
    return _cheapest(source, mouth, cost)


def _cheapest(source: Cell, mouth: Cell, cost: dict[Cell, int]) -> list[Cell]:
    """The cheapest way over the cells of `cost`."""
    waiting: list[tuple[int, Cell, tuple[Cell, ...]]] = [(0, source, (source,))]
    seen: set[Cell] = set()
    while waiting:
        spent, here, way = heappop(waiting)
        if here == mouth:
            return list(way)
        if here in seen:
            continue
        seen.add(here)
        for there in adjacent_cells(here):
            if there in cost and there not in seen:
                heappush(waiting, (spent + cost[there], there, (*way, there)))
    return [source]


def _free(painting: Painting, cells: Iterable[Cell]) -> list[Cell]:
    """Plain cells that may be painted: no capital is left with fewer than two easy neighbours."""
    return [
        cell
        for cell in cells
        if painting.terrain.get(cell) == "plain"
        and cell not in painting.fixed
        and all(
            painting.easy_neighbours(near) > 2 for near in adjacent_cells(cell) if near in painting.capitals
        )
    ]


def _clusters(painting: Painting, chance: Chance, count: int) -> None:
    """Mountains in groups of up to three."""
    left = count
    while left > 0 and (free := _free(painting, painting.land)):
        peak = chance.choice(free)
        painting.terrain[peak] = "mountain"
        left -= 1
        for _ in range(min(left, chance.below(3))):
            beyond = _free(painting, adjacent_cells(peak))
            if beyond:
                peak = chance.choice(beyond)
                painting.terrain[peak] = "mountain"
                left -= 1


def _marshes(painting: Painting, chance: Chance, count: int) -> None:
    for _ in range(count):
        free = _free(painting, painting.land)
        if free:
            painting.terrain[chance.choice(free)] = "marsh"


def _balance(painting: Painting, chance: Chance, riches: Riches) -> None:
    """Make land rich by whoever has least, plain by whoever has most, until it is even."""
    for _ in range(BALANCING):
        has = {capital: painting.riches_near(capital) for capital in painting.capitals}
        least, most = min(has.values()), max(has.values())
        if most - least <= 1 and least >= 1:
            return
        poor = [one for one in painting.capitals if has[one] == least]
        rich = [one for one in painting.capitals if has[one] == most]
        if least < 1 or chance.below(2):
            _enrich_near(painting, chance, chance.choice(poor), riches.terrain)
        else:
            _level_near(painting, chance, chance.choice(rich), riches.terrain)


def _enrich_near(painting: Painting, chance: Chance, capital: Cell, terrain: Terrain) -> None:
    cells = [cell for cell in painting.around(capital) if not painting.is_rich(cell)]
    free = _rather_its_own(painting, capital, _free(painting, cells))
    if free:
        painting.terrain[chance.choice(free)] = terrain


def _level_near(painting: Painting, chance: Chance, capital: Cell, terrain: Terrain) -> None:
    cells = [
        cell
        for cell in painting.around(capital)
        if painting.terrain[cell] == terrain and cell not in painting.river
    ]
    if cells:
        painting.terrain[chance.choice(_rather_its_own(painting, capital, cells))] = "plain"


def _rather_its_own(painting: Painting, capital: Cell, cells: Sequence[Cell]) -> list[Cell]:
    """Those no other capital is near to, if there are any."""
    others = [one for one in painting.capitals if one != capital]
    own = [cell for cell in cells if all(hex_distance(cell, other) > NEAR for other in others)]
    return own or sorted(cells, key=lambda cell: centre(cell))
