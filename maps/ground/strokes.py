"""What a form of the editor does to a map: one stroke each. A new map, or `Refused` with a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from rules.engine.refusals import Refused
from rules.maps import editing, picturing
from rules.maps.book import MapBook
from rules.maps.model import FAR, TERRAINS, Map, Place, neighbours
from rules.maps.refusals import Unfit

GOAL = "goal:"  # a brush that sets an objective: "goal:" and its key
NOTHING = "nothing"  # a brush that clears what stands there
BETWEEN = "|"  # several territories painted in one go; no label has it
NAME, ROLE, CORNER, OBJECTIVE, WORDS = 60, 40, 20, 40, 2000
BONUS = range(-100, 101)


def stroked(map_: Map, sent: Mapping[str, str], book: MapBook) -> Map:
    """The map after one stroke of a form. Raises `Refused`, with the book's rule, for what cannot be."""
    act = STROKES.get(sent.get("act", ""))
    with book.citing():
        if act is None:
            raise Unfit("land", _("Choose what to draw."))
        return act(map_, sent, book)


def _paint(map_: Map, sent: Mapping[str, str], book: MapBook) -> Map:
    """A brush over one territory or several; river and shore come and go as at the first of them."""
    brush, keys = sent.get("brush", ""), sent.get("t", "").split(BETWEEN)
    fields = _brushed(brush, editing.place_on(map_, keys[0]), book)
    for key in keys:
        map_ = editing.painted(map_, key, **fields)
    return map_


def _brushed(brush: str, first: Place, book: MapBook) -> dict[str, object]:
    """What a brush changes."""
    if brush in TERRAINS:
        return {"terrain": brush}
    if brush == "river":
        return {"river": not first.river}
    if brush == "shore":
        return {"shore": not first.shore}
    if brush == NOTHING:
        return {"building": "", "objective": ""}
    if brush in {one.key for one in book.buildings if one.brush}:
        return {"building": brush}
    if brush.startswith(GOAL):
        return {"objective": brush.removeprefix(GOAL)[:OBJECTIVE]}
    raise Unfit("land", _("Choose a brush."))


def _set(map_: Map, sent: Mapping[str, str], book: MapBook) -> Map:
    """Everything about one territory."""
    key = sent.get("t", "")
    place = editing.place_on(map_, key)
    terrain, building = sent.get("terrain", "plain"), sent.get("building", "")
    if terrain not in TERRAINS or building not in ("", *book.stands, place.building):
        raise Unfit("land", _("Choose ground and building from the list."))
    changed = editing.painted(
        map_,
        key,
        name=_line(sent, "name", NAME),
        terrain=terrain,
        river="river" in sent,
        shore="shore" in sent,
        building=building,
        objective=sent.get("objective", "")[:OBJECTIVE],
        **_for_other_books(place, sent),
    )
    if "x" in sent and "y" in sent:
        changed = editing.moved(changed, key, _whole(sent, "x"), _whole(sent, "y"))
    label = sent.get("label", key).strip()
    return editing.relabelled(changed, key, label) if label != key else changed


def _for_other_books(place: Place, sent: Mapping[str, str]) -> dict[str, object]:
    """Fields only some books read; a form without them leaves them as they are."""
    if "words" not in sent:
        return {}
    bonus = _whole(sent, "bonus") if sent.get("bonus", "").strip() else 0
    if bonus not in BONUS:
        told = {"least": BONUS.start, "most": BONUS.stop - 1}
        raise Refused("", _("A bonus lies between %(least)d and %(most)d.") % told, "bonus")
    return {
        "role": _line(sent, "role", ROLE),
        "corner": _line(sent, "corner", CORNER),
        "special": "special" in sent,
        "bonus": bonus,
        "words": sent["words"].replace("\r\n", "\n").strip()[:WORDS],
    }


def _line(sent: Mapping[str, str], field: str, most: int) -> str:
    return " ".join(sent.get(field, "").split())[:most]


def _whole(sent: Mapping[str, str], field: str) -> int:
    """A whole number no page is too small for."""
    typed = sent.get(field, "").strip()
    if not typed.removeprefix("-").isdecimal() or len(typed) > len(str(-FAR)):
        raise Refused("", _("%(typed)s is no whole number.") % {"typed": typed[:20] or "–"}, field)
    return int(typed)


def _add(map_: Map, sent: Mapping[str, str], book: MapBook) -> Map:
    q, _comma, r = sent.get("cell", "").partition(",")
    try:
        return editing.with_hex(map_, int(q), int(r))
    except ValueError:
        raise Unfit("links", _("Choose a side.")) from None


def _add_point(map_: Map, sent: Mapping[str, str], book: MapBook) -> Map:
    """A new territory of a free shape: where it was tapped, or beside the chosen one and linked to it."""
    if "x" in sent and "y" in sent:
        return editing.with_point(map_, _whole(sent, "x"), _whole(sent, "y"))
    near = editing.place_on(map_, sent.get("t", ""))
    grown = editing.with_point(map_, near.x + 150, near.y + 90)
    return editing.connected(grown, near.id, grown.places[-1].id)


def _move(map_: Map, sent: Mapping[str, str], book: MapBook) -> Map:
    return editing.moved(map_, sent.get("t", ""), _whole(sent, "x"), _whole(sent, "y"))


def _outline(map_: Map, sent: Mapping[str, str], book: MapBook) -> Map:
    """Corners as "x,y x,y …"; none make a point of it again."""
    corners = [corner.split(",") for corner in sent.get("corners", "").split()]
    try:
        outline = tuple((int(x), int(y)) for x, y in corners)
    except ValueError:
        raise Unfit("links", _("Write corners as “x,y x,y x,y” in whole numbers."), "corners") from None
    return editing.shaped(map_, sent.get("t", ""), outline)


def _delete(map_: Map, sent: Mapping[str, str], book: MapBook) -> Map:
    return editing.without(map_, sent.get("t", ""))


def _link(map_: Map, sent: Mapping[str, str], book: MapBook) -> Map:
    """Neighbours or not; without being told, the other way than they were."""
    one, other = sent.get("t", ""), sent.get("other", "").strip()
    there = sent.get("there") or ("0" if other in neighbours(map_.links).get(one, ()) else "1")
    return editing.connected(map_, one, other, there == "1")


def _shores(map_: Map, sent: Mapping[str, str], book: MapBook) -> Map:
    return editing.with_shores(map_)


def _scale(map_: Map, sent: Mapping[str, str], book: MapBook) -> Map:
    return picturing.scaled(map_, _whole(sent, "percent"))


def _unpicture(map_: Map, sent: Mapping[str, str], book: MapBook) -> Map:
    return picturing.unpictured(map_)


STROKES: dict[str, Callable[[Map, Mapping[str, str], MapBook], Map]] = {
    "paint": _paint,
    "set": _set,
    "add": _add,
    "add_point": _add_point,
    "move": _move,
    "outline": _outline,
    "delete": _delete,
    "link": _link,
    "shores": _shores,
    "scale": _scale,
    "unpicture": _unpicture,
}
