"""Drawing a map: the drawing, the tools, the territory in hand, and what is wrong with it so far."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from maps.ground.behind import pictures
from maps.ground.books import books
from maps.ground.drawing import Drawing, map_svg
from maps.ground.editor.strokes import GOAL, MARK, NOTHING
from maps.ground.taps import Options
from maps.ground.terrain_labels import land
from maps.models import MapTemplate
from rules.engine.language import said
from rules.maps.book import Kind, MapBook, Mark, MarkField
from rules.maps.check import map_errors
from rules.maps.exchange import from_json
from rules.maps.generator import PLAYERS
from rules.maps.hexes import DIRECTIONS, Cell, adjacent_cells, cell_of
from rules.maps.model import TERRAINS, Map, Place, neighbours

CHOOSE, ADD, DELETE, LINK, MOVE, OUTLINE = "", "add", "delete", "link", "move", "outline"
FREE = (MOVE, OUTLINE)  # tools of free shapes
HANDS = {
    CHOOSE: (gettext_noop("choose"), "hand-index-thumb"),
    ADD: (gettext_noop("add"), "plus-lg"),
    DELETE: (gettext_noop("remove"), "trash"),
    LINK: (gettext_noop("link"), "link-45deg"),
    MOVE: (gettext_noop("move"), "arrows-move"),
    OUTLINE: (gettext_noop("shape"), "pencil"),
}
HINTS = {
    CHOOSE: gettext_noop("Tap a territory to see everything about it."),
    ADD: gettext_noop("Tap a dashed cell to add a territory there, linked to the ones it touches."),
    DELETE: gettext_noop("Tap a territory to remove it with its links. Undo brings it back."),
    LINK: gettext_noop(
        "Tap a territory, then each territory to link or unlink. Tap the first one again when you’re done."
    ),
    MOVE: gettext_noop("Drag a territory, or choose it with the keyboard and use the arrows."),
    OUTLINE: gettext_noop(
        "Tap a territory, then its corners one after another; tap the first corner again to close the shape."
    ),
}
PAINTING = gettext_noop("Tap territories, or drag across several. Tapping again removes a river or shore.")
ADD_POINT = gettext_noop("Tap where the new territory goes. Draw its links with the “link” tool.")
SIDES = (
    gettext_noop("east"),
    gettext_noop("north-east"),
    gettext_noop("north-west"),
    gettext_noop("west"),
    gettext_noop("south-west"),
    gettext_noop("south-east"),
)
LINES: tuple[MarkField, ...] = ("role", "corner")
MOST_SHOWN = 12  # sentences on what is missing

type Groups = dict[str, dict[str, tuple[str, str]]]


@dataclass(frozen=True, slots=True)
class Tool:
    """One thing a tap may do. `brush` is its name in forms."""

    brush: str
    word: str
    icon: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class ToolGroup:
    """Tools of a kind; those that `fold` are shown when one opens them."""

    title: str
    tools: tuple[Tool, ...]
    folds: bool

    @property
    def chosen(self) -> str:
        return next((one.word for one in self.tools if one.chosen), "")


@dataclass(frozen=True, slots=True)
class BookField:
    """A field some books read: what the territory has in it, and whether that is anything."""

    name: MarkField
    value: str | int | bool
    filled: bool


@dataclass(frozen=True)
class EditorPage:
    """A map in hand. `marked` are territories with what the book reads there, `others` the books a copy may
    be for. `sides` are free cells beside its territory: (name, q, r); `cell` is a free one."""

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
    tools: tuple[ToolGroup, ...]
    hint: str
    faults: tuple[str, ...]
    advice: tuple[str, ...]
    can_undo: bool
    is_hex: bool
    has_picture: bool
    picture_words: str
    picture_credit: str
    book: MapBook
    marked: tuple[tuple[str, str, str], ...]
    others: Options

    @property
    def lands(self) -> Options:
        known, there = self.book.terrains, self.place.terrain if self.place else "plain"
        all_ = (*known, there) if there in set(TERRAINS) - set(known) else known
        return tuple((one, land(one)) for one in all_)

    @property
    def buildings(self) -> Options:
        none = ("", _("nothing"))
        return (
            none,
            *_kinds(
                self.book.buildings if self.book.built else (), self.place.building if self.place else ""
            ),
        )

    @property
    def roles(self) -> Options:
        none = ("", _("none"))
        return (none, *_kinds(self.book.roles, self.place.role if self.place else ""))

    @property
    def objectives(self) -> Options:
        none = ("", pgettext("objective", "none"))
        return (none, *_kinds(self.book.objectives, self.place.objective if self.place else ""))

    @property
    def marks(self) -> tuple[tuple[BookField, ...], ...]:
        return _rows(self.book.marks, self.place)

    @property
    def other_marks(self) -> tuple[tuple[BookField, ...], ...]:
        return _rows(self.book.other_marks, self.place)

    @property
    def other_filled(self) -> bool:
        return any(one.filled for row in self.other_marks for one in row)

    @property
    def other_names(self) -> tuple[str, ...]:
        """The fields of `other_marks`, as a refusal names them."""
        return tuple(f"set.{one.field}" for one in self.book.other_marks)

    @property
    def remarks(self) -> int:
        return len(self.faults) + len(self.advice)


def editor_page(row: MapTemplate, book: MapBook, chosen: str = "", brush: str = "") -> EditorPage:
    """The editor with a territory in hand."""
    map_ = from_json(row.data)
    is_hex = map_.ground.kind == "hex"
    place = next((one for one in map_.places if one.id == chosen), None)
    tools = _groups(is_hex, book)
    brush = brush if any(brush in group for group in tools.values()) else CHOOSE
    behind = pictures.picture_behind_club_map(row, map_.ground)
    return EditorPage(
        pk=row.pk,
        name=row.name,
        svg=_drawn(map_, row, place.id if place else "", brush, behind, book),
        count=len(map_.places),
        place=place,
        near=neighbours(map_.links).get(chosen, ()),
        sides=_free_sides(map_, place),
        cell=chosen[1:] if chosen.startswith("+") and place is None else "",
        brush=brush,
        corners=" ".join(f"{x},{y}" for x, y in place.outline) if place else "",
        tools=_tools(tools, brush),
        hint=_hint(brush, is_hex),
        faults=tuple(map_errors(map_))[:MOST_SHOWN],
        advice=tuple(book.advice(map_, book.players_on(map_, PLAYERS.stop - 1)))[:MOST_SHOWN],
        can_undo=bool(row.past),
        is_hex=is_hex,
        has_picture=behind.picture is not None,
        picture_words=behind.picture.words if behind.picture else "",
        picture_credit=behind.credit,
        book=book,
        marked=tuple((one.id, one.name, told) for one in map_.places if (told := _marked(one, book))),
        others=tuple((one.game, one.title) for one in books().values()),
    )


def _marked(place: Place, book: MapBook) -> str:
    """What a territory has of the fields this book reads, in a line."""
    told = [(one, getattr(place, one.field)) for one in book.marks]
    return " · ".join(_told(one, value, book) for one, value in told if value)


def _told(mark: Mark, value: str | int | bool, book: MapBook) -> str:
    """The label of a mark with what is in it: a tick says itself, a long text only that it is there."""
    if mark.field == "role":
        return book.role(str(value)).word
    if value is True or mark.field == "words":
        return said(mark.label)
    return f"{said(mark.label)} {value}"


def _rows(marks: tuple[Mark, ...], place: Place | None) -> tuple[tuple[BookField, ...], ...]:
    """Fields some books read, as the form shows them: short lines side by side."""
    values = [(one.field, getattr(place, one.field, "")) for one in marks]
    found = [BookField(name, value, bool(value)) for name, value in values]
    lines = tuple(one for one in found if one.name in LINES)
    return (*((lines,) if lines else ()), *((one,) for one in found if one.name not in LINES))


def _drawn(
    map_: Map, row: MapTemplate, chosen: str, brush: str, behind: pictures.PictureShown, book: MapBook
) -> SafeString:
    address = reverse("maps:edit", args=[row.club.slug, row.pk])
    is_hex = map_.ground.kind == "hex"
    drawing = Drawing(
        map_.ground,
        map_.places,
        map_.links,
        url=f"{address}?brush={brush}&amp;t={{}}#panel",
        selected=chosen,
        title=row.name,
        name=row.name,
        sea=True,
        picture=behind.picture,
        free=_free(map_) if is_hex and brush == ADD else (),
        movable=not is_hex,
        book=book,
    )
    return mark_safe(map_svg(drawing))  # noqa: S308 - drawn from checked values, names escaped


# Cells where a territory could grow


def _free(map_: Map) -> list[Cell]:
    taken = {cell for one in map_.places if (cell := cell_of(one))}
    return sorted({near for cell in taken for near in adjacent_cells(cell)} - taken)


def _free_sides(map_: Map, place: Place | None) -> tuple[tuple[str, int, int], ...]:
    if place is None or place.q is None or place.r is None:
        return ()
    taken = {(one.q, one.r) for one in map_.places}
    cells = ((name, place.q + q, place.r + r) for name, (q, r) in zip(SIDES, DIRECTIONS, strict=True))
    return tuple((_(name), q, r) for name, q, r in cells if (q, r) not in taken)


# Tools


def _kinds(known: tuple[Kind, ...], there: str) -> Options:
    """What may be chosen, with what stands there already though this book does not know it."""
    all_ = known if not there or there in {one.key for one in known} else (*known, Kind(there, there))
    return tuple((one.key, one.word) for one in all_)


def _groups(is_hex: bool, book: MapBook) -> Groups:
    """Every tool by group: its word and its icon."""
    hands = {key: told for key, told in HANDS.items() if key not in FREE or not is_hex}
    built = {one.key: (one.word, one.icon) for one in book.buildings if one.brush}
    marks = {f"{MARK}{one.field}": (said(one.label), one.icon) for one in book.marks if one.icon}
    goals = {f"{GOAL}{one.key}": (one.word, one.icon) for one in book.objectives if one.brush}
    return {
        _("Tools"): {key: (_(word), icon) for key, (word, icon) in hands.items()},
        _("Terrain"): {key: (land(key), "") for key in book.land},
        _("Features"): {**built, **goals, **marks, NOTHING: (_("nothing"), "x-lg")},
    }


def _tools(groups: Groups, brush: str) -> tuple[ToolGroup, ...]:
    """The first group lies open; what is painted with folds, so that the map keeps the window."""
    return tuple(
        ToolGroup(
            title, tuple(Tool(key, word, icon, key == brush) for key, (word, icon) in tools.items()), n > 0
        )
        for n, (title, tools) in enumerate(groups.items())
    )


def _hint(brush: str, is_hex: bool) -> str:
    if brush == ADD and not is_hex:
        return _(ADD_POINT)
    return _(HINTS.get(brush, PAINTING))
