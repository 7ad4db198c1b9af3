"""The app's activation, question by question, as the table meets it: what unit does what."""

from typing import Any

import pytest

from tests.rules.solo.play import (
    BLADE,
    GUN,
    A,
    B,
    activate,
    ask,
    closed,
    do,
    effect,
    foe,
    keys,
    marker,
    notes_of,
    run,
    shooter,
    table,
    unit,
)


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


GOING = {"obj:Gunner": True, "shoot:objective:Gunner": False, "order:Gunner:1": "done"}
FOR_NOTHING = {"obj:Gunner": False, "hold:1:Gunner": True, "order:Gunner:1": "done"}
HOLDING = {"hold:1:Gunner": True, "order:Gunner:1": "done"}


@pytest.mark.parametrize(
    ("setting", "round", "answers", "action"),
    [
        ("hold", 4, HOLDING, "HOLD"),
        ("marker", 3, HOLDING, "HOLD"),
        ("marker", 4, FOR_NOTHING, "HOLD"),
        ("marker", 4, GOING, "RUSH"),
    ],
)
def test_solo_04_and_67_in_the_last_round_a_hold_unit_may_go_for_a_marker_a_47(
    setting: str, round: int, answers: dict[str, Any], action: str
) -> None:
    mortar = {"label": "Mortar", "range": 30, "rules": ["Indirect"]}
    gunner = unit("Gunner", type="shooting", weapons=[mortar])
    state = table(gunner, foe("Orc"), markers=(A,), round=round)
    step = do("activate", {"turn": 0}, dice=[2], answers=answers)
    told = run(state, step, hold_in_last_round=setting)
    assert closed(told)["action"] == action
    facts = [fact for fact, _answer in closed(told)["asked"]]
    assert len(facts) == len(set(facts))


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
    assert "marker B by rushing 14″, but not by advancing 7″" in question["text"]
    assert "more than 10″ but no more than 17″" in question["how"]
    assert question["crumbs"][-1] == {"fact": "rush_only", "label": "rush range", "answer": None}
    shapes = question["diagram"]["shapes"]
    assert [shape["radius"] for shape in shapes[:2]] == [7, 14]
    assert [(one["x"], one["y"], one["radius"]) for one in shapes if one["role"] == "marker"] == [(17, 0, 3)]


def test_solo_34_the_question_for_a_marker_to_stand_on_has_words_of_its_own() -> None:
    wolf = unit("Wolf", type="hybrid", weapons=[GUN, BLADE])
    step = do("activate", {"turn": 0}, dice=[2], answers={"obj:Wolf": True, "way:Wolf": False})
    told = run(table(wolf, foe("Orc"), markers=(B,)), step, objective_reach="marker")
    text = "Can Wolf reach marker B by rushing 12″, but not by advancing 6″?"
    assert told["open"][0]["text"] == text


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


def test_solo_34_a_hero_of_another_warband_lengthens_no_charge() -> None:
    hero = unit("Chief", section=2, hero=True, traits=["Vanguard"])
    rival = {"id": "rival", "name": "Rival", "kind": "ai_rival", "seat": 3}
    for side, asked in (("bot", "vanguard:Ogre"), ("rival", "charge:Ogre")):
        state = table(unit("Ogre"), {**hero, "side": side}, foe("Orc"))
        state["sides"] = [*state["sides"], rival]
        told = run(state, do("activate", {"turn": 0}, dice=[2]), ai_warbands="separate")
        assert [one["key"] for one in told["open"]] == [asked]


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
    assert told["open"][0]["text"] == "Can Ogre charge an enemy in the way within 12″?"


def test_solo_37_a_marker_out_of_reach_is_left_out() -> None:
    state = table(unit("Ogre"), foe("Orc"), markers=(A, B))
    told = run(state, do("unreachable", {"marker": "A"}), do("activate", {"turn": 0}, dice=[2]))
    assert [one["key"] for one in told["open"]] == ["obj:Ogre"]
    assert "marker B" in told["open"][0]["text"]


def test_solo_38_toward_the_nearest_enemy_ties_go_to_whoever_has_not_acted() -> None:
    told = activate(table(unit("Ogre"), foe("Orc")), 2, **{"charge:Ogre": False})
    card = told["open"][0]["card"]
    assert card["sentence"] == "Rush towards the nearest enemy, up to 12″"
    assert "SOLO-38" in {note["rule"] for note in card["notes"]}


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


@pytest.mark.parametrize("aim", ["harm", "help"])
@pytest.mark.parametrize("reach", [0, 12])
def test_solo_59_army_rules_are_used_on_the_nearest_valid_unit(aim: str, reach: int) -> None:
    shaman = unit("Shaman", army_rules=[{"label": "Curse", "aim": aim, "reach": reach}])
    told = activate(table(shaman, foe("Orc")), 1)
    assert "the nearest valid " in told["open"][0]["text"]


def test_solo_59_army_rules_come_first_and_may_be_passed_over_with_a_reason() -> None:
    shaman = unit("Shaman", army_rules=[{"label": "Curse", "aim": "harm", "reach": 12}])
    told = activate(table(shaman, foe("Orc")), 1)
    assert told["open"][0]["text"] == "Shaman uses Curse on the nearest valid enemy within 12″."
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


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (["Sniper", "AP(1)"], ["SOLO-70", "SOLO-61"]),
        (["Deadly(3)"], ["SOLO-65"]),
        ([], []),
    ],
)
def test_solo_61_and_65_and_70_an_order_to_shoot_says_what_its_weapon_looks_for(
    rules: list[str], expected: list[str]
) -> None:
    rifle = {"label": "Rifle", "range": 30, "attacks": 1, "rules": rules}
    archer = unit("Archer", type="shooting", weapons=[rifle, {**rifle, "label": "Sling", "rules": []}])
    seen = {"obj:Archer": False, "shoot:enemy:Archer": True}
    told = activate(table(archer, foe("Orc"), foe("Elf"), markers=(A,)), 1, **seen)
    tiers = [one["rule"] for one in told["open"][0]["card"]["tiers"]]
    assert tiers[: len(expected)] == expected
    assert tiers[len(expected)] not in {"SOLO-61", "SOLO-65", "SOLO-70"}


def test_solo_72_the_card_reminds_of_pushing() -> None:
    assert "SOLO-72" in notes_of(table(unit("Ogre"), foe("Orc")), **{"charge:Ogre": False})


def test_solo_47_settings_change_what_counts_as_control() -> None:
    state = table(unit("Ogre"), foe("Orc"), markers=(A, B))
    step = do("activate", {"turn": 0}, dice=[1])
    told = run(state, step, actor_counts=False, stunned_enemies_hold=False)
    assert "Ogre itself does not count" in told["open"][0]["how"]
    assert "stunned units do not count either" in told["open"][0]["how"]


def test_solo_32_and_39_an_activation_is_noted_to_the_letter() -> None:
    state = table(shooter(), unit("Imp", place=1), foe("Orc"), foe("Elf"), markers=(A,), round=3)
    state["activations"] = [
        {"id": "a1", "round": 3, "number": 1, "unit": "Imp"},
        {"id": "a0", "round": 2, "number": 1, "unit": "Imp"},
    ]
    seen = {"obj:Archer": False, "shoot:enemy:Archer": True}
    answers = {**seen, "order:Archer:1": "done", "target:Archer:1:1": "Orc"}
    told = run(state, do("activate", {"turn": 0}, dice=[1, 1], answers=answers))
    assert [(one["effect"], one["rule"]) for one in told["effects"]] == [
        ("solo.acted", "SOLO-43"),
        ("solo.stands", "SOLO-45"),
        ("solo.activation", "SOLO-32"),
        ("solo.turn", "SOLO-39"),
    ]
    assert effect(told, "acted") == {
        "effect": "solo.acted", "rule": "SOLO-43", "unit": "Archer", "stands_up": False,
    }  # fmt: skip
    assert closed(told) == {
        "id": "e1.activation",
        "round": 3,
        "number": 2,
        "unit": "Archer",
        "rolled": 1,
        "used": 1,
        "leaf": "S3",
        "action": "ADVANCE",
        "toward": "enemy",
        "marker": "",
        "asked": [["obj", False], ["shoot", True]],
        "target": "Orc",
        "targets": [[0, "Orc"]],
        "spells": [],
        "refused": [],
    }
    turn = effect(told, "turn")
    assert (turn["turn"], turn["active"], turn["first_done"]) == (1, "human", "")


GOES_ON = {"obj:Ogre": False, "charge:Ogre": False}


@pytest.mark.parametrize(
    ("ogre", "answers", "near"),
    [
        ({"stunned": True, "near": "A"}, {"order:Ogre:1": "done"}, "A"),
        ({"stunned": True, "near": ""}, {"order:Ogre:1": "done"}, ""),
        ({"near": "A"}, {**GOES_ON, "order:Ogre:1": "done"}, None),
        ({"near": "A"}, {**GOES_ON, "order:Ogre:1": "cannot", "order:Ogre:2": "done"}, "A"),
    ],
)
def test_solo_45_who_stays_is_near_the_marker_it_was_near(
    ogre: dict[str, Any], answers: dict[str, Any], near: str | None
) -> None:
    state = table(unit("Ogre", **ogre), foe("Orc"), markers=(A,))
    told = run(state, do("activate", {"turn": 0}, dice=[1], answers=answers))
    assert effect(told, "stands")["near"] == near
