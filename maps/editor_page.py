"""Drawing a map: the drawing, the territory in hand, the brushes, and what is wrong with it so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from maps.drawing import Drawing, draw
from maps.map_page import ICONS
from maps.models import MapTemplate
from rules.conquest.book import EDITIONS, book
from rules.maps import editing
from rules.maps.check import advice, errors
from rules.maps.exchange import from_json
from rules.maps.hexes import DIRECTIONS
from rules.maps.model import BUILDINGS, TERRAINS, Map, Place, neighbours
from rules.refusals import Refused

BRUSHES = {
    "plain": gettext_noop("plain"),
    "mountain": gettext_noop("mountain"),
    "marsh": gettext_noop("marsh"),
    "sea": gettext_noop("sea"),
    "river": gettext_noop("river"),
    "shore": gettext_noop("shore"),
    "city": gettext_noop("city"),
    "nothing": gettext_noop("nothing built"),
}
SIDES = ("east", "north-east", "north-west", "west", "south-west", "south-east")


@dataclass(frozen=True)
class EditorPage:
    """A map in hand. `sides` are free cells beside the chosen territory: (name, q, r)."""

    pk: int
    name: str
    svg: SafeString
    count: int
    place: Place | None
    near: tuple[str, ...]
    sides: tuple[tuple[str, int, int], ...]
    brush: str
    brushes: tuple[tuple[str, str], ...]
    faults: tuple[str, ...]
    advice: tuple[str, ...]
    can_undo: bool
    is_hex: bool
    terrains: tuple[str, ...] = TERRAINS
    buildings: tuple[str, ...] = BUILDINGS
    objectives: tuple[tuple[str, str], ...] = ()


def build(row: MapTemplate, chosen: str = "", brush: str = "") -> EditorPage:
    map_ = from_json(row.data)
    place = next((one for one in map_.places if one.id == chosen), None)
    brush = brush if brush in BRUSHES else ""
    address = reverse("maps:edit", args=[row.club.slug, row.pk])
    players = max(2, sum(not one.is_sea for one in map_.places) // 7)
    return EditorPage(
        pk=row.pk,
        name=row.name,
        svg=_drawn(map_, f"{address}?brush={brush}&amp;t={{}}#panel", chosen, row.name),
        count=len(map_.places),
        place=place,
        near=neighbours(map_.links).get(chosen, ()),
        sides=_free_sides(map_, place),
        brush=brush,
        brushes=tuple((key, _(word)) for key, word in BRUSHES.items()),
        faults=tuple(errors(map_)),
        advice=tuple(advice(map_, min(players, 10))),
        can_undo=bool(row.past),
        is_hex=map_.ground.kind == "hex",
        objectives=tuple((key, one.name) for key, one in book(EDITIONS[0]).objectives.items()),
    )


def _drawn(map_: Map, url: str, chosen: str, title: str) -> SafeString:
    drawing = Drawing(
        map_.ground, map_.places, map_.links, url, selected=chosen, icons=ICONS, title=title, sea=True
    )
    return mark_safe(draw(drawing))  # noqa: S308 - drawn from checked values, names escaped


def _free_sides(map_: Map, place: Place | None) -> tuple[tuple[str, int, int], ...]:
    if place is None or place.q is None or place.r is None:
        return ()
    taken = {(one.q, one.r) for one in map_.places}
    cells = ((name, place.q + q, place.r + r) for name, (q, r) in zip(SIDES, DIRECTIONS, strict=True))
    return tuple((_(name), q, r) for name, q, r in cells if (q, r) not in taken)


# Strokes


def stroked(map_: Map, sent: Mapping[str, str]) -> Map:
    """The map after one stroke of a form. Raises `Refused` for what cannot be."""
    act = STROKES.get(sent.get("act", ""))
    if act is None:
        raise Refused("CQ-02", _("Choose what to draw."))
    return act(map_, sent)


def _paint(map_: Map, sent: Mapping[str, str]) -> Map:
    """One tap with a brush; river and shore come and go."""
    brush, key = sent.get("brush", ""), sent.get("t", "")
    place = editing.place_on(map_, key)
    if brush in TERRAINS:
        return editing.painted(map_, key, terrain=brush)
    if brush == "river":
        return editing.painted(map_, key, river=not place.river)
    if brush == "shore":
        return editing.painted(map_, key, shore=not place.shore)
    if brush in ("city", "nothing"):
        return editing.painted(map_, key, building="city" if brush == "city" else "")
    raise Refused("CQ-02", _("Choose a brush."))


def _set(map_: Map, sent: Mapping[str, str]) -> Map:
    """Everything about one territory."""
    key = sent.get("t", "")
    terrain, building = sent.get("terrain", "plain"), sent.get("building", "")
    if terrain not in TERRAINS or building not in ("", *BUILDINGS):
        raise Refused("CQ-02", _("Choose ground and building from the list."))
    changed = editing.painted(
        map_,
        key,
        name=" ".join(sent.get("name", "").split())[:60],
        terrain=terrain,
        river="river" in sent,
        shore="shore" in sent,
        building=building,
        objective=sent.get("objective", "")[:40],
    )
    label = sent.get("label", key).strip()
    return editing.relabelled(changed, key, label) if label != key else changed


def _add(map_: Map, sent: Mapping[str, str]) -> Map:
    q, _comma, r = sent.get("cell", "").partition(",")
    try:
        return editing.with_hex(map_, int(q), int(r))
    except ValueError:
        raise Refused("CQ-03", _("Choose a side.")) from None


def _add_point(map_: Map, sent: Mapping[str, str]) -> Map:
    """A new territory of a free shape beside the chosen one, linked to it."""
    near = editing.place_on(map_, sent.get("t", ""))
    grown = editing.with_point(map_, near.x + 150, near.y + 90)
    return editing.connected(grown, near.id, grown.places[-1].id)


def _delete(map_: Map, sent: Mapping[str, str]) -> Map:
    return editing.without(map_, sent.get("t", ""))


def _link(map_: Map, sent: Mapping[str, str]) -> Map:
    return editing.connected(map_, sent.get("t", ""), sent.get("other", "").strip(), sent.get("there") == "1")


def _shores(map_: Map, sent: Mapping[str, str]) -> Map:
    return editing.with_shores(map_)


STROKES: dict[str, Callable[[Map, Mapping[str, str]], Map]] = {
    "paint": _paint,
    "set": _set,
    "add": _add,
    "add_point": _add_point,
    "delete": _delete,
    "link": _link,
    "shores": _shores,
}
