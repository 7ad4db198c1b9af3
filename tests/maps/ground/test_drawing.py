"""What the drawing of a map shows of a siege, whatever shape its territories have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from maps.conquest.paper.print_page import map_html
from maps.ground.atlas.lands import shrunk
from maps.ground.atlas.shapes import map_shapes
from maps.ground.drawing import Drawing, Sign, map_svg
from maps.ground.halves import two_halves
from maps.ground.paper import key
from rules.maps.hexes import Point, laid_out
from rules.maps.model import Ground, Place
from tests.maps.conquest.play import begun

SLANTED = ((0, 0), (120, -30), (150, 90), (60, 60), (-10, 110))
SHAPES = {
    "pointy": (Ground(id="g", orientation="pointy"), laid_out(Place(id="A1", q=1, r=0, x=0, y=0), "pointy")),
    "flat": (Ground(id="g", orientation="flat"), laid_out(Place(id="A1", q=1, r=0, x=0, y=0), "flat")),
    "outline": (Ground(id="g", kind="graph"), Place(id="A1", x=60, y=40, outline=SLANTED)),
    "point": (Ground(id="g", kind="graph"), Place(id="A1", x=60, y=40)),
}
SIGNS = {"R1": Sign("orange", "sun-fill", hatch="M0 0"), "R2": Sign("blue", "droplet-fill", hatch="M0 0")}


def area(around: Sequence[Point]) -> float:
    pairs = zip(around, [*around[1:], around[0]], strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2


@pytest.mark.parametrize("shape", SHAPES)
def test_cq_14_a_besieged_territory_is_drawn_half_and_half(shape) -> None:
    """The land is the besieger's; inside the ring the half below the diagonal is the holder's."""
    ground, place = SHAPES[shape]
    map_ = Drawing(ground, [place], [], owners={"A1": "R1"}, signs=SIGNS, sieges={"A1": "R2"})
    svg = map_svg(map_)
    assert re.search(r'<g class="m-own"><use href="#r-orange" class="o-orange"/>', svg)
    assert svg.count("url(#mh-orange)") == 1
    half = re.search(r'<g class="m-half">(.*?)</g>', svg)
    assert half
    paths = re.findall(r'<path class="([\w-]+)"[^>]* d="([^"]+)"', half[1])
    assert [css for css, _path in paths] == ["t-plain", "o-blue", "ht", "m-front"]
    assert len({path for _css, path in paths}) == 1
    assert 'fill="url(#mh-blue)"' in half[1]
    assert svg.count('class="m-siege"') == 1
    assert "besieged" in svg
    assert "m-half" not in map_svg(replace(map_, sieges={"A1": ""}))


def test_a_map_and_its_key_on_one_sheet_share_no_id() -> None:
    ground, place = SHAPES["pointy"]
    map_ = Drawing(ground, [place], [], owners={"A1": "R1"}, signs=SIGNS, paper=True)
    signs = [*map(key.swatch, SIGNS.values()), key.capital(), key.objective_sign()]
    ids = re.findall(r' id="([^"]+)"', map_svg(map_) + "".join(signs))
    assert {"mh-orange", "key-mh-orange", "bn-orange", "key-bn-orange"} <= set(ids)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("shape", SHAPES)
def test_the_halves_of_a_territory_cover_it_and_nothing_else(shape) -> None:
    ground, place = SHAPES[shape]
    whole = shrunk(map_shapes(ground, [place]).plots["A1"])
    mine, theirs = two_halves(whole)
    assert abs(area(mine) - area(theirs)) < 0.35 * (area(mine) + area(theirs))
    assert area(mine) + area(theirs) == pytest.approx(area(whole), rel=0.02)
    assert max(x + y for x, y in mine) <= min(x + y for x, y in theirs) + 2


@pytest.mark.django_db
@pytest.mark.parametrize("siege", [True, False])
def test_paper_says_what_a_siege_looks_like_where_there_are_sieges(siege) -> None:
    league = begun("Marta", "Kwame", siege=siege)
    viewer = league.browsers["Marta"].get(f"/l/{league.scope.pk}/map/").context["viewer"]
    assert ("besieged" in map_html(viewer, (210.0, 297.0))) is siege
