"""What is wrong with a map, in sentences: errors that forbid its use, warnings that do not.

The same list serves the editor, the import and the start of a campaign. A book adds what else it asks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from rules.engine.ids import is_id, no_id
from rules.engine.language import say, say_many
from rules.maps.model import Map, Place, distances, neighbours
from rules.maps.model import link as link_of

SIZES = range(2, 501)


def map_errors(map: Map, stands: Collection[str] | None = None) -> list[str]:
    """Faults no campaign can live with, in a fixed order; `stands` are the buildings a book knows."""
    return [*_errors(map), *(strange(map.places, stands) if stands is not None else ())]


def strange(places: Iterable[Place], stands: Collection[str]) -> Iterator[str]:
    """Buildings a book does not know."""
    for one in places:
        if one.building and one.building not in stands:
            yield say(
                "{place}: this rulebook has no building called “{building}”.",
                place=one.id,
                building=one.building,
            )


def _errors(map: Map) -> Iterator[str]:
    if len(map.places) not in SIZES:
        yield say(
            "A map must have {least} to {most} territories; this one has {number}.",
            least=SIZES.start,
            most=SIZES.stop - 1,
            number=len(map.places),
        )
    for place, times in Counter(one.id for one in map.places).items():
        if times > 1:
            yield say_many(
                times, "{place} is listed {number} time.", "{place} is listed {number} times.", place=place
            )
        if not place.strip():
            yield say("Every territory needs a label.")
        elif not is_id(place):
            yield no_id(place)
    yield from _faulty_links(map)
    for field in map.places:
        if field.is_sea and (field.building or field.objective):
            yield say("{place} is sea: nothing can stand there.", place=field.id)


def _faulty_links(map: Map) -> Iterator[str]:
    known = {one.id for one in map.places}
    for link, times in Counter(one.id for one in map.links).items():
        if times > 1:
            yield say_many(
                times,
                "The link {link} is listed {number} time.",
                "The link {link} is listed {number} times.",
                link=link,
            )
    for one in map.links:
        if one.id != link_of(one.a, one.b).id:
            yield say("{link} is not the name of a link between {a} and {b}.", link=one.id, a=one.a, b=one.b)
        if one.a == one.b:
            yield say("{place} is linked to itself.", place=one.a)
        for end in (one.a, one.b):
            if end not in known:
                yield say("A link leads to {place}, which is not on the map.", place=end)


def map_warnings(map: Map, parted: str = "") -> list[str]:
    """What deserves a look; `parted` is a book's sentence about land in several parts."""
    near = neighbours(map.links)
    land = [one.id for one in map.places if not one.is_sea]
    alone = [one for one in land if not near.get(one)]
    found = [say("Territories without neighbours: {places}.", places=", ".join(alone))] if alone else []
    if land and len(_together(land, near)) > 1:
        found.append(parted or say("The land is split into several parts."))
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
