"""Sides, lists, types, markers, edges: everything before deployment."""

import math
from typing import Any

import pytest

from rules.solo.activating.diagrams import in_the_way
from rules.solo.deciding.ground_plan import GroundPlan, Region
from tests.rules.solo.play import BLADE, BOT, GUN, ME, ask, do, effect, marker, run, unit

LISTS = [
    {"id": f"L{n}", "name": f"List {n}", "points": 150 + n, "units": [{"id": f"u{n}", "name": f"Unit {n}"}]}
    for n in (1, 2, 3)
]
OPEN = do("open", {"sides": [BOT, ME], "pool": LISTS})


def phase(told: dict[str, Any]) -> str:
    found: str = told["after"]["games"]["game"]["phase"]
    return found


def test_solo_06_an_odd_pool_warns_and_is_used_all_the_same() -> None:
    assert ask("pool", points=[150, 150]) == ["You need 3 to 6 lists to draw from; you have 2."]
    assert ask("pool", points=[150] * 7) == ["You need 3 to 6 lists to draw from; you have 7."]
    assert ask("pool", points=[150] * 3) == []
    told = run({}, do("open", {"sides": [BOT, ME], "pool": LISTS[:2]}), do("draw", dice=[1]))
    assert phase(told) == "types"


def test_solo_08_balanced_means_ten_points_apart() -> None:
    assert ask("pool", points=[150, 155, 160]) == []
    assert ask("pool", points=[150, 155, 161]) == [
        "The lists are 11 points apart; up to 10 count as balanced."
    ]
    assert ask("pool", points=[150, 155, 161], settings={"balance_points": 20}) == []


def test_solo_08_in_a_league_the_match_cap_says_what_is_balanced() -> None:
    assert ask("pool", points=[150, 170, 200], settings={"match_cap": 50}) == []
    assert ask("pool", points=[150, 170, 201], settings={"match_cap": 50}) == [
        "The lists are 51 points apart; up to 50 count as balanced."
    ]
    lists = [{**one, "points": 150 + 20 * n} for n, one in enumerate(LISTS)]
    state = run({}, do("open", {"sides": [BOT, ME], "pool": lists}))["after"]
    offered = {"lists": list(state["lists"].values()), "sides": [BOT, ME]}
    assert ask("lists_offered", state=offered, settings={"match_cap": 50})["warnings"] == []
    assert ask("lists_offered", state=offered)["warnings"] != []


def test_solo_07_the_app_draws_first_then_people_in_seat_order() -> None:
    told = run({}, OPEN, do("draw", dice=[4, 5]))
    sides = told["after"]["sides"]
    assert (sides["bot"]["list"], sides["me"]["list"]) == ("L2", "L3")
    assert [u["name"] for u in told["after"]["units"].values()] == ["Unit 2", "Unit 3"]


def test_solo_07_people_with_an_army_of_their_own_draw_nothing() -> None:
    mine = unit("Own", "me")
    opening = do("open", {"sides": [BOT, ME], "pool": LISTS, "units": [mine]})
    told = run({}, opening, do("draw", dice=[1]))
    assert told["after"]["sides"]["me"]["list"] == ""
    assert told["after"]["sides"]["bot"]["list"] == "L1"


def test_solo_07_fewer_lists_than_sides_is_refused_unless_lists_repeat() -> None:
    opening = do("open", {"sides": [BOT, ME], "pool": LISTS[:1]})
    assert run({}, opening, do("draw"))["refused"]["rule"] == "SOLO-07"
    told = run({}, opening, do("draw"), draw_repeats=True)
    assert told["after"]["sides"]["me"]["list"] == "L1"


def test_solo_07_a_list_may_be_given_without_a_draw() -> None:
    told = run({}, OPEN, do("choose_list", {"side": "me", "list": "L3"}), do("draw", dice=[6]))
    assert told["after"]["sides"]["bot"]["list"] == "L2"
    taken = run(
        {},
        OPEN,
        do("choose_list", {"side": "me", "list": "L3"}),
        do("choose_list", {"side": "bot", "list": "L3"}),
    )
    assert taken["refused"]["sentence"] == "That list is taken. Choose another one."


def test_solo_63_the_spells_of_a_side_are_known_from_the_beginning() -> None:
    spell = {"id": "s1", "side": "bot", "name": "Hex", "number": 1}
    told = run({}, do("open", {"sides": [BOT, ME], "spells": [spell]}))
    known = [one for one in told["effects"] if one["effect"] == "solo.spell"]
    assert [one["rule"] for one in known] == ["SOLO-63"]


def test_solo_46_the_drawing_names_its_marker() -> None:
    assert "B" in [shape.label for shape in in_the_way("B").shapes]


def test_solo_76_a_game_needs_both_kinds_of_sides() -> None:
    assert run({}, do("open", {"sides": [ME]}))["refused"]["rule"] == "SOLO-76"
    assert run({}, do("open", {"sides": [BOT]}))["refused"]["rule"] == "SOLO-76"
    odd = {**BOT, "kind": "robot"}
    assert "kind" in run({}, do("open", {"sides": [odd, ME]}))["refused"]["sentence"]


def test_solo_76_ids_are_unique_and_units_belong_to_a_side() -> None:
    twice = do("open", {"sides": [BOT, ME], "units": [unit("me", "bot")]})
    assert run({}, twice)["refused"]["rule"] == "SOLO-76"
    homeless = do("open", {"sides": [BOT, ME], "units": [unit("Imp", "nobody")]})
    assert run({}, homeless)["refused"]["rule"] == "SOLO-76"


def test_solo_76_armies_of_the_bigger_game_are_off_until_switched_on() -> None:
    assert run({}, OPEN, terms="battle")["refused"]["rule"] == "SOLO-76"
    assert phase(run({}, OPEN, terms="battle", battle_armies=True)) == "setup"


def test_solo_82_stand_ins_may_be_switched_off() -> None:
    sides = [{**BOT, "kind": "ai_standin"}, ME]
    assert run({}, do("open", {"sides": sides}), standin="off")["refused"]["rule"] == "SOLO-82"


def test_solo_21_the_challenge_is_settled_before_the_game() -> None:
    late = {"games": [{"id": "game", "phase": "between", "round": 1}]}
    told = run(late, do("setting", {"key": "challenge", "value": True}))
    assert told["refused"]["sentence"] == "This can only be set before the first round."
    told = run({}, do("setting", {"key": "challenge", "value": True}))
    assert told["after"]["games"]["game"]["settings"] == {"challenge": True}
    assert run({}, do("setting", {"key": "challenge", "value": 3}))["refused"]["key"] == "challenge"
    assert ask("challenge", ai=0, human=0) == {"hit": 0, "defense": 0}


def types_of(*units: dict[str, Any], **params: Any) -> dict[str, Any]:
    state = {"games": [{"id": "game", "phase": "types"}], "sides": [BOT, ME], "units": list(units)}
    return run(state, do("types", params))


def test_solo_25_every_unit_of_the_app_gets_one_type() -> None:
    told = types_of(
        unit("Archer", weapons=[GUN], type=""),
        unit("Ogre", type=""),
        unit("Raider", weapons=[{**GUN, "attacks": 1}, BLADE, BLADE], type=""),
        unit("Mine", "me"),
    )
    kinds = {name: one["type"] for name, one in told["after"]["units"].items()}
    assert kinds == {"Archer": "shooting", "Ogre": "melee", "Raider": "hybrid", "Mine": ""}


def test_solo_26_without_ranged_weapon_a_unit_is_melee() -> None:
    assert ask("classify", q=4, melee=[{"n": 1}])["type"] == "melee"
    assert ask("classify", q=4)["type"] == "melee"


def test_solo_27_ranged_without_melee_weapon_is_shooting() -> None:
    assert ask("classify", q=6, ranged=[{"n": 1, "range": 6}])["type"] == "shooting"


@pytest.mark.parametrize(
    ("reaches", "kind", "dice"), [((17, 18), "shooting", 0), ((18, 17), "shooting", 0), ((17, 17), "", 1)]
)
def test_solo_29_one_weapon_that_reaches_18_inches_is_enough_when_the_scores_tie(
    reaches: tuple[int, int], kind: str, dice: int
) -> None:
    guns = [{"range": reach, "attacks": 1} for reach in reaches]
    told = types_of(unit("Raider", weapons=[*guns, {"attacks": 2}], type=""))
    assert len([one for one in told.get("open", ()) if one["kind"] == "roll"]) == dice
    assert dice or told["after"]["units"]["Raider"]["type"] == kind


SCORES: list[tuple[dict[str, Any], tuple[float, float]]] = [
    ({"ranged": [{"n": 2, "a": 3}]}, (54, 0)),
    ({"ranged": [{"rules": ["Reliable"]}]}, (15, 0)),
    ({"ranged": [{"rules": ["Rending"]}]}, (11, 0)),
    ({"ranged": [{"rules": ["Relentless"]}]}, (12, 0)),
    ({"melee": [{"rules": ["Furious"]}]}, (0, 12)),
    ({"melee": [{}], "rules": ["Furious"]}, (0, 12)),
    ({"ranged": [{}], "rules": ["Furious"]}, (9, 0)),
    ({"ranged": [{"rules": ["Deadly(6)"]}]}, (27, 0)),
    ({"ranged": [{"rules": ["Blast(3)"]}]}, (18, 0)),
    ({"ranged": [{"rules": ["Limited"]}]}, (4.5, 0)),
    ({"ranged": [{"ap": 4}]}, (15, 0)),
    ({"ranged": [{"rules": ["AP(1)"]}]}, (12, 0)),
    ({"melee": [{}], "rules": ["Impact(2)"], "models": 3}, (0, 99)),
    ({"ranged": [{}], "melee": [{}], "traits": ["Specialist(shooting)"]}, (12, 9)),
    ({"ranged": [{}], "melee": [{}], "traits": ["Specialist(melee)"]}, (9, 12)),
    ({"ranged": [{}], "melee": [{}], "traits": ["Blinded Eye"]}, (6, 9)),
    ({"ranged": [{}], "melee": [{}], "traits": ["Arm Injury"]}, (9, 6)),
    ({"ranged": [{"rules": ["Reliable"]}], "traits": ["Blinded Eye"]}, (15, 0)),
    ({"ranged": [{}], "traits": ["Destroyer"]}, (12, 0)),
    ({"melee": [{"a": 2}, {"a": 3}], "traits": ["Fanatic"]}, (0, 54)),
    ({"melee": [{"a": 2, "ap": 2}, {"a": 3}], "traits": ["Fanatic", "Crazed"]}, (0, 87)),
    ({"q": 6, "ranged": [{}], "traits": ["Blinded Eye"]}, (3, 0)),
    ({"q": 2, "ranged": [{}], "traits": ["Specialist(shooting)"]}, (15, 0)),
]


@pytest.mark.parametrize(("given", "expected"), SCORES)
def test_solo_28_what_counts_in_the_scores(given: dict[str, Any], expected: tuple[float, float]) -> None:
    told = ask("weapon_score", **{"q": 4, **given})
    assert (told["ranged"], told["melee"]) == expected


def test_solo_28_unknown_rules_count_nothing_and_are_listed() -> None:
    told = ask("weapon_score", q=4, ranged=[{"rules": ["Poison", "AP(1)"]}], rules=["Stealth"])
    assert (told["ranged"], told["unknown"]) == (12, ["Poison", "Stealth"])


@pytest.mark.parametrize("rule", ["AP(D3)", "Deadly(D3)", "Blast(D3+1)"])
def test_solo_28_a_figure_that_is_thrown_counts_nothing_and_is_listed(rule: str) -> None:
    told = ask("weapon_score", q=4, ranged=[{"rules": [rule]}])
    plain = ask("weapon_score", q=4, ranged=[{}])
    assert (told["ranged"], told["unknown"]) == (plain["ranged"], [rule])


def test_solo_29_a_tie_at_short_reach_is_rolled_once() -> None:
    short = {**GUN, "range": 12, "attacks": 2}
    told = types_of(unit("Raider", weapons=[short, BLADE], type=""))
    assert [one["key"] for one in told["open"]] == ["type:Raider:1"]
    assert [face["label"] for face in told["open"][0]["faces"]] == ["hybrid"] * 3 + ["shooting"] * 3
    assert (told["open"][0]["about"], told["open"][0]["rule"]) == ("Raider", "SOLO-29")


def test_solo_30_a_type_may_be_overridden_before_the_first_round() -> None:
    archer = unit("Archer", weapons=[GUN, BLADE], type="")
    told = types_of(archer, overrides={"Archer": "hybrid"}, words="it likes to fight")
    after = told["after"]["units"]["Archer"]
    assert (after["type"], after["overridden"]) == ("hybrid", "it likes to fight")
    again = {"games": [{"id": "game", "phase": "zones"}], "sides": [BOT, ME], "units": [archer]}
    told = run(again, do("type", {"unit": "Archer", "type": "melee"}))
    assert told["after"]["units"]["Archer"]["type"] == "melee"
    again["games"] = [{"id": "game", "phase": "round", "round": 1}]
    assert run(again, do("type", {"unit": "Archer", "type": "melee"}))["refused"]["rule"] == "SOLO-30"


def test_solo_30_without_ranged_weapon_no_override_helps() -> None:
    told = types_of(unit("Ogre", type=""), overrides={"Ogre": "shooting"})
    assert told["refused"]["sentence"] == "Ogre has nothing to shoot with. It stays melee."


def test_solo_30_close_calls_are_flagged() -> None:
    close = ask("weapon_score", q=4, ranged=[{"a": 10, "range": 24}], melee=[{"a": 9}])
    clear = ask("weapon_score", q=4, ranged=[{"a": 10, "range": 24}], melee=[{"a": 8}])
    assert (close["close"], clear["close"]) == (True, False)


def test_solo_25_each_unit_is_listed_with_its_scores_and_the_proposed_type() -> None:
    archer = unit("Archer", weapons=[{**GUN, "rules": ["Poison"]}, BLADE], type="")
    state = {
        "games": [{"id": "game"}],
        "sides": [BOT, ME],
        "units": [archer, unit("Ogre"), unit("Elf", "me")],
    }
    first, second = ask("types", state=state)
    worth = ask("weapon_score", q=4, ranged=[{"a": 2, "range": 24}], melee=[{"a": 2}])
    assert (first["ranged"], first["melee"]) == (worth["ranged"], worth["melee"])
    assert (first["unit"], first["proposed"], first["unknown"]) == ("Archer", "shooting", ["Poison"])
    assert (first["always_melee"], second["always_melee"], second["type"]) == (False, True, "melee")


def laying(*markers: dict[str, Any], **game: Any) -> dict[str, Any]:
    return {
        "games": [{"id": "game", "phase": "markers", **game}],
        "sides": [BOT, ME],
        "markers": list(markers),
    }


def test_solo_09_the_ground_is_cut_into_four_equal_parts() -> None:
    picture = ask("diagram", of="squares", chosen=3)
    boxes = {one["label"]: one for one in picture["shapes"] if one["role"] in ("square", "chosen")}
    assert [(boxes[n]["x"], boxes[n]["y"]) for n in "1234"] == [(0, 12), (24, 12), (0, 24), (24, 24)]
    assert {(one["width"], one["depth"]) for one in boxes.values()} == {(24, 12)}
    assert boxes["3"]["role"] == "chosen"


def test_solo_10_the_app_lays_its_marker_in_the_middle_of_a_square() -> None:
    step = do("place_marker", {"number": 1}, dice=[5, 3], choices=["there"])
    laid = effect(run(laying(), step), "marker")["marker"]
    assert (laid["name"], laid["x"], laid["y"]) == ("A", 1200, 3000)


def test_solo_11_a_marker_is_moved_just_far_enough() -> None:
    state = laying(marker("A", x=1200, y=1800))
    told = run(state, do("place_marker", {"number": 2}, dice=[1, 1]))
    assert "21″ from the left end of the app’s edge and 18″ away" in told["open"][0]["text"]


def test_solo_11_the_table_may_see_what_the_app_cannot() -> None:
    step = do("place_marker", {"number": 2}, dice=[1, 2], choices=["not_legal"])
    told = run(laying(marker("A")), step)
    assert told["open"][0]["text"].startswith(
        "From the centre of the first square, move the marker straight towards the centre of the near "
        "right square, just far enough"
    )


def test_solo_11_a_measured_marker_keeps_its_distance_beside_one_nobody_measured() -> None:
    state = laying(marker("A"), marker("B", x=1200, y=1800))
    told = run(state, do("place_marker", {"number": 3}, dice=[1, 2]))
    assert told["open"][0]["text"].startswith(
        "From the centre of the first square, move the marker straight towards"
    )
    too_near = run(state, do("lay_marker", {"number": 3, "x": 1600, "y": 1800}))
    assert too_near["refused"]["rule"] == "SOLO-11"
    assert ask("marker_legal", state=state, x=30, y=18) is None


def test_solo_11_and_12_no_place_the_table_refused_is_offered_again() -> None:
    step = do("place_marker", {"number": 1}, dice=[1, 1, 1], choices=["not_legal"] * 5)
    told = run(laying(), step)
    asked = [one for one in told["questions"] if one["key"].startswith("spot:")]
    assert [one["rule"] for one in asked] == ["SOLO-10", "SOLO-11", "SOLO-11", "SOLO-11", "SOLO-12"]
    assert len({one["text"] for one in asked}) == 5
    state = laying(marker("A", x=1200, y=1800))
    shifted = run(state, do("place_marker", {"number": 2}, dice=[1, 1, 1], choices=["not_legal", "there"]))
    assert [one["text"] for one in shifted["questions"] if one["key"].startswith("spot:")] == [
        "Place the marker 21″ from the left end of the app’s edge and 18″ away from that edge.",
        "From the centre of the first square, move the marker straight towards the centre of the far left "
        "square, just far enough to be legal.",
    ]
    assert effect(shifted, "marker")["marker"]["x"] is None


def test_solo_11_people_s_markers_keep_the_mission_s_distance() -> None:
    state = laying(marker("A", x=1200, y=1800))
    told = run(state, do("lay_marker", {"number": 2, "x": 1600, "y": 1800}))
    assert told["refused"]["rule"] == "SOLO-11"
    told = run(state, do("lay_marker", {"number": 2, "x": 2400, "y": 1800}))
    assert effect(told, "marker")["marker"]["name"] == "B"


def test_solo_12_the_next_square_then_the_closest_spot_then_nothing() -> None:
    crowded = [[12, 18], [21, 18], [30, 18], [36, 18]]
    placed = ask("objective", 1, 1, 1, region=[0, 48, 12, 36], existing=crowded, spacing=9)
    assert (placed["square"], placed["second"]) == (1, 3)
    full = [[x, y] for x in range(0, 49, 6) for y in range(12, 37, 6)]
    placed = ask("objective", 1, 1, 1, 1, region=[0, 48, 12, 36], existing=full, spacing=9)
    assert (placed["x"], placed["y"]) == (None, None)


def test_solo_12_the_closest_legal_spot_when_no_line_has_one() -> None:
    blocked = [[2, 2], [4, 2]]
    placed = ask("objective", 1, 1, 1, 1, region=[0, 8, 0, 8], existing=blocked, spacing=5.5)
    assert placed["second"] is not None
    assert min((placed["x"] - x) ** 2 + (placed["y"] - y) ** 2 for x, y in blocked) >= 5.5**2 - 1e-4


def test_solo_12_the_closest_spot_beside_a_marker_on_the_first_centre() -> None:
    assert GroundPlan(Region(0, 48, 12, 36), ((8.0, 20.0),), 1.0).closest((8.0, 20.0)) == (7.0, 20.0)


def test_solo_12_the_closest_spot_where_two_circles_cross() -> None:
    at = GroundPlan(Region(0, 48, 12, 36), ((8.0, 20.0), (8.0, 21.0)), 1.0).closest((8.0, 20.4))
    assert at == pytest.approx((8 - math.sqrt(0.75), 20.5))


def test_solo_12_of_two_crossings_the_closer_one_if_only_by_a_little() -> None:
    at = GroundPlan(Region(0, 48, 12, 36), ((8.0, 20.0), (8.0, 21.0)), 1.0).closest((8.1, 20.5))
    assert at == pytest.approx((8 + math.sqrt(0.75), 20.5))


def test_solo_12_the_app_lays_nothing_when_nothing_is_legal() -> None:
    full = [marker(f"m{n}", x=x, y=y) for n, (x, y) in enumerate(((0, 1200), (400, 1200), (800, 1200)))]
    step = do("place_marker", {"number": 4}, dice=[1, 1, 1])
    told = run(laying(*full), step, table_width=12, table_depth=26, marker_spacing=12)
    assert [one["effect"] for one in told["effects"]] == ["solo.phase"]


def test_solo_13_edges_are_drawn_and_measures_turn_with_them() -> None:
    state = {**laying(marker("A", x=1200, y=1800)), "games": [{"id": "game", "phase": "zones"}]}
    told = run(state, do("zones", dice=[5]))
    assert told["after"]["games"]["game"]["ai_zone"] == 2
    assert (told["after"]["markers"]["A"]["x"], told["after"]["markers"]["A"]["y"]) == (3600, 3000)


def test_solo_13_people_deploy_before_the_app() -> None:
    state = {
        "games": [{"id": "game", "phase": "deployment"}],
        "sides": [BOT, ME],
        "units": [unit("Ogre", out="undeployed"), unit("Orc", "me", out="undeployed")],
    }
    assert run(state, do("deploy"))["refused"]["rule"] == "SOLO-13"
    told = run(state, do("deployed"))
    assert told["after"]["units"]["Orc"]["out"] == ""
    assert phase(told) == "ai_deployment"


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({"sides": [{**BOT, "name": "x" * 121}, ME]}, "sides"),
        ({"units": [unit("x" * 61)]}, "units"),
        ({"units": [unit("Ogre", quality=7)]}, "quality"),
        ({"units": [unit("Ogre", models=0)]}, "models"),
        ({"units": [unit("Ogre", weapons=[{"range": 500}])]}, "range"),
        ({"units": [unit("Ogre", army_rules=[{"label": "x" * 61}])]}, "army_rules"),
        ({"pool": [{"id": "L1", "points": -1}]}, "points"),
        ({"spells": [{"id": "s1", "side": "bot", "cost": 99}]}, "cost"),
        ({"spells": [{"id": "s1", "side": "bot", "name": "x" * 61}]}, "spells"),
        ({"spells": [{"id": "s1", "side": "bot", "number": 37}]}, "number"),
    ],
)
def test_solo_76_what_nobody_would_type_is_refused_beside_its_field(
    params: dict[str, Any], field: str
) -> None:
    told = run({}, do("open", {"sides": [BOT, ME], **params}))
    assert told["refused"]["key"] == field


def test_solo_30_a_type_no_weapon_serves_is_refused_by_its_rule() -> None:
    told = types_of(unit("Ogre", type=""), overrides={"Ogre": "shooting"}, words="bow")
    assert told["refused"]["rule"] == "SOLO-30"


def test_solo_30_the_scores_stand_beside_the_type() -> None:
    told = types_of(unit("Raider", weapons=[GUN, BLADE, BLADE], type=""))
    found = told["after"]["units"]["Raider"]
    assert all(of > 0 for of, _parts in (found["ranged"], found["melee"]))


def test_solo_30_a_reason_is_short() -> None:
    told = types_of(unit("Ogre", type=""), overrides={"Ogre": "melee"}, words="x" * 61)
    assert told["refused"]["key"] == "words"


def test_solo_11_a_place_is_on_the_table() -> None:
    told = run(laying(marker("A")), do("lay_marker", {"number": 2, "x": -1, "y": 0}))
    assert told["refused"]["key"] == "place"
