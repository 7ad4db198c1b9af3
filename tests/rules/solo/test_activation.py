"""The app's activation, question by question, as the table meets it."""

from typing import Any

import pytest

from tests.rules.solo.play import (
    BLADE,
    GUN,
    activate,
    ask,
    closed,
    do,
    effect,
    foe,
    keys,
    marker,
    run,
    table,
    unit,
)

A, B = marker("A"), marker("B")


def test_solo_01_every_decision_comes_from_the_rules_and_ends_in_one_order() -> None:
    told = activate(
        table(unit("Ogre"), foe("Orc"), markers=(A,)),
        2,
        **{"obj:Ogre": True, "way:Ogre": False, "order:Ogre:1": "done"},
    )
    assert closed(told)["leaf"] == "M3"
    assert keys(told) == ["obj:Ogre", "way:Ogre", "order:Ogre:1"]


def test_solo_02_and_37_equally_near_markers_are_taken_by_die() -> None:
    answers = {"marker:Ogre": "equal", "way:Ogre": False, "order:Ogre:1": "done"}
    told = activate(table(unit("Ogre"), foe("Orc"), markers=(A, B)), 2, 5, **answers)
    assert closed(told)["marker"] == "B"


def test_solo_02_equally_near_targets_are_taken_by_die() -> None:
    answers = {"charge:Ogre": True, "charge:Ogre:1": "equal", "order:Ogre:1": "done"}
    told = activate(table(unit("Ogre"), foe("Orc"), foe("Elf", place=1)), 2, 1, **answers)
    assert closed(told)["target"] == "Orc"


def test_solo_53_targets_of_different_rank_are_never_equal() -> None:
    told = activate(table(unit("Ogre"), foe("Orc"), foe("Elf", stunned=True)), 2, **{"charge:Ogre": True})
    assert [one["id"] for one in told["open"][0]["options"]] == ["Elf", "Orc"]


def test_solo_04_stun_beats_hold_beats_the_tree() -> None:
    mortar = {"label": "Mortar", "range": 30, "rules": ["Indirect"]}
    gunner = unit("Gunner", type="shooting", weapons=[mortar], stunned=True)
    told = activate(table(gunner, foe("Orc"), markers=(A,)), 2, **{"order:Gunner:1": "done"})
    assert closed(told)["leaf"] == "IDLE"
    awake = {**gunner, "stunned": False}
    told = activate(
        table(awake, foe("Orc"), markers=(A,)), 2, **{"hold:1:Gunner": True, "order:Gunner:1": "done"}
    )
    assert (closed(told)["leaf"], closed(told)["target"]) == ("HOLD", "Orc")


def test_solo_05_an_impossible_charge_becomes_the_next_order_of_its_leaf_then_a_rush_then_a_hold() -> None:
    raider = unit("Raider", type="hybrid", weapons=[GUN, BLADE])
    answers: dict[str, Any] = {
        "obj:Raider": True,
        "way:Raider": True,
        "way_charge:Raider": True,
        "order:Raider:1": "cannot",
        "shoot:objective:Raider": True,
        "order:Raider:2": "cannot",
        "order:Raider:3": "cannot",
        "order:Raider:4": "done",
        "target:Raider:1:4": "none",
    }
    told = activate(table(raider, foe("Orc"), markers=(A,)), 2, **answers)
    assert closed(told)["refused"] == ["H1", "H2", "H3"]
    assert (closed(told)["action"], closed(told)["target"]) == ("HOLD", "")


def test_solo_05_an_impossible_rush_without_another_order_becomes_a_hold() -> None:
    answers = {"obj:Ogre": True, "way:Ogre": False, "order:Ogre:1": "cannot", "order:Ogre:2": "done"}
    told = activate(table(unit("Ogre"), foe("Orc"), markers=(A,)), 2, **answers)
    assert closed(told)["action"] == "HOLD"
    assert closed(told)["refused"] == ["M3"]
    held = next(one for one in told["questions"] if one["key"] == "order:Ogre:2")
    assert (held["text"], held["rule"]) == ("Hold.", "SOLO-05")


def test_solo_34_questions_carry_the_unit_s_own_inches() -> None:
    wolf = unit("Wolf", type="hybrid", weapons=[GUN, BLADE], rules=["Fast"], traits=["Smashed Leg"])
    told = activate(table(wolf, foe("Orc"), markers=(B,)), 2, **{"obj:Wolf": True, "way:Wolf": False})
    question = told["open"][0]
    assert question["key"] == "rush_only:Wolf"
    assert "marker B with a 14″ rush, but not with a 7″ advance" in question["text"]
    assert "more than 10″ and at most 17″" in question["how"]
    assert question["crumbs"][-1] == {"fact": "rush_only", "label": "rush range", "answer": None}
    assert [shape["radius"] for shape in question["diagram"]["shapes"][:2]] == [7, 14]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ([], (6, 12, 12)),
        (["Fast"], (8, 16, 16)),
        (["Slow"], (4, 8, 8)),
        (["Agile"], (7, 14, 14)),
        (["Smashed Leg"], (5, 10, 10)),
        (["Runner"], (8, 14, 14)),
        (["Slow", "Smashed Leg"], (3, 6, 6)),
    ],
)
def test_solo_34_moves_add_up(rules: list[str], expected: tuple[int, int, int]) -> None:
    told = ask("moves", state=table(unit("Wolf", rules=rules)), unit="Wolf")
    assert (told["advance"], told["rush"], told["charge"]) == expected


def test_solo_34_a_hero_with_vanguard_near_lengthens_the_charge() -> None:
    hero = unit("Chief", section=2, hero=True, traits=["Vanguard"])
    answers = {"vanguard:Ogre": True, "charge:Ogre": True}
    told = activate(table(unit("Ogre"), hero, foe("Orc")), 2, **answers)
    assert told["open"][0]["text"] == "Charge Orc, up to 16″."


def test_solo_34_the_base_moves_are_settings() -> None:
    told = ask("moves", state=table(unit("Wolf")), settings={"advance": 5, "rush": 9}, unit="Wolf")
    assert (told["advance"], told["rush"]) == (5, 9)
    quick = table(unit("Wolf", rules=["Fast"]))
    assert ask("moves", state=quick, settings={"fast": 3}, unit="Wolf")["charge"] == 18


def test_solo_35_the_chain_of_step_two_charges_else_shoots_else_rushes() -> None:
    raider = unit("Raider", type="hybrid", weapons=[GUN, BLADE])
    state = table(raider, foe("Orc"), markers=(A,))
    base = {"obj:Raider": True, "way:Raider": True, "way_charge:Raider": False, "order:Raider:1": "done"}
    told = activate(state, 2, **base, **{"shoot:objective:Raider": True})
    assert (closed(told)["leaf"], closed(told)["target"]) == ("H2", "Orc")
    told = activate(state, 2, **base, **{"shoot:objective:Raider": False})
    assert (closed(told)["leaf"], closed(told)["target"]) == ("H3", "")


def test_solo_35_no_shot_after_all_changes_nothing_about_the_advance() -> None:
    archer = unit("Archer", type="shooting", weapons=[GUN])
    answers = {
        "obj:Archer": True,
        "shoot:objective:Archer": True,
        "order:Archer:1": "done",
        "target:Archer:1:1": "none",
    }
    told = activate(table(archer, foe("Orc"), foe("Elf"), markers=(A,)), 2, **answers)
    assert (closed(told)["action"], closed(told)["targets"]) == ("ADVANCE", [])


def test_solo_36_on_the_way_only_enemies_in_the_way_are_charged() -> None:
    state = table(unit("Ogre"), foe("Orc"), markers=(A,))
    told = activate(state, 2, **{"obj:Ogre": True, "way:Ogre": True})
    assert told["open"][0]["text"] == "Can Ogre charge an enemy in the way, 12″ at most?"


def test_solo_37_a_marker_out_of_reach_is_left_out() -> None:
    state = table(unit("Ogre"), foe("Orc"), markers=(A, B))
    told = run(state, do("unreachable", {"marker": "A"}), do("activate", {"turn": 0}, dice=[2]))
    assert [one["key"] for one in told["open"]] == ["obj:Ogre"]
    assert "marker B" in told["open"][0]["text"]


def test_solo_38_toward_the_nearest_enemy_ties_go_to_whoever_has_not_acted() -> None:
    told = activate(table(unit("Ogre"), foe("Orc")), 2, **{"charge:Ogre": False})
    card = told["open"][0]["card"]
    assert card["sentence"] == "Rush toward the nearest enemy, up to 12″"
    assert "SOLO-38" in {note["rule"] for note in card["notes"]}


def test_solo_39_the_section_is_rolled_even_when_only_one_has_units() -> None:
    told = activate(table(unit("Ogre"), foe("Orc")))
    assert [one["key"] for one in told["open"]] == ["section"]
    told = run(table(unit("Ogre"), foe("Orc")), do("activate", {"turn": 0}), always_roll_section=False)
    assert [one["key"] for one in told["open"]] == ["charge:Ogre"]


def test_solo_39_a_turn_is_played_once_and_only_when_it_is_the_app_s() -> None:
    state = table(unit("Ogre"), foe("Orc"), turn=3)
    assert run(state, do("activate", {"turn": 2}))["refused"]["rule"] == "SOLO-39"
    state = table(unit("Ogre"), foe("Orc"), active="human")
    assert run(state, do("activate", {"turn": 0}))["refused"]["sentence"] == "It is your turn."


def test_solo_41_the_unit_is_taken_by_die_in_list_order() -> None:
    trolls = [unit(name, place=place) for place, name in enumerate(("Uno", "Due", "Tre"))]
    told = activate(table(*trolls, foe("Orc")), 1, 3)
    assert told["open"][0]["about"] == "Due"


def test_solo_42_stunned_units_wait_for_both_sections() -> None:
    state = table(unit("Ogre", stunned=True), unit("Imp", section=2), foe("Orc"))
    told = activate(state, 1)
    assert told["open"][0]["about"] == "Imp"
    assert ask("sections_now", state=state) == {"1": [], "2": ["Imp"]}


def test_solo_43_a_stunned_unit_stands_up_and_has_acted() -> None:
    caster = unit("Hag", stunned=True, rules=["Caster(2)"], tokens=3, army_rules=[{"label": "Howl"}])
    told = activate(table(caster, foe("Orc"), markers=(A,)), 1, **{"order:Hag:1": "done"})
    assert keys(told) == ["order:Hag:1"]
    after = told["after"]["units"]["Hag"]
    assert (after["stunned"], after["activated"], after["tokens"]) == (False, True, 3)


def test_solo_44_and_64_counter_waits_for_its_own_section_and_equal_stun() -> None:
    units = [
        {"id": "Plain", "section": 1},
        {"id": "Waiting", "section": 1, "counter": True},
        {"id": "Other", "section": 2, "counter": True},
    ]
    assert ask("eligible", units=units, section=1) == ["Plain"]
    assert ask("eligible", units=units, section=2) == ["Other"]
    stunned = [{**one, "stunned": True} for one in units]
    assert ask("eligible", units=stunned, section=1) == ["Plain"]
    assert ask("eligible", units=stunned[1:], section=1) == ["Waiting"]


def test_solo_45_a_unit_that_crossed_counts_in_the_other_section() -> None:
    state = table(unit("Ogre"), foe("Orc"))
    told = activate(state, 1, **{"charge:Ogre": False, "order:Ogre:1": "crossed"})
    assert told["after"]["units"]["Ogre"]["section"] == 2


def test_solo_45_on_the_line_a_die_decides_once_a_round() -> None:
    state = table(unit("Ogre"), foe("Orc"))
    told = activate(state, 1, 5, **{"charge:Ogre": False, "order:Ogre:1": "line"})
    after = told["after"]["units"]["Ogre"]
    assert (after["section"], after["tie_round"]) == (2, 2)
    settled = table(unit("Ogre", tie_round=2), foe("Orc"))
    told = activate(settled, 1, **{"charge:Ogre": False, "order:Ogre:1": "line"})
    assert told["after"]["units"]["Ogre"]["section"] == 1


def test_solo_45_a_section_put_right_throws_only_the_unit_s_die_anew() -> None:
    state = table(unit("Uno"), unit("Due", place=1), unit("Tre", place=2), foe("Orc"))
    told = run(state, do("section", {"unit": "Uno", "section": 2}), do("activate", {"turn": 0}, dice=[1, 6]))
    asked = [one["key"] for one in told["steps"][-1]["questions"]]
    assert asked == ["section", "unit:1:1:1"]
    assert told["open"][0]["about"] == "Tre"


def test_solo_46_the_way_is_asked_with_its_six_inches_and_never_of_an_empty_table() -> None:
    told = activate(table(unit("Ogre"), foe("Orc"), markers=(A,)), 1, **{"obj:Ogre": True})
    assert told["open"][0]["text"] == "Is an enemy within 6″ of Ogre's way to marker A?"
    told = activate(table(unit("Ogre"), foe("Orc", out="ko"), markers=(A,)), 1, **{"obj:Ogre": True})
    assert told["open"][0]["card"]["leaf"] == "M3"


def test_solo_47_data_that_knows_is_not_asked() -> None:
    far = unit("Ogre", near="")
    told = activate(table(far, foe("Orc"), markers=(A,)), 1)
    assert told["open"][0]["key"] == "way:Ogre"
    seized = marker("A", seized="bot")
    told = activate(table(far, foe("Orc"), markers=(seized,)), 1)
    assert told["open"][0]["key"] == "charge:Ogre"
    there = unit("Ogre", near="A")
    told = activate(table(there, foe("Orc"), markers=(A,)), 1)
    assert told["open"][0]["key"] == "obj:Ogre"


def test_solo_48_moving_to_seize_stops_within_three_inches_toward_the_next_goal() -> None:
    state = table(unit("Ogre"), foe("Orc"), markers=(A, B))
    told = activate(state, 1, **{"marker:Ogre": "A", "way:Ogre": False})
    notes = {note["rule"]: note["text"] for note in told["open"][0]["card"]["notes"]}
    assert notes["SOLO-48"].endswith("stops within 3″ of it, as close as it can to marker B.")


def shooter(**more: Any) -> dict[str, Any]:
    return unit("Archer", type="shooting", weapons=[GUN], **more)


def notes_of(state: dict[str, Any], **answers: Any) -> set[str]:
    told = activate(state, 1, **answers)
    return {note["rule"] for note in told["open"][0]["card"]["notes"]}


def test_solo_49_toward_a_marker_it_keeps_away_from_the_enemy() -> None:
    state = table(shooter(), foe("Orc"), markers=(A,))
    rules = notes_of(state, **{"obj:Archer": True, "shoot:objective:Archer": True})
    assert "SOLO-49" in rules
    assert "SOLO-50" not in rules


def test_solo_50_and_56_without_a_marker_it_backs_off_or_stays_in_cover() -> None:
    rules = notes_of(table(shooter(), foe("Orc")), **{"shoot:enemy:Archer": True})
    assert {"SOLO-50", "SOLO-56"} <= rules


def test_solo_55_orders_that_move_end_in_cover_where_they_can() -> None:
    assert "SOLO-55" in notes_of(table(unit("Ogre"), foe("Orc")), **{"charge:Ogre": False})


def test_solo_50_movement_notes_of_every_kind() -> None:
    reach = {"in_cover": False, "target_from_here": False}
    assert ask("movement", type="shooting", action="ADVANCE", toward="objective") == "keep_away"
    assert ask("movement", type="hybrid", action="ADVANCE", toward="enemy", **reach) == "approach"
    assert ask("movement", type="melee", action="RUSH", toward="enemy") == "plain"


def test_solo_51_one_tap_finds_the_target_best_line_first() -> None:
    state = table(shooter(), foe("Done", activated=True), foe("Fresh"), markers=())
    answers = {"shoot:enemy:Archer": True, "order:Archer:1": "done"}
    told = activate(state, 1, **answers)
    options = told["open"][0]["options"]
    assert [one["id"] for one in options] == ["Fresh", "Done", "Fresh~cover", "Done~cover", "none"]
    told = activate(state, 1, **answers, **{"target:Archer:1:1": "Done~cover"})
    assert closed(told)["target"] == "Done"


def test_solo_52_open_before_cover_unless_the_league_says_otherwise() -> None:
    enemies = [
        {"id": "A", "distance": 8, "cover": True},
        {"id": "B", "distance": 15, "activated": True},
    ]
    assert ask("targets", kind="shoot", candidates=enemies) == ["B"]
    assert ask("targets", kind="shoot", candidates=enemies, settings={"open_first": False}) == ["A"]


def test_solo_53_charges_go_for_stunned_ones_first() -> None:
    state = table(unit("Ogre"), foe("Awake"), foe("Dazed", stunned=True))
    told = activate(state, 1, **{"charge:Ogre": True})
    assert [one["id"] for one in told["open"][0]["options"]] == ["Dazed", "Awake"]


def test_solo_54_a_charged_unit_strikes_back_unless_stunned() -> None:
    state = table(unit("Ogre"), foe("Orc"))
    told = run(state, do("attack", {"unit": "Ogre", "strikes_back": True, "target": "Orc"}, dice=[4, 3]))
    assert effect(told, "attacked")["hits"] == 1
    dazed = table(unit("Ogre", stunned=True), foe("Orc"))
    told = run(dazed, do("attack", {"unit": "Ogre", "strikes_back": True}))
    assert told["refused"]["rule"] == "SOLO-54"


def test_solo_59_army_rules_come_first_and_may_be_passed_over_with_a_reason() -> None:
    shaman = unit("Shaman", army_rules=[{"label": "Curse", "aim": "harm", "reach": 12}])
    told = activate(table(shaman, foe("Orc")), 1)
    assert told["open"][0]["text"] == "Shaman uses Curse on the nearest enemy within 12″."
    answers = {"army:Shaman:1": "nobody", "charge:Shaman": False, "order:Shaman:1": "done"}
    assert closed(activate(table(shaman, foe("Orc")), 1, **answers))["refused"] == ["army:1:nobody"]


def test_solo_59_and_63_army_rules_and_spells_may_be_written_down_later() -> None:
    state = table(unit("Hag", rules=["Caster(1)"]), foe("Orc"))
    told = run(state, do("army_rules", {"unit": "Hag", "army_rules": [{"label": "Howl", "aim": "harm"}]}))
    assert told["after"]["units"]["Hag"]["army_rules"][0]["label"] == "Howl"
    assert run(state, do("army_rules", {"unit": "Orc", "army_rules": []}))["refused"]["rule"] == "SOLO-59"
    told = run(state, do("spells", {"side": "bot", "spells": [{"id": "s1", "name": "Hex", "cost": 1}]}))
    assert told["after"]["spells"]["s1"]["side"] == "bot"
    wrong = do("spells", {"side": "bot", "spells": [{"id": "s1", "number": 2}]})
    assert run(state, wrong)["refused"]["sentence"] == "Number the spells 1, 2, 3, …"


def test_solo_36_the_target_question_names_those_in_the_way() -> None:
    state = table(unit("Ogre"), foe("Orc"), foe("Elf"), markers=(A,))
    told = activate(state, 2, **{"obj:Ogre": True, "way:Ogre": True, "way_charge:Ogre": True})
    assert told["open"][0]["text"] == "Whom does Ogre charge of those in the way, up to 12″?"


def test_solo_61_ap_takes_the_best_defense_first() -> None:
    lance = {"label": "Lance", "range": 18, "ap": 2}
    archer = unit("Archer", type="shooting", weapons=[lance])
    state = table(archer, foe("Soft", defense=5), foe("Hard", defense=2))
    told = activate(state, 1, **{"shoot:enemy:Archer": True, "order:Archer:1": "done"})
    assert [one["id"] for one in told["open"][0]["options"]][:3] == ["Hard", "Hard~cover", "Soft"]


SPELLS = [{"id": f"s{n}", "side": "bot", "number": n, "cost": (n + 1) // 2} for n in range(1, 7)]


def test_solo_62_a_spell_comes_after_the_move_and_before_the_shot() -> None:
    hexer = unit("Hexer", type="shooting", weapons=[GUN], rules=["Caster(1)"], tokens=2)
    state = {**table(hexer, foe("Orc"), foe("Elf")), "spells": SPELLS}
    answers = {
        "shoot:enemy:Hexer": True,
        "order:Hexer:1": "done",
        "spell_target:Hexer:1:3": True,
        "target:Hexer:1:1": "Orc",
    }
    told = activate(state, 1, 3, **answers)
    asked = [one["key"] for one in told["questions"]]
    assert asked.index("order:Hexer:1") < asked.index("spell:Hexer:1") < asked.index("target:Hexer:1:1")
    assert closed(told)["spells"] == ["s3"]
    assert told["after"]["units"]["Hexer"]["tokens"] == 0


def test_solo_63_spells_too_dear_are_not_asked_and_a_full_circle_casts_nothing() -> None:
    hexer = unit("Hexer", rules=["Caster(1)"], tokens=1)
    state = {**table(hexer, foe("Orc")), "spells": SPELLS}
    answers = {
        "charge:Hexer": False,
        "order:Hexer:1": "done",
        "spell_target:Hexer:1:1": False,
        "spell_target:Hexer:1:2": False,
    }
    told = activate(state, 1, 3, **answers)
    assert [key for key in keys(told) if key.startswith("spell")] == [
        "spell_target:Hexer:1:1",
        "spell_target:Hexer:1:2",
    ]
    assert closed(told)["spells"] == []


def test_solo_63_the_number_of_spells_is_a_setting() -> None:
    hexer = unit("Hexer", rules=["Caster(1)"], tokens=2)
    state = {**table(hexer, foe("Orc")), "spells": SPELLS}
    answers = {
        "charge:Hexer": False,
        "order:Hexer:1": "done",
        "spell_target:Hexer:1:2": True,
        "spell_target:Hexer:2:2": True,
    }
    step = do("activate", {"turn": 0}, dice=[1, 1, 1], answers=answers)
    assert closed(run(state, step, spells_per_activation=6))["spells"] == ["s2", "s2"]


def test_solo_65_and_70_overrides_stack_sniper_first() -> None:
    enemies = [
        {"id": "Tank", "models": 1, "tough": True, "tough_left": 2},
        {"id": "Hero", "hero": True, "tough": True, "tough_left": 9},
        {"id": "Chief", "hero": True, "tough": True, "tough_left": 4},
    ]
    assert ask("targets", kind="shoot", rules=["Deadly(3)", "Sniper"], candidates=enemies) == ["Chief"]
    assert ask("targets", kind="shoot", rules=["Deadly(3)"], candidates=enemies) == ["Tank"]


def test_solo_65_weapons_that_choose_otherwise_ask_for_their_own_target() -> None:
    cannon = {"label": "Cannon", "range": 36, "rules": ["Deadly(6)"], "attacks": 3}
    crew = unit("Crew", type="shooting", weapons=[GUN, cannon])
    state = table(crew, foe("Orc"), foe("Giant", tough=6))
    answers = {
        "shoot:enemy:Crew": True,
        "order:Crew:1": "done",
        "target:Crew:1:1": "Giant",
        "target:Crew:2:1": "Orc",
    }
    assert closed(activate(state, 1, **answers))["targets"] == [[1, "Giant"], [0, "Orc"]]


def test_solo_66_and_71_flying_and_strider_open_the_ground() -> None:
    state = table(unit("Bat", rules=["Flying"]), foe("Orc"))
    card = activate(state, 1, **{"charge:Bat": False})["open"][0]["card"]
    assert ([one["rule"] for one in card["may"]], card["never"]) == (["SOLO-66"], [])
    state = table(unit("Goat", rules=["Strider"]), foe("Orc"))
    card = activate(state, 1, **{"charge:Goat": False})["open"][0]["card"]
    assert [one["rule"] for one in card["may"]] == ["SOLO-71"]
    assert [one["rule"] for one in card["never"]] == ["SOLO-58"]


@pytest.mark.parametrize(
    ("terrain", "rules", "ctx", "expected"),
    [
        (["difficult"], [], {"moving_to_objective": True, "objective_inside": True}, True),
        (["difficult"], [], {"objective_inside": True}, False),
        (["difficult"], [], {}, False),
        (["difficult"], ["Strider"], {}, True),
        (["difficult"], ["Flying"], {}, True),
        (["difficult", "cover"], [], {}, True),
        (["difficult", "dangerous"], [], {"charging_unit_inside": True}, False),
        (["difficult", "dangerous"], ["Strider"], {}, False),
        (["dangerous"], [], {"charging_unit_inside": True}, False),
        (["dangerous", "cover"], [], {}, False),
        (["dangerous"], ["Flying"], {}, True),
        (["dangerous"], [], {"moving_to_objective": True, "objective_inside": True}, True),
        (["dangerous"], [], {"leaving": True}, True),
        (["cover"], [], {}, True),
    ],
)
def test_solo_57_and_58_and_66_and_71_what_may_be_entered(
    terrain: list[str], rules: list[str], ctx: dict[str, bool], expected: bool
) -> None:
    assert ask("terrain", terrain=terrain, rules=rules, ctx=ctx) is expected


def test_solo_57_refuge_is_a_setting() -> None:
    assert ask("terrain", terrain=["difficult", "cover"], settings={"refuge": False}) is False


def test_solo_67_and_68_hold_weapons_ask_first_and_name_their_reach() -> None:
    bow = {"label": "Bow", "range": 18, "rules": ["Relentless"]}
    archer = unit("Archer", type="shooting", weapons=[GUN, bow])
    told = activate(table(archer, foe("Orc")), 1)
    assert told["open"][0]["text"] == "Is an enemy within 18″ of Archer now and in sight?"
    assert told["open"][0]["rule"] == "SOLO-68"
    mortar = {**bow, "rules": ["Indirect"]}
    told = activate(table({**archer, "weapons": [mortar]}, foe("Orc")), 1)
    assert told["open"][0]["text"] == "Is an enemy within 18″ of Archer now?"


def test_solo_67_hold_and_shoot_is_the_order() -> None:
    mortar = {"label": "Mortar", "range": 30, "rules": ["Indirect"]}
    archer = unit("Archer", type="shooting", weapons=[mortar])
    told = activate(table(archer, foe("Orc"), markers=(A,)), 1, **{"hold:1:Archer": True})
    assert told["open"][0]["card"]["sentence"] == "Hold and shoot"


def test_solo_72_the_card_reminds_of_pushing() -> None:
    assert "SOLO-72" in notes_of(table(unit("Ogre"), foe("Orc")), **{"charge:Ogre": False})


@pytest.mark.parametrize(
    ("dice", "given", "expected"),
    [
        ((), {"inches": 2.9}, "always"),
        ((3,), {"inches": 3}, "no"),
        ((4,), {"inches": 5}, "jump"),
        ((), {"inches": 5.1}, "never"),
        ((6,), {"gap": 2, "drop": 4}, "jump"),
        ((), {"gap": 2, "drop": 6}, "never"),
        ((), {"inches": 9, "rules": ["Flying"]}, "always"),
    ],
)
def test_solo_73_and_74_and_75_gaps_and_drops(
    dice: tuple[int, ...], given: dict[str, Any], expected: str
) -> None:
    assert ask("jump", *dice, **given) == expected


def test_solo_74_a_unit_jumps_by_die_at_the_table() -> None:
    told = run(table(unit("Ogre")), do("jump", {"unit": "Ogre", "gap": 40}, dice=[3]))
    assert effect(told, "jumped")["outcome"] == "no"
    told = run(table(unit("Ogre")), do("jump", {"unit": "Ogre", "drop": 29}))
    assert effect(told, "jumped")["outcome"] == "always"


def test_solo_61_a_longer_walk_of_a_whole_activation_w_61() -> None:
    hexer = unit("Hexer", type="hybrid", weapons=[GUN, BLADE, BLADE], rules=["Caster(1)"], tokens=1)
    rider = unit("Rider", rules=["Counter"], place=1)
    archers = (foe("A"), foe("B", activated=True))
    state = {**table(hexer, rider, *archers, markers=(B,)), "spells": SPELLS}
    answers = {
        "obj:Hexer": True,
        "way:Hexer": True,
        "way_charge:Hexer": False,
        "shoot:objective:Hexer": True,
        "order:Hexer:1": "done",
        "spell_target:Hexer:1:1": True,
        "target:Hexer:1:1": "B",
    }
    told = activate(state, 5, 3, **answers)
    done = closed(told)
    assert (done["rolled"], done["used"], done["leaf"]) == (2, 1, "H2")
    assert (done["spells"], done["target"]) == (["s1"], "B")
    assert told["after"]["units"]["Hexer"]["tokens"] == 0
    assert told["after"]["games"]["game"]["active"] == "human"


def test_solo_51_nobody_entered_the_enemies_and_the_app_still_asks_what_it_needs() -> None:
    state = table(shooter(), markers=(A,))
    answers = {"obj:Archer": True, "shoot:objective:Archer": True, "order:Archer:1": "done"}
    told = activate(state, 1, **answers)
    assert closed(told)["leaf"] == "S1"
    assert closed(told)["targets"] == [[0, ""]]


def test_solo_51_activations_nobody_tracks_become_part_of_the_question() -> None:
    state = table(shooter(), foe("Orc"), foe("Elf", activated=True), tracked=False)
    answers = {"shoot:enemy:Archer": True, "order:Archer:1": "done"}
    told = activate(state, 1, **answers)
    assert "one that has not acted yet, then the nearest" in told["open"][0]["how"]
    step = do("activate", {"turn": 0}, dice=[1], answers=answers)
    told = run(state, step, untracked="not_acted")
    assert told["open"][0]["how"] == "The first line that has one counts; within it the nearest."


def test_solo_47_settings_change_what_counts_as_control() -> None:
    state = table(unit("Ogre"), foe("Orc"), markers=(A, B))
    step = do("activate", {"turn": 0}, dice=[1])
    told = run(state, step, actor_counts=False, stunned_enemies_hold=False)
    assert "Ogre does not count itself" in told["open"][0]["how"]
    assert "stunned units do not count either" in told["open"][0]["how"]


def test_solo_16_two_warbands_of_the_app_may_be_enemies() -> None:
    rival = {"id": "rival", "name": "Rival", "kind": "ai_rival", "seat": 3}
    state = table(unit("Ogre"), unit("Imp", side="rival", section=2), foe("Orc"))
    state["sides"] = [*state["sides"], rival]
    step = do("activate", {"turn": 0}, dice=[1], answers={"charge:Ogre": True})
    told = run(state, step, ai_warbands="separate")
    assert {"Orc", "Imp"} <= {one["id"] for one in told["open"][0]["options"]}
