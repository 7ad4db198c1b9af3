"""The sheet a map is drawn on: what does not change while it is played, worked out once for each map.

Layers from below: sea, shore, cliff, land, ground of each kind, then, above the owners' tints, borders
between territories and rivers. A map's sheet is kept for whoever looks next: a page only adds owners and
pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from config.memory import remembered
from maps.ground.atlas import pen, water
from maps.ground.atlas.outlines import chains, open_sides, ring_sides
from maps.ground.atlas.shapes import Shapes, map_shapes
from rules.maps.hexes import Orientation, box, hex_links
from rules.maps.model import Ground, Link, Neighbours, Place, Terrain, neighbours

OUTLINES = 2**18  # bytes of what territories cover together, of each map
COAST = '<use href="#coast" class="m-coast"/>'
WAVES = 6  # lines along the shore, from the outermost in, every other one the sea between two
SHADES = 3  # tones of free shapes' ground, from one territory to the next
# Corners of a hexagon in halves of its width and its height, and where darker and lighter ones lie on a
# pattern of four by four; flat hexagons lie on the turned pattern.
LATTICE = "M86.6 0V50L0 100V200L86.6 250V300M86.6 50 173.2 100V200L86.6 250"
TURNED = "M0 86.6H50L100 0H200L250 86.6H300M50 86.6 100 173.2H200L250 86.6"
LIGHT, DARK = ((173, 0), (173, 600), (346, 300), (606, 450)), ((433, 150), (87, 450), (519, 300))

type Drawn = tuple[str, int, int, int | None, int | None, tuple[tuple[int, int], ...], Terrain, bool, bool]
drawn_of: Callable[[Place], Drawn] = attrgetter(
    "id", "x", "y", "q", "r", "outline", "terrain", "river", "shore"
)


@dataclass(frozen=True, eq=False)
class AtlasSheet:
    """A map's shapes and what is drawn of it whoever owns it; `roads` only where links are shown."""

    shapes: Shapes
    bounds: tuple[int, int, int, int]  # left, top, width, height of all territories
    near: Neighbours
    defs: str
    under: str
    over: str
    roads: str
    bonds: str
    _owned: Callable[[tuple[str, ...]], str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_owned", remembered(most=OUTLINES)(self.shapes.union))

    def union(self, ids: tuple[str, ...]) -> str:
        """What these territories cover together; remembered, for between two looks little changes hands."""
        return self._owned(ids)


def atlas_sheet(ground: Ground, places: Sequence[Place], links: Sequence[Link]) -> AtlasSheet:
    """The sheet of a map; the same one as long as nothing on it moves."""
    pairs = tuple(map(attrgetter("a", "b"), links))
    return _sheet(ground, tuple(map(drawn_of, places)), pairs)


@remembered(most=6 * 2**20, beside=OUTLINES)  # a map of 500 territories holds 1.2 MB
def _sheet(ground: Ground, rows: tuple[Drawn, ...], pairs: tuple[tuple[str, str], ...]) -> AtlasSheet:
    places = [
        Place(id=id, x=x, y=y, q=q, r=r, outline=outline, terrain=terrain, river=river, shore=shore)
        for id, x, y, q, r, outline, terrain, river, shore in rows
    ]
    links = [Link(id=f"{a}|{b}", a=a, b=b) for a, b in pairs]
    shapes = map_shapes(ground, places)
    over = _borders(ground, shapes) + _rivers(shapes, places, links) + _surf(shapes, places)
    return AtlasSheet(
        shapes=shapes,
        bounds=box((Place(id="", outline=plot.ring) for plot in shapes.plots.values()), margin=0),
        near=neighbours(links),
        defs=_defs(ground, shapes),
        under=_wash(shapes, places) if ground.picture else _under(shapes, places),
        over=over,
        roads="" if ground.kind == "hex" else _roads(shapes, pairs),
        bonds=_bonds(ground, places, pairs),
    )


def _defs(ground: Ground, shapes: Shapes) -> str:
    found = "" if shapes.bare else f'<path id="coast" d="{shapes.drawn(shapes.coast)}"/>'
    if shapes.hexes:
        found += "" if shapes.bare or shapes.simple else f'<path id="off" d="{shapes.offing()}"/>'
        return found + tile_symbols(ground.orientation) + _patterns(ground.orientation)
    return found


def tile_symbols(orientation: Orientation) -> str:
    """A tile, and a smaller one inside it for what is marked or besieged."""
    if orientation == "pointy":
        whole, inner = "M0-100 87-50V50L0 100-87 50V-50Z", "M0-86 74-43V43L0 86-74 43V-43Z"
    else:
        whole, inner = "M-100 0-50-87H50L100 0 50 87H-50Z", "M-86 0-43-74H43L86 0 43 74H-43Z"
    return f'<path id="hx" d="{whole}"/><path id="hi" d="{inner}"/>'


def _patterns(orientation: Orientation) -> str:
    """The grid over land, a dotted one over the sea, and tones that vary from tile to tile."""
    upright = orientation == "pointy"
    size = 'width="173.2" height="300"' if upright else 'width="300" height="173.2"'
    wide = 'width="692.8" height="600"' if upright else 'width="600" height="692.8"'
    line = LATTICE if upright else TURNED
    tiles = "".join(
        f'<use href="#hx" x="{x if upright else y}" y="{y if upright else x}" class="{tone}"/>'
        for tone, spots in (("tn1", LIGHT), ("tn2", DARK))
        for x, y in spots
    )
    return (
        f'<pattern id="gr" {size} patternUnits="userSpaceOnUse"><path class="m-gr" d="{line}"/></pattern>'
        f'<pattern id="gs" {size} patternUnits="userSpaceOnUse"><path class="m-gs" d="{line}"/></pattern>'
        f'<pattern id="tn" {wide} patternUnits="userSpaceOnUse">{tiles}</pattern>'
    )


def _under(shapes: Shapes, places: Iterable[Place]) -> str:
    tones = '<use href="#coast" fill="url(#tn)"/>' if shapes.hexes else _tones(shapes, places)
    return _sea_tiles(shapes) + (_land(shapes) if shapes.coast else "") + _kinds(shapes, places) + tones


def _land(shapes: Shapes) -> str:
    """The land with its shore. Around hexagons the waves follow the coast at large: seven wide lines along
    every cape take longer than all else. Free shapes' capes are too long for that.
    """
    far = "off" if shapes.hexes and not shapes.simple else "coast"
    waves = "".join(
        f'<use href="#{far}" class="m-w w{n}{" on" if n % 2 else ""}"/>' for n in range(1, WAVES + 1)
    )
    return (
        f'<use href="#{far}" class="m-shelf"/>{waves}<use href="#coast" y="9" class="m-cliff"/>'
        '<use href="#coast" class="t-plain"/>'
    )


def _kinds(shapes: Shapes, places: Iterable[Place]) -> str:
    """The ground of each kind but the plain one, which is the land itself."""
    kinds: dict[str, list[str]] = {}
    for one in places:
        if one.terrain not in ("plain", "sea"):
            kinds.setdefault(one.terrain, []).append(one.id)
    return "".join(f'<path class="t-{kind}" d="{shapes.union(ids)}"/>' for kind, ids in sorted(kinds.items()))


def _wash(shapes: Shapes, places: Iterable[Place]) -> str:
    """Over a picture ground is but a breath of colour."""
    kinds = _kinds(shapes, places)
    return f'<g class="m-wash">{kinds}</g>' if kinds else ""


def _tones(shapes: Shapes, places: Iterable[Place]) -> str:
    """Free shapes differ a little from their neighbours."""
    by: dict[int, list[str]] = {}
    for one in places:
        if not one.is_sea:
            by.setdefault(pen.steady("tone", one.id) % SHADES, []).append(one.id)
    return "".join(f'<path class="tn{n}" d="{shapes.union(ids)}"/>' for n, ids in sorted(by.items()) if n)


def _sea_tiles(shapes: Shapes) -> str:
    """Sea that may be entered: its tiles dotted."""
    sea = [one for one in shapes.plots.values() if one.is_sea]
    if not sea:
        return ""
    if shapes.hexes:
        return f'<path fill="url(#gs)" d="{shapes.union(one.id for one in sea)}"/>'
    lines = (shapes.line(run) for run in chains(side for one in sea for side in ring_sides(one.ring)))
    return f'<path class="m-gs" d="{"".join(lines)}"/>'


def _borders(ground: Ground, shapes: Shapes) -> str:
    """Between territories: the grid, or each inner border once."""
    if shapes.hexes:
        return '<use href="#coast" fill="url(#gr)"/>' if shapes.coast else ""
    land = [one.ring for one in shapes.plots.values() if not one.is_sea]
    every = {side for ring in land for side in ring_sides(ring)}
    inner = every if ground.picture else every - open_sides(land)
    return f'<path class="m-lines" d="{"".join(map(shapes.line, chains(inner)))}"/>' if inner else ""


def _rivers(shapes: Shapes, places: Sequence[Place], links: Sequence[Link]) -> str:
    found = sorted(water.rivers(shapes, places, links).items())
    return "".join(
        f'<path class="m-{kind} n{n}" d="{path}"/>' for kind in ("bank", "river") for n, path in found
    )


def _surf(shapes: Shapes, places: Iterable[Place]) -> str:
    found = water.surf(shapes, places)
    return f'<path class="m-surf" d="{found}"/>' if found else ""


def _roads(shapes: Shapes, pairs: Iterable[tuple[str, str]]) -> str:
    """Links that are no sides of a grid, each a bent way."""
    roads = "".join(road(shapes, a, b) for a, b in pairs if a in shapes.plots and b in shapes.plots)
    return f'<path class="m-casing" d="{roads}"/><path class="m-road" d="{roads}"/>' if roads else ""


def bend_point(shapes: Shapes, a: str, b: str) -> tuple[int, int]:
    """By which point the way between two territories bends, the same both ways."""
    low, high = (shapes.plots[one] for one in sorted((a, b)))
    return pen.bend((low.x, low.y), (high.x, high.y), pen.steady("road", low.id, high.id) % 61 - 30)


def road(shapes: Shapes, a: str, b: str) -> str:
    one, two, (x, y) = shapes.plots[a], shapes.plots[b], bend_point(shapes, a, b)
    start = pen.compact_numbers((one.x, one.y))
    return f"M{start}q{pen.compact_numbers((x - one.x, y - one.y, two.x - one.x, two.y - one.y))}"


def _bonds(ground: Ground, places: Iterable[Place], pairs: Iterable[tuple[str, str]]) -> str:
    """Links a page cannot see from the tiles: all of free shapes; on a grid those that are there without a
    common side, and, with a minus, those that are missing.
    """
    linked = {(min(pair), max(pair)) for pair in pairs}
    if ground.kind != "hex":
        return " ".join(f"{a}|{b}" for a, b in sorted(linked))
    touching = {(one.a, one.b) for one in hex_links(places)}
    more = [f"{a}|{b}" for a, b in sorted(linked - touching)]
    return " ".join([*more, *(f"-{a}|{b}" for a, b in sorted(touching - linked))])
