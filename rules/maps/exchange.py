"""Maps as JSON, to take along and bring in.

`{"name", "kind", "orientation", "tiles": [{"key", "x", "y", "base", "river", "shore", "objective",
"building", …}], "edges": [[key, key], …]}`. A hexagonal map may leave out `x`, `y` and `edges`; they follow
from `q` and `r`. `book` is the game it was drawn for, of no matter to the map itself. `picture` is only the
key of a background; whoever keeps the pictures puts them in and takes them out. Every fault is told in
words, with the territory it is about; what is no map of ours at all is told in one sentence.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator
from pydantic_core import PydanticKnownError

from rules.engine.language import either, mark, said, say
from rules.engine.plain import JsonObject
from rules.engine.shapes import UNKNOWN, misfit
from rules.maps.check import map_errors
from rules.maps.hexes import hex_links, laid_out
from rules.maps.model import FAR, Ground, Map, Place, Terrain, link

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

MOST_FAULTS = 20
WHOLE = mark("the territory")
FIELDS = {
    "key": mark("the label"),
    "name": mark("the name"),
    **dict.fromkeys(("x", "y", "q", "r"), mark("the position")),
    "outline": mark("the outline"),
    "base": mark("the terrain"),
    "river": mark("the river"),
    "shore": mark("the shore"),
    "building": mark("the building"),
    "objective": mark("the objective"),
    "role": mark("the role"),
    "corner": mark("the corner"),
    "special": mark("the mark of a special territory"),
    "bonus": mark("the bonus"),
    "words": mark("the text"),
    "book": mark("the game"),
    "kind": mark("the kind of map"),
    "orientation": mark("the orientation of the hexes"),
    "seed": mark("the map number"),
    "picture": mark("the picture"),
    "picture_box": mark("the position of the picture"),
    "tiles": mark("the list of territories"),
    "edges": mark("the list of links"),
}
type _Spot = Annotated[int, Field(ge=-FAR, le=FAR)]
type _Side = Annotated[int, Field(ge=1, le=2 * FAR)]


class BadMap(ValueError):
    """What is wrong with a map brought in, one sentence each."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__(" ".join(faults))
        self.faults = faults


class _Tile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    key: str = Field(min_length=1, max_length=20)
    name: str = Field(default="", max_length=60)
    x: int = Field(default=0, ge=-FAR, le=FAR)
    y: int = Field(default=0, ge=-FAR, le=FAR)
    q: int | None = Field(default=None, ge=-200, le=200)
    r: int | None = Field(default=None, ge=-200, le=200)
    outline: list[tuple[int, int]] = Field(default=[], max_length=60)
    base: Terrain = "plain"
    river: bool = False
    shore: bool = False
    building: str = Field(default="", max_length=40)
    objective: str = Field(default="", max_length=40)
    role: str = Field(default="", max_length=40)
    corner: str = Field(default="", max_length=20)
    special: bool = False
    bonus: int = Field(default=0, ge=-100, le=100)
    words: str = Field(default="", max_length=2000)

    @field_validator("building")
    @classmethod
    def _known(cls, building: str, info: ValidationInfo) -> str:
        """Where it is told what a book knows, nothing else stands on a territory."""
        known = (info.context or {}).get("stands", (building,))
        if building not in known:
            raise PydanticKnownError("literal_error", {"expected": either(repr(one) for one in known)})
        return building


class _MapFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str = Field(default="", max_length=80)
    book: str = Field(default="", max_length=40)
    kind: Literal["hex", "graph"] = "graph"
    orientation: Literal["pointy", "flat"] = "pointy"
    seed: str = Field(default="", max_length=80)
    picture: str = Field(default="", max_length=80)
    picture_box: tuple[_Spot, _Spot, _Side, _Side] | tuple[()] = ()
    tiles: list[_Tile] = Field(max_length=500)
    edges: list[tuple[str, str]] | None = Field(default=None, max_length=5000)


def from_json(data: object, stands: Collection[str] | None = None) -> Map:
    """A map from its JSON; raises `BadMap` with every fault found.

    `stands` are the buildings a book knows; without it a map may carry any book's.
    """
    if not isinstance(data, Mapping):
        raise _no_map()
    tiles = data.get("tiles")
    if not isinstance(tiles, list) or not any(isinstance(one, Mapping) and "key" in one for one in tiles):
        raise _no_map()
    try:
        context = None if stands is None else {"stands": ("", *stands)}
        sheet = _MapFile.model_validate(data, context=context)
    except ValidationError as error:
        raise BadMap(_told(tiles, error.errors())[:MOST_FAULTS]) from error
    made = _map(sheet)
    faults = map_errors(made)
    if faults:
        raise BadMap(faults[:MOST_FAULTS])
    return made


def _no_map() -> BadMap:
    return BadMap(
        [say("This file contains no map. Choose one that was downloaded here and has not been changed.")]
    )


def _told(tiles: Sequence[object], found: Sequence[ErrorDetails]) -> list[str]:
    """Each fault once, with the territory it is about."""
    return list(dict.fromkeys(_fault(tiles, one) for one in found))


def _fault(tiles: Sequence[object], error: ErrorDetails) -> str:
    """`Territory b: the terrain must be …`; what lies deeper than its field just does not fit."""
    where, kind = error["loc"], error["type"]
    number = where[1] if len(where) > 1 and where[0] == "tiles" else None
    at = where[2:] if number is not None else where
    if kind in UNKNOWN:
        sentence = say("maps here have no “{word}”; remove it.", word=str(at[0])[:40])
    else:
        field = said(FIELDS.get(str(at[0]) if at else "", WHOLE))
        sentence = misfit("" if len(at) > 1 else kind, field, **error.get("ctx", {}))
    if not isinstance(number, int):
        return sentence[:1].upper() + sentence[1:]
    tile = tiles[number]
    label = str(tile.get("key") or "")[:20] if isinstance(tile, Mapping) else ""
    return say("Territory {place}: {fault}", place=label or number + 1, fault=sentence)


def _map(sheet: _MapFile) -> Map:
    places = tuple(_place(tile) for tile in sheet.tiles)
    if sheet.kind == "hex":
        places = tuple(laid_out(one, sheet.orientation) for one in places)
    edges = sheet.edges
    links = hex_links(places) if edges is None else tuple(link(a, b) for a, b in edges)
    return Map(ground=_ground(sheet), places=places, links=links)


def _ground(sheet: _MapFile) -> Ground:
    return Ground(
        name=sheet.name,
        kind=sheet.kind,
        orientation=sheet.orientation,
        seed=sheet.seed,
        picture=sheet.picture if sheet.picture_box else "",
        picture_box=sheet.picture_box if sheet.picture else (),
    )


def _place(tile: _Tile) -> Place:
    fields = tile.model_dump(exclude={"key", "base", "outline"})
    return Place(id=tile.key, terrain=tile.base, outline=tuple(tile.outline), **fields)


def to_json(map: Map) -> JsonObject:
    """A map as JSON; what is left at its default is left out."""
    return {
        "name": map.ground.name,
        "kind": map.ground.kind,
        "orientation": map.ground.orientation,
        "seed": map.ground.seed,
        **_background(map.ground),
        "tiles": [_tile(one) for one in map.places],
        "edges": [[one.a, one.b] for one in map.links],
    }


def _background(ground: Ground) -> JsonObject:
    if not ground.picture:
        return {}
    return {"picture": ground.picture, "picture_box": list(ground.picture_box)}


def _tile(place: Place) -> JsonObject:
    full = {
        "key": place.id,
        "name": place.name,
        "x": place.x,
        "y": place.y,
        "q": place.q,
        "r": place.r,
        "outline": [list(point) for point in place.outline],
        "base": place.terrain,
        "river": place.river,
        "shore": place.shore,
        "building": place.building,
        "objective": place.objective,
        "role": place.role,
        "corner": place.corner,
        "special": place.special,
        "bonus": place.bonus,
        "words": place.words,
    }
    plain = _Tile(key=place.id).model_dump()
    return {key: value for key, value in full.items() if key in ("key", "x", "y") or value != plain[key]}
