"""What a form of the editor does to a map: one stroke each. A new map, or `Refused` with a sentence."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _

from campaigns.shell.reading.fields import Data
from campaigns.shell.reading.reader import Said, read
from maps.ground import forms
from rules.engine.plain import number_in, text_in
from rules.maps import editing, picturing
from rules.maps.book import MapBook
from rules.maps.fitting import BARE
from rules.maps.model import TERRAINS, Map, Place, neighbours
from rules.maps.refusals import Unfit

GOAL = "goal:"  # a brush that sets an objective: "goal:" and its key
MARK = "mark:"  # a brush for a mark that comes and goes: "mark:" and its field
NOTHING = "nothing"  # a brush that clears what stands there
BETWEEN = "|"  # several territories painted in one go; no label has it


def stroked(map_: Map, act: str, sent: Data, book: MapBook) -> Map:
    """The map after one stroke of a form. Raises `Refused`, with the book's rule, for what cannot be."""
    with book.citing():
        if act not in STROKES:
            raise Unfit("land", _("Choose what to draw."))
        form, drawn = STROKES[act]
        return drawn(map_, read(form(sent, book)), book)


def _paint(map_: Map, said: Said, book: MapBook) -> Map:
    """A brush over one territory or several; river and shore come and go as at the first of them."""
    brush, keys = text_in(said, "brush"), text_in(said, "t").split(BETWEEN)
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
        return {"building": "", "objective": "", **_unmarked(book)}
    if brush in {one.key for one in book.buildings if one.brush}:
        return {"building": brush}
    if brush.startswith(GOAL):
        return {"objective": brush.removeprefix(GOAL)[: forms.OBJECTIVE]}
    if brush in {f"{MARK}{one.field}" for one in book.marks if one.icon}:
        return _marked(brush.removeprefix(MARK), first)
    raise Unfit("land", _("Choose a brush."))


def _marked(field: str, first: Place) -> dict[str, object]:
    """A mark that comes and goes; what is to be written is the label of the territory to begin with."""
    there = getattr(first, field)
    if isinstance(there, bool):
        return {field: not there}
    return {field: "" if there else first.id}


def _unmarked(book: MapBook) -> dict[str, object]:
    """Nothing of what the brushes of a book mark, and nothing that makes a place special."""
    fields = [one.field for one in book.marks if one.icon]
    return {name: getattr(BARE, name) for name in (*fields, *(("role",) if book.roles else ()))}


def _set(map_: Map, said: Said, book: MapBook) -> Map:
    """Everything about one territory."""
    key = text_in(said, "t")
    place = editing.place_on(map_, key)
    terrain, building = said.get("terrain", "plain"), said["building"]
    if terrain not in TERRAINS or building not in ("", *book.stands, place.building):
        raise Unfit("land", _("Choose the terrain and building from the lists."))
    fields = {name: said[name] for name in ("name", "river", "shore", "building", "objective")}
    changed = editing.painted(map_, key, terrain=terrain, **fields, **_for_other_books(said))
    if "x" in said and "y" in said:
        changed = editing.with_place_moved(changed, key, number_in(said, "x"), number_in(said, "y"))
    if "label" not in said or text_in(said, "label") == key:
        return changed
    return editing.relabelled(changed, key, text_in(said, "label"))


def _for_other_books(said: Said) -> dict[str, object]:
    """Fields only some books read; a form without them leaves them as they are."""
    if "words" not in said:
        return {}
    lines = {name: said[name] for name in ("role", "corner", "special")}
    return {**lines, "bonus": number_in(said, "bonus"), "words": text_in(said, "words").strip()}


def _add(map_: Map, said: Said, book: MapBook) -> Map:
    cell = forms.cell_in(said)
    assert cell is not None  # the form asks for one
    return editing.with_hex(map_, *cell)


def _add_point(map_: Map, said: Said, book: MapBook) -> Map:
    """A new territory of a free shape: where it was tapped, or beside the chosen one and linked to it."""
    if "x" in said and "y" in said:
        return editing.with_point(map_, number_in(said, "x"), number_in(said, "y"))
    near = editing.place_on(map_, text_in(said, "t"))
    grown = editing.with_point(map_, near.x + 150, near.y + 90)
    return editing.linked_map(grown, near.id, grown.places[-1].id)


def _move(map_: Map, said: Said, book: MapBook) -> Map:
    return editing.with_place_moved(map_, text_in(said, "t"), number_in(said, "x"), number_in(said, "y"))


def _outline(map_: Map, said: Said, book: MapBook) -> Map:
    return editing.with_outline(map_, text_in(said, "t"), forms.corners_in(said))


def _delete(map_: Map, said: Said, book: MapBook) -> Map:
    return editing.without_territory(map_, text_in(said, "t"))


def _link(map_: Map, said: Said, book: MapBook) -> Map:
    """Neighbours or not; without being told, the other way than they were."""
    one, other = text_in(said, "t"), text_in(said, "other")
    there = text_in(said, "there") or ("0" if other in neighbours(map_.links).get(one, ()) else "1")
    return editing.linked_map(map_, one, other, there == "1")


def _shores(map_: Map, said: Said, book: MapBook) -> Map:
    return editing.with_shores(map_)


def _scale(map_: Map, said: Said, book: MapBook) -> Map:
    return picturing.scaled(map_, number_in(said, "percent"))


def _unpicture(map_: Map, said: Said, book: MapBook) -> Map:
    return picturing.unpictured(map_)


# What a stroke reads, and what it does.
STROKES: dict[str, tuple[type[forms.StrokeForm], Callable[[Map, Said, MapBook], Map]]] = {
    "paint": (forms.PaintForm, _paint),
    "set": (forms.SetForm, _set),
    "add": (forms.AddPlaceForm, _add),
    "add_point": (forms.NewSpotForm, _add_point),
    "move": (forms.SpotForm, _move),
    "outline": (forms.OutlineForm, _outline),
    "delete": (forms.StrokeForm, _delete),
    "link": (forms.LinkForm, _link),
    "shores": (forms.StrokeForm, _shores),
    "scale": (forms.ScaleForm, _scale),
    "unpicture": (forms.StrokeForm, _unpicture),
}
