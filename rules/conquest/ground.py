"""What Conquest wants of the ground it is played on: what stands there, how much of it, and what is fair.

Source: CQ-01 … CQ-03, CQ-06, CQ-07, CQ-11, CQ-39.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.conquest.book import EDITIONS, conquest_book
from rules.engine.language import mark, say, say_many
from rules.maps import check
from rules.maps.book import Kind, Making, MapBook, Riches, Spare
from rules.maps.model import Map, distances, neighbours

ICONS = {"castle": "bricks", "city": "buildings-fill", "mine": "minecart-loaded", "port": "tsunami"}
ART = {"castle": "gatehouse", "city": "town", "mine": "adit", "port": "boat"}
OBJECTIVE = "fire"
MOST_EACH = 30  # territories for each player the generator makes
MOST_SPARE = 10  # cities it adds
MOST_TRIED = 30  # cities of which every choice is tried

RICHES = Riches(  # CQ-39
    terrain="mountain",
    river=True,
    differ=mark(
        "Capitals differ by {number} in the number of mine sites nearby; a difference of up to 1 is fair."
    ),
    none=mark("A capital has nothing to mine within two steps."),
    uneven=mark("The capitals differ by more than one in the number of mine sites nearby."),
)
SPARE = Spare(
    name="cities",
    label=mark("Spare cities"),
    most=MOST_SPARE,
    too_many=mark("A map can have at most {most} spare cities."),
)


def conquest_map_book() -> MapBook:
    """What the neutral map is told, in the language in force. Source: CQ-01, CQ-02, CQ-03"""
    words = conquest_book(EDITIONS[0])
    return MapBook(
        game="conquest",
        title=words.title,
        each=words.figures.tiles_per_realm,
        buildings=tuple(
            Kind(key, row.name, ICONS[key], brush=key == "city", art=ART[key])
            for key, row in words.buildings.items()
        ),
        objectives=tuple(Kind(key, row.name, OBJECTIVE, True) for key, row in words.objectives.items()),
        takes=_takes,
        advice=player_count_advice,
        rules={"size": "CQ-01", "land": "CQ-02", "links": "CQ-03"},
        making=making(),
    )


def _takes(map: Map) -> int:
    """As many as have land enough and, where cities are drawn, a capital. Source: CQ-01, CQ-06"""
    land = sum(not one.is_sea for one in map.places) // conquest_book(EDITIONS[0]).figures.tiles_per_realm
    cities = len(spaced_cities(map))
    return min(land, cities) if cities > 1 else land


def making() -> Making:
    """What the generator puts on a map of this book. Source: CQ-01, CQ-06, CQ-11, CQ-39."""
    words = conquest_book(EDITIONS[0])
    return Making(
        each=range(words.figures.tiles_per_realm, MOST_EACH + 1),
        apart=words.figures.capital_distance,
        home="city",
        objectives=tuple(words.objectives),
        riches=RICHES,
        spare=SPARE,
    )


def conquest_map_errors(map: Map) -> list[str]:
    """Faults no league of this book can live with. Source: CQ-02, CQ-03."""
    return check.map_errors(map, tuple(ICONS))


def conquest_map_warnings(map: Map) -> list[str]:
    """What deserves a look. Source: CQ-03"""
    return check.map_warnings(
        map, say("The land is split into several parts; you can only get from one to another with a port.")
    )


def fairness(map: Map, capitals: Sequence[str]) -> list[str]:
    """Warn when players' ways to the nearest objective differ by more than one. Source: CQ-11."""
    far = nearest_objective(map, capitals)
    if far and max(far.values()) - min(far.values()) > 1:
        ways = ", ".join(f"{capital} {steps}" for capital, steps in far.items())
        return [say("Distances to the nearest objective differ by more than 1: {ways}.", ways=ways)]
    return []


def nearest_objective(map: Map, capitals: Sequence[str]) -> dict[str, int]:
    """Steps from each capital to its nearest objective; without objectives empty. Source: CQ-11"""
    near = neighbours(map.links)
    goals = [one.id for one in map.places if one.objective]
    found = {}
    for capital in capitals:
        steps = distances(capital, near)
        reached = [steps[goal] for goal in goals if goal in steps]
        if reached:
            found[capital] = min(reached)
    return found


def player_count_advice(map: Map, players: int) -> list[str]:
    """What so many players should know about the map before they begin.

    Source: CQ-01, CQ-06, CQ-07, CQ-11.
    """
    land = [one for one in map.places if not one.is_sea]
    found, needed = conquest_map_warnings(map), conquest_book(EDITIONS[0]).figures.tiles_per_realm * players
    if len(land) < needed:
        found.append(
            say_many(
                players,
                "{number} player needs {needed} territories; the map has {there}.",
                "{number} players need {needed} territories; the map has {there}.",
                needed=needed,
                there=len(land),
            )
        )
    cities = spaced_cities(map)
    if len(cities) < players:
        found.append(
            say_many(
                len(cities),
                "Only {number} city is far enough from the others to be a capital; {players} players need "
                "one each.",
                "Only {number} cities are far enough from the others to be capitals; {players} players need "
                "one each.",
                players=players,
            )
        )
    else:
        found += fairness(map, cities)
    return found


def spaced_cities(map: Map) -> list[str]:
    """As many cities as can all be capitals together, in map order. Source: CQ-06."""
    near, apart = neighbours(map.links), conquest_book(EDITIONS[0]).figures.capital_distance
    cities = [one.id for one in map.places if one.building == "city"]
    close = {
        one: {place for place, steps in distances(one, near).items() if place != one and steps < apart}
        for one in cities
    }
    chosen = _apart({one: close[one].intersection(cities) for one in cities})
    return [one for one in cities if one in chosen]


def _apart(close: Mapping[str, set[str]]) -> set[str]:
    """As many of these as there can be of which none is close to another.

    Who has one neighbour at most is always among them; else each way is tried, of many cities the likelier.
    """
    if not close:
        return set()
    few = min(close, key=lambda one: len(close[one]))
    if len(close[few]) < 2 or len(close) > MOST_TRIED:
        return {few} | _apart(_without(close, {few, *close[few]}))
    many = max(close, key=lambda one: len(close[one]))
    there = {many} | _apart(_without(close, {many, *close[many]}))
    return max(there, _apart(_without(close, {many})), key=len)


def _without(close: Mapping[str, set[str]], gone: set[str]) -> dict[str, set[str]]:
    return {one: others - gone for one, others in close.items() if one not in gone}
