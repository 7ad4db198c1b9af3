"""What is wrong with a map, in sentences: errors that forbid its use, warnings that do not.

The same list serves the editor, the import and the start of a campaign. Source: CQ-01, CQ-11
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rules.engine.language import say, say_many
from rules.maps.model import Map, distances, neighbours

SIZES = range(2, 501)
EACH = 7  # territories a player needs, CQ-01
APART = 2  # steps between capitals, CQ-06


def errors(map: Map) -> list[str]:
    """Faults no campaign can live with, in a fixed order."""
    return list(_errors(map))


def _errors(map: Map) -> Iterator[str]:
    if len(map.places) not in SIZES:
        yield say(
            "A map has {least} to {most} territories; this one has {number}.",
            least=SIZES.start,
            most=SIZES.stop - 1,
            number=len(map.places),
        )
    for place, times in Counter(one.id for one in map.places).items():
        if times > 1:
            yield say_many(
                times, "{place} is there {number} time.", "{place} is there {number} times.", place=place
            )
        if not place.strip():
            yield say("Every territory needs a label.")
        if "|" in place:
            yield say("{place}: a label has no |.", place=place)
    yield from _faulty_links(map)
    for field in map.places:
        if field.is_sea and (field.building or field.objective):
            yield say("{place} is sea: nothing stands there.", place=field.id)


def _faulty_links(map: Map) -> Iterator[str]:
    known = {one.id for one in map.places}
    for link, times in Counter(one.id for one in map.links).items():
        if times > 1:
            yield say_many(
                times,
                "The link {link} is there {number} time.",
                "The link {link} is there {number} times.",
                link=link,
            )
    for one in map.links:
        if one.a == one.b:
            yield say("{place} is linked to itself.", place=one.a)
        for end in (one.a, one.b):
            if end not in known:
                yield say("A link leads to {place}, which is not on the map.", place=end)


def warnings(map: Map) -> list[str]:
    """What deserves a look."""
    near = neighbours(map.links)
    land = [one.id for one in map.places if not one.is_sea]
    alone = [one for one in land if not near.get(one)]
    found = [say("{places}: no neighbour.", places=", ".join(alone))] if alone else []
    if land and len(_together(land, near)) > 1:
        found.append(say("The land is in several parts; only ports lead across."))
    return found


def _together(land: Sequence[str], near: dict[str, tuple[str, ...]]) -> list[set[str]]:
    """The land in connected parts."""
    ground = set(land)
    dry = {one: tuple(n for n in near.get(one, ()) if n in ground) for one in land}
    parts: list[set[str]] = []
    for one in land:
        if not any(one in part for part in parts):
            parts.append(set(distances(one, dry)))
    return parts


def fairness(map: Map, capitals: Sequence[str]) -> list[str]:
    """Warn when players' ways to the nearest objective differ by more than one. Source: CQ-11."""
    far = nearest_objective(map, capitals)
    if far and max(far.values()) - min(far.values()) > 1:
        ways = ", ".join(f"{capital} {steps}" for capital, steps in far.items())
        return [say("The ways to the nearest objective differ by more than 1: {ways}.", ways=ways)]
    return []


def nearest_objective(map: Map, capitals: Sequence[str]) -> dict[str, int]:
    """Steps from each capital to its nearest objective; without objectives empty."""
    near = neighbours(map.links)
    goals = [one.id for one in map.places if one.objective]
    found = {}
    for capital in capitals:
        steps = distances(capital, near)
        reached = [steps[goal] for goal in goals if goal in steps]
        if reached:
            found[capital] = min(reached)
    return found


def advice(map: Map, players: int) -> list[str]:
    """What so many players should know about the map before they begin.

    Source: CQ-01, CQ-06, CQ-07, CQ-11.
    """
    land = [one for one in map.places if not one.is_sea]
    found = warnings(map)
    if len(land) < EACH * players:
        found.append(
            say_many(
                players,
                "{number} player needs {needed} territories; the map has {there}.",
                "{number} players need {needed} territories; the map has {there}.",
                needed=EACH * players,
                there=len(land),
            )
        )
    cities = spaced_cities(map)
    if len(cities) < players:
        found.append(
            say_many(
                len(cities),
                "{number} city keeps the distance for capitals; {players} players pick one each.",
                "{number} cities keep the distance for capitals; {players} players pick one each.",
                players=players,
            )
        )
    else:
        found += fairness(map, cities)
    return found


def spaced_cities(map: Map) -> list[str]:
    """Cities that can all be capitals together, taken in map order. Source: CQ-06."""
    near = neighbours(map.links)
    chosen: list[str] = []
    for one in map.places:
        if one.building != "city":
            continue
        close = {place for place, steps in distances(one.id, near).items() if steps < APART}
        if not close.intersection(chosen):
            chosen.append(one.id)
    return chosen
