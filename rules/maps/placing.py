"""Where capitals and objectives go on a patch of hexagons so that nobody is favoured.

Capitals: the best of many farthest-point placements, then moved a step or two while that helps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.maps.chance import Chance
from rules.maps.hexes import Cell, adjacent_cells, hex_distance

PLACEMENTS = 120
POLISHED = 4
SETS = 200
ENOUGH = 3  # steps between capitals beyond which farther is no better

type Worth = tuple[int, int, int, int]


class PlacingBoard:
    """A patch with its distances, for trying many placements."""

    def __init__(self, land: Sequence[Cell]) -> None:
        self.land = tuple(land)
        self.number = {cell: place for place, cell in enumerate(self.land)}
        self.far = [[hex_distance(one, other) for other in self.land] for one in self.land]
        self.near = [
            [self.number[there] for there in adjacent_cells(cell) if there in self.number]
            for cell in self.land
        ]

    def worth(self, placed: Sequence[int]) -> Worth:
        """Better is higher: distance up to `ENOUGH`, even land, even neighbours, many neighbours."""
        apart = min(self.far[a][b] for place, a in enumerate(placed) for b in placed[place + 1 :])
        counts = [len(self.near[one]) for one in placed]
        return min(apart, ENOUGH), -self.spread(placed), min(counts) - max(counts), min(counts)

    def spread(self, placed: Sequence[int]) -> int:
        """How unequal the land nearest to each capital is; ties count for all of them."""
        share = [0] * len(placed)
        rows = [self.far[one] for one in placed]
        for ways in zip(*rows, strict=True):
            nearest = min(ways)
            for place, way in enumerate(ways):
                share[place] += way == nearest
        return max(share) - min(share)


def place_capitals(land: Sequence[Cell], players: int, chance: Chance) -> tuple[Cell, ...]:
    """One cell for each player."""
    board = PlacingBoard(land)
    tried = [_farthest(board, players, chance) for _ in range(PLACEMENTS)]
    best = sorted(tried, key=lambda placed: (board.worth(placed), placed), reverse=True)[:POLISHED]
    polished = max((_polished(board, placed) for placed in best), key=board.worth)
    return tuple(board.land[one] for one in polished)


def _farthest(board: PlacingBoard, players: int, chance: Chance) -> list[int]:
    """Begin anywhere and go on with one of the cells farthest from all before."""
    placed = [chance.below(len(board.land))]
    closest = list(board.far[placed[0]])
    while len(placed) < players:
        least = max(max(closest) - chance.below(2), 1)
        chosen = chance.choice([cell for cell, way in enumerate(closest) if way >= least])
        placed.append(chosen)
        closest = [min(pair) for pair in zip(closest, board.far[chosen], strict=True)]
    return placed


def _polished(board: PlacingBoard, placed: list[int]) -> list[int]:
    """Move single capitals to a cell nearby as long as the placement gains by it."""
    worth = board.worth(placed)
    improved = True
    while improved:
        improved = False
        for moved in _moves(board, placed):
            now = board.worth(moved)
            if now > worth:
                placed, worth, improved = moved, now, True
                break
    return placed


def _moves(board: PlacingBoard, placed: list[int]) -> Iterator[list[int]]:
    for place, cell in enumerate(placed):
        for there, way in enumerate(board.far[cell]):
            if 0 < way <= 2 and there not in placed:
                yield [*placed[:place], there, *placed[place + 1 :]]


def land_spread(land: Sequence[Cell], capitals: Sequence[Cell]) -> int:
    """How unequal the land nearest to each capital is."""
    board = PlacingBoard(land)
    return board.spread([board.number[one] for one in capitals])


def place_objectives(land: Sequence[Cell], capitals: Sequence[Cell], chance: Chance) -> tuple[Cell, ...]:
    """Neutral places so that nobody's way to the nearest one is much longer."""
    count = (len(capitals) + 1) // 2
    away = [cell for cell in land if min(hex_distance(cell, capital) for capital in capitals) >= 2]
    neutral = [cell for cell in away if _is_neutral(cell, capitals)]
    spare = away if len(away) >= count else [cell for cell in land if cell not in capitals]
    pools = [pool for pool in (neutral, spare) if len(pool) >= count]
    sets = [tuple(chance.shuffled(pool)[:count]) for pool in pools for _ in range(SETS)]
    return min(
        sets, key=lambda goals: (gap(capitals, goals), -sum(one in neutral for one in goals), -_apart(goals))
    )


def _is_neutral(cell: Cell, capitals: Sequence[Cell]) -> bool:
    """Whether the two nearest capitals are equally far."""
    nearest, next_to_it, *_ = sorted(hex_distance(cell, capital) for capital in capitals)
    return nearest == next_to_it


def gap(capitals: Sequence[Cell], goals: Sequence[Cell]) -> int:
    """How much the ways from each capital to its nearest objective differ."""
    ways = [min(hex_distance(capital, goal) for goal in goals) for capital in capitals]
    return max(ways) - min(ways)


def _apart(goals: Sequence[Cell]) -> int:
    return min((hex_distance(a, b) for a in goals for b in goals if a != b), default=0)
