"""Maps as values: hexagons, the generator's demands, checks, JSON, ready-made maps."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.conquest.ground import (
    RICHES,
    conquest_map_book,
    conquest_map_warnings,
    fairness,
    making,
    player_count_advice,
    spaced_cities,
)
from rules.engine.refusals import Refused
from rules.maps.chance import Chance
from rules.maps.check import map_errors
from rules.maps.editing import (
    linked_map,
    painted,
    relabelled,
    with_hex,
    with_outline,
    with_place_moved,
    with_point,
    with_shores,
    without_territory,
)
from rules.maps.exchange import BadMap, from_json, to_json
from rules.maps.generator import Generated, MapScore, Wishes, generate, patch
from rules.maps.hexes import (
    DIRECTIONS,
    adjacent_cells,
    box,
    centre,
    hex_corners,
    hex_distance,
    hex_links,
    labels,
    outline,
    side_towards,
)
from rules.maps.model import HEX, Ground, Link, Map, Place, distances, link, neighbours
from rules.maps.ready import READY, ready_for, ready_map

MAKING = making()
CELL = st.tuples(st.integers(-20, 20), st.integers(-20, 20))


# Hexagons


@given(CELL, CELL, CELL)
def test_steps_are_a_distance(a, b, c) -> None:
    assert hex_distance(a, b) == hex_distance(b, a)
    assert (hex_distance(a, b) == 0) == (a == b)
    assert hex_distance(a, c) <= hex_distance(a, b) + hex_distance(b, c)


@given(CELL)
def test_six_neighbours_one_step_away(cell) -> None:
    assert len(set(adjacent_cells(cell))) == 6
    assert {hex_distance(cell, near) for near in adjacent_cells(cell)} == {1}


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_neighbours_share_the_side_that_faces_them(orientation) -> None:
    here = hex_corners(*centre((0, 0), orientation), orientation)
    for direction in DIRECTIONS:
        side = side_towards(direction, orientation)
        mine = {here[side], here[(side + 1) % 6]}
        theirs = hex_corners(*centre(direction, orientation), orientation)
        touching = [c for c in theirs if any(abs(c[0] - m[0]) + abs(c[1] - m[1]) <= 3 for m in mine)]
        assert len(touching) == 2


def test_a_hexagon_measures_its_size_and_the_box_holds_all() -> None:
    assert all(abs((x * x + y * y) ** 0.5 - HEX) < 1 for x, y in hex_corners(0, 0))
    places = [Place(id="a", q=0, r=0), Place(id="b", x=900, y=900), Place(id="c", outline=((-5, -7),))]
    left, top, width, height = box(places, margin=0)
    assert (left + width, top + height) == (900, 900)
    assert outline(places[1]) == []


def test_labels_are_rows_and_numbers() -> None:
    assert labels([(0, 0), (1, 0), (0, 1)]) == {(0, 0): "A1", (1, 0): "A2", (0, 1): "B1"}
    assert labels([(0, 0), (1, 0), (0, 1)], "flat") == {(0, 0): "A1", (0, 1): "A2", (1, 0): "B1"}
    assert labels([(0, row) for row in range(28)])[0, 27] == "AB1"


@given(st.integers(1, 120))
def test_a_patch_is_in_one_piece(size) -> None:
    places = [Place(id=f"{q},{r}", q=q, r=r) for q, r in patch(size)]
    assert len(places) == size
    reached = distances("0,0", neighbours(hex_links(places)))
    assert len(reached) == size


# Chance


@given(st.text(max_size=12), st.integers(1, 9))
def test_chance_repeats_itself(seed, limit) -> None:
    one, two = Chance(seed), Chance(seed)
    drawn = [one.below(limit) for _ in range(20)]
    assert drawn == [two.below(limit) for _ in range(20)]
    assert set(drawn) <= set(range(limit))
    assert sorted(one.shuffled(range(9))) == list(range(9))


# The generator


def hard_demands(made: Generated, wishes: Wishes) -> None:
    places = {one.id: one for one in made.map.places}
    land = {one.id for one in made.map.places if not one.is_sea}
    near = neighbours(made.map.links)
    dry = {here: tuple(n for n in near[here] if n in land) for here in land}
    assert len(land) == wishes.players * wishes.per_player >= 7 * wishes.players
    assert set(distances(min(land), dry)) == land
    assert len(made.capitals) == len(set(made.capitals)) == wishes.players
    mines = []
    for capital in made.capitals:
        assert (places[capital].building, places[capital].terrain) == ("city", "plain")
        far = distances(capital, dry)
        assert all(far[other] >= 2 for other in made.capitals if other != capital)
        around = [places[one] for one, way in far.items() if 0 < way <= 2]
        mines.append(sum(one.river or one.terrain == "mountain" for one in around))
        assert sum(places[one].terrain == "plain" for one in dry[capital]) >= 2
    assert min(mines) >= 1
    assert max(mines) - min(mines) <= 1
    assert map_errors(made.map) == []


@pytest.mark.parametrize("players", range(2, 11))
def test_generated_maps_meet_every_hard_demand(players) -> None:
    for seed in ("ash", "birch"):
        wishes = Wishes(players=players, seed=seed, sea=seed == "birch")
        made = generate(wishes, MAKING)
        assert made.score.failed == ()
        hard_demands(made, wishes)
        goals = [one for one in made.map.places if one.objective]
        assert len(goals) == (players + 1) // 2
        assert len({one.objective for one in goals}) == min(3, len(goals))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_generated_maps_reach_the_aims_for_up_to_five_players(players) -> None:
    made = generate(Wishes(players=players, seed="oak"), MAKING)
    assert made.score.capital_distance >= 3
    assert made.score.land_spread <= 2
    assert made.score.objective_gap is not None
    assert made.score.objective_gap <= 1
    assert fairness(made.map, made.capitals) == []
    assert made.score.points >= 80


def test_a_score_is_the_sum_of_what_it_consists_of() -> None:
    fair = MapScore(3, 2, 0, 1, 0, (), RICHES)
    assert fair.points == 100
    assert [lost for _sentence, lost in fair.deductions] == [0] * 5
    poor = MapScore(2, 4, 1, 2, 1, ("Two capitals are neighbours.",), RICHES)
    assert [lost for _sentence, lost in poor.deductions] == [25, 12, 3, 8, 10, 30]
    assert poor.points == 100 - 88
    assert poor.deductions[-1][0] == "Two capitals are neighbours."
    assert MapScore(0, 9, 9, 9, 9).points == 0
    without = MapScore(3, 2, 0, 9, None)  # a book without riches and objectives
    assert (without.points, len(without.deductions)) == (100, 3)


@settings(max_examples=8)
@given(
    st.integers(2, 6),
    st.text("abc", min_size=1, max_size=5),
    st.integers(7, 10),
    st.integers(0, 25),
    st.integers(0, 3),
    st.booleans(),
)
def test_the_same_wishes_and_seed_give_the_same_map(
    players, seed, per_player, mountains, rivers, sea
) -> None:
    wishes = Wishes(
        players=players, seed=seed, per_player=per_player, mountains=mountains, rivers=rivers, sea=sea
    )
    assert generate(wishes, MAKING) == generate(wishes, MAKING)
    assert from_json(to_json(generate(wishes, MAKING).map)) == generate(wishes, MAKING).map


def test_another_seed_gives_another_map() -> None:
    assert (
        generate(Wishes(players=4, seed="1"), MAKING).map != generate(Wishes(players=4, seed="2"), MAKING).map
    )


def test_a_sea_surrounds_the_land_and_makes_shores() -> None:
    made = generate(Wishes(players=2, seed="x", sea=True), MAKING)
    places = {one.id: one for one in made.map.places}
    near = neighbours(made.map.links)
    for one in made.map.places:
        by_sea = any(places[n].is_sea for n in near[one.id])
        assert one.is_sea or one.shore == by_sea
        assert not (one.is_sea and (one.building or one.objective or one.river))


@pytest.mark.parametrize("seed", ["x", "y", "z"])
@pytest.mark.parametrize(("players", "cities"), [(2, 2), (4, 10)])
def test_cq_06_more_cities_stand_two_steps_off_from_capitals(players, cities, seed) -> None:
    made = generate(Wishes(players=players, seed=seed, spare=cities), MAKING)
    found = {one.id for one in made.map.places if one.building == "city"}
    assert players < len(found) <= players + cities
    near = neighbours(made.map.links)
    for city in found - set(made.capitals):
        assert all(distances(city, near)[capital] >= 2 for capital in made.capitals)


@pytest.mark.parametrize(
    "wishes",
    [
        Wishes(players=1, seed="x"),
        Wishes(players=11, seed="x"),
        Wishes(players=3, seed="x", per_player=6),
        Wishes(players=3, seed="x", mountains=50, marshes=20),
        Wishes(players=3, seed="x", rivers=9),
    ],
)
def test_wishes_that_cannot_be_are_refused(wishes) -> None:
    with pytest.raises(Refused):
        generate(wishes, MAKING)


# Checks and JSON


def chain(*ids: str) -> Map:
    places = tuple(Place(id=one) for one in ids)
    return Map(places=places, links=tuple(link(a, b) for a, b in pairwise(ids)))


def test_faults_are_told_one_by_one() -> None:
    bad = chain("a", "b", "c")
    bad = replace(
        bad, places=(*bad.places, Place(id="a")), links=(*bad.links, link("c", "c"), link("a", "z"))
    )
    told = map_errors(bad)
    assert "a is listed 2 times." in told
    assert "c is linked to itself." in told
    assert "A link leads to z, which is not on the map." in told
    assert map_errors(Map()) != []
    wet = replace(chain("a", "b"), places=(Place(id="a", terrain="sea", building="port"), Place(id="b")))
    assert map_errors(wet) == ["a is sea: nothing can stand there."]


def test_warnings_are_told_but_forbid_nothing() -> None:
    assert conquest_map_warnings(chain("a", "b")) == []
    split = replace(chain("a", "b"), links=())
    assert conquest_map_warnings(split) == [
        "Territories without neighbours: a, b.",
        "The land is split into several parts; you can only get from one to another with a port.",
    ]
    assert map_errors(split) == []


def test_json_says_where_it_is_wrong() -> None:
    with pytest.raises(BadMap, match="Territory b: the terrain must be "):
        from_json({"tiles": [{"key": "a"}, {"key": "b", "base": "lava"}], "edges": []})
    with pytest.raises(BadMap, match="not on the map"):
        from_json({"tiles": [{"key": "a"}, {"key": "b"}], "edges": [["a", "c"]]})
    foreign: Any
    for foreign in ([], {}, {"layers": [], "tilewidth": 32}, {"tiles": [{"x": 1}]}, {"tiles": 3}):
        with pytest.raises(BadMap, match="contains no map"):
            from_json(foreign)
    with pytest.raises(BadMap) as bad:
        from_json({"tiles": [{"key": "a", "x": "left"}, {"key": "b", "mood": 1}, {"x": 1}], "name": 3})
    assert bad.value.faults == [
        "The name must be text.",
        "Territory a: the position must be a whole number.",
        "Territory b: maps here have no “mood”; remove it.",
        "Territory 3: the label is missing.",
    ]


def test_hexes_without_edges_get_them_from_their_cells() -> None:
    made = from_json({"kind": "hex", "tiles": [{"key": "a", "q": 0, "r": 0}, {"key": "b", "q": 1, "r": 0}]})
    assert [one.id for one in made.links] == ["a|b"]
    assert made.places[1].x == round(HEX * 3**0.5)


def test_json_carries_what_other_campaigns_need() -> None:
    place = Place(
        id="T01", name="North Gate", corner="nw", role="tower", special=True, bonus=2, words="Night"
    )
    whole = Map(places=(place, Place(id="T02")), links=(link("T01", "T02"),))
    assert from_json(json.loads(json.dumps(to_json(whole)))).places[0] == place


@pytest.mark.parametrize("ready", READY, ids=lambda one: one.key)
def test_ready_made_maps_are_sound_and_large_enough(ready) -> None:
    found = ready_map(ready.key)
    land = [one for one in found.places if not one.is_sea]
    assert map_errors(found) == []
    assert conquest_map_warnings(found) == []
    assert all(one.name for one in land)
    assert from_json(to_json(found)) == found


@pytest.mark.parametrize("ready", ready_for("conquest"), ids=lambda one: one.key)
def test_ready_made_maps_with_cities_have_one_and_land_for_everybody(ready) -> None:
    land = [one for one in ready_map(ready.key).places if not one.is_sea]
    assert len(land) >= 7 * ready.players[1]
    assert len([one.id for one in land if one.building == "city"]) >= ready.players[1]


def test_the_wheel_has_a_place_with_one_neighbour_and_one_with_nine() -> None:
    near = neighbours(ready_map("the_wheel").links)
    assert {len(near["H"]), len(near["X"])} == {9, 1}
    with pytest.raises(KeyError):
        ready_map("../secret")


# Editing


def test_strokes_make_new_maps() -> None:
    one = with_hex(with_hex(Map(), 0, 0, "A"), 1, 0)
    assert [place.id for place in one.places] == ["A", "N1"]
    assert [link_.id for link_ in one.links] == ["A|N1"]
    two = painted(one, "A", terrain="mountain", river=True, building="mine")
    assert (one.places[0].terrain, two.places[0].terrain) == ("plain", "mountain")
    assert painted(two, "A", terrain="sea").places[0].building == ""
    assert linked_map(two, "A", "N1", False).links == ()
    assert relabelled(two, "A", "Z").links == (link("N1", "Z"),)
    assert without_territory(two, "A").links == ()
    assert map_errors(two) == []


def test_shores_follow_the_sea_and_points_move_with_their_outline() -> None:
    ground = painted(with_hex(with_hex(with_hex(Map(), 0, 0, "a"), 1, 0, "b"), 2, 0, "c"), "a", terrain="sea")
    assert [place.shore for place in with_shores(ground).places] == [False, True, False]
    shape = with_point(Map(), 10, 10, "p", ((0, 0), (20, 0), (10, 30)))
    assert with_place_moved(shape, "p", 15, 5).places[0].outline == ((5, -5), (25, -5), (15, 25))


@pytest.mark.parametrize(
    "stroke",
    [
        lambda ground: with_hex(ground, 0, 0),
        lambda ground: with_point(ground, 0, 0, "A"),
        lambda ground: with_point(ground, 0, 0, "a|b"),
        lambda ground: painted(ground, "A", owner="me"),
        lambda ground: painted(ground, "Q"),
        lambda ground: linked_map(ground, "A", "A"),
        lambda ground: without_territory(ground, "Q"),
    ],
)
def test_strokes_that_cannot_be_are_refused(stroke) -> None:
    with pytest.raises(Refused):
        stroke(with_hex(Map(), 0, 0, "A"))


def test_shapes_meet_at_their_corners_and_carry_their_label_in_the_middle() -> None:
    map = Map(ground=Ground(kind="graph"), places=(Place(id="A"), Place(id="B", x=300)))
    map = with_outline(map, "A", ((0, 0), (100, 0), (100, 60), (0, 60)))
    assert (map.places[0].x, map.places[0].y) == (50, 30)
    map = with_outline(map, "B", ((103, -4), (200, 0), (200, 60), (95, 66)))  # carelessly beside A
    assert map.places[1].outline == ((100, 0), (200, 0), (200, 60), (100, 60))
    assert (map.places[1].x, map.places[1].y) == (150, 30)
    assert with_outline(map, "B", ()).places[1].outline == ()


@pytest.mark.parametrize(
    "outline",
    [
        ((0, 0), (50, 0)),
        ((0, 0), (50, 0), (100, 0)),
        tuple((n, n * n) for n in range(61)),
        ((0, 0), (100, 100), (100, 0), (0, 99)),
        ((0, 0), (50, 0), (50, 200_000)),
    ],
)
def test_shapes_that_are_none_are_refused(outline) -> None:
    map = Map(ground=Ground(kind="graph"), places=(Place(id="A"), Place(id="B", x=300)))
    with pytest.raises(Refused):
        with_outline(map, "A", outline)


def test_advice_counts_land_and_capitals() -> None:
    two_rivers = ready_map("two_rivers")
    assert player_count_advice(two_rivers, 4) == []
    told = player_count_advice(two_rivers, 6)
    assert told[0] == "6 players need 42 territories; the map has 36."
    assert told[1].startswith("Only 5 cities are far enough")


def row_of_cities(count: int, cities: tuple[int, ...]) -> Map:
    """Territories in a row, some with a city; in the order in which they are named."""
    rest = [n for n in range(count) if n not in cities]
    places = [Place(id=f"P{n}", x=n * 100, building="city" if n in cities else "") for n in (*cities, *rest)]
    links = [Link(id=f"L{n}", a=f"P{n}", b=f"P{n + 1}") for n in range(count - 1)]
    return Map(ground=Ground(kind="graph"), places=tuple(places), links=tuple(links))


def test_cq_06_as_many_cities_are_counted_as_can_be_capitals_together() -> None:
    middle_first = row_of_cities(21, (10, 9, 11))
    assert spaced_cities(middle_first) == ["P9", "P11"]
    assert "cities" not in "".join(player_count_advice(middle_first, 2))
    assert len(spaced_cities(row_of_cities(40, tuple(range(1, 40))))) == 20


def test_cq_01_a_map_is_drawn_for_as_many_as_it_has_land_and_capitals_for() -> None:
    book = conquest_map_book()
    assert book.players_on(row_of_cities(60, (0, 20, 40)), 12) == 3
    assert book.players_on(row_of_cities(21, (0, 5, 10, 15, 20)), 12) == 3
    assert book.players_on(row_of_cities(60, ()), 12) == 8


def test_the_apostrophes_of_ready_maps_are_printed_ones() -> None:
    names = [place.name for one in READY for place in ready_map(one.key).places]
    assert [name for name in names if "'" in name] == []
