"""Territories as links: area, glyphs, pieces and name of each in one element at its place.

Without an address, on paper and in small pictures, the same stands in groups.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from config.memory import remembered
from maps.ground.atlas import lands, pen
from maps.ground.atlas.names import STAY, Move, Name, name_moves
from maps.ground.atlas.placed_pieces import Pieces, PiecesStanding
from maps.ground.atlas.scatter import Rect, Road, scattered_glyphs
from maps.ground.atlas.shapes import MANY, Plot, Shapes
from maps.ground.atlas.sheet import AtlasSheet, bend_point
from maps.ground.subject import Drawing
from rules.engine.language import said, signed
from rules.maps.book import MapBook
from rules.maps.hexes import centre
from rules.maps.model import Place

WIDE_NAME = 11  # letters before a free shape's name goes on in the next line
BARE = 38  # how far below the middle a name stands where there is nothing else
NODE = '<circle class="nd" r="10"/>'
CLUSTER = {"mountain": "m", "marsh": "w"}


@dataclass(frozen=True)
class Linked:
    """All territories' elements, and the glyphs they use."""

    text: str
    glyphs: frozenset[str]


def links(map_: Drawing, sheet: AtlasSheet, pieces: Pieces) -> Linked:
    tell = _teller(map_)
    shown = [place for place in map_.places if map_.sea or not place.is_sea]
    if sheet.shapes.hexes:
        return _hexes(map_, sheet, pieces, shown, tell)
    return _shapes(map_, sheet, pieces, shown, tell)


def _hexes(map_: Drawing, sheet: AtlasSheet, pieces: Pieces, shown: Sequence[Place], tell: Teller) -> Linked:
    found, used, grass = [], set[str](), len(map_.places) < MANY
    for place in shown:
        plot, stands = sheet.shapes.plots[place.id], pieces.at(place)
        glyph = _cluster(place, plot.chance, full=bool(stands.pieces) or place.id in map_.owners, grass=grass)
        used.add(glyph)
        inside = f'<use href="#hx" class="m-tap"/>{f'<use href="#{glyph}"/>' if glyph else ""}'
        name = "" if place.is_sea else f'<text y="{stands.name}">{plot.text}</text>'
        inside += f"{_siege(map_, plot, place)}{stands.pieces}{stands.marks}{name}"
        found.append(tell.element(place, plot, inside))
    return Linked("".join(found), frozenset(used - {""}))


def _cluster(place: Place, n: int, *, full: bool, grass: bool) -> str:
    """Which glyphs grow on a hexagon; a low row where something stands, grass only where nothing does."""
    if place.is_sea:
        return ""
    kind = CLUSTER.get(place.terrain, "p")
    if kind != "p":
        return f"{kind}{(8 if full else 0) + n % 2}"
    return "" if full or not grass or place.river or n % 5 > 2 else f"p{n % 3}"


def _shapes(map_: Drawing, sheet: AtlasSheet, pieces: Pieces, shown: Sequence[Place], tell: Teller) -> Linked:
    roads = _roads(sheet.shapes, map_) if not sheet.shapes.bare else {}
    found, used = [], {"tf", "mt", "rd"} if roads or not sheet.shapes.bare else set[str]()
    standing = [pieces.at(place) for place in shown]
    names = _names(map_, sheet, shown, standing)
    for place, stands, (name, move) in zip(shown, standing, names, strict=True):
        plot = sheet.shapes.plots[place.id]
        area = f'<path class="m-tap" d="{_area(plot, sheet.shapes)}"/>'
        grown = "" if place.is_sea or sheet.shapes.bare else scattered_glyphs(
            plot, place.terrain, (*stands.clear, _room(name, move, plot)), roads.get(place.id, ())
        )  # fmt: skip
        drawing = f"{stands.pieces or NODE}{stands.marks}{_name(name, move, plot)}"
        inside = f"{area}{grown}{_siege(map_, plot, place)}{drawing}"
        found.append(tell.element(place, plot, inside))
    text = "".join(found)
    return Linked(text, frozenset(one for one in used if f'"#{one}"' in text))


def name_lines(place: Place, *, codes: bool) -> list[str]:
    """A free shape's name in lines; its code first on paper, where slips are written with codes."""
    whole = f"{place.id} {place.name}" if codes and place.name else place.name or place.id
    return wrap(whole, WIDE_NAME, break_long_words=False) or [place.id]


def _names(
    map_: Drawing, sheet: AtlasSheet, shown: Sequence[Place], standing: Sequence[PiecesStanding]
) -> Iterable[tuple[Name, Move]]:
    """Each territory's name and how it is moved; sea has none."""
    names, pieces = [], []
    for place, stands in zip(shown, standing, strict=True):
        plot = sheet.shapes.plots[place.id]
        lines = () if place.is_sea else tuple(name_lines(place, codes=map_.paper))
        names.append(Name(plot.x, plot.y + (stands.name if stands.pieces else BARE), lines))
        pieces += [(plot.x + a, plot.y + b, plot.x + c, plot.y + d) for a, b, c, d in stands.clear]
    return zip(names, name_moves(tuple(names), tuple(pieces)), strict=True)


def _name(name: Name, move: Move, plot: Plot) -> str:
    if not name.lines:
        return ""
    aside, down, large = move
    x, y = aside, name.y - plot.y + down
    told = escape(name.lines[0])
    if len(name.lines) > 1:
        told = " ".join(  # the space is for whoever hears the name
            f'<tspan x="0"{' dy="1em"' if n else ""}>{escape(one)}</tspan>'
            for n, one in enumerate(name.lines)
        )
    if move == STAY:
        return f'<text y="{y}">{told}</text>'
    scaled = f" scale({large})" if large != 1 else ""
    return f'<g transform="translate({x} {y}){scaled}"><text>{told}</text></g>'


def _room(name: Name, move: Move, plot: Plot) -> Rect:
    left, top, right, bottom = name.box(move)
    return left - plot.x - 6, top - plot.y - 6, right - plot.x + 6, bottom - plot.y


@remembered(most=3 * 2**20)
def _outline(plot: Plot, run: tuple[tuple[int, int], ...], *, bare: bool) -> str:
    points = [(x - plot.x, y - plot.y) for x, y in run]
    return pen.straight(points) if bare else pen.curve(points)


def _area(plot: Plot, shapes: Shapes) -> str:
    return _outline(plot, tuple(shapes.points(plot.ring)[0]), bare=shapes.bare)


def _roads(shapes: Shapes, map_: Drawing) -> Mapping[str, tuple[Road, ...]]:
    """Of each territory the roads that leave it, around its middle."""
    found: dict[str, list[Road]] = {}
    for one in map_.links:
        if one.a in shapes.plots and one.b in shapes.plots:
            by = bend_point(shapes, one.a, one.b)
            for key in (one.a, one.b):
                found.setdefault(key, []).append(_moved(shapes, one.a, by, one.b, shapes.plots[key]))
    return {key: tuple(roads) for key, roads in found.items()}


def _moved(shapes: Shapes, a: str, by: tuple[int, int], b: str, to: Plot) -> Road:
    one, two = shapes.plots[a], shapes.plots[b]
    return (
        (one.x - to.x, one.y - to.y),
        (by[0] - to.x, by[1] - to.y),
        (two.x - to.x, two.y - to.y),
    )


def _siege(map_: Drawing, plot: Plot, place: Place) -> str:
    if place.id not in map_.sieges:
        return ""
    return lands.plot_in_halves(plot, place.terrain, map_.signs.get(map_.sieges[place.id]))


# What a link says


def marks_of(book: MapBook, place: Place) -> list[str]:
    """What the map itself says of a territory, in the book's words: "Bonus glory +2", "Time of War"."""
    rows = {one.field: said(one.label) for one in book.marks}
    found = [f"{rows['bonus']} {signed(place.bonus)}"] if place.bonus and "bonus" in rows else []
    return [*found, *([rows["words"]] if place.words and "words" in rows else [])]


@dataclass(frozen=True)
class Teller:
    """Wraps a territory's drawing in its link, or in a group where nothing may be tapped."""

    map: Drawing
    head: str
    tail: str
    owners: Mapping[str, str]
    stands: Mapping[str, str]
    tokens: Mapping[str, str]

    def element(self, place: Place, plot: Plot, inside: str) -> str:
        at = f'transform="translate({plot.x} {plot.y})"'
        if not self.head:
            return f"<g {at}>{inside}</g>"
        key = plot.text
        if self.map.movable:
            at += f' data-x="{place.x}" data-y="{place.y}"'
        if place.id == self.map.selected:
            at += ' aria-current="true"'
        label = self.label(place, key)  # left out where the link's own text says as much
        if label != key or place.q is None or place.is_sea:
            at += f' aria-label="{label}"'
        return f'<a href="{self.head}{key}{self.tail}" {at}>{inside}</a>'

    def label(self, place: Place, key: str) -> str:
        """The territory in words: its name, what stands on it, whose it is, what is fought there."""
        map_ = self.map
        told = [f"{key} {escape(place.name)}" if place.name else key]
        if place.building:
            told.append(self.stands[place.building])
        told += [self.stands[one] for one in map_.items.get(place.id, ())]
        if place.special and map_.book.reads("special") and map_.book.role(place.role).word:
            told.append(escape(map_.book.role(place.role).word))
        told += map(escape, marks_of(map_.book, place))
        owner = self.owners.get(map_.owners.get(place.id, ""))
        told += [one for one in (owner, self.tokens.get(place.id)) if one]
        if place.id in map_.sieges:
            told.append(pgettext("a territory", "besieged"))
        if place.id in map_.battles:
            told.append(_("battle"))
        return ", ".join(told)


def _teller(map_: Drawing) -> Teller:
    head, _braces, tail = map_.url.partition("{}")
    keys = {place.building for place in map_.places} | {key for row in map_.items.values() for key in row}
    tokens: dict[str, list[str]] = {}
    for one in map_.banners:
        tokens.setdefault(one.place, []).append(escape(one.name))
    return Teller(
        map=map_,
        head=head if map_.url else "",
        tail=tail,
        owners={key: escape(sign.name) for key, sign in map_.signs.items()},
        stands={key: escape(map_.book.building(key).word) for key in keys if key},
        tokens={key: ", ".join(names) for key, names in tokens.items()},
    )


def free_cell_links(map_: Drawing) -> Iterable[str]:
    """Cells where a territory may be added."""
    for q, r in map_.free:
        x, y = centre((q, r), map_.ground.orientation)
        yield (
            f'<a href="{map_.url.format(f"%2B{q},{r}")}" data-cell="{q},{r}" aria-label="+ {q}, {r}" '
            f'transform="translate({x} {y})"><use href="#hx" class="m-tap m-free"/></a>'
        )
