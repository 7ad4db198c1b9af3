"""A map as SVG, from plain values: no template per territory, so five hundred of them stay cheap.

Layers from below: picture, terrain tint and pattern, river, owner's tint and hatch, owner's border, reach,
buildings and banners, price badges, selection, names. Colours come from CSS classes; the same drawing serves
light, dark and print. Every territory is a link: no script is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from html import escape

from django.utils.translation import gettext as _

from maps.ground.drawing_defs import Sign, pieces
from maps.ground.halves import POINT, halves
from rules.maps.book import NO_BOOK, MapBook
from rules.maps.hexes import Cell, Point, across, box, centre, outline
from rules.maps.model import Ground, Link, Neighbours, Place, neighbours

BADGES = {
    "claim": '<circle r="22"/>',
    "conquer": '<path d="M-22-20H22V4L0 26-22 4Z"/>',
    "besiege": '<path d="M-22-20H22V4L0 26-22 4Z"/>',
}


@dataclass(frozen=True, slots=True)
class Badge:
    """What one may do at a territory and for how many points; `dear` when they do not suffice."""

    act: str
    price: int
    dear: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture behind the territories: its address, where it lies, what is on it."""

    url: str
    left: int
    top: int
    width: int
    height: int
    words: str = ""


@dataclass(frozen=True)
class Drawing:
    """Everything a map shows. `owners` by territory, `signs` by owner, `url` takes a territory's id, `book`
    knows what stands there.
    """

    ground: Ground
    places: Sequence[Place]
    links: Sequence[Link]
    url: str = "?t={}"
    owners: Mapping[str, str] = field(default_factory=dict)
    signs: Mapping[str, Sign] = field(default_factory=dict)
    capitals: frozenset[str] = frozenset()
    sieges: Mapping[str, str] = field(default_factory=dict)  # territory -> who holds the fort
    badges: Mapping[str, Badge] = field(default_factory=dict)
    selected: str = ""
    latest: str = ""
    icons: Mapping[str, str] = field(default_factory=dict)  # icon -> its address, or the icon itself
    title: str = ""
    sea: bool = False  # whether sea may be tapped, as in the editor
    style: str = ""  # put in whole where no page gives one, as in print
    picture: Picture | None = None
    free: Sequence[Cell] = ()  # cells beside the land, to tap in the editor
    movable: bool = False  # whether taps tell where their territory lies
    book: MapBook = NO_BOOK


def draw(map_: Drawing) -> str:
    """The whole SVG."""
    left, top, width, height = _box(map_)
    css = "map has-picture" if map_.picture else "map"
    layers = [
        _picture(map_.picture), _terrain(map_), _rivers(map_), _owned(map_), _borders(map_), _roads(map_),
        _reach(map_), _things(map_), _names(map_), _chosen(map_), _prices(map_),
        _taps(map_),
    ]  # fmt: skip
    return (
        f'<svg class="{css}" viewBox="{left} {top} {width} {height}" role="group" '
        f'aria-label="{escape(map_.title)}" data-map="">{_style(map_)}{_defs(map_)}{"".join(layers)}</svg>'
    )


def _box(map_: Drawing) -> tuple[int, int, int, int]:
    """What the view holds: every territory, every free cell and the whole picture."""
    beside = (Place(id="", q=0, r=0, x=x, y=y) for x, y in _free_centres(map_))
    margin = 110 if any(_is_point(place) for place in map_.places) else 40
    left, top, width, height = box([*map_.places, *beside], map_.ground.orientation, margin)
    if map_.picture is None:
        return left, top, width, height
    one = map_.picture
    right = max(left + width, one.left + one.width)
    bottom = max(top + height, one.top + one.height)
    left, top = min(left, one.left), min(top, one.top)
    return left, top, right - left, bottom - top


def _picture(one: Picture | None) -> str:
    if one is None:
        return ""
    told = f'role="img" aria-label="{escape(one.words)}"' if one.words else 'aria-hidden="true"'
    return (
        f'<image class="m-picture" href="{escape(one.url)}" x="{one.left}" y="{one.top}" width="{one.width}" '
        f'height="{one.height}" preserveAspectRatio="none" {told}/>'
    )


def _style(map_: Drawing) -> str:
    return f"<style>{map_.style}</style>" if map_.style else ""


def _defs(map_: Drawing) -> str:
    used = {map_.signs[one].colour: map_.signs[one] for one in _owners(map_)}
    buildings = [map_.book.building(place.building) for place in map_.places if place.building]
    terrains = [place.terrain for place in map_.places]
    inside = pieces(used.values(), buildings, terrains, map_.icons, map_.ground.orientation)
    return f"<defs>{''.join(inside)}</defs>"


def _owners(map_: Drawing) -> list[str]:
    """Everybody whose sign is on the map."""
    shown = {*map_.owners.values(), *map_.sieges.values()}
    return sorted(one for one in shown if one in map_.signs)


def _shape(map_: Drawing, place: Place, css: str, extra: str = "") -> str:
    """A territory's area: its hexagon, its own outline, or a disc when it is but a point."""
    if _is_point(place):
        return f'<circle cx="{place.x}" cy="{place.y}" r="{POINT}" class="{css}"{extra}/>'
    if not place.outline:
        return f'<use href="#hx" x="{place.x}" y="{place.y}" class="{css}"{extra}/>'
    return _polygon(" ".join(f"{x},{y}" for x, y in place.outline), css, extra)


def _polygon(points: str, css: str, extra: str = "") -> str:
    return f'<polygon points="{points}" class="{css}"{extra}/>'


def _is_point(place: Place) -> bool:
    return not place.outline and place.q is None


def _group(css: str, parts: Iterable[str]) -> str:
    inside = "".join(parts)
    return f'<g class="{css}">{inside}</g>' if inside else ""


def _terrain(map_: Drawing) -> str:
    tints = (_shape(map_, place, f"t-{place.terrain}") for place in map_.places)
    patterned = (place for place in map_.places if place.terrain != "plain")
    patterns = (_shape(map_, place, "m-pattern", f' fill="url(#p-{place.terrain})"') for place in patterned)
    shores = (_shape(map_, place, "m-shore") for place in map_.places if place.shore and not place.is_sea)
    return _group("m-terrain", tints) + _group("m-patterns", patterns) + _group("m-shores", shores)


def _rivers(map_: Drawing) -> str:
    """Water runs from territory to territory where both have a river, as a tree: no knots, no triangles."""
    wet = {place.id: place for place in map_.places if place.river}
    near = neighbours(one for one in map_.links if one.a in wet and one.b in wet)
    lines = [f"M{wet[a].x} {wet[a].y}L{wet[b].x} {wet[b].y}" for a, b in _courses(wet, near)]
    alone = (place for key, place in wet.items() if key not in near)
    lines += [f"M{p.x - 40} {p.y - 30}L{p.x + 40} {p.y + 30}" for p in alone]
    return f'<path class="m-river" d="{"".join(lines)}"/>' if lines else ""


def _courses(wet: Mapping[str, Place], near: Neighbours) -> Iterable[tuple[str, str]]:
    """Pairs joined by water: from a spring with few neighbours on, each reached once."""
    seen: set[str] = set()
    for spring in sorted(near, key=lambda one: (len(near[one]), one)):
        waiting = [] if spring in seen else [spring]
        seen.add(spring)
        while waiting:
            here = waiting.pop()
            for there in near[here]:
                if there not in seen:
                    seen.add(there)
                    waiting.append(there)
                    yield here, there


def _owned(map_: Drawing) -> str:
    """Every territory in its owner's tint and hatch; a besieged one half in the holder's."""
    parts: list[str] = []
    for place in map_.places:
        owner, holder = map_.owners.get(place.id, ""), map_.sieges.get(place.id, "")
        if holder in map_.signs:
            for who, half in zip((owner, holder), halves(place, map_.ground.orientation), strict=True):
                points = " ".join(f"{x},{y}" for x, y in half)
                parts += _tinted(map_.signs.get(who), partial(_polygon, points))
        else:
            parts += _tinted(map_.signs.get(owner), partial(_shape, map_, place))
    return _group("m-owned", parts)


def _tinted(sign: Sign | None, shape: Callable[..., str]) -> Iterable[str]:
    if sign:
        yield shape(f"o-{sign.colour}")
        yield shape("m-hatch", f' fill="url(#mh-{sign.colour})"')


def _borders(map_: Drawing) -> str:
    """The edge of every owner's land: sides of hexagons whose neighbour belongs to somebody else."""
    runs: dict[str, list[str]] = {}
    cells = {(p.q, p.r or 0): map_.owners.get(p.id, "") for p in map_.places if p.q is not None}
    for place in map_.places:
        owner = map_.owners.get(place.id, "")
        if owner in map_.signs and place.q is not None:
            runs.setdefault(owner, []).extend(_foreign_sides(map_, place, owner, cells))
        elif owner in map_.signs:
            points = outline(place, map_.ground.orientation)
            runs.setdefault(owner, []).append(
                "M" + "L".join(f"{x} {y}" for x, y in points) + "Z" if points else ""
            )
    paths = ((map_.signs[owner].colour, "".join(found)) for owner, found in runs.items())
    return _group("m-borders", (_border(colour, path) for colour, path in paths if path))


def _border(colour: str, path: str) -> str:
    return f'<path class="m-casing" d="{path}"/><path class="m-border b-{colour}" d="{path}"/>'


def _foreign_sides(map_: Drawing, place: Place, owner: str, owners: Mapping[Cell, str]) -> Iterable[str]:
    around = outline(place, map_.ground.orientation)
    for side, (q, r) in enumerate(across(map_.ground.orientation)):
        if owners.get(((place.q or 0) + q, (place.r or 0) + r)) != owner:
            (ax, ay), (bx, by) = around[side], around[side - 5]
            yield f"M{ax} {ay}L{bx} {by}"


def _roads(map_: Drawing) -> str:
    """Links of a map that is no grid, drawn as roads."""
    if map_.ground.kind != "graph":
        return ""
    at = {place.id: place for place in map_.places}
    lines = (
        f"M{at[one.a].x} {at[one.a].y}L{at[one.b].x} {at[one.b].y}"
        for one in map_.links
        if one.a in at and one.b in at
    )
    return f'<path class="m-road" d="{"".join(lines)}"/>'


def _reach(map_: Drawing) -> str:
    shown = (place for place in map_.places if place.id in map_.badges)
    parts = (
        _shape(map_, place, "m-reach is-dear" if map_.badges[place.id].dear else "m-reach") for place in shown
    )
    return _group("m-reaches", parts)


def _things(map_: Drawing) -> str:
    return _group("m-things", (_of_place(map_, place) for place in map_.places))


def _of_place(map_: Drawing, place: Place) -> str:
    """Banner, building, objective, capital star, siege and price of one territory."""
    sign = map_.signs.get(map_.owners.get(place.id, ""))
    shift = 35 if sign and place.building else 0
    parts = [_shape(map_, place, "m-siege")] if place.id in map_.sieges else []
    if sign:
        parts.append(_use(f"bn-{sign.colour}", place.x - shift, place.y - 8))
    if sign and place.id in map_.capitals:
        parts.append(_use("star", place.x - shift, place.y - 8))
    if place.building:
        parts.append(_use(f"bd-{escape(place.building)}", place.x + shift, place.y - 8))
    if place.objective:
        alone = not sign and not place.building
        parts.append(_use("ob", place.x - (0 if alone else 62), place.y - (8 if alone else 46)))
    return "".join(parts)


def _use(piece: str, x: int, y: int) -> str:
    return f'<use href="#{piece}" x="{x}" y="{y}"/>'


def _prices(map_: Drawing) -> str:
    shown = (place for place in map_.places if place.id in map_.badges)
    return _group("m-prices", (_badge(place, map_.badges[place.id]) for place in shown))


def _badge(place: Place, badge: Badge) -> str:
    shape = BADGES.get(badge.act, BADGES["claim"])
    css = "m-badge is-dear" if badge.dear else "m-badge"
    return (
        f'<g class="{css}" transform="translate({place.x + 44} {place.y - 62})">{shape}'
        f'<text y="9">{badge.price or "★"}</text></g>'
    )


def _names(map_: Drawing) -> str:
    named = ((p, p.y + (92 if _is_point(p) else 66)) for p in map_.places if not p.is_sea)
    return _group("m-names", (f'<text x="{p.x}" y="{y}">{escape(p.id)}</text>' for p, y in named))


def _chosen(map_: Drawing) -> str:
    marks = [(map_.latest, "m-latest"), (map_.selected, "m-selected")]
    at = {place.id: place for place in map_.places}
    return _group("m-marks", (_shape(map_, at[key], css) for key, css in marks if key in at))


def _taps(map_: Drawing) -> str:
    """Invisible areas to tap, each a link with the territory's name and its neighbours' labels."""
    if not map_.url:
        return ""
    near = neighbours(map_.links)
    shown = (place for place in map_.places if map_.sea or not place.is_sea)
    return _group("m-taps", [*(_tap(map_, place, near.get(place.id, ())) for place in shown), *_free(map_)])


def _free_centres(map_: Drawing) -> list[Point]:
    return [centre(cell, map_.ground.orientation) for cell in map_.free]


def _free(map_: Drawing) -> Iterable[str]:
    """Cells where a territory may be added."""
    for (q, r), (x, y) in zip(map_.free, _free_centres(map_), strict=True):
        yield (
            f'<a href="{map_.url.format(f"%2B{q},{r}")}" data-cell="{q},{r}" aria-label="+ {q}, {r}">'
            f'<use href="#hx" x="{x}" y="{y}" class="m-tap m-free"/></a>'
        )


def _tap(map_: Drawing, place: Place, near: Sequence[str]) -> str:
    owner = map_.signs.get(map_.owners.get(place.id, ""))
    siege = _("besieged") if place.id in map_.sieges else ""
    stands = map_.book.building(place.building).word
    told = (f"{place.id} {place.name}".strip(), stands, owner.name if owner else "", siege)
    label = ", ".join(filter(None, told))
    current = ' aria-current="true"' if place.id == map_.selected else ""
    if map_.movable:
        current += f' data-x="{place.x}" data-y="{place.y}"'
    return (
        f'<a href="{map_.url.format(escape(place.id))}" data-t="{escape(place.id)}" '
        f'data-n="{escape(" ".join(near))}" aria-label="{escape(label)}"{current}>'
        f"{_shape(map_, place, 'm-tap')}</a>"
    )
