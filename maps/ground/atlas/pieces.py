"""The pieces a map repeats, drawn once in its `<defs>`: shields, pennants, buildings, signs, diamonds.

A piece lies around (0, 0) and is used at a territory's place: a hundred shields are a hundred short lines.
Icons are put in whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from maps.ground.atlas import art
from maps.ground.icons import icon_named
from maps.ground.signs import Sign
from rules.maps.book import Kind

OBJECTIVE_ICON = "fire"
CROSS = (
    f'<g id="sx"><circle class="sgd" r="30"/><path class="sgx" d="{art.CROSSED}"/></g>'  # swords over a disc
)
OPENING = '<g id="co"><circle class="nd" r="20"/><circle class="nd" r="9"/></g>'
WAR = f'<g id="mw"><circle class="mk" r="17"/><path class="ml" d="{art.FLAME}"/></g>'  # holds in battles here
BONUS = '<g id="mb"><circle class="mg" r="19"/></g>'  # glory besides; how much stands on it
STAR = f'<path id="star" class="st" d="{art.STAR}"/>'


def shield(sign: Sign) -> str:
    """Whose a territory is."""
    stripe = f'<path class="m-stripe" d="{art.STRIPE}"/>' if sign.striped else ""
    return (
        f'<g id="bn-{sign.colour}"><path class="k" d="{art.SHIELD}"/>'
        f'<path class="f-{sign.colour} bo" d="{art.SHIELD}"/>{stripe}{_emblem(sign, -21, -27, 42)}</g>'
    )


def pennant(sign: Sign) -> str:
    """A token that moves."""
    stripe = f'<path class="m-stripe" d="{art.FLAG_STRIPE}"/>' if sign.striped else ""
    return (
        f'<g id="pn-{sign.colour}"><ellipse class="sh" cx="-22" cy="46" rx="22" ry="7"/>'
        f'<path class="k" d="{art.FLAG}M-26-56V44"/><path class="p" d="M-26-56V44"/>'
        f'<path class="f-{sign.colour} bo" d="{art.FLAG}"/>{stripe}{_emblem(sign, -15, -46, 38)}</g>'
    )


def _emblem(sign: Sign, x: int, y: int, size: int) -> str:
    return inline_icon(sign.icon, x, y, size, "m-sign is-white" if sign.white else "m-sign")


def building_piece(kind: Kind) -> str:
    """A building with its own silhouette, or its icon on a plate."""
    key = escape(kind.key)
    if kind.art in art.STANDING:
        clear, drawing = art.STANDING[kind.art]
        return f'<g id="bd-{key}"><path class="k" d="{clear}"/>{drawing}</g>'
    if kind.plate:
        return item(kind)
    inside = inline_icon(kind.icon, -18, -18, 36, "m-sign")
    return f'<g id="bd-{key}"><path class="pl" d="M-28-28H28V28H-28Z"/>{inside}</g>'


def item(kind: Kind) -> str:
    """A small sign on its plate."""
    shape = art.PLATES.get(kind.plate, art.PLATES["square"])
    if kind.art in art.SIGNS:
        inside = f'<path class="pi" d="{art.SIGNS[kind.art]}" fill-rule="evenodd"/>'
    else:
        inside = inline_icon(kind.icon, -13, -13, 26, "m-sign")
    return f'<g id="bd-{escape(kind.key)}"><path class="pl" d="{shape}"/>{inside}</g>'


def special(kind: Kind) -> str:
    """What makes a place special, on a brass diamond."""
    sign = art.SIGNS.get(kind.art, art.UNKNOWN)
    return (
        f'<g id="ro-{escape(kind.key)}"><path class="ro" d="{art.DIAMOND}"/>'
        f'<path class="rl" d="{art.SMALL_DIAMOND}"/><path class="ri" fill-rule="evenodd" d="{sign}"/></g>'
    )


def objective_symbol() -> str:
    icon = inline_icon(OBJECTIVE_ICON, -18, -18, 36, "obi")
    return f'<g id="ob"><path class="ob" d="{art.DIAMOND}"/>{icon}</g>'


def inline_icon(name: str, x: int, y: int, size: int, css: str) -> str:
    """An icon put in whole, of a class; nothing without a name."""
    found = icon_named(name) if name else ""
    where = f'class="{css}" transform="translate({x} {y})scale({size / 16:g})"'
    if found.count("<") == 1:
        return found.replace(" ", f" {where} ", 1)
    return f"<g {where}>{found}</g>" if found else ""


def glyphs(names: Iterable[str]) -> str:
    """Glyphs of the ground and the clusters made of them, whichever a map uses."""
    return "".join(f'<g id="{one}" class="m-gl">{_drawn(one)}</g>' for one in sorted(set(names)))


def _drawn(name: str) -> str:
    """A glyph, or those of a cluster: put in whole, for a browser copies each use of a use once more."""
    return art.GLYPHS.get(name) or "".join(_placed(*row) for row in art.CLUSTERS[name])


def _placed(glyph: str, x: int, y: int, size: float) -> str:
    where = f"translate({x} {y}){f'scale({size})' if size != 1 else ''}"
    return art.GLYPHS[glyph].replace("<path ", f'<path transform="{where}" ')
