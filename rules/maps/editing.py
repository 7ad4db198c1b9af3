"""Drawing a map stroke by stroke: every stroke makes a new map, so undo is keeping the old one.

A stroke that cannot be raises `Unfit`; what merely deserves a look is left to `check.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import dist

from rules.engine.ids import is_id, no_id
from rules.engine.language import say
from rules.engine.state import altered
from rules.maps.hexes import Point, adjacent_cells, cell_of, centre
from rules.maps.model import FAR, Link, Map, Place, link, neighbours
from rules.maps.refusals import Unfit

PAINTED = (
    "name", "terrain", "river", "shore", "building", "objective",
    "role", "corner", "special", "bonus", "words",
)  # fmt: skip
LABEL = 20
CORNERS = range(3, 61)
SNAP = 16  # units of the map within which corners become one


def place_on(map: Map, place: str, key: str | None = None) -> Place:
    """The territory with this label, or the refusal that there is none; `key` is the field that named it."""
    for one in map.places:
        if one.id == place:
            return one
    raise Unfit("land", say("There is no territory {place} on this map.", place=place or "–"), key)


def painted(map: Map, place: str, **fields: object) -> Map:
    """One territory with other ground, waters, building or objective; sea carries nothing."""
    unknown = set(fields) - set(PAINTED)
    if unknown:
        raise Unfit("land", say("A territory has no {fields}.", fields=", ".join(sorted(unknown))))
    new = altered(place_on(map, place), **fields)
    if new.is_sea:
        new = replace(new, river=False, shore=False, building="", objective="")
    return _with(map, new)


def _with(map: Map, new: Place) -> Map:
    return replace(map, places=tuple(new if one.id == new.id else one for one in map.places))


def with_hex(map: Map, q: int, r: int, label: str = "") -> Map:
    """One more hexagon, linked to those it touches."""
    if any(cell_of(one) == (q, r) for one in map.places):
        raise Unfit("links", say("There is already a territory there."))
    _within(q, r)
    x, y = centre((q, r), map.ground.orientation)
    _within(x, y)
    new = Place(id=_label(map, label), q=q, r=r, x=x, y=y)
    near = set(adjacent_cells((q, r)))
    links = [link(new.id, one.id) for one in map.places if cell_of(one) in near]
    return _grown(map, new, links)


def with_point(map: Map, x: int, y: int, label: str = "", outline: tuple[tuple[int, int], ...] = ()) -> Map:
    """One more territory of a free shape; its links are drawn by hand."""
    _within(x, y)
    return _grown(map, Place(id=_label(map, label), x=x, y=y, outline=outline), [])


def _grown(map: Map, place: Place, links: list[Link]) -> Map:
    return replace(map, places=(*map.places, place), links=(*map.links, *links))


def _label(map: Map, wanted: str) -> str:
    """The wanted label if it is free, otherwise the next number."""
    taken = {one.id for one in map.places}
    wanted = wanted.strip()
    if wanted in taken:
        raise Unfit("links", say("{label} is already on the map.", label=wanted), "label")
    if len(wanted) > LABEL:
        raise Unfit("links", say("A label can have at most {most} characters.", most=LABEL), "label")
    if wanted and not is_id(wanted):
        raise Unfit("links", no_id(wanted), "label")
    return wanted or next(f"N{n}" for n in range(1, len(taken) + 2) if f"N{n}" not in taken)


def without_territory(map: Map, place: str) -> Map:
    """The map without a territory and its links."""
    place_on(map, place)
    places = tuple(one for one in map.places if one.id != place)
    return replace(map, places=places, links=tuple(one for one in map.links if place not in (one.a, one.b)))


def linked_map(map: Map, a: str, b: str, there: bool = True) -> Map:
    """A bridge between two territories, or a cliff."""
    place_on(map, a), place_on(map, b, "other")
    if a == b:
        raise Unfit("links", say("A territory cannot be its own neighbour."), "other")
    wanted = link(a, b)
    rest = tuple(one for one in map.links if one.id != wanted.id)
    return replace(map, links=(*rest, wanted) if there else rest)


def relabelled(map: Map, place: str, label: str) -> Map:
    """Another label for a territory; its links follow."""
    old, new = place_on(map, place), _label(map, label)
    places = tuple(replace(old, id=new) if one is old else one for one in map.places)
    links = tuple(link(*(new if end == place else end for end in (one.a, one.b))) for one in map.links)
    return replace(map, places=places, links=links)


def with_place_moved(map: Map, place: str, x: int, y: int) -> Map:
    """A territory of a free shape moved to another spot, its outline with it."""
    old = place_on(map, place)
    if old.q is not None:
        raise Unfit("links", say("A hex cannot leave its grid."))
    _within(x, y)
    dx, dy = x - old.x, y - old.y
    shape = tuple((px + dx, py + dy) for px, py in old.outline)
    return _with(map, replace(old, x=x, y=y, outline=shape))


def _within(x: int, y: int) -> None:
    for key, far in (("x", x), ("y", y)):
        if abs(far) > FAR:
            raise Unfit(
                "links", say("The coordinates of a territory must be between −{far} and {far}.", far=FAR), key
            )


def with_outline(map: Map, place: str, outline: tuple[Point, ...]) -> Map:
    """A territory with another outline, its label in the middle; without corners it is a point again.

    A corner beside one of a neighbour's becomes the same, so that borders meet.
    """
    old = place_on(map, place)
    if old.q is not None:
        raise Unfit("links", say("The shape of a hex cannot be changed."))
    if not outline:
        return _with(map, replace(old, outline=()))
    if any(abs(far) > FAR for corner in outline for far in corner):
        raise Unfit(
            "links", say("The coordinates of a corner must be between −{far} and {far}.", far=FAR), "corners"
        )
    known = [corner for one in map.places if one.id != place for corner in one.outline]
    corners = tuple(dict.fromkeys(_snapped(corner, known) for corner in outline))
    if len(corners) not in CORNERS or not _twice_the_area(corners):
        bounds = {"least": CORNERS.start, "most": CORNERS.stop - 1}
        sentence = say("A shape needs {least} to {most} corners and must enclose an area.", **bounds)
        raise Unfit("links", sentence, "corners")
    x, y = _middle(corners)
    xs, ys = zip(*corners, strict=True)
    if not (min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys)):
        raise Unfit("links", say("The border of a shape must not cross itself."), "corners")
    return _with(map, replace(old, x=x, y=y, outline=corners))


def _snapped(corner: Point, known: Sequence[Point]) -> Point:
    """The nearest known corner close by, else the corner itself."""
    near = min(known, key=lambda one: dist(one, corner), default=corner)
    return near if dist(near, corner) <= SNAP else corner


def _sides(corners: Sequence[Point]) -> Iterator[tuple[Point, int]]:
    """Every corner's sum with the next one, and their cross product."""
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        yield (ax + bx, ay + by), ax * by - bx * ay


def _twice_the_area(corners: Sequence[Point]) -> int:
    return sum(cross for _sum, cross in _sides(corners))


def _middle(corners: Sequence[Point]) -> Point:
    """The centre of the ground inside."""
    area = _twice_the_area(corners)
    x = sum(both[0] * cross for both, cross in _sides(corners))
    y = sum(both[1] * cross for both, cross in _sides(corners))
    return round(x / (3 * area)), round(y / (3 * area))


def with_shores(map: Map) -> Map:
    """Land beside the sea becomes shore, other land does not."""
    near = neighbours(map.links)
    sea = {one.id for one in map.places if one.is_sea}
    return replace(
        map,
        places=tuple(
            replace(one, shore=not one.is_sea and any(n in sea for n in near.get(one.id, ())))
            for one in map.places
        ),
    )
