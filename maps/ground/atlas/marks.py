"""What a moment adds: reach and prices, what is chosen, what was last done, ways, names of tokens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise

from maps.ground.atlas import art, pen
from maps.ground.atlas.lands import shrunk
from maps.ground.atlas.names import box_overlap
from maps.ground.atlas.placed_pieces import FLAG, Pieces
from maps.ground.atlas.scatter import Rect
from maps.ground.atlas.shapes import Plot
from maps.ground.atlas.sheet import AtlasSheet, bend_point
from maps.ground.subject import Badge, Drawing, MapBanner, MapWay, plate_names
from rules.maps.hexes import Point

CHOSEN = ("m-selected s1", "m-selected s2", "m-selected s3")
LATEST = ("m-latest l1", "m-latest l2")
PLATE_LETTER, PLATE_PADDING, PLATE_UP = 12, 24, 65  # a token's name: a letter's width, and how far above it
PLATE_OVER, PLATE_UNDER = 18, 9  # how far it reaches above and below its line
FIRST, LAST = 52, 62  # units a way leaves free where it begins and ends
HEAD = (30, 24)  # an arrow's length and half its width

type Token = tuple[int, int, MapBanner]  # x of the token, x of its name


def below(map_: Drawing, sheet: AtlasSheet) -> str:
    """Reach, last action and choice lie under the pieces."""
    parts = [*_reach(map_, sheet)]
    for key, looks, piece in ((map_.latest, LATEST, "hi"), (map_.selected, CHOSEN, "hx")):
        if key in sheet.shapes.plots:
            parts += [_edge(sheet, sheet.shapes.plots[key], piece, css) for css in looks]
    return _grouped("m-marks", parts)


def above(map_: Drawing, sheet: AtlasSheet, pieces: Pieces, within: Rect) -> str:
    """Ways, names of tokens and prices lie over everything."""
    plots = sheet.shapes.plots
    prices = (_price(plots[key], badge) for key, badge in map_.badges.items() if key in plots)
    ways = (part for way in map_.ways for part in _way(sheet, way))
    shown = (place for place in map_.places if place.id in pieces.banners)
    names = _plates(
        [(plots[place.id], token) for place in shown for token in pieces.at(place).tokens], within
    )
    return _grouped("m-ways", ways) + _grouped("m-tag", names) + _grouped("m-prices", prices)


def _grouped(css: str, parts: Iterable[str]) -> str:
    inside = "".join(parts)
    return f'<g class="{css}">{inside}</g>' if inside else ""


def _edge(sheet: AtlasSheet, plot: Plot, piece: str, css: str) -> str:
    if sheet.shapes.hexes:
        return f'<use href="#{piece}" x="{plot.x}" y="{plot.y}" class="{css}"/>'
    part = 1 if piece == "hx" else 0.93
    points = shrunk(plot, part) if part < 1 or sheet.shapes.bare else _around(sheet, plot)
    path = pen.straight(points) if sheet.shapes.bare else pen.curve(points)
    return f'<path transform="translate({plot.x} {plot.y})" d="{path}" class="{css}"/>'


def _around(sheet: AtlasSheet, plot: Plot) -> list[Point]:
    return [(x - plot.x, y - plot.y) for x, y in sheet.shapes.points(plot.ring)[0]]


def _reach(map_: Drawing, sheet: AtlasSheet) -> Iterable[str]:
    dear = {key for key, badge in map_.badges.items() if badge.dear}
    for key in sorted({*map_.badges, *map_.lit} & set(sheet.shapes.plots)):
        plot = sheet.shapes.plots[key]
        yield _edge(sheet, plot, "hi", "m-rcc")
        yield _edge(sheet, plot, "hi", "m-reach is-dear" if key in dear else "m-reach")


def _price(plot: Plot, badge: Badge) -> str:
    shape = art.BADGES["claim" if badge.act == "claim" else "conquer"]
    css = "m-badge is-dear" if badge.dear else "m-badge"
    return (
        f'<g class="{css}" transform="translate({plot.x + 48} {plot.y - 60})">{shape}'
        f'<text y="13">{badge.price or "★"}</text></g>'
    )


# Ways


def _way(sheet: AtlasSheet, way: MapWay) -> list[str]:
    """A line from territory to territory in its casing, an arrow's head at its end."""
    stops = [key for key in way.stops if key in sheet.shapes.plots]
    if len(stops) < 2:
        return []
    path, tip = _line(sheet, stops)
    css = "m-way is-done" if way.done else "m-way"
    return [
        f'<path class="m-wayc" d="{path}"/><path class="{css}" d="{path}"/><path class="m-head" d="{tip}"/>'
    ]


def _line(sheet: AtlasSheet, stops: Sequence[str]) -> tuple[str, str]:
    at = {key: (sheet.shapes.plots[key].x, sheet.shapes.plots[key].y) for key in stops}
    handles = [bend_point(sheet.shapes, a, b) for a, b in pairwise(stops)]
    start = _towards(at[stops[0]], handles[0], FIRST)
    end = _towards(at[stops[-1]], handles[-1], LAST)
    points = [start, *(at[key] for key in stops[1:-1]), end]
    path = f"M{pen.compact_numbers(start)}" + "".join(
        f"Q{pen.compact_numbers(by)} {pen.compact_numbers(to)}"
        for by, to in zip(handles, points[1:], strict=True)
    )
    return path, _arrow(handles[-1], end)


def _towards(a: Point, b: Point, far: int) -> Point:
    """So many units from a on the way to b, never farther than its middle."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = (dx * dx + dy * dy) ** 0.5 or 1.0
    part = min(0.5, far / long)
    return round(a[0] + dx * part), round(a[1] + dy * part)


def _arrow(by: Point, end: Point) -> str:
    dx, dy = end[0] - by[0], end[1] - by[1]
    long = (dx * dx + dy * dy) ** 0.5 or 1.0
    ux, uy = dx / long, dy / long
    tip, wing = (round(end[0] + ux * HEAD[0]), round(end[1] + uy * HEAD[0])), (uy * HEAD[1], ux * HEAD[1])
    one = round(end[0] - wing[0]), round(end[1] + wing[1])
    two = round(end[0] + wing[0]), round(end[1] - wing[1])
    return f"M{pen.compact_numbers(tip)}L{pen.compact_numbers(one)} {pen.compact_numbers(two)}z"


# Names of tokens


def _plates(tokens: Sequence[tuple[Plot, Token]], within: Rect) -> Iterable[str]:
    """Names of tokens inside the frame, by their initials where a whole one would lie on another's plate."""
    short = plate_names(token[2].name for _plot, token in tokens)
    names = [short[token[2].name] if token[2].brief else token[2].name for _plot, token in tokens]
    rooms = [
        _plate_room(plot, token, name, within) for (plot, token), name in zip(tokens, names, strict=True)
    ]
    for n, (plot, token) in enumerate(tokens):
        name, brief = names[n], short[token[2].name]
        alone = all(n == other or not box_overlap(rooms[n], room, 0) for other, room in enumerate(rooms))
        if not alone or _plate_wide(name) > within[2] - within[0]:
            name = brief
        yield _plate(plot, token, name, brief, _plate_room(plot, token, name, within))


def _plate_room(plot: Plot, token: Token, name: str, within: Rect) -> Rect:
    left, top, right, bottom = within
    half = _plate_wide(name) // 2
    x = max(left + half, min(plot.x + token[1], right - half))
    y = max(top + PLATE_OVER, min(plot.y - FLAG - PLATE_UP, bottom - PLATE_UNDER))
    return x - half, y - PLATE_OVER, x + half, y + PLATE_UNDER


def _plate_wide(name: str) -> int:
    return len(name) * PLATE_LETTER + PLATE_PADDING


def _plate(plot: Plot, token: Token, name: str, brief: str, room: Rect) -> str:
    """A token's name on a plate, its initials where the map is small."""
    left, top, right, bottom = room
    x, wide = (left + right) // 2, right - left
    return (
        f'<g class="tl" transform="translate({x} {top + PLATE_OVER})">'
        f'<rect x="{-wide // 2}" y="{-PLATE_OVER}" width="{wide}" height="{bottom - top}" rx="13"/>'
        f'<text y="3">{escape(name)}</text></g>'
        f'<g class="ts" transform="translate({plot.x + token[0]} {plot.y - FLAG - PLATE_UP - 1})">'
        f'<rect x="-30" y="-20" width="60" height="36" rx="12"/><text y="9">{escape(brief)}</text></g>'
    )
