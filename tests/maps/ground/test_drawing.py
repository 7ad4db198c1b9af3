"""What the drawing of a map shows of a siege, whatever shape its territories have."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from maps.conquest.print_page import map_html
from maps.ground.drawing import Drawing, draw
from maps.ground.drawing_defs import Sign
from maps.ground.halves import halves
from maps.ground.icons import ICONS
from rules.maps.hexes import Point, laid_out, outline
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
    ground, place = SHAPES[shape]
    svg = draw(
        Drawing(ground, [place], [], owners={"A1": "R1"}, signs=SIGNS, sieges={"A1": "R2"}, icons=ICONS)
    )
    owned = re.search(r'<g class="m-owned">(.*?)</g>', svg)
    assert owned
    for colour in ("orange", "blue"):
        points = re.search(rf'<polygon points="([^"]+)" class="o-{colour}"', owned[1])
        hatched = re.search(
            rf'<polygon points="([^"]+)" class="m-hatch" fill="url\(#mh-{colour}\)"', owned[1]
        )
        assert points
        assert hatched
        assert points[1] == hatched[1]
    assert owned[1].count("<polygon") == 4
    assert "besieged" in svg


@pytest.mark.parametrize("shape", SHAPES)
def test_the_halves_of_a_territory_cover_it_and_nothing_else(shape) -> None:
    ground, place = SHAPES[shape]
    mine, theirs = halves(place, ground.orientation)
    whole = outline(place, ground.orientation)
    assert abs(area(mine) - area(theirs)) < 0.35 * (area(mine) + area(theirs))
    if whole:
        assert area(mine) + area(theirs) == pytest.approx(area(whole), rel=0.02)
    assert max(x + y for x, y in mine) <= min(x + y for x, y in theirs) + 2


@pytest.mark.django_db
@pytest.mark.parametrize("siege", [True, False])
def test_paper_says_what_a_siege_looks_like_where_there_are_sieges(siege) -> None:
    league = begun("Marta", "Kwame", siege=siege)
    here = league.browsers["Marta"].get(f"/l/{league.scope.pk}/map/").context["here"]
    assert ("besieged" in map_html(here, (210.0, 297.0))) is siege
