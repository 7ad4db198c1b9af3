"""A map for 2 to 10 players from a seed: a round patch of hexagons, fair to everybody.

Hard demands: connected, enough territories, capitals two steps apart or more, something to mine near each
capital. What is only aimed at is measured in `Score`. The same wishes and seed give the same map.
Source: CQ-01, CQ-06, CQ-11.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.engine.language import mark, said, say, say_many
from rules.engine.refusals import Refused
from rules.maps.chance import Chance
from rules.maps.hexes import Cell, Orientation, beside, centre, hex_links, labels, neighbours_of, steps
from rules.maps.model import Ground, Map, Place, Terrain
from rules.maps.painting import Painting, paint
from rules.maps.placing import gap, land_spread, place_capitals, place_objectives

PLAYERS = range(2, 11)
PLACED = 20  # placements of capitals tried at most
PAINTED = 10  # paintings tried on each: 200 tries together
ENOUGH = 2  # sound maps to choose from when none is good
GOOD = 90
KINDS = ("mage_tower", "dwarf_brewery", "orc_idol")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What a map should be like; shares in percent of the land."""

    players: int
    seed: str
    per_player: int = 8
    mountains: int = 16
    marshes: int = 5
    rivers: int = 1
    sea: bool = False
    cities: int = 0
    orientation: Orientation = "pointy"


@dataclass(frozen=True, slots=True)
class Score:
    """How fair a map is; `points` of 100, `failed` names hard demands that are not met."""

    capital_distance: int
    land_spread: int
    neighbour_spread: int
    mine_spread: int
    objective_gap: int
    failed: tuple[str, ...] = ()

    @property
    def points(self) -> int:
        return max(0, 100 - sum(self._lost))

    @property
    def parts(self) -> tuple[tuple[str, int], ...]:
        """What the score consists of: each aim in a sentence with the points lost on it, then what failed."""
        return tuple(zip(self._sentences(), self._lost, strict=True))

    @property
    def _lost(self) -> tuple[int, ...]:
        return (
            25 * max(0, 3 - self.capital_distance),
            6 * max(0, self.land_spread - 2),
            3 * self.neighbour_spread,
            8 * max(0, self.mine_spread - 1),
            10 * self.objective_gap,
            *(30 for _ in self.failed),
        )

    def _sentences(self) -> Iterator[str]:
        yield say_many(
            self.capital_distance,
            "Capitals are at least {number} step apart; 3 are enough.",
            "Capitals are at least {number} steps apart; 3 are enough.",
        )
        land, near, mines = self.land_spread, self.neighbour_spread, self.mine_spread
        yield say("The land nearest to each capital differs by {number}; up to 2 is even.", number=land)
        yield say("The capitals' neighbours differ in number by {number}.", number=near)
        yield say("Places to mine near each capital differ by {number}; 1 is even.", number=mines)
        yield say("The ways to the nearest objective differ by {number}.", number=self.objective_gap)
        yield from (said(one) for one in self.failed)


@dataclass(frozen=True, slots=True)
class Generated:
    map: Map
    score: Score
    capitals: tuple[str, ...]


def generate(wishes: Wishes) -> Generated:
    """A map that meets every hard demand, and is good or the best of a few; with bad luck the best there was.

    Raises `Refused` for wishes that cannot be.
    """
    _check(wishes)
    made: list[Generated] = []
    for number in range(PLACED):
        made.append(_best_painted(wishes, Chance(f"{wishes.seed}#{number}")))
        sound = [one for one in made if not one.score.failed]
        if len(sound) >= ENOUGH or any(one.score.points >= GOOD for one in sound):
            break
    return max(made, key=lambda one: (not one.score.failed, one.score.points))


def _best_painted(wishes: Wishes, chance: Chance) -> Generated:
    """One placement of capitals, painted until every hard demand is met, or the last try."""
    sites = _sites(wishes, chance)
    for number in range(PAINTED):
        made = _attempt(wishes, sites, chance.fork(f"painting {number}"))
        if not made.score.failed:
            break
    return made


def _check(wishes: Wishes) -> None:
    if wishes.players not in PLAYERS:
        bounds = {"least": PLAYERS.start, "most": PLAYERS.stop - 1}
        sentence = say("A map is made for {least} to {most} players.", **bounds)
        raise Refused("CQ-01", sentence, "players")
    if not 7 <= wishes.per_player <= 30:
        sentence = say("Each player needs 7 territories; more than 30 are too many.")
        raise Refused("CQ-01", sentence, "per_player")
    if not 0 <= wishes.mountains + wishes.marshes <= 60 or min(wishes.mountains, wishes.marshes) < 0:
        sentence = say("Mountains and marshes together cover at most 60 percent of the land.")
        raise Refused("CQ-02", sentence, "mountains")
    if not 0 <= wishes.rivers <= 4:
        raise Refused("CQ-02", say("At most 4 rivers."), "rivers")
    if not 0 <= wishes.cities <= 10:
        raise Refused("CQ-02", say("At most 10 more cities."), "cities")


@dataclass(frozen=True, slots=True)
class _Sites:
    """The bare patch with what stands on it."""

    land: list[Cell]
    capitals: tuple[Cell, ...]
    goals: tuple[Cell, ...]


def _sites(wishes: Wishes, chance: Chance) -> _Sites:
    land = patch(wishes.players * wishes.per_player, wishes.orientation)
    capitals = place_capitals(land, wishes.players, chance.fork("capitals"))
    return _Sites(land, capitals, place_objectives(land, capitals, chance.fork("objectives")))


def _attempt(wishes: Wishes, sites: _Sites, chance: Chance) -> Generated:
    land, capitals, goals = sites.land, sites.capitals, sites.goals
    painting = paint(
        land,
        capitals,
        goals,
        chance.fork("terrain"),
        mountains=wishes.mountains,
        marshes=wishes.marshes,
        rivers=wishes.rivers,
    )
    cities = (*capitals, *_more_cities(land, capitals, goals, painting, wishes.cities, chance.fork("cities")))
    made = _drawn(wishes, land, goals, painting, cities)
    score = _score(land, capitals, goals, painting)
    names = labels([*land, *_sea(wishes, land)], wishes.orientation)
    return Generated(made, score, tuple(names[one] for one in capitals))


def patch(size: int, orientation: Orientation = "pointy") -> list[Cell]:
    """The `size` cells nearest to the middle: a roughly round patch, always in one piece."""
    reach = 1
    while 3 * reach * (reach + 1) + 1 < size:
        reach += 1
    cells = [(q, r) for q in range(-reach, reach + 1) for r in range(-reach, reach + 1)]
    near = [cell for cell in cells if steps(cell, (0, 0)) <= reach]
    return sorted(near, key=lambda cell: (_round(cell, orientation), cell))[:size]


def _round(cell: Cell, orientation: Orientation) -> int:
    x, y = centre(cell, orientation)
    return x * x + y * y


def _more_cities(
    land: Sequence[Cell],
    capitals: Sequence[Cell],
    goals: Sequence[Cell],
    painting: Painting,
    count: int,
    chance: Chance,
) -> list[Cell]:
    """Free cities on plain ground, at least two steps from every capital."""
    fit = [
        cell
        for cell in land
        if painting.terrain[cell] == "plain"
        and cell not in goals
        and min(steps(cell, capital) for capital in capitals) >= 2
    ]
    return chance.shuffled(fit)[:count]


# Putting it together


def _sea(wishes: Wishes, land: Sequence[Cell]) -> list[Cell]:
    """A ring of water around the land."""
    return sorted({near for cell in land for near in beside(cell)} - set(land)) if wishes.sea else []


def _drawn(
    wishes: Wishes, land: Sequence[Cell], goals: Sequence[Cell], painting: Painting, cities: Sequence[Cell]
) -> Map:
    sea = _sea(wishes, land)
    names = labels([*land, *sea], wishes.orientation)
    kinds = {goal: KINDS[number % len(KINDS)] for number, goal in enumerate(goals)}
    places = []
    for cell in sorted((*land, *sea), key=lambda one: (one[1], one[0])):
        terrain: Terrain = "sea" if cell in sea else painting.terrain[cell]
        x, y = centre(cell, wishes.orientation)
        place = Place(id=names[cell], q=cell[0], r=cell[1], x=x, y=y, terrain=terrain)
        if terrain != "sea":
            place = replace(
                place,
                river=cell in painting.river,
                shore=any(near in sea for near in beside(cell)),
                building="city" if cell in cities else "",
                objective=kinds.get(cell, ""),
            )
        places.append(place)
    ground = Ground(kind="hex", orientation=wishes.orientation, seed=wishes.seed)
    return Map(ground=ground, places=tuple(places), links=hex_links(places))


def _score(
    land: Sequence[Cell], capitals: Sequence[Cell], goals: Sequence[Cell], painting: Painting
) -> Score:
    near = neighbours_of(land)
    apart = min(steps(a, b) for a in capitals for b in capitals if a != b)
    counts = [len(near[cell]) for cell in capitals]
    mines = [painting.mines_near(cell) for cell in capitals]
    return Score(
        apart,
        land_spread(land, capitals),
        max(counts) - min(counts),
        max(mines) - min(mines),
        gap(capitals, goals),
        tuple(_failed(near, capitals, apart, mines, painting)),
    )


def _failed(
    near: Mapping[Cell, list[Cell]],
    capitals: Sequence[Cell],
    apart: int,
    mines: Sequence[int],
    painting: Painting,
) -> list[str]:
    """Hard demands that are not met, as sentences still to be said."""
    easy = [sum(painting.terrain[one] == "plain" for one in near[cell]) for cell in capitals]
    found = []
    if apart < 2:
        found.append(mark("Two capitals are neighbours."))
    if min(mines) < 1:
        found.append(mark("A capital has nothing to mine within two steps."))
    if max(mines) - min(mines) > 1:
        found.append(mark("Places to mine near the capitals differ by more than one."))
    if min(easy) < 2:
        found.append(mark("A capital has fewer than two easy neighbours."))
    return found
