"""Setup and the frozen order: CQ-01 … CQ-20."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.conquest import GAME
from rules.conquest.league_effects import RealmOut
from rules.conquest.state import Siege
from rules.engine.refusals import Refused
from rules.maps.model import Ground, Map, Place, link
from tests.rules.conquest.play import League, grid, league


def row(length: int, *, sea: int = 0, cities: tuple[int, ...] = ()) -> Map:
    """Territories t1 … tn in a row, the last `sea` of them water."""
    places = tuple(
        Place(
            id=f"t{n}",
            x=n * 100,
            terrain="sea" if n > length - sea else "plain",
            building="city" if n in cities else "",
        )
        for n in range(1, length + 1)
    )
    links = tuple(link(f"t{n}", f"t{n + 1}") for n in range(1, length))
    return Map(ground=Ground(kind="graph"), places=places, links=links)


def club(players: int, ground: Map, **settings: object) -> League:
    found = League(GAME.begin("", settings))
    found.do("lay_map", map=ground)
    for number in range(1, players + 1):
        found.do("enlist", colour=f"c{number}", name=f"P{number}", realm=f"P{number}")
    return found


def begun(players: int, ground: Map, **settings: object) -> League:
    found = club(players, ground, **settings)
    found.do("begin_play", order=tuple(f"P{n}" for n in range(1, players + 1)))
    return found


def test_cq_01_ex_1_seven_territories_for_each_player() -> None:
    found = club(4, row(33, sea=6))
    said = found.refused("E35", "begin_play")
    assert said == "The map needs at least 28 territories for 4 players; it has 27."
    found = club(4, row(34, sea=6))
    found.do("begin_play", choices=("P1", "P2", "P3"))
    assert found.phase == "capitals"


def test_cq_02_terrain_is_a_kind_and_two_flags() -> None:
    place = Place(id="x", terrain="marsh", river=True, shore=True)
    assert place.has_water
    assert not place.is_sea


def test_cq_03_any_map_with_neighbours_will_do_but_its_links_must_be_sound() -> None:
    found = League(GAME.begin("", {}))
    bad = replace(row(14), links=(link("t1", "t99"),))
    with pytest.raises(Refused, match="not on the map"):
        found.do("lay_map", map=bad)
    strange = replace(row(14), places=tuple(replace(one, building="tower") for one in row(14).places))
    with pytest.raises(Refused, match="t1: this rulebook has no building called “tower”"):
        found.do("lay_map", map=strange)
    found.do("lay_map", map=row(14))
    assert len(found.state.links) == 13


def test_cq_04_colours_differ() -> None:
    found = club(1, row(14))
    found.refused("E38", "enlist", colour="c1", name="Another")
    found.do("enlist", colour="c2", name="Another")
    found.refused("E38", "rename", realm="P1", colour="c2")
    found.do("rename", realm="P1", colour="c3", name="Ada")
    assert found.state.name_of("P1") == "Ada"


def test_cq_04_no_two_empires_have_one_name() -> None:
    found = club(1, row(14))
    found.do("rename", realm="P1", colour="c1", name="Ash Märch")
    for name in ("Ash Märch", "ASH MARCH", " ash​  march"):
        found.refused("X42", "enlist", colour="c2", name=name)
    found.do("enlist", colour="c2", name="Ash Marches", realm="P2")
    found.refused("X42", "rename", realm="P2", colour="c2", name="ash march")
    found.do("rename", realm="P1", colour="c1", name="ash march")


def test_cq_04_nobody_joins_with_a_second_empire() -> None:
    found = club(2, row(14)).give("P1", owner="1").give("P2", owner="2", status="left")
    with pytest.raises(Refused, match="this player already plays P1"):
        found.do("enlist", colour="c3", name="Another", owner="1")
    found.do("enlist", colour="c3", name="Another", owner="2")


def test_cq_05_order_of_picks_is_given_or_drawn() -> None:
    found = club(3, row(21))
    found.refused("X27", "begin_play", order=("P1", "P2"))
    found.do("begin_play", choices=("P3", "P1"))
    assert found.state.now.pick_order == ("P3", "P1", "P2")
    assert found.active == "P3"
    found.refused("E02", "pick_capital", realm="P1", territory="t1")


def test_cq_06_ex_2_capitals_are_spaced() -> None:
    found = begun(2, row(14, cities=(1, 2, 3)))
    found.do("pick_capital", realm="P1", territory="t1")
    found.refused("E33", "pick_capital", realm="P2", territory="t2")
    near = found.ask("why_no_capital", territory="t2")
    assert (near["code"], found.ask("why_no_capital", territory="t3")) == ("E33", None)
    found.do("pick_capital", realm="P2", territory="t3")
    assert found.realm("P2").capital == "t3"


def test_cq_07_and_08_ex_3_a_city_may_be_added_only_when_none_is_left() -> None:
    ground = row(14, cities=(1, 2))
    marsh = tuple(replace(p, terrain="marsh") if p.id == "t9" else p for p in ground.places)
    found = begun(2, replace(ground, places=marsh))
    found.refused("E34", "pick_capital", realm="P1", territory="t8")
    found.do("pick_capital", realm="P1", territory="t1")
    found.refused("E05", "pick_capital", realm="P2", territory="t9")
    found.refused("E33", "pick_capital", realm="P2", territory="t2")
    found.do("pick_capital", realm="P2", territory="t8")
    assert found.place("t8").building == "city"


def test_cq_08_a_city_added_is_free_and_needs_no_castle() -> None:
    found = begun(2, row(14, cities=(1,)), start_gold=70)
    found.do("pick_capital", realm="P1", territory="t1")
    effects = found.do("pick_capital", realm="P2", territory="t8")
    booked = {"conquest.building", "conquest.capital", "conquest.turn", "conquest.phase"}
    assert {one.effect for one in effects} == booked
    mine = found.realm("P2")
    assert (mine.gold, mine.ep, mine.capital) == (70, 0, "t8")
    assert (found.place("t8").building, found.place("t8").owner) == ("city", "P2")


@pytest.mark.parametrize("terrain", ["mountain", "marsh", "sea"])
def test_cq_08_a_city_added_keeps_the_limits_of_the_land_also_when_it_is_drawn(terrain) -> None:
    ground = row(16, cities=(1,))
    barren = tuple(replace(p, terrain=terrain) if p.id in ("t8", "t9") else p for p in ground.places)
    found = begun(2, replace(ground, places=barren))
    found.do("pick_capital", realm="P1", territory="t1")
    found.refused("E32" if terrain == "sea" else "E05", "pick_capital", realm="P2", territory="t8")
    (drawn,) = found.drive("draw_capital", realm="P2").questions
    able = {f"t{n}" for n in range(3, 17)} - {"t8", "t9"}
    assert {one.id for one in drawn.options} == able
    assert {one["territory"] for one in found.ask("capitals")} == able


def test_cq_08_a_city_of_the_map_is_taken_wherever_it_stands() -> None:
    ground = row(14, cities=(1, 8))
    high = tuple(replace(p, terrain="mountain") if p.id == "t8" else p for p in ground.places)
    found = begun(2, replace(ground, places=high))
    found.do("pick_capital", realm="P1", territory="t8")
    assert found.realm("P1").capital == "t8"


def test_cq_09_after_the_picks_everybody_has_one_territory_of_size_two() -> None:
    found = begun(2, row(14, cities=(1, 5, 9)))
    found.do("pick_capital", realm="P1", territory="t1")
    found.do("pick_capital", realm="P2", territory="t5")
    assert [found.size(one) for one in ("P1", "P2")] == [4, 4]
    assert [p.id for p in found.state.territories.values() if p.owner] == ["t1", "t5"]
    assert found.phase == "order"


def test_cq_10_a_city_nobody_picked_is_claimed_at_the_ordinary_price() -> None:
    found = league("P2", "P1").give("P1", ep=2).put("h7", building="city")
    found.do("claim", realm="P1", territory="h7")
    assert (found.realm("P1").ep, found.place("h7").building) == (0, "city")


def test_cq_11_fairness_of_objectives_is_told_not_enforced() -> None:
    from rules.conquest.ground import fairness, nearest_objective

    ground = row(14)
    goals = replace(
        ground, places=tuple(replace(p, objective="orc_idol") if p.id == "t4" else p for p in ground.places)
    )
    assert nearest_objective(goals, ["t1", "t7"]) == {"t1": 3, "t7": 3}
    assert fairness(goals, ["t1", "t7"]) == []
    assert len(fairness(goals, ["t1", "t14"])) == 1


def test_cq_11_a_league_is_told_about_its_map() -> None:
    found = club(2, row(13, cities=(1, 3)))
    assert found.ask("map_advice") == ["2 players need 14 territories; the map has 13."]
    found = begun(2, row(14, cities=(1, 3)))
    found.do("redraw", territory="t1", fields={"objective": "orc_idol"})
    found.do("pick_capital", realm="P1", territory="t1")
    found.do("pick_capital", realm="P2", territory="t3")
    assert found.ask("map_advice") == [
        "Distances to the nearest objective differ by more than 1: t1 0, t3 2."
    ]


def test_cq_06_a_capital_is_nobodys_and_on_the_map() -> None:
    found = begun(2, row(14, cities=(1, 3)))
    found.refused("X25", "pick_capital", realm="P1", territory="t99")
    found.do("pick_capital", realm="P1", territory="t1")
    found.refused("X09", "pick_capital", realm="P2", territory="t1")
    found = club(1, row(14))
    found.refused("X28", "begin_play")


def test_cq_12_target_gold_and_points_at_the_start() -> None:
    found = begun(2, row(14))
    assert [(r.gold, r.ep) for r in found.state.realms.values()] == [(0, 0), (0, 0)]
    assert found.ask("options")[0]["value"] == 10
    found = begun(2, row(14), start_gold=50, win_target=12)
    assert found.realm("P1").gold == 50


def test_cq_12_options_are_frozen_once_play_begins() -> None:
    found = begun(2, row(14))
    found.refused("X23", "set_options", settings={"win_target": 8})
    found.do("set_options", settings={"win_target": 8}, words="a short evening")
    found.do("set_options", settings={"days_battle": 7})
    assert dict(found.state.now.settings) == {"win_target": 8, "days_battle": 7}


def test_cq_119_gold_that_was_hidden_when_play_began_stays_hidden() -> None:
    found = begun(2, row(14), gold_public=False)
    with pytest.raises(Refused, match="stays hidden") as refused:
        found.do("set_options", settings={"gold_public": True}, words="Fair is fair.")
    assert refused.value.key == "settings"
    found.do("set_options", settings={"gold_public": False, "days_battle": 7})
    opened = begun(2, row(14))
    opened.do("set_options", settings={"gold_public": False})
    assert dict(opened.state.now.settings)["gold_public"] is False


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        (
            "win_target",
            1,
            "Empire size needed to win; cities count double. Choose a whole number from 3 to 200.",
        ),
        ("siege", "perhaps", "Sieges: take the land first, then fight for the fort. Choose yes or no."),
        ("siege_start_cost", 4, "What it costs to begin a siege, in empire points. Choose one of 2, 3."),
        ("pace", "fast", "This rulebook has no setting called pace."),
    ],
)
def test_cq_12_what_a_setting_cannot_be_is_refused_with_what_it_can(key, value, sentence) -> None:
    with pytest.raises(Refused) as caught:
        begun(2, row(14), **{key: value})
    assert (caught.value.sentence, caught.value.key) == (sentence, key)


def test_cq_12_a_capital_may_be_drawn() -> None:
    found = begun(2, row(14, cities=(1, 5)))
    found.do("draw_capital", realm="P1", choices=("t5",))
    found.do("draw_capital", realm="P2", choices=("t1",))
    assert found.phase == "order"


# Size and order


def test_cq_13_size_counts_cities_twice_and_nothing_else() -> None:
    found = league("P1", "P2")
    found.put("b1", "P1", "castle").put("c1", "P1", "mine", river=True).put("d1", "P1", "port", shore=True)
    assert found.size("P1") == 2 * (4 + 1)


def test_cq_14_and_19_ex_7_a_besieged_territory_counts_a_half_for_both() -> None:
    found = league("P1", "P2")
    for one in ("b1", "c1", "d1"):
        found.put(one, "P1")
    found.put("a1", "P1")
    found.put("h7", "P2").put("h6", "P2")
    found.put("e5", "P1", "city")
    found.state = found.state.put("sieges", Siege(id="e5", holder="P2", since=1))
    assert [found.size(one) for one in ("P1", "P2")] == [9, 9]
    found.enter("order")
    found.state = found.state.change("campaign", "campaign", round=1)
    found.do("take_order", round=2)
    assert [rank.realm for rank in found.state.rounds["round:2"].ranking] == ["P2", "P1"]
    assert found.state.rounds["round:2"].ranking[0].cities == 2


def test_cq_14_the_option_of_half_a_city() -> None:
    found = league("P1", "P2", siege_share="half_of_city")
    found.put("e5", "P1", "city")
    found.state = found.state.put("sieges", Siege(id="e5", holder="P2", since=1))
    assert [found.size(one) for one in ("P1", "P2")] == [6, 6]


def ranked(found: League, dice: tuple[int, ...] = ()) -> list[str]:
    found.enter("order")
    found.do("take_order", round=2, dice=dice)
    return [rank.realm for rank in found.state.rounds["round:2"].ranking]


def test_cq_15_ex_5_cities_break_a_tie() -> None:
    found = league("P1", "P2", "P3")
    found.state = replace(found.state, territories=grid()[0])
    for one in ("a1", "a2", "a3", "a4", "a5"):
        found.put(one, "P1")
    for one, building in (("b1", "city"), ("b2", ""), ("b3", ""), ("b4", "")):
        found.put(one, "P2", building)
    for one, building in (("c1", "city"), ("c2", "city"), ("c3", "")):
        found.put(one, "P3", building)
    assert ranked(found) == ["P3", "P2", "P1"]


def test_cq_15_ex_6_then_castles() -> None:
    found = league("P1", "P2")
    for one, building in (("a2", "castle"), ("a3", "castle"), ("a4", "")):
        found.put(one, "P1", building)
    for one, building in (("h2", "castle"), ("h3", ""), ("h4", "")):
        found.put(one, "P2", building)
    assert ranked(found) == ["P1", "P2"]


def test_cq_16_ex_4_then_dice_and_the_equal_roll_again() -> None:
    found = league("P1", "P2", "P3")
    assert ranked(found, dice=(5, 2, 5, 1, 4)) == ["P3", "P1", "P2"]
    assert found.state.rounds["round:2"].ranking[0].dice == (5, 4)


def test_cq_16_equal_dice_for_ever_end_in_a_lot() -> None:
    found = league("P1", "P2", "P3").enter("order")
    found.rolled("take_order", face=3, round=2)
    ranking = found.state.rounds["round:2"].ranking
    assert sorted(rank.realm for rank in ranking) == ["P1", "P2", "P3"]


def test_cq_17_and_18_ex_8_the_order_stays_all_round() -> None:
    found = league("P1", "P2", phase="events", order=("P1", "P2"))
    found.put("a2", "P1", "city").put("h7", "P2")
    found.do("pick_event", realm="P2", choices=("disaster", "P1"), dice=(1, 1))
    assert found.size("P1") < found.size("P2")
    assert found.ask("largest") == "P1"
    battle = found.fight("P1", against="P2", points=1000)
    assert found.ask("armies", battle=battle)[0]["largest"] == 25


def test_cq_20_who_is_out_is_not_ranked() -> None:
    found = league("P1", "P2", "P3").give("P2", status="eliminated")
    found.put("h8")
    assert ranked(found, dice=(4, 2)) == ["P1", "P3"]
    assert found.active == "P3"


def test_cq_17_before_an_order_was_taken_it_is_what_the_map_shows() -> None:
    found = league("P1", "P2", "P3").put("h7", "P2").put("b1", "P3", "castle")
    found.state = found.state.drop("rounds", "round:1")
    ranks = [(one["realm"], one["size"], one["cities"], one["castles"]) for one in found.ask("order")]
    assert ranks == [("P3", "3", 1, 2), ("P2", "3", 1, 1), ("P1", "2", 1, 1)]


def test_cq_20_leaving_frees_the_land_and_wins_for_nobody() -> None:
    found = league("P1", "P2", "P3", phase="battle").put("h7", "P2", "castle")
    battle = found.fight("P1", against="P2")
    open_still = found.fight("P1", against="P3")
    gone = found.do("leave", realm="P2", words="moved away")
    assert {one.rule for one in gone} == {"CQ-20"}
    assert [one.words for one in gone if isinstance(one, RealmOut)] == ["moved away"]
    assert (found.place("h7").owner, found.place("h7").building) == ("", "castle")
    assert found.state.battles[battle].status == "struck"
    assert found.state.battles[open_still].status == "open"
    assert found.state.now.winner == ""
    found.refused("X02", "leave", realm="P2")


def test_cq_20_the_option_of_razing_what_a_leaver_had() -> None:
    found = league("P1", "P2", "P3", phase="battle", leaver_tiles="razed").put("h7", "P2", "castle")
    found.fight("P1", against="P3")
    found.do("leave", realm="P2")
    assert found.place("h7").building == ""


def test_cq_05_a_late_player_picks_when_the_next_round_begins() -> None:
    found = league("P1", "P2", phase="conquest", order=("P2", "P1")).give("P1", ep=1)
    found.do("enlist", colour="late", name="Late", realm="P9")
    found.put("e5", building="city")
    found.do("end_turn", realm="P1")
    assert (found.phase, found.active) == ("capitals", "P9")
    found.do("pick_capital", realm="P9", territory="e5")
    assert found.phase == "order"
    found.by_itself()
    assert found.state.rounds["round:2"].ranking[-1].realm in ("P1", "P2", "P9")
    assert len(found.state.rounds["round:2"].ranking) == 3
