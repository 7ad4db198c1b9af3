"""A map as SVG, an atlas sheet rather than a diagram, from plain values and without a template.

The layers from below: sea, shore, land and its grounds, owners' tints, borders and rivers, owners' edges,
roads, ornaments, marks, then every territory with its pieces as one link, ways, names of tokens, prices.
Colours come from CSS classes; the same drawing serves light, dark and print. No script is needed to follow a
link.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from html import escape

from maps.ground.atlas import lands, links, marks, pieces
from maps.ground.atlas.ornaments import EDGE, Box, Sea, sea
from maps.ground.atlas.placed_pieces import pieces_of
from maps.ground.atlas.scatter import Rect
from maps.ground.atlas.shapes import MANY
from maps.ground.atlas.sheet import COAST, AtlasSheet, atlas_sheet, tile_symbols
from maps.ground.signs import Sign
from maps.ground.subject import Badge, Drawing, MapBanner, MapWay, Picture
from rules.maps.hexes import centre
from rules.maps.model import HEX

__all__ = ("Badge", "Drawing", "MapBanner", "MapWay", "Picture", "Sign", "map_svg")

MARGIN = 72  # of sea around the land: its shore and the frame
SNUG = 30  # around a picture, which has a sea of its own


def map_svg(map_: Drawing) -> str:
    """The whole SVG."""
    sheet = atlas_sheet(map_.ground, map_.places, map_.links)
    around = _box(map_, sheet)
    left, top, width, height = around
    css = " ".join(_classes(map_, sheet))
    return (
        f'<svg class="{css}" viewBox="{left} {top} {width} {height}" role="group" '
        f'aria-label="{escape(map_.title)}" data-map=""{_bonds(sheet)}>'
        f"{_style(map_)}{_inside(map_, sheet, around)}</svg>"
    )


def _classes(map_: Drawing, sheet: AtlasSheet) -> Iterable[str]:
    yield "map"
    if map_.picture:
        yield "has-picture"
    if not sheet.shapes.hexes:
        yield "m-free-shapes"


def _inside(map_: Drawing, sheet: AtlasSheet, around: Box) -> str:
    water = Sea()
    if map_.places and not map_.picture:
        water = sea(sheet, around, map_.name or map_.ground.name, map_.note, alone=bool(map_.style))
    owned = lands.lands(sheet, map_.owners, map_.signs)
    stands = pieces_of(map_, _heads(map_, sheet))
    linked = links.links(map_, sheet, stands)
    coast = COAST if sheet.shapes.coast and not sheet.shapes.bare else ""
    taps = f'<g class="m-taps">{_haloed(map_, linked.text)}{"".join(links.free_cell_links(map_))}</g>'
    under = f'<g clip-path="url(#sheet)">{sheet.under}</g>' if map_.style and water.defs else sheet.under
    layers = (
        _picture(map_.picture), water.below, under, owned.tints, sheet.over, owned.edges, coast,
        sheet.roads, water.above, marks.below(map_, sheet), taps,
        marks.above(map_, sheet, stands, _inner(around)),
    )  # fmt: skip
    defs = (sheet.defs, water.defs, owned.defs, pieces.glyphs(linked.glyphs), *_pieces(map_, sheet))
    return f"<defs>{''.join(defs)}</defs>{''.join(layers)}"


def _haloed(map_: Drawing, text: str) -> str:
    """On paper every name lies on its own halo."""
    twice = r'<text class="hl"\1>\2</text><text\1>\2</text>'
    return re.sub(r"<text([^>]*)>(.*?)</text>", twice, text) if map_.paper else text


def _bonds(sheet: AtlasSheet) -> str:
    return f' data-bonds="{escape(sheet.bonds)}"' if sheet.bonds else ""


def _style(map_: Drawing) -> str:
    return f"<style>{map_.style}</style>" if map_.style else ""


def _picture(one: Picture | None) -> str:
    if one is None:
        return ""
    told = f'role="img" aria-label="{escape(one.words)}"' if one.words else 'aria-hidden="true"'
    return (
        f'<image class="m-picture" href="{escape(one.url)}" x="{one.left}" y="{one.top}" width="{one.width}" '
        f'height="{one.height}" preserveAspectRatio="none" {told}/>'
    )


def _box(map_: Drawing, sheet: AtlasSheet) -> Box:
    """What the view holds: all land with its shore, every free cell and the whole picture."""
    boxes = [_grown(sheet.bounds, SNUG if map_.picture else MARGIN)]
    for x, y in (centre(cell, map_.ground.orientation) for cell in map_.free):
        boxes.append((x - HEX - SNUG, y - HEX - SNUG, 2 * (HEX + SNUG), 2 * (HEX + SNUG)))
    if map_.picture:
        one = map_.picture
        boxes.append((one.left, one.top, one.width, one.height))
    left, top = (min(one[axis] for one in boxes) for axis in (0, 1))
    right, bottom = (max(one[axis] + one[axis + 2] for one in boxes) for axis in (0, 1))
    return left, top, right - left, bottom - top


def _inner(box: Box) -> Rect:
    """Left, top, right and bottom inside the frame."""
    left, top, width, height = _grown(box, -EDGE)
    return left, top, left + width, top + height


def _grown(one: Box, by: int) -> Box:
    return one[0] - by, one[1] - by, one[2] + 2 * by, one[3] + 2 * by


def _heads(map_: Drawing, sheet: AtlasSheet) -> frozenset[str]:
    """The territories that show whose they are: all, or, where there are many or tokens stand on them, one of
    each patch, nearest to its middle.
    """
    if len(map_.places) < MANY and not map_.banners and not map_.items:
        return frozenset(map_.owners)
    plots = sheet.shapes.plots
    owners = {key: owner for key, owner in map_.owners.items() if key in plots}
    taken = {one.place for one in map_.banners}
    patches = lands.patches(owners, sheet.near)
    return frozenset(_head(sheet, patch) for patch in patches if not taken.intersection(patch))


def _head(sheet: AtlasSheet, patch: list[str]) -> str:
    at = {key: sheet.shapes.plots[key] for key in patch}
    x, y = (sum(pick) // len(patch) for pick in zip(*((p.x, p.y) for p in at.values()), strict=True))
    return min(patch, key=lambda key: (abs(at[key].x - x) + abs(at[key].y - y), key))


def _pieces(map_: Drawing, sheet: AtlasSheet) -> Iterable[str]:
    """Every piece this drawing uses, once."""
    if map_.free and not sheet.shapes.hexes:
        yield tile_symbols(map_.ground.orientation)
    owners, tokens = set(map_.owners.values()), {one.owner for one in map_.banners}
    yield from (pieces.shield(sign) for sign in _signs(map_, owners))
    yield from (pieces.pennant(sign) for sign in _signs(map_, tokens))
    yield from map(lands.hatch_pattern, _signs(map_, owners | tokens | set(map_.sieges.values())))
    yield from _standing(map_)


def _signs(map_: Drawing, shown: Collection[str]) -> list[Sign]:
    """The signs of these owners, each colour once."""
    found = {sign.colour: sign for key, sign in map_.signs.items() if key in shown}
    return [sign for _colour, sign in sorted(found.items())]


def _standing(map_: Drawing) -> Iterable[str]:
    keys = {place.building for place in map_.places} | {key for row in map_.items.values() for key in row}
    for key in sorted(keys - {""}):
        kind = map_.book.building(key)
        yield pieces.item(kind) if kind.plate else pieces.building_piece(kind)
    if map_.book.reads("special"):
        roles = {place.role or "special" for place in map_.places if place.special}
        yield from (pieces.special(map_.book.role(key)) for key in sorted(roles))
    if map_.book.reads("corner") and any(place.corner for place in map_.places):
        yield pieces.OPENING
    if map_.book.reads("words") and any(place.words for place in map_.places):
        yield pieces.WAR
    if map_.book.reads("bonus") and any(place.bonus for place in map_.places):
        yield pieces.BONUS
    if any(place.objective for place in map_.places):
        yield pieces.objective_symbol()
    if map_.capitals:
        yield pieces.STAR
    if map_.sieges or map_.battles:
        yield pieces.CROSS
