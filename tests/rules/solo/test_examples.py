"""The rulebook's worked examples W-01 to W-60, one line each, asked for by name as an outsider would."""

from typing import Any

import pytest

from tests.rules.solo.play import ask

HYBRID, SHOOTING, MELEE = ({"type": kind} for kind in ("hybrid", "shooting", "melee"))


def order(leaf: str, action: str, toward: str, shoot: bool, *asked: str) -> dict[str, Any]:
    return {"leaf": leaf, "action": action, "toward": toward, "shoot": shoot, "asked": list(asked)}


TREES = [
    (HYBRID, "obj way way_charge", order("H1", "CHARGE", "enemy_in_way", False, "obj", "way", "way_charge")),
    (
        HYBRID,
        "obj way !way_charge shoot",
        order("H2", "ADVANCE", "objective", True, "obj", "way", "way_charge", "shoot"),
    ),
    (
        HYBRID,
        "obj way !way_charge !shoot",
        order("H3", "RUSH", "objective", False, "obj", "way", "way_charge", "shoot"),
    ),
    (HYBRID, "obj !way rush_only", order("H4", "RUSH", "objective", False, "obj", "way", "rush_only")),
    (
        HYBRID,
        "obj !way !rush_only shoot",
        order("H5", "ADVANCE", "objective", True, "obj", "way", "rush_only", "shoot"),
    ),
    (
        HYBRID,
        "obj !way !rush_only !shoot",
        order("H6", "RUSH", "objective", False, "obj", "way", "rush_only", "shoot"),
    ),
    (HYBRID, "!obj charge", order("H7", "CHARGE", "enemy", False, "obj", "charge")),
    (HYBRID, "!obj !charge shoot", order("H8", "ADVANCE", "enemy", True, "obj", "charge", "shoot")),
    (HYBRID, "!obj !charge !shoot", order("H9", "RUSH", "enemy", False, "obj", "charge", "shoot")),
    (SHOOTING, "obj shoot", order("S1", "ADVANCE", "objective", True, "obj", "shoot")),
    (SHOOTING, "obj !shoot", order("S2", "RUSH", "objective", False, "obj", "shoot")),
    (SHOOTING, "!obj shoot", order("S3", "ADVANCE", "enemy", True, "obj", "shoot")),
    (SHOOTING, "!obj !shoot", order("S4", "RUSH", "enemy", False, "obj", "shoot")),
    (MELEE, "obj way way_charge", order("M1", "CHARGE", "enemy_in_way", False, "obj", "way", "way_charge")),
    (MELEE, "obj way !way_charge", order("M2", "RUSH", "objective", False, "obj", "way", "way_charge")),
    (MELEE, "obj !way", order("M3", "RUSH", "objective", False, "obj", "way")),
    (MELEE, "!obj charge", order("M4", "CHARGE", "enemy", False, "obj", "charge")),
    (MELEE, "!obj !charge", order("M5", "RUSH", "enemy", False, "obj", "charge")),
]


def facts(text: str) -> dict[str, bool]:
    return {word.lstrip("!"): not word.startswith("!") for word in text.split()}


@pytest.mark.parametrize(("unit", "given", "expected"), TREES, ids=[line[2]["leaf"] for line in TREES])
def test_solo_31_and_32_and_33_every_path_of_the_trees(
    unit: dict[str, Any], given: str, expected: dict[str, Any]
) -> None:
    assert ask("tree", unit=unit, facts=facts(given)) == expected


def test_solo_67_indirect_with_an_enemy_in_range_holds_w_19() -> None:
    unit = {"type": "hybrid", "hold_weapon": "Indirect"}
    assert ask("tree", unit=unit, facts=facts("hold_weapon_now")) == {
        "leaf": "HOLD",
        "action": "HOLD",
        "shoot": True,
        "asked": ["hold_weapon_now"],
    }


def test_solo_68_relentless_without_an_enemy_in_range_walks_its_tree_w_20() -> None:
    unit = {"type": "shooting", "hold_weapon": "Relentless"}
    expected = order("S1", "ADVANCE", "objective", True, "hold_weapon_now", "obj", "shoot")
    assert ask("tree", unit=unit, facts=facts("!hold_weapon_now obj shoot")) == expected


def test_solo_43_a_stunned_unit_idles_without_a_question_w_21() -> None:
    unit = {"type": "melee", "stunned": True}
    assert ask("tree", unit=unit, facts=facts("obj way way_charge")) == {
        "leaf": "IDLE",
        "action": "IDLE",
        "asked": [],
    }


@pytest.mark.parametrize(("n", "dice", "expected"), [(4, (6, 5, 3), 3), (8, (3, 5), 5)])
def test_solo_03_bands_w_22_w_23(n: int, dice: tuple[int, ...], expected: int) -> None:
    assert ask("pick", *dice, n=n) == expected


def test_solo_10_centre_of_the_square_w_24() -> None:
    placed = ask("objective", 5, 3, region=[0, 48, 12, 36], existing=[], spacing=9)
    assert placed == {"square": 3, "second": None, "x": 12, "y": 30}


def test_solo_11_shifted_just_enough_w_25() -> None:
    placed = ask("objective", 1, 1, region=[0, 48, 12, 36], existing=[[12, 18]], spacing=9)
    assert placed == {"square": 1, "second": 2, "x": 21, "y": 18}


def test_solo_14_groups_are_dealt_w_26() -> None:
    assert ask("groups", 3, 1, 2, 5, units=list("ABCDE")) == [["C", "E"], ["A", "D"], ["B"]]


def test_solo_16_and_17_all_groups_are_rolled_again_w_27() -> None:
    assert ask("sections", 4, 5, 6, 1, 2, 4, group_sizes=[2, 2, 1]) == {"sections": [1, 1, 2], "rolls": 2}


def test_solo_22_as_many_markers_w_28() -> None:
    assert ask("challenge", on=True, ai=1, human=1) == {"hit": 1, "defense": 0}


def test_solo_23_fewer_markers_w_29() -> None:
    assert ask("challenge", on=True, ai=0, human=2) == {"hit": 1, "defense": 1}


def gun(**more: Any) -> dict[str, Any]:
    return {"n": 1, "a": 1, "ap": 0, "rules": [], **more}


CLASSES = [
    ((), 4, gun(range=24), gun(), {"type": "shooting", "ranged": 9, "melee": 9}),
    ((2,), 4, gun(range=12), gun(), {"type": "hybrid", "ranged": 9, "melee": 9}),
    ((), 3, gun(ap=1, range=24), gun(a=2, ap=1), {"type": "hybrid", "ranged": 16, "melee": 32}),
    (
        (),
        4,
        gun(ap=2, rules=["Deadly(3)"], range=24),
        gun(a=3, ap=1),
        {"type": "shooting", "ranged": 45, "melee": 36},
    ),
]


@pytest.mark.parametrize(("dice", "q", "ranged", "melee", "expected"), CLASSES)
def test_solo_27_and_28_and_29_scores_decide_the_type_w_30_to_w_33(
    dice: tuple[int, ...], q: int, ranged: Any, melee: Any, expected: Any
) -> None:
    assert ask("classify", *dice, q=q, ranged=[ranged], melee=[melee]) == expected


def unit(name: str, section: int, **more: bool) -> dict[str, Any]:
    return {"id": name, "section": section, **more}


NEXT = [
    ((2, 5), [unit("A", 1), unit("B", 1), unit("C", 2)], (1, 1, "B")),
    ((1,), [unit("A", 1, activated=True), unit("B", 2)], (1, 2, "B")),
    ((3,), [unit("A", 1, stunned=True), unit("B", 2)], (1, 2, "B")),
    ((3,), [unit("A", 1, counter=True), unit("B", 1), unit("C", 2)], (1, 1, "B")),
    ((1,), [unit("A", 1, counter=True), unit("B", 1, stunned=True)], (1, 1, "A")),
]


@pytest.mark.parametrize(("dice", "units", "expected"), NEXT)
def test_solo_39_and_40_and_41_and_42_and_44_who_acts_next_w_34_to_w_38(
    dice: tuple[int, ...], units: list[Any], expected: tuple[int, int, str]
) -> None:
    rolled, used, chosen = expected
    assert ask("next", *dice, units=units) == {"rolled": rolled, "used": used, "unit": chosen}


def test_solo_46_also_behind_the_unit_but_not_past_six_inches_w_39() -> None:
    enemies = [
        {"id": "a", "at": [20, 16]},
        {"id": "b", "at": [20, 16.5]},
        {"id": "c", "at": [5, 10]},
        {"id": "d", "at": [35, 14]},
    ]
    given: dict[str, Any] = {"from": [10, 10], "objective": [30, 10], "enemies": enemies}
    assert ask("in_way", **given) == ["a", "c"]


def test_solo_47_equal_numbers_do_not_control_w_40() -> None:
    assert ask("control", seized="none", ai_not_stunned=1, enemies=1) is False


def test_solo_47_more_units_near_control_what_others_seized_w_41() -> None:
    assert ask("control", seized="human", ai_not_stunned=2, enemies=1) is True


def test_solo_34_rush_but_not_advance_w_42() -> None:
    assert ask("rush_only", distance=14, advance=6, rush=12) is True


def test_solo_56_stays_in_cover_w_43() -> None:
    here: dict[str, Any] = {"in_cover": True, "target_from_here": True, "closest_in_reach": True}
    assert ask("movement", type="shooting", action="ADVANCE", toward="enemy", **here) == "stay_in_cover"


def test_solo_50_backs_off_w_44() -> None:
    here: dict[str, Any] = {"in_cover": False, "target_from_here": True, "closest_in_reach": True}
    assert ask("movement", type="hybrid", action="ADVANCE", toward="enemy", **here) == "back_off"


def enemy(name: str, distance: float, **more: Any) -> dict[str, Any]:
    return {"id": name, "distance": distance, **more}


TARGETS = [
    ("shoot", [], [enemy("A", 8, cover=True), enemy("B", 15, activated=True)], ["B"]),
    ("shoot", [], [enemy("A", 8, activated=True), enemy("B", 15)], ["B"]),
    (
        "charge",
        [],
        [enemy("A", 4), enemy("B", 9, stunned=True, activated=True), enemy("C", 6, activated=True)],
        ["B"],
    ),
    ("shoot", ["AP"], [enemy("A", 6, defense=5), enemy("B", 20, defense=2, cover=True)], ["B"]),
    (
        "shoot",
        ["Deadly"],
        [
            enemy("A", 5, models=3, tough=True, tough_left=4),
            enemy("B", 16, models=1, tough=True, tough_left=6),
            enemy("C", 3),
        ],
        ["B"],
    ),
    (
        "shoot",
        ["Sniper"],
        [enemy("A", 5, top_upgrade=25), enemy("B", 22, hero=True, cover=True), enemy("C", 2)],
        ["B"],
    ),
]


@pytest.mark.parametrize(("kind", "rules", "candidates", "expected"), TARGETS)
def test_solo_51_and_52_and_53_and_61_and_65_and_70_targets_w_45_to_w_50(
    kind: str, rules: list[str], candidates: list[Any], expected: list[str]
) -> None:
    assert ask("targets", kind=kind, rules=rules, candidates=candidates) == expected


GROUND = [
    (["difficult", "cover"], [], {"moving_to_objective": True}, False),
    (["dangerous"], ["Strider"], {"moving_to_objective": True}, False),
    (["difficult"], [], {"moving_to_objective": False, "charging_unit_inside": True}, True),
]


@pytest.mark.parametrize(("terrain", "rules", "ctx", "expected"), GROUND)
def test_solo_57_and_58_ground_w_51_to_w_53(
    terrain: list[str], rules: list[str], ctx: dict[str, bool], expected: bool
) -> None:
    assert ask("terrain", terrain=terrain, rules=rules, ctx=ctx) is expected


COSTS = (1, 1, 2, 2, 3, 3)


def spell_list(*targets: int) -> list[dict[str, Any]]:
    return [{"number": n, "cost": cost, "target": n in targets} for n, cost in enumerate(COSTS, start=1)]


def test_solo_63_the_spell_rolled_fits_w_54() -> None:
    assert ask("spell", 3, level=1, tokens=2, spells=spell_list(1, 2, 3, 4, 5, 6)) == 3


def test_solo_63_round_the_list_to_the_first_that_fits_w_55() -> None:
    assert ask("spell", 6, level=2, tokens=2, spells=spell_list(1, 2)) == 1


def test_solo_74_four_inches_and_a_four_w_56() -> None:
    assert ask("jump", 4, inches=4) == "jump"


def test_solo_73_under_three_inches_always_w_57() -> None:
    assert ask("jump", inches=2.9) == "always"


def test_solo_07_the_app_draws_first_w_58() -> None:
    assert ask("lists", 4, 5, pool=["L1", "L2", "L3"], humans=["p1"]) == {"ai": "L2", "p1": "L3"}


def test_solo_60_reserves_wait_for_round_two_w_59() -> None:
    assert ask("ambush", unit="Ambush", round=1) == {"on_table": False, "eligible": False}
    assert ask("ambush", unit="Ambush", round=2) == {"on_table": True, "eligible": True}


def test_solo_77_and_84_all_humans_win_a_neutral_app_earns_nothing_w_60() -> None:
    earned = ask(
        "campaign",
        kind="ai_neutral",
        co_op_humans=2,
        human_side_won=True,
        human_warband_knocked_out_ai_hero_with="X",
    )
    assert earned == {
        "each_human": {"vp": 2, "points": 20},
        "ai": {"vp": 0, "points": 0},
        "X_xp": {"not_casualty": 1, "hero": 2},
    }
