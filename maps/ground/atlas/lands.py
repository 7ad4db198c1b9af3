"""Owners' land: one outline each for tint, hatch, a soft band and a firm edge inside it, and a rim around it.

The outline is its own clip, so neighbours never share ink.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from maps.ground.atlas import pen
from maps.ground.atlas.shapes import Plot
from maps.ground.atlas.sheet import AtlasSheet
from maps.ground.halves import two_halves
from maps.ground.signs import HATCH, HATCH_SCALE, Sign
from rules.maps.hexes import Point

INSIDE = 0.84  # of a besieged territory lies inside the ring


@dataclass(frozen=True, slots=True)
class Lands:
    """What owners' land adds to the drawing: shared pieces, tints below the borders, edges above them."""

    defs: str
    tints: str
    edges: str


def lands(sheet: AtlasSheet, owners: Mapping[str, str], signs: Mapping[str, Sign]) -> Lands:
    """Everybody's land, by colour."""
    held: dict[str, list[str]] = {}
    for place, owner in owners.items():
        if owner in signs and place in sheet.shapes.plots:
            held.setdefault(signs[owner].colour, []).append(place)
    paths = {colour: sheet.union(tuple(sorted(ids))) for colour, ids in sorted(held.items())}
    return Lands(
        defs="".join(
            f'<clipPath id="c-{c}"><path id="r-{c}" d="{path}"/></clipPath>' for c, path in paths.items()
        ),
        tints=_grouped("".join(
            f'<use href="#r-{c}" class="o-{c}"/><use href="#r-{c}" class="ht" fill="url(#mh-{c})"/>'
            for c in paths
        )),
        edges="".join(
            f'<g clip-path="url(#c-{c})"><use href="#r-{c}" class="m-band b-{c}"/>'
            f'<use href="#r-{c}" class="m-edge b-{c}"/></g><use href="#r-{c}" class="m-rim"/>'
            for c in paths
        ),
    )  # fmt: skip


def _grouped(inside: str) -> str:
    return f'<g class="m-own">{inside}</g>' if inside else ""


def hatch_pattern(sign: Sign) -> str:
    size = HATCH * HATCH_SCALE
    return (
        f'<pattern id="mh-{sign.colour}" width="{size}" height="{size}" patternUnits="userSpaceOnUse">'
        f'<path class="m-ht b-{sign.colour}" transform="scale({HATCH_SCALE})" d="{sign.hatch}"/></pattern>'
    )


def plot_in_halves(plot: Plot, terrain: str, holder: Sign | None) -> str:
    """The half below the diagonal in the holder's tint and hatch, its ring around both halves."""
    ring = shrunk(plot)
    around = f'<path class="m-sgc" d="{pen.straight(ring)}"/><path class="m-siege" d="{pen.straight(ring)}"/>'
    if holder is None:
        return around
    _mine, theirs = two_halves(ring)
    path = pen.straight(theirs)
    looks = (
        f'class="t-{terrain}"',
        f'class="o-{holder.colour}"',
        f'class="ht" fill="url(#mh-{holder.colour})"',
        'class="m-front"',
    )
    return f'<g class="m-half">{"".join(f'<path {look} d="{path}"/>' for look in looks)}</g>{around}'


def shrunk(plot: Plot, part: float = INSIDE) -> list[Point]:
    """A territory's corners drawn in towards its middle, around (0, 0)."""
    return [(round((x - plot.x) * part), round((y - plot.y) * part)) for x, y in plot.ring]


def patches(owners: Mapping[str, str], near: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Each owner's land in pieces that hang together."""
    left, found = set(owners), list[list[str]]()
    for start in owners:
        waiting = [start] if start in left else []
        left.discard(start)
        patch = list[str]()
        while waiting:
            here = waiting.pop()
            patch.append(here)
            more = [one for one in near.get(here, ()) if one in left and owners[one] == owners[here]]
            left.difference_update(more)
            waiting += more
        if patch:
            found.append(sorted(patch))
    return found
