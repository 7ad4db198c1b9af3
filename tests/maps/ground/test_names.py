"""Names of free shapes keep clear of each other, whatever stands beside them."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import combinations

import pytest

from maps.ground.atlas.links import name_lines
from maps.ground.atlas.names import STAY, Name, box_overlap, name_moves, wide
from maps.ground.drawing import Drawing, MapBanner, map_svg
from rules.firestorm.ground import firestorm_map_book
from rules.maps.model import Ground, Place
from rules.maps.ready import READY, ready_map
from tests.maps.ground.test_tokens import SIGNS

GRAPHS = [one.key for one in READY if ready_map(one.key).ground.kind == "graph"]


def names_of(key: str, low: dict[str, int]) -> tuple[Name, ...]:
    return tuple(
        Name(one.x, one.y + low[one.id], tuple(name_lines(one, codes=False))) for one in ready_map(key).places
    )


@pytest.mark.parametrize("key", GRAPHS)
def test_no_two_names_of_a_ready_map_touch(key: str) -> None:
    """A name stands at one of four heights, by what stands above it."""
    dice = random.Random(key)
    for _ in range(40):
        names = names_of(key, {one.id: dice.choice((36, 38, 44, 73)) for one in ready_map(key).places})
        boxes = [(one.lines, one.box(move)) for one, move in zip(names, name_moves(names, ()), strict=True)]
        met = [(a, b) for (a, one), (b, other) in combinations(boxes, 2) if box_overlap(one, other, 0)]
        assert met == []


def test_a_name_with_room_stays_where_it_was() -> None:
    alone = (Name(0, 38, ("Cinderwatch",)), Name(400, 38, ("Hollowcrown",)))
    assert name_moves(alone, ()) == (STAY, STAY)
    assert name_moves((*alone, Name(200, 38, ("Thornmarch",))), ()) != (STAY, STAY, STAY)
    assert wide("Réka") == wide("Reka")


def test_a_moved_name_is_drawn_where_it_fits_and_stands_on_paper_twice() -> None:
    places = [Place(id=f"T{n}", name="Hollowcrown", x=190 * n, y=0) for n in range(3)]
    row = Drawing(Ground(kind="graph"), places, [], book=firestorm_map_book(), signs=SIGNS)
    svg = map_svg(row)
    assert svg.count(">Hollowcrown</text>") == 3
    assert "<text>Hollowcrown</text></g>" in svg
    assert map_svg(replace(row, paper=True)).count('class="hl"') == 3
    assert map_svg(replace(row, banners=[MapBanner("T1", "F1", "Column")])).count(">Hollowcrown</text>") == 3


def test_a_code_stands_before_its_name_on_paper_where_slips_are_written_with_it() -> None:
    """On a screen one taps a territory, and its name is enough."""
    book = firestorm_map_book()
    one = Drawing(
        Ground(kind="graph"), [Place(id="T7", name="Ash", x=0, y=0)], [], book=book, signs=SIGNS, url="?t={}"
    )
    assert re.findall(r">([^<>]*)</text>", map_svg(one)) == ["Ash"]
    assert set(re.findall(r">([^<>]*)</text>", map_svg(replace(one, paper=True)))) == {"T7 Ash"}
