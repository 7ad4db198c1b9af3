"""Outlines of unions, against counting sides one by one; land for points, courses, rivers."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from maps.ground.atlas import pen
from maps.ground.atlas.cells import cells
from maps.ground.atlas.outlines import chains, doubled, inside, open_sides, ring_sides, rings
from maps.ground.atlas.shapes import cell_corners, map_shapes
from maps.ground.atlas.water import flows, sizes
from maps.ground.drawing import Drawing, map_svg
from rules.maps.hexes import Cell, Orientation, hex_links
from rules.maps.model import Ground, Place

CELLS = st.sets(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=1, max_size=30)
SPOTS = st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8)), min_size=2, max_size=20)


@settings(deadline=None)
@given(CELLS, st.sampled_from(["pointy", "flat"]))
def test_the_outline_of_a_union_is_every_side_that_only_one_of_them_has(
    land: set[Cell], orientation: Orientation
) -> None:
    areas = [cell_corners(cell, orientation) for cell in sorted(land)]
    met = Counter(frozenset(side) for ring in areas for side in ring_sides(ring))
    alone = {side for side, times in met.items() if times == 1}
    assert {frozenset(side) for side in open_sides(areas)} == alone
    drawn = [frozenset(side) for ring in rings(areas) for side in ring_sides(ring)]
    assert sorted(map(sorted, drawn)) == sorted(map(sorted, alone))  # each once


@settings(deadline=None)
@given(CELLS, st.sampled_from(["pointy", "flat"]))
def test_the_outlines_hold_as_much_land_as_all_of_them_and_no_other(
    land: set[Cell], orientation: Orientation
) -> None:
    areas = {cell: cell_corners(cell, orientation) for cell in land}
    outlines = rings(areas.values())
    assert sum(map(doubled, outlines)) == sum(map(doubled, areas.values()))  # holes count against it
    for q in range(-5, 6):
        for r in range(-5, 6):
            corners = cell_corners((q, r), orientation)
            middle = sum(x for x, _ in corners) / 6, sum(y for _, y in corners) / 6
            assert (sum(inside(middle, ring) for ring in outlines) % 2 == 1) == ((q, r) in land)


@settings(deadline=None)
@given(CELLS)
def test_borders_show_every_inner_side_once(land: set[Cell]) -> None:
    areas = [cell_corners(cell, "pointy") for cell in sorted(land)]
    inner = {side for ring in areas for side in ring_sides(ring)} - open_sides(areas)
    lines = [frozenset(pair) for line in chains(inner) for pair in pairwise(line)]
    assert Counter(lines) == Counter({frozenset(side) for side in inner})


@settings(deadline=None, max_examples=40)
@given(SPOTS)
def test_every_point_has_land_of_its_own_around_it(spots: set[Cell]) -> None:
    points = {f"T{n}": (x * 200, y * 200) for n, (x, y) in enumerate(sorted(spots))}
    made = cells(points)
    assert set(made) == set(points)
    for key, ring in made.items():
        assert doubled(ring) > 0
        assert [other for other, at in points.items() if inside(at, ring)] == [key]


def test_territories_that_all_lie_on_one_spot_have_land() -> None:
    """As they do in a file that says nothing of where they lie."""
    assert all(ring for ring in cells({"A": (0, 0), "B": (0, 0), "C": (0, 0)}).values())
    places = [Place(id=one) for one in "ABC"]
    assert map_shapes(Ground(kind="graph"), places)


@settings(deadline=None)
@given(CELLS)
def test_all_layers_share_the_corners_of_the_coast(land: set[Cell]) -> None:
    places = [Place(id=f"P{n}", q=q, r=r) for n, (q, r) in enumerate(sorted(land))]
    shapes = map_shapes(Ground(), places)
    assert shapes.union(one.id for one in places) == shapes.drawn(shapes.coast)


@given(
    st.lists(st.tuples(st.integers(-500, 500), st.integers(-500, 500)), min_size=3, max_size=9, unique=True)
)
def test_a_closed_path_ends_where_it_began(points: list[tuple[int, int]]) -> None:
    path = pen.curve(points)
    assert path.startswith("M")
    assert path.endswith("z")
    assert set(path) <= set("Mlqtz -0123456789")


@given(
    st.lists(st.tuples(st.integers(-500, 500), st.integers(-500, 500)), min_size=3, max_size=9, unique=True),
    st.integers(1, 2),
)
def test_a_handle_left_out_is_the_corner_a_browser_finds(points: list[tuple[int, int]], grid: int) -> None:
    corners = [(x * grid, y * grid) for x, y in points]
    bends = re.findall(r"([lqt])|(-?\d+)", pen.curve(corners).partition("M")[2])
    letter, numbers, handles = "", list[int](), list[tuple[int, int]]()
    at = by = (0, 0)
    for named, number in bends:
        letter, numbers = (named, numbers) if named else (letter, [*numbers, int(number)])
        if len(numbers) < (4 if letter == "q" else 2):
            continue
        end = at[0] + numbers[-2], at[1] + numbers[-1]
        if letter in ("q", "t"):
            by = (
                (at[0] + numbers[0], at[1] + numbers[1])
                if letter == "q"
                else (2 * at[0] - by[0], 2 * at[1] - by[1])
            )
            handles.append(by)
        at, numbers = end, []
    assert handles == corners
    if grid == 2:
        assert pen.curve(corners).count("q") <= 1 + pen.curve(corners).count("l")


def test_a_place_looks_the_same_for_ever() -> None:
    assert pen.steady("A1") == 2502890411
    assert pen.steady("cell", 1, -2) == 2191982889
    assert pen.compact_numbers((3, -4, 5)) == "3-4 5"


def test_water_runs_to_the_sea_and_grows() -> None:
    near = {"A": ("B",), "B": ("A", "C", "D"), "C": ("B",), "D": ("B",)}
    down, order = flows({"A", "B", "C", "D", "E"}, near, ["D"])
    assert down == {"D": None, "B": "D", "A": "B", "C": "B", "E": None}
    assert order[0] == "D"
    assert sizes(down, order) == {"A": 1, "C": 1, "B": 2, "D": 2, "E": 1}


def test_waves_far_out_go_around_every_cape() -> None:
    """Hexagons' capes are short, so all their waves follow the coast at large; free shapes' are not."""
    places = [Place(id=f"A{n}", q=n, r=0) for n in range(3)]
    hexes = map_svg(Drawing(Ground(), places, hex_links(places)))
    free = [replace(one, q=None, r=None, x=300 * n) for n, one in enumerate(places)]
    shapes = map_svg(Drawing(Ground(kind="graph"), free, []))
    assert '<path id="off" ' in hexes
    assert hexes.count('href="#off"') == 7
    assert "#off" not in shapes
    assert shapes.count('href="#coast" class="m-w') == 6
