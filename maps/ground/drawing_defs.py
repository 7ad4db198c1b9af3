"""The pieces a map repeats, drawn once in its `<defs>`: hexagons, banners, buildings, hatches.

A piece lies around (0, 0) and is used at a territory's place: a hundred banners are a hundred short lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape

from rules.maps.book import Kind
from rules.maps.hexes import Orientation, corners

OBJECTIVE_ICON = "fire"
BANNER = "M-26-30H26V20L0 36-26 20Z"
STRIPE = "M-20-24H20V17L0 29-20 17Z"
STAR = "M0-58 5-46 18-46 8-38 12-26 0-33-12-26-8-38-18-46-5-46Z"
HATCH = 8  # the tile of a player's hatch
HATCH_SCALE = 3
TERRAIN = {
    "mountain": '<pattern id="p-mountain" width="90" height="80" patternUnits="userSpaceOnUse">'
    '<path class="m-glyph" d="M15 45 35 15 55 45M55 75 70 52 85 75"/></pattern>',
    "marsh": '<pattern id="p-marsh" width="70" height="60" patternUnits="userSpaceOnUse">'
    '<path class="m-glyph" d="M15 40V22M23 40V16M31 40V22M8 40H38"/></pattern>',
    "sea": '<pattern id="p-sea" width="80" height="40" patternUnits="userSpaceOnUse">'
    '<path class="m-glyph" d="M0 20Q10 8 20 20T40 20 60 20 80 20"/></pattern>',
}


@dataclass(frozen=True, slots=True)
class Sign:
    """An owner's colour by name, its emblem's icon (white or not), the hatch's path, the owner's name."""

    colour: str
    icon: str
    white: bool = False
    name: str = ""
    striped: bool = False
    hatch: str = ""


def pieces(
    signs: Iterable[Sign],
    buildings: Iterable[Kind],
    terrains: Iterable[str],
    icons: Mapping[str, str],
    orientation: Orientation,
) -> Iterator[str]:
    """Everything a map of these owners and buildings may use. `icons`: an address, or the icon itself."""
    around = corners(0, 0, orientation)
    yield f'<polygon id="hx" points="{_points(around)}"/>'
    yield f'<path id="star" class="m-star" d="{STAR}"/>'
    yield (
        f'<g id="ob" class="m-objective"><path d="M0-34 34 0 0 34-34 0Z"/>'
        f"{_icon(icons, OBJECTIVE_ICON, -15, -15, 30)}</g>"
    )
    yield from (TERRAIN[one] for one in sorted(set(terrains)) if one in TERRAIN)
    for building in sorted(set(buildings), key=lambda one: one.key):
        inside = _icon(icons, building.icon, -18, -18, 36)
        yield (
            f'<g id="bd-{escape(building.key)}" class="m-building">'
            f'<rect x="-28" y="-28" width="56" height="56" rx="8"/>{inside}</g>'
        )
    for sign in signs:
        yield _banner(sign, icons)
        yield _hatch(sign)


def _hatch(sign: Sign) -> str:
    size = HATCH * HATCH_SCALE
    return (
        f'<pattern id="mh-{sign.colour}" width="{size}" height="{size}" patternUnits="userSpaceOnUse">'
        f'<path class="m-line b-{sign.colour}" transform="scale({HATCH_SCALE})" d="{sign.hatch}"/></pattern>'
    )


def _points(points: Iterable[tuple[int, int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


def _banner(sign: Sign, icons: Mapping[str, str]) -> str:
    ink = "m-sign is-white" if sign.white else "m-sign"
    stripe = f'<path class="m-stripe" d="{STRIPE}"/>' if sign.striped else ""
    return (
        f'<g id="bn-{sign.colour}"><path class="f-{sign.colour} m-banner" d="{BANNER}"/>{stripe}'
        f'<g class="{ink}">{_icon(icons, sign.icon, -15, -22, 30)}</g></g>'
    )


def _icon(icons: Mapping[str, str], name: str, x: int, y: int, size: int) -> str:
    """An icon by its address, or put in whole for print; nothing without a name."""
    if not name:
        return ""
    found = icons[name]
    where = f'x="{x}" y="{y}" width="{size}" height="{size}"'
    if found.startswith("<"):
        return f'<svg {where} viewBox="0 0 16 16">{found}</svg>'
    return f'<use href="{found}" {where}/>'
