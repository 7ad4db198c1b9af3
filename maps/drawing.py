"""A map as SVG, from plain values: no template per territory, so five hundred of them stay cheap.

Layers from below: terrain tint and pattern, river, owner's tint and hatch, owner's border, reach, buildings
and banners, price badges, selection, names. Colours and patterns come from CSS classes and the page's
`<defs>`; the same drawing serves light, dark and print. Every territory is a link: no script is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from rules.maps.hexes import DIRECTIONS, box, centre, corners, outline
from rules.maps.model import HEX, Ground, Link, Place

SPRITE = "icons.svg"
MORE = "icons-more.svg"
BUILDING_ICONS = {"castle": "bricks", "city": "buildings-fill", "mine": "minecart-loaded", "port": "tsunami"}
OBJECTIVE_ICON = "fire"
BANNER = "M-26-30H26V20L0 36-26 20Z"
BADGES = {
    "claim": '<circle r="22"/>',
    "conquer": '<path d="M-22-20H22V4L0 26-22 4Z"/>',
    "besiege": '<path d="M-22-20H22V4L0 26-22 4Z"/>',
}


@dataclass(frozen=True, slots=True)
class Sign:
    """An owner's colour by name, its emblem's icon and whether the icon is drawn white."""

    colour: str
    icon: str
    white: bool = False


@dataclass(frozen=True, slots=True)
class Badge:
    """What one may do at a territory and for how many points; `dear` when they do not suffice."""

    act: str
    price: int
    dear: bool = False


@dataclass(frozen=True)
class Drawing:
    """Everything a map shows. `owners` by territory, `signs` by owner, `url` takes a territory's id."""

    ground: Ground
    places: Sequence[Place]
    links: Sequence[Link]
    url: str = "?t={}"
    owners: Mapping[str, str] = field(default_factory=dict)
    signs: Mapping[str, Sign] = field(default_factory=dict)
    capitals: frozenset[str] = frozenset()
    sieges: frozenset[str] = frozenset()
    badges: Mapping[str, Badge] = field(default_factory=dict)
    selected: str = ""
    latest: str = ""
    icons: Mapping[str, str] = field(default_factory=dict)  # sprite file -> its address
    title: str = ""


def draw(map_: Drawing) -> str:
    """The whole SVG."""
    left, top, width, height = box(map_.places, map_.ground.orientation, 40)
    layers = [
        _terrain(map_), _rivers(map_), _owned(map_), _borders(map_), _roads(map_), _reach(map_),
        _things(map_), _names(map_), _chosen(map_), _taps(map_),
    ]  # fmt: skip
    return (
        f'<svg class="map" viewBox="{left} {top} {width} {height}" role="group" '
        f'aria-label="{escape(map_.title)}" data-map>{_defs(map_)}{"".join(layers)}</svg>'
    )


def _defs(map_: Drawing) -> str:
    points = " ".join(f"{x},{y}" for x, y in corners(0, 0, map_.ground.orientation))
    return f'<defs><polygon id="hx" points="{points}"/></defs>'


def _shape(map_: Drawing, place: Place, css: str, extra: str = "") -> str:
    """A territory's area: its hexagon, its own outline, or a disc when it is but a point."""
    if not place.outline and place.q is not None:
        return f'<use href="#hx" x="{place.x}" y="{place.y}" class="{css}"{extra}/>'
    if place.outline:
        points = " ".join(f"{x},{y}" for x, y in place.outline)
        return f'<polygon points="{points}" class="{css}"{extra}/>'
    return f'<circle cx="{place.x}" cy="{place.y}" r="{HEX * 6 // 10}" class="{css}"{extra}/>'


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
    """Water runs from territory to territory wherever both have a river; a lone one gets a short reach."""
    wet = {place.id: place for place in map_.places if place.river}
    runs = [(wet[one.a], wet[one.b]) for one in map_.links if one.a in wet and one.b in wet]
    joined = {place.id for run in runs for place in run}
    lines = [f"M{a.x} {a.y}L{b.x} {b.y}" for a, b in runs]
    lines += [f"M{p.x - 40} {p.y - 30}L{p.x + 40} {p.y + 30}" for p in wet.values() if p.id not in joined]
    return f'<path class="m-river" d="{"".join(lines)}"/>' if lines else ""


def _owned(map_: Drawing) -> str:
    parts = []
    for place in map_.places:
        sign = map_.signs.get(map_.owners.get(place.id, ""))
        if sign:
            parts.append(_shape(map_, place, f"o-{sign.colour}"))
            parts.append(_shape(map_, place, "m-hatch", f' fill="url(#hatch-{sign.colour})"'))
    return _group("m-owned", parts)


def _borders(map_: Drawing) -> str:
    """The edge of every owner's land: sides of hexagons whose neighbour belongs to somebody else."""
    runs: dict[str, list[str]] = {}
    cells = {(p.q, p.r): p.id for p in map_.places if p.q is not None}
    for place in map_.places:
        owner = map_.owners.get(place.id, "")
        if owner in map_.signs and place.q is not None:
            runs.setdefault(owner, []).extend(_foreign_sides(map_, place, owner, cells))
        elif owner in map_.signs:
            points = outline(place, map_.ground.orientation)
            runs.setdefault(owner, []).append(
                "M" + "L".join(f"{x} {y}" for x, y in points) + "Z" if points else ""
            )
    paths = ((owner, "".join(found)) for owner, found in runs.items())
    return _group(
        "m-borders",
        (
            f'<path class="m-casing" d="{path}"/><path class="b-{map_.signs[owner].colour}" d="{path}"/>'
            for owner, path in paths
            if path
        ),
    )


def _foreign_sides(map_: Drawing, place: Place, owner: str, cells: Mapping[Any, str]) -> Iterable[str]:
    around = outline(place, map_.ground.orientation)
    for side in range(6):
        (ax, ay), (bx, by) = around[side], around[(side + 1) % 6]
        near = _cell_beyond(map_, place, (ax + bx - 2 * place.x, ay + by - 2 * place.y))
        if map_.owners.get(cells.get(near, ""), "") != owner:
            yield f"M{ax} {ay}L{bx} {by}"


def _cell_beyond(map_: Drawing, place: Place, towards: tuple[int, int]) -> tuple[int, int]:
    """The cell across the side whose middle lies in this direction."""

    def along(step: tuple[int, int]) -> int:
        x, y = centre(step, map_.ground.orientation)
        return x * towards[0] + y * towards[1]

    q, r = max(DIRECTIONS, key=along)
    return (place.q or 0) + q, (place.r or 0) + r


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


def _icon(map_: Drawing, name: str, x: int, y: int, size: int, css: str = "") -> str:
    sheet = map_.icons.get(name, "")
    kind = f' class="{css}"' if css else ""
    return f'<use href="{sheet}#{name}" x="{x}" y="{y}" width="{size}" height="{size}"{kind}/>'


def _things(map_: Drawing) -> str:
    return _group("m-things", (_of_place(map_, place) for place in map_.places))


def _of_place(map_: Drawing, place: Place) -> str:
    """Banner, building, objective, capital star and price of one territory."""
    sign = map_.signs.get(map_.owners.get(place.id, ""))
    both = sign is not None and bool(place.building)
    parts = []
    if sign:
        parts.append(
            _banner(map_, sign, place.x - (34 if both else 0), place.y - 8, place.id in map_.capitals)
        )
    if place.building:
        parts.append(_boxed(map_, BUILDING_ICONS[place.building], place.x + (36 if both else 0), place.y - 8))
    if place.objective:
        x = place.x + (0 if not sign and not place.building else -62)
        parts.append(
            f'<g class="m-objective" transform="translate({x} {place.y - 8})">'
            f'<path d="M0-34 34 0 0 34-34 0Z"/>{_icon(map_, OBJECTIVE_ICON, -15, -15, 30)}</g>'
        )
    if place.id in map_.badges:
        parts.append(_badge(place, map_.badges[place.id]))
    return "".join(parts)


def _banner(map_: Drawing, sign: Sign, x: int, y: int, capital: bool) -> str:
    star = (
        '<path class="m-star" d="M0-58 5-46 18-46 8-38 12-26 0-33-12-26-8-38-18-46-5-46Z"/>'
        if capital
        else ""
    )
    ink = "m-sign is-white" if sign.white else "m-sign"
    return (
        f'<g transform="translate({x} {y})"><path class="f-{sign.colour} m-banner" d="{BANNER}"/>'
        f"{_icon(map_, sign.icon, -15, -22, 30, ink)}{star}</g>"
    )


def _boxed(map_: Drawing, icon: str, x: int, y: int) -> str:
    return (
        f'<g class="m-building" transform="translate({x} {y})">'
        f'<rect x="-28" y="-28" width="56" height="56" rx="8"/>{_icon(map_, icon, -18, -18, 36)}</g>'
    )


def _badge(place: Place, badge: Badge) -> str:
    shape = BADGES.get(badge.act, BADGES["claim"])
    css = "m-badge is-dear" if badge.dear else "m-badge"
    return (
        f'<g class="{css}" transform="translate({place.x + 44} {place.y - 62})">{shape}'
        f'<text y="9">{badge.price}</text></g>'
    )


def _names(map_: Drawing) -> str:
    named = (place for place in map_.places if not place.is_sea)
    return _group("m-names", (f'<text x="{p.x}" y="{p.y + 66}">{escape(p.id)}</text>' for p in named))


def _chosen(map_: Drawing) -> str:
    marks = [(map_.latest, "m-latest"), (map_.selected, "m-selected")]
    at = {place.id: place for place in map_.places}
    return _group("m-marks", (_shape(map_, at[key], css) for key, css in marks if key in at))


def _taps(map_: Drawing) -> str:
    """Invisible areas to tap, each a link with the territory's name."""
    return _group("m-taps", (_tap(map_, place) for place in map_.places if not place.is_sea))


def _tap(map_: Drawing, place: Place) -> str:
    label = f"{place.id} {place.name}".strip()
    owner = map_.signs.get(map_.owners.get(place.id, ""))
    whose = f", {owner.colour}" if owner else ""
    return (
        f'<a href="{map_.url.format(place.id)}" data-t="{escape(place.id)}" '
        f'aria-label="{escape(label + whose)}">{_shape(map_, place, "m-tap")}</a>'
    )
