"""A map of free shapes over a picture: where the picture lies and how large the territories are on it.

The picture itself is kept elsewhere; a map knows its key and its place.
"""

from __future__ import annotations

from dataclasses import replace

from rules.engine.language import say
from rules.maps.hexes import box
from rules.maps.model import FAR, Ground, Map, Place, link
from rules.maps.refusals import Unfit

WIDTH = 1200  # of a new picture, in the units of a map; its height follows
PERCENT = range(25, 401)

type Box = tuple[int, int, int, int]


def begun_on(picture: str, width: int, height: int, name: str = "") -> Map:
    """A new map over a picture of so many pixels: two linked territories to begin with."""
    high = _height(WIDTH, width, height)
    one = Place(id="N1", x=WIDTH // 3, y=high // 2)
    other = Place(id="N2", x=WIDTH * 2 // 3, y=high // 2)
    ground = Ground(name=name, kind="graph", picture=picture, picture_box=(0, 0, WIDTH, high))
    return Map(ground=ground, places=(one, other), links=(link(one.id, other.id),))


def pictured(map: Map, picture: str, width: int, height: int) -> Map:
    """The map over a picture: where the last one lay, or around all its territories."""
    if map.ground.kind != "graph":
        raise Unfit("links", say("A picture can go behind territories of any shape, but not behind hexes."))
    lies = _in_place_of(map.ground, width, height) or _around(map, width, height)
    return replace(map, ground=replace(map.ground, picture=picture, picture_box=lies))


def unpictured(map: Map) -> Map:
    """The map without its picture."""
    return replace(map, ground=replace(map.ground, picture="", picture_box=()))


def scaled(map: Map, percent: int) -> Map:
    """The same spots on a picture of another size: territories look smaller on a larger one."""
    if not map.ground.picture or percent not in PERCENT:
        raise Unfit("links", say("Only a picture behind the map can be resized, from 25 to 400 per cent."))
    places = tuple(_place(one, percent) for one in map.places)
    lies = tuple(_share(one, percent) for one in map.ground.picture_box)
    if max(map_reach(places), *(abs(one) for one in lies)) > FAR // 4 or min(lies[2:]) < 1:
        raise Unfit("links", say("The picture cannot be any larger or smaller."))
    return replace(map, places=places, ground=replace(map.ground, picture_box=lies))


def map_reach(places: tuple[Place, ...]) -> int:
    """How far from the middle anything lies."""
    return max(max(abs(one.x), abs(one.y)) for one in places)


def _place(place: Place, percent: int) -> Place:
    outline = tuple((_share(x, percent), _share(y, percent)) for x, y in place.outline)
    return replace(place, x=_share(place.x, percent), y=_share(place.y, percent), outline=outline)


def _share(whole: int, percent: int) -> int:
    return round(whole * percent / 100)


def _height(wide: int, width: int, height: int) -> int:
    return max(1, round(wide * height / width))


def _in_place_of(ground: Ground, width: int, height: int) -> Box | None:
    if len(ground.picture_box) != 4:
        return None
    left, top, wide, _high = ground.picture_box
    return left, top, wide, _height(wide, width, height)


def _around(map: Map, width: int, height: int) -> Box:
    """The smallest box of the picture's shape that holds every territory."""
    left, top, wide, high = box(map.places, map.ground.orientation, 100)
    needed = max(wide, round(high * width / height))
    tall = _height(needed, width, height)
    return left - (needed - wide) // 2, top - (tall - high) // 2, needed, tall
