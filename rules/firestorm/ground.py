"""What Firestorm wants of the ground it is played on: corners, special places, roles, bonus glory, Times of
War.

Source: FS-02, FS-180 … FS-183.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from rules.engine.language import mark, say, say_many
from rules.firestorm.book import EDITIONS, ItemRow, firestorm_book
from rules.maps import check
from rules.maps.book import Kind, MapBook, Mark, Plate
from rules.maps.model import Map, Place, distances, neighbours

ROLES = ("prismatikon", "fulminax", "infinity_gears", "titanworks", "black_iron")
ART = {
    "lords_tower": "tower",
    "mustering_ground": "tent",
    "barracks": "house",
    "war_lodge": "blades",
    "fortified_camp": "palisade",
    "walled_settlement": "roofs",
    "stronghold": "keep",
    "forge": "anvil",
    "foundry": "works",
    "arcane_sanctum": "star",
    "shrine": "arch",
    "temple": "columns",
    "prismatikon": "eye",
    "fulminax": "bolt",
    "infinity_gears": "loops",
    "titanworks": "engine",
    "black_iron": "anvil",
}
MARKS = (
    Mark(
        "corner",
        mark("Corner"),
        told=mark("If a faction can begin here, enter a short name such as NW. Otherwise leave it empty."),
        icon="flag-fill",
    ),
    Mark("special", mark("special"), icon="gem"),
    Mark("role", mark("Special object"), told=mark("Each can be on a map only once.")),
    Mark(
        "bonus",
        mark("Bonus glory"),
        told=mark("Glory for the faction that holds this territory, on top of the usual amount."),
    ),
    Mark("words", mark("Time of War"), told=mark("What applies in every battle fought here.")),
)


def firestorm_map_book() -> MapBook:
    """What the neutral map is told, in the language in force. Source: FS-180"""
    words = firestorm_book(EDITIONS[0])
    return MapBook(
        game="firestorm",
        title=words.title,
        each=1,
        built=False,
        takes=_takes,
        land=("plain", "mountain", "marsh", "sea"),
        buildings=tuple(
            Kind(key, row.name, row.icon, art=ART[key], plate=_plate(row)) for key, row in words.items.items()
        ),
        roles=tuple(Kind(key, row.name, art=ART[key]) for key, row in words.places.items()),
        marks=MARKS,
        advice=faction_count_advice,
        rules={"size": "FS-181", "land": "FS-180", "links": "FS-180"},
    )


def _takes(map: Map) -> int:
    """A corner each. Source: FS-02, FS-181"""
    corners = sum(bool(one.corner) for one in map.places)
    return min(corners, firestorm_book(EDITIONS[0]).figures.most_factions)


def _plate(row: ItemRow) -> Plate:
    """Garrisons on shields, settlements and where banners rally on squares, crafts and temples on discs."""
    if row.chain == "garrison":
        return "shield"
    return "square" if row.chain == "settlement" or row.rally else "round"


def corner_territories(places: Mapping[str, Place]) -> list[str]:
    """Territories a faction may begin in, in id order. Source: FS-02"""
    return [key for key, one in sorted(places.items()) if one.corner]


def firestorm_map_errors(map: Map) -> list[str]:
    """Faults no league of this book can live with. Source: FS-180, FS-181, FS-182"""
    return [*check.map_errors(map, ()), *_errors(map)]


def _errors(map: Map) -> Iterator[str]:
    figures = firestorm_book(EDITIONS[0]).figures
    least, most = figures.least_territories, figures.most_territories
    if not least <= len(map.places) <= most:
        yield say("A map for this book must have {least} to {most} territories.", least=least, most=most)
    names = Counter(one.name.strip() for one in map.places if one.name.strip())
    for name, times in names.items():
        if times > 1:
            yield say("{name}: two territories have this name.", name=name)
    reached = distances(map.places[0].id, neighbours(map.links)) if map.places else {}
    if len(reached) < len(map.places):
        yield say("Not every territory can be reached from every other one.")
    yield from _corner_errors(map, figures.corner_neighbours)
    yield from _role_errors(map)


def _corner_errors(map: Map, least: int) -> Iterator[str]:
    near = neighbours(map.links)
    found = [one.id for one in map.places if one.corner]
    for one in found:
        if len(near.get(one, ())) < least:
            yield say("{place}: a corner needs at least {least} neighbours.", place=one, least=least)
        for other in near.get(one, ()):
            if other in found and one < other:
                yield say("{one} and {other}: corners cannot be next to each other.", one=one, other=other)


def _role_errors(map: Map) -> Iterator[str]:
    for role, times in Counter(one.role for one in map.places if one.role).items():
        if role not in ROLES:
            yield say("{role} is not a special object in this book.", role=role)
        elif times > 1:
            name = firestorm_book(EDITIONS[0]).places[role].name
            yield say("{name} lies in more than one territory.", name=name)


def corner_errors(map: Map, factions: int) -> Iterator[str]:
    """Too few corners for so many factions. Source: FS-02, FS-181"""
    there = sum(bool(one.corner) for one in map.places)
    if there < factions:
        yield say_many(
            there,
            "{number} corner is marked; {factions} factions need one each.",
            "{number} corners are marked; {factions} factions need one each.",
            factions=factions,
        )


def firestorm_map_warnings(map: Map) -> list[str]:
    """What deserves a look. Source: FS-181, FS-182"""
    return [*check.map_warnings(map), *_warnings(map)]


def _warnings(map: Map) -> Iterator[str]:
    near = neighbours(map.links)
    found = [one.id for one in map.places if one.corner]
    if len({len(near.get(one, ())) for one in found}) > 1:
        yield say("The corners do not all have the same number of neighbours.")
    special = [one.id for one in map.places if one.special]
    ways = {min((distances(one, near).get(goal, 99) for goal in special), default=0) for one in found}
    if len(ways) > 1:
        yield say("The corners are not all the same distance from the nearest special territory.")
    roles = {one.role for one in map.places}
    if not set(firestorm_book(EDITIONS[0]).scepter_sites) <= roles:
        yield say("The Scepter of Flame cannot be forged unless all three of its sites are on the map.")


def faction_count_advice(map: Map, players: int) -> list[str]:
    """What so many factions should know about the map before they begin. Source: FS-181"""
    return [*firestorm_map_errors(map), *corner_errors(map, players), *firestorm_map_warnings(map)]
