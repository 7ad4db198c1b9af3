"""Sea inside a map: open water with a shore around it, dotted where it may be entered, without a name."""

from __future__ import annotations

import pytest

from maps.ground.atlas.shapes import map_shapes
from maps.ground.drawing import Drawing, map_svg
from rules.maps.hexes import Point, adjacent_cells, hex_links, laid_out
from rules.maps.model import Ground, Place


def square(x: int, y: int) -> tuple[Point, ...]:
    return ((x, y), (x + 200, y), (x + 200, y + 200), (x, y + 200))


HEXES = [
    laid_out(Place(id=f"T{n}", q=q, r=r, terrain="sea" if (q, r) == (0, 0) else "plain"), "pointy")
    for n, (q, r) in enumerate([(0, 0), *adjacent_cells((0, 0))])
]
SQUARES = [
    Place(id=f"T{n}", x=x + 100, y=y + 100, outline=square(x, y), terrain="sea" if x == y == 200 else "plain")
    for n, (x, y) in enumerate((x, y) for x in (0, 200, 400) for y in (0, 200, 400))
]
MAPS = {
    "hexes": Drawing(Ground(), HEXES, hex_links(HEXES)),
    "free shapes": Drawing(Ground(kind="graph"), SQUARES, []),
}


def turns(ring: tuple[Point, ...]) -> int:
    """Twice the area of a ring, with the sign of the way it goes round."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True))


@pytest.mark.parametrize("kind", MAPS)
def test_sea_inside_a_map_is_a_hole_in_the_land_with_a_shore_of_its_own(kind: str) -> None:
    map_ = MAPS[kind]
    outer, inner = sorted(map(turns, map_shapes(map_.ground, map_.places).coast), key=abs, reverse=True)
    assert outer * inner < 0  # the inner one goes round the other way, so nothing fills it


@pytest.mark.parametrize("kind", MAPS)
def test_sea_inside_a_map_is_dotted_and_has_no_name(kind: str) -> None:
    map_ = MAPS[kind]
    (sea,) = [one.id for one in map_.places if one.is_sea]
    svg = map_svg(map_)
    assert ('fill="url(#gs)"' if kind == "hexes" else 'class="m-gs"') in svg
    assert f">{sea}</text>" not in svg
    assert svg.count("</text>") == len(map_.places) - 1


@pytest.mark.parametrize("kind", MAPS)
def test_sea_is_tapped_in_the_editor_alone(kind: str) -> None:
    map_ = MAPS[kind]
    (sea,) = [one.id for one in map_.places if one.is_sea]
    assert f'href="?t={sea}"' not in map_svg(map_)
    assert f'href="?t={sea}"' in map_svg(Drawing(map_.ground, map_.places, map_.links, sea=True))
