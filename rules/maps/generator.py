"""A map for 2 to 10 players from a seed: a round patch of hexagons, fair to everybody.

What stands where a player begins, how far apart, and what there is to share out says a book's `Making`.
Hard demands: connected, enough territories, capitals far enough apart, riches near each capital. What is only
aimed at is measured in `MapScore`. The same wishes and seed give the same map.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.engine.language import mark, said, say, say_many
from rules.maps.book import Making, Riches
from rules.maps.chance import Chance
from rules.maps.hexes import (
    Cell,
    Orientation,
    adjacent_cells,
    centre,
    hex_distance,
    hex_links,
    labels,
    neighbours_of,
)
from rules.maps.model import Ground, Map, Place, Terrain
from rules.maps.painting import Painting, paint
from rules.maps.placing import gap, land_spread, place_capitals, place_objectives
from rules.maps.refusals import Unfit

PLAYERS = range(2, 11)
PLACED = 20  # placements of capitals tried at most
PAINTED = 10  # paintings tried on each: 200 tries together
ENOUGH = 2  # sound maps to choose from when none is good
GOOD = 90


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What a map should be like; shares in percent of the land, `spare` capitals more than players."""

    players: int
    seed: str
    per_player: int = 8
    mountains: int = 16
    marshes: int = 5
    rivers: int = 1
    sea: bool = False
    spare: int = 0
    orientation: Orientation = "pointy"


@dataclass(frozen=True, slots=True)
class MapScore:
    """How fair a map is; `points` of 100, `failed` names hard demands that are not met.

    Without `riches` nobody's are counted; without objectives `objective_gap` is None.
    """

    capital_distance: int
    land_spread: int
    neighbour_spread: int
    rich_spread: int
    objective_gap: int | None
    failed: tuple[str, ...] = ()
    riches: Riches | None = None

    @property
    def points(self) -> int:
        return max(0, 100 - sum(lost for _sentence, lost in self.deductions))

    @property
    def deductions(self) -> tuple[tuple[str, int], ...]:
        """How the score is made up: each aim in a sentence with the points lost on it, then what failed."""
        return tuple(self._deductions())

    def _deductions(self) -> Iterator[tuple[str, int]]:
        apart = say_many(
            self.capital_distance,
            "Capitals are at least {number} step apart; 3 is enough.",
            "Capitals are at least {number} steps apart; 3 is enough.",
        )
        yield apart, 25 * max(0, 3 - self.capital_distance)
        land, near, goals = self.land_spread, self.neighbour_spread, self.objective_gap
        even = say(
            "The capitals differ by {number} in the amount of land nearest to them; up to 2 is fair.",
            number=land,
        )
        yield even, 6 * max(0, land - 2)
        yield say("The capitals differ by {number} in their number of neighbours.", number=near), 3 * near
        if self.riches:
            differ = said(self.riches.differ, number=self.rich_spread)
            yield differ, 8 * max(0, self.rich_spread - 1)
        if goals is not None:
            yield say("Distances to the nearest objective differ by {number}.", number=goals), 10 * goals
        yield from ((said(one), 30) for one in self.failed)


@dataclass(frozen=True, slots=True)
class Generated:
    map: Map
    score: MapScore
    capitals: tuple[str, ...]


def generate(wishes: Wishes, making: Making) -> Generated:
    """A map that meets every hard demand, and is good or the best of a few; with bad luck the best there was.

    Raises `Unfit` for wishes that cannot be.
    """
    _check(wishes, making)
    made: list[Generated] = []
    for number in range(PLACED):
        made.append(_best_painted(wishes, making, Chance(f"{wishes.seed}#{number}")))
        sound = [one for one in made if not one.score.failed]
        if len(sound) >= ENOUGH or any(one.score.points >= GOOD for one in sound):
            break
    return max(made, key=lambda one: (not one.score.failed, one.score.points))


def _best_painted(wishes: Wishes, making: Making, chance: Chance) -> Generated:
    """One placement of capitals, painted until every hard demand is met, or the last try."""
    sites = _sites(wishes, making, chance)
    for number in range(PAINTED):
        made = _attempt(wishes, making, sites, chance.fork(f"painting {number}"))
        if not made.score.failed:
            break
    return made


def _check(wishes: Wishes, making: Making) -> None:
    if wishes.players not in PLAYERS:
        bounds = {"least": PLAYERS.start, "most": PLAYERS.stop - 1}
        sentence = say("A map can be made for {least} to {most} players.", **bounds)
        raise Unfit("size", sentence, "players")
    if wishes.per_player not in making.each:
        bounds = {"least": making.each.start, "most": making.each.stop - 1}
        sentence = say("Each player needs {least} to {most} territories.", **bounds)
        raise Unfit("size", sentence, "per_player")
    if not 0 <= wishes.mountains + wishes.marshes <= 60 or min(wishes.mountains, wishes.marshes) < 0:
        sentence = say("Mountains and marshes together can cover at most 60 per cent of the land.")
        raise Unfit("land", sentence, "mountains")
    if not 0 <= wishes.rivers <= 4:
        raise Unfit("land", say("A map can have at most 4 rivers."), "rivers")
    if making.spare and not 0 <= wishes.spare <= making.spare.most:
        raise Unfit("land", said(making.spare.too_many, most=making.spare.most), making.spare.name)


@dataclass(frozen=True, slots=True)
class _Sites:
    """The bare patch with what stands on it."""

    land: list[Cell]
    capitals: tuple[Cell, ...]
    goals: tuple[Cell, ...]


def _sites(wishes: Wishes, making: Making, chance: Chance) -> _Sites:
    land = patch(wishes.players * wishes.per_player, wishes.orientation)
    capitals = place_capitals(land, wishes.players, chance.fork("capitals"))
    goals = place_objectives(land, capitals, chance.fork("objectives")) if making.objectives else ()
    return _Sites(land, capitals, goals)


def _attempt(wishes: Wishes, making: Making, sites: _Sites, chance: Chance) -> Generated:
    land, capitals, goals = sites.land, sites.capitals, sites.goals
    painting = paint(
        land,
        capitals,
        goals,
        chance.fork("terrain"),
        riches=making.riches,
        mountains=wishes.mountains,
        marshes=wishes.marshes,
        rivers=wishes.rivers,
    )
    homes = (*capitals, *_spare(wishes, making, sites, painting, chance))
    made = _drawn(wishes, making, sites, painting, homes)
    score = _score(sites, painting, making)
    names = labels([*land, *_sea(wishes, land)], wishes.orientation)
    return Generated(made, score, tuple(names[one] for one in capitals))


def patch(size: int, orientation: Orientation = "pointy") -> list[Cell]:
    """The `size` cells nearest to the middle: a roughly round patch, always in one piece."""
    reach = 1
    while 3 * reach * (reach + 1) + 1 < size:
        reach += 1
    cells = [(q, r) for q in range(-reach, reach + 1) for r in range(-reach, reach + 1)]
    near = [cell for cell in cells if hex_distance(cell, (0, 0)) <= reach]
    return sorted(near, key=lambda cell: (_round(cell, orientation), cell))[:size]


def _round(cell: Cell, orientation: Orientation) -> int:
    x, y = centre(cell, orientation)
    return x * x + y * y


def _spare(wishes: Wishes, making: Making, sites: _Sites, painting: Painting, chance: Chance) -> list[Cell]:
    """More places to begin on plain ground, far enough from every capital."""
    if making.spare is None:
        return []
    fit = [
        cell
        for cell in sites.land
        if painting.terrain[cell] == "plain"
        and cell not in sites.goals
        and min(hex_distance(cell, capital) for capital in sites.capitals) >= making.apart
    ]
    return chance.fork(making.spare.name).shuffled(fit)[: wishes.spare]


# Putting it together


def _sea(wishes: Wishes, land: Sequence[Cell]) -> list[Cell]:
    """A ring of water around the land."""
    return sorted({near for cell in land for near in adjacent_cells(cell)} - set(land)) if wishes.sea else []


def _drawn(wishes: Wishes, making: Making, sites: _Sites, painting: Painting, homes: Sequence[Cell]) -> Map:
    land, kinds = sites.land, making.objectives
    sea = _sea(wishes, land)
    names = labels([*land, *sea], wishes.orientation)
    goals = {goal: kinds[number % len(kinds)] for number, goal in enumerate(sites.goals)}
    places = []
    for cell in sorted((*land, *sea), key=lambda one: (one[1], one[0])):
        terrain: Terrain = "sea" if cell in sea else painting.terrain[cell]
        x, y = centre(cell, wishes.orientation)
        place = Place(id=names[cell], q=cell[0], r=cell[1], x=x, y=y, terrain=terrain)
        if terrain != "sea":
            place = replace(
                place,
                river=cell in painting.river,
                shore=any(near in sea for near in adjacent_cells(cell)),
                building=making.home if cell in homes else "",
                objective=goals.get(cell, ""),
            )
        places.append(place)
    ground = Ground(kind="hex", orientation=wishes.orientation, seed=wishes.seed)
    return Map(ground=ground, places=tuple(places), links=hex_links(places))


def _score(sites: _Sites, painting: Painting, making: Making) -> MapScore:
    land, capitals = sites.land, sites.capitals
    near = neighbours_of(land)
    apart = min(hex_distance(a, b) for a in capitals for b in capitals if a != b)
    counts = [len(near[cell]) for cell in capitals]
    riches = [painting.riches_near(cell) for cell in capitals]
    return MapScore(
        apart,
        land_spread(land, capitals),
        max(counts) - min(counts),
        max(riches) - min(riches),
        gap(capitals, sites.goals) if sites.goals else None,
        tuple(_failed(near, capitals, apart, riches, painting, making)),
        making.riches,
    )


def _failed(
    near: Mapping[Cell, list[Cell]],
    capitals: Sequence[Cell],
    apart: int,
    riches: Sequence[int],
    painting: Painting,
    making: Making,
) -> list[str]:
    """Hard demands that are not met, as sentences still to be said."""
    easy = [sum(painting.terrain[one] == "plain" for one in near[cell]) for cell in capitals]
    found = []
    if apart < making.apart:
        near_by = mark("Two capitals are neighbours."), mark("Two capitals are too close together.")
        found.append(near_by[apart > 1])
    if making.riches and min(riches) < 1:
        found.append(making.riches.none)
    if making.riches and max(riches) - min(riches) > 1:
        found.append(making.riches.uneven)
    if min(easy) < 2:
        found.append(mark("A capital has fewer than two plains next to it."))
    return found
