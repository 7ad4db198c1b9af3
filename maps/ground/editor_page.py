"""Drawing a map: the drawing, the tools, the territory in hand, and what is wrong with it so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from maps.ground import pictures
from maps.ground.drawing import Drawing, draw
from maps.ground.icons import ICONS
from maps.ground.strokes import GOAL
from maps.ground.words import LAND, built, land
from maps.models import MapTemplate
from rules.conquest.book import EDITIONS, book
from rules.maps.check import advice, errors
from rules.maps.exchange import from_json
from rules.maps.hexes import DIRECTIONS, Cell, beside, cell_of
from rules.maps.model import BUILDINGS, TERRAINS, Map, Place, neighbours

CHOOSE, ADD, DELETE, LINK, MOVE, OUTLINE = "", "add", "delete", "link", "move", "outline"
FREE = (MOVE, OUTLINE)  # tools of free shapes
HANDS = {
    CHOOSE: (gettext_noop("choose"), "hand-index-thumb"),
    ADD: (gettext_noop("add"), "plus-lg"),
    DELETE: (gettext_noop("take off"), "trash"),
    LINK: (gettext_noop("link"), "link-45deg"),
    MOVE: (gettext_noop("move"), "arrows-move"),
    OUTLINE: (gettext_noop("shape"), "pencil"),
}
HINTS = {
    CHOOSE: gettext_noop("Tap a territory to see everything about it."),
    ADD: gettext_noop("Tap a dashed cell: a territory grows there, linked to those it touches."),
    DELETE: gettext_noop("Tap a territory: it is gone, with its links. Undo brings it back."),
    LINK: gettext_noop("Tap a territory, then every neighbour it gets or loses. Tap it again to let go."),
    MOVE: gettext_noop("Drag a territory, or choose it with the keyboard and use the arrows."),
    OUTLINE: gettext_noop("Tap a territory, then corner after corner around it; the first one closes it."),
}
PAINTING = gettext_noop("Tap territories, or stroke over several. River and shore come and go.")
ADD_POINT = gettext_noop("Tap where the new territory lies. Its links are drawn with the tool “link”.")
SIDES = (
    gettext_noop("east"),
    gettext_noop("north-east"),
    gettext_noop("north-west"),
    gettext_noop("west"),
    gettext_noop("south-west"),
    gettext_noop("south-east"),
)
TYPED = ("name", "x", "y", "role", "corner", "bonus", "words")
MOST_SHOWN = 12  # sentences on what is missing


@dataclass(frozen=True, slots=True)
class Tool:
    """One thing a tap may do. `brush` is its name in forms."""

    brush: str
    word: str
    icon: str
    chosen: bool


@dataclass(frozen=True)
class EditorPage:
    """A map in hand. `sides` are free cells beside its territory: (name, q, r); `cell` is a free one."""

    pk: int
    name: str
    svg: SafeString
    count: int
    place: Place | None
    near: tuple[str, ...]
    sides: tuple[tuple[str, int, int], ...]
    cell: str
    brush: str
    corners: str
    typed: Mapping[str, str]
    tools: tuple[tuple[str, tuple[Tool, ...]], ...]
    hint: str
    faults: tuple[str, ...]
    advice: tuple[str, ...]
    can_undo: bool
    is_hex: bool
    has_picture: bool
    picture_words: str
    picture_credit: str
    terrains: tuple[str, ...] = TERRAINS
    buildings: tuple[str, ...] = BUILDINGS
    objectives: tuple[tuple[str, str], ...] = ()
    accept: str = pictures.ACCEPT

    @property
    def remarks(self) -> int:
        return len(self.faults) + len(self.advice)


def build(
    row: MapTemplate, chosen: str = "", brush: str = "", typed: Mapping[str, str] | None = None
) -> EditorPage:
    """The editor with a territory in hand; `typed` is what a refused form about it held."""
    map_ = from_json(row.data)
    is_hex = map_.ground.kind == "hex"
    place = next((one for one in map_.places if one.id == chosen), None)
    place = _ticked(place, typed) if place and typed else place
    brush = brush if brush in _brushes(is_hex) else CHOOSE
    behind = pictures.of_club(row, map_.ground)
    players = max(2, sum(not one.is_sea for one in map_.places) // 7)
    return EditorPage(
        pk=row.pk,
        name=row.name,
        svg=_drawn(map_, row, place.id if place else "", brush, behind),
        count=len(map_.places),
        place=place,
        near=neighbours(map_.links).get(chosen, ()),
        sides=_free_sides(map_, place),
        cell=chosen[1:] if chosen.startswith("+") and place is None else "",
        brush=brush,
        corners=" ".join(f"{x},{y}" for x, y in place.outline) if place else "",
        typed=_typed(place, typed),
        tools=_tools(is_hex, brush),
        hint=_hint(brush, is_hex),
        faults=tuple(errors(map_))[:MOST_SHOWN],
        advice=tuple(advice(map_, min(players, 10)))[:MOST_SHOWN],
        can_undo=bool(row.past),
        is_hex=is_hex,
        has_picture=behind.picture is not None,
        picture_words=behind.picture.words if behind.picture else "",
        picture_credit=behind.credit,
        objectives=_objectives(place),
    )


def _typed(place: Place | None, sent: Mapping[str, str] | None) -> Mapping[str, str]:
    """What the fields about a territory hold: what was typed, else how it is."""
    if place is None:
        return {}
    return {"label": place.id, **{name: str(getattr(place, name)) for name in TYPED}, **(sent or {})}


def _ticked(place: Place, sent: Mapping[str, str]) -> Place:
    """The territory as a refused form had it chosen and ticked."""
    ticks = {name: name in sent for name in ("river", "shore", "special")}
    chosen = {name: sent.get(name, "") for name in ("terrain", "building", "objective")}
    return replace(place, **ticks, **chosen)  # type: ignore[arg-type]


def _drawn(map_: Map, row: MapTemplate, chosen: str, brush: str, behind: pictures.Shown) -> SafeString:
    address = reverse("maps:edit", args=[row.club.slug, row.pk])
    is_hex = map_.ground.kind == "hex"
    drawing = Drawing(
        map_.ground,
        map_.places,
        map_.links,
        url=f"{address}?brush={brush}&amp;t={{}}#panel",
        selected=chosen,
        icons=ICONS,
        title=row.name,
        sea=True,
        picture=behind.picture,
        free=_free(map_) if is_hex and brush == ADD else (),
        movable=not is_hex,
    )
    return mark_safe(draw(drawing))  # noqa: S308 - drawn from checked values, names escaped


# Cells where a territory could grow


def _free(map_: Map) -> list[Cell]:
    taken = {cell for one in map_.places if (cell := cell_of(one))}
    return sorted({near for cell in taken for near in beside(cell)} - taken)


def _free_sides(map_: Map, place: Place | None) -> tuple[tuple[str, int, int], ...]:
    if place is None or place.q is None or place.r is None:
        return ()
    taken = {(one.q, one.r) for one in map_.places}
    cells = ((name, place.q + q, place.r + r) for name, (q, r) in zip(SIDES, DIRECTIONS, strict=True))
    return tuple((_(name), q, r) for name, q, r in cells if (q, r) not in taken)


# Tools


def _known_objectives() -> dict[str, str]:
    return {key: one.name for key, one in book(EDITIONS[0]).objectives.items()}


def _objectives(place: Place | None) -> tuple[tuple[str, str], ...]:
    """What may be chosen, with what stands there already though no book of ours knows it."""
    known = _known_objectives()
    other = place.objective if place and place.objective not in known else ""
    return (*known.items(), *([(other, other)] if other else []))


def _groups(is_hex: bool) -> dict[str, dict[str, tuple[str, str]]]:
    """Every tool by group: its word and its icon."""
    hands = {key: told for key, told in HANDS.items() if key not in FREE or not is_hex}
    goals = {f"{GOAL}{key}": (name, "fire") for key, name in _known_objectives().items()}
    on_it = {"city": (built("city"), "buildings-fill"), **goals, "nothing": (_("nothing"), "x-lg")}
    return {
        _("Tools"): {key: (_(word), icon) for key, (word, icon) in hands.items()},
        _("Ground"): {key: (land(key), "") for key in LAND},
        _("On it"): on_it,
    }


def _brushes(is_hex: bool) -> set[str]:
    return {key for tools in _groups(is_hex).values() for key in tools}


def _tools(is_hex: bool, brush: str) -> tuple[tuple[str, tuple[Tool, ...]], ...]:
    return tuple(
        (title, tuple(Tool(key, word, icon, key == brush) for key, (word, icon) in tools.items()))
        for title, tools in _groups(is_hex).items()
    )


def _hint(brush: str, is_hex: bool) -> str:
    if brush == ADD and not is_hex:
        return _(ADD_POINT)
    return _(HINTS.get(brush, PAINTING))
