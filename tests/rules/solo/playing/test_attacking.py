"""Whom the app's units charge, shoot and cast at: SOLO-51 to SOLO-54, SOLO-61 to SOLO-68."""

import pytest

from tests.rules.solo.play import (
    BOT,
    GUN,
    ME,
    SPELLS,
    A,
    activate,
    ask,
    closed,
    do,
    effect,
    foe,
    keys,
    run,
    shooter,
    table,
    unit,
)


def test_solo_02_equally_near_targets_are_taken_by_die() -> None:
    answers = {"charge:Ogre": True, "charge:Ogre:1": "equal", "order:Ogre:1": "done"}
    told = activate(table(unit("Ogre"), foe("Orc"), foe("Elf", place=1)), 2, 1, **answers)
    assert closed(told)["target"] == "Orc"


def test_solo_53_targets_of_different_rank_are_never_equal() -> None:
    told = activate(table(unit("Ogre"), foe("Orc"), foe("Elf", stunned=True)), 2, **{"charge:Ogre": True})
    assert [one["id"] for one in told["open"][0]["options"]] == ["Elf", "Orc"]


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
    shoots = do("activate", {"turn": 0}, dice=[1], answers={"shoot:enemy:Archer": True})
    told = run(table(shooter(), foe("Orc")), shoots, open_first=False)
    assert [one["rule"] for one in told["open"][0]["card"]["tiers"]] == ["SOLO-51", "SOLO-52", "SOLO-51"]


def test_solo_53_charges_go_for_stunned_ones_first() -> None:
    state = table(unit("Ogre"), foe("Awake"), foe("Dazed", stunned=True))
    told = activate(state, 1, **{"charge:Ogre": True})
    assert [one["id"] for one in told["open"][0]["options"]] == ["Dazed", "Awake"]


def test_solo_54_a_charged_unit_strikes_back_unless_stunned() -> None:
    state = table(unit("Ogre"), foe("Orc"))
    told = run(state, do("attack", {"unit": "Ogre", "strikes_back": True, "target": "Orc"}, dice=[4, 3]))
    assert (effect(told, "attacked")["hits"], effect(told, "attacked")["weapon"]) == (1, "Blade")
    dazed = table(unit("Ogre", stunned=True), foe("Orc"))
    told = run(dazed, do("attack", {"unit": "Ogre", "strikes_back": True}))
    assert told["refused"]["rule"] == "SOLO-54"


def test_solo_36_the_target_question_names_those_in_the_way() -> None:
    state = table(unit("Ogre"), foe("Orc"), foe("Elf"), markers=(A,))
    told = activate(state, 2, **{"obj:Ogre": True, "way:Ogre": True, "way_charge:Ogre": True})
    assert told["open"][0]["text"] == "Which enemy in the way within 12″ does Ogre charge?"


def test_solo_61_ap_takes_the_best_defense_first() -> None:
    lance = {"label": "Lance", "range": 18, "ap": 2}
    archer = unit("Archer", type="shooting", weapons=[lance])
    state = table(archer, foe("Soft", defense=5), foe("Hard", defense=2))
    told = activate(state, 1, **{"shoot:enemy:Archer": True, "order:Archer:1": "done"})
    assert [one["id"] for one in told["open"][0]["options"]][:3] == ["Hard", "Hard~cover", "Soft"]


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


def test_solo_67_and_68_hold_weapons_ask_first_and_name_their_reach() -> None:
    bow = {"label": "Bow", "range": 18, "rules": ["Relentless"]}
    archer = unit("Archer", type="shooting", weapons=[GUN, bow])
    told = activate(table(archer, foe("Orc")), 1)
    assert told["open"][0]["text"] == "Is an enemy in sight and within 18″ of Archer now?"
    assert told["open"][0]["rule"] == "SOLO-68"
    mortar = {**bow, "rules": ["Indirect"]}
    told = activate(table({**archer, "weapons": [mortar]}, foe("Orc")), 1)
    assert told["open"][0]["text"] == "Is an enemy within 18″ of Archer now?"


def test_solo_67_hold_and_shoot_is_the_order() -> None:
    mortar = {"label": "Mortar", "range": 30, "rules": ["Indirect"]}
    archer = unit("Archer", type="shooting", weapons=[mortar])
    told = activate(table(archer, foe("Orc"), markers=(A,)), 1, **{"hold:1:Archer": True})
    assert told["open"][0]["card"]["sentence"] == "Hold and shoot"


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
    assert "prefer those that have not acted yet, then take the nearest" in told["open"][0]["how"]
    step = do("activate", {"turn": 0}, dice=[1], answers=answers)
    told = run(state, step, untracked="not_acted")
    assert (
        told["open"][0]["how"] == "Use the first group with a target in it. In that group, take the nearest."
    )


@pytest.mark.parametrize(("field", "most"), [("quality", 6), ("defense", 6), ("tough", 99), ("models", 99)])
def test_solo_06_a_unit_s_figures_go_from_one_to_their_most(field: str, most: int) -> None:
    for given, taken in ((0, False), (1, True), (most, True), (most + 1, False)):
        told = run({}, do("open", {"sides": [BOT, ME], "units": [{**unit("Ogre"), field: given}]}))
        assert told.get("refused", {}).get("key") == (None if taken else field)


def test_solo_23_a_defense_of_two_saves_on_two() -> None:
    state = table(unit("Ogre", defense=2), foe("Orc"))
    told = run(state, do("defend", {"unit": "Ogre", "hits": 1}, dice=[2]))
    assert told["after"]["units"]["Ogre"]["wounds"] == 0
    assert run(state, do("defend", {"unit": "Ogre", "hits": 1}))["open"][0]["text"] == "Ogre saves on 2+."


@pytest.mark.parametrize(("extra", "needed"), [(0, 4), (1, 3), (-1, 5)])
def test_solo_22_what_people_at_the_table_add_changes_the_face_that_hits(extra: int, needed: int) -> None:
    state = table(unit("Ogre"), foe("Orc"))
    told = run(
        state, do("attack", {"unit": "Ogre", "target": "Orc", "extra": extra}, dice=[needed, needed - 1])
    )
    assert (effect(told, "attacked")["needed"], effect(told, "attacked")["hits"]) == (needed, 1)


def test_solo_77_the_kill_is_the_unit_s_that_hit() -> None:
    state = table(unit("Ogre"), foe("Orc"))
    told = run(state, do("defend", {"unit": "Ogre", "hits": 1, "by": "Orc"}, dice=[1, 6]))
    assert effect(told, "kill")["kill"]["by"] == "Orc"


@pytest.mark.parametrize(("strikes_back", "dice"), [(False, 3), (True, 2)])
def test_solo_22_crazed_is_one_more_attack_when_it_charges(strikes_back: bool, dice: int) -> None:
    state = table(unit("Ogre", rules=["Crazed"]), foe("Orc"))
    step = do("attack", {"unit": "Ogre", "target": "Orc", "strikes_back": strikes_back}, dice=[6] * dice)
    assert effect(run(state, step), "attacked")["dice"] == dice


def test_solo_63_the_faces_name_the_spells_they_start_from() -> None:
    hexer = unit("Hexer", rules=["Caster(1)"], tokens=2)
    named = [SPELLS[0], {**SPELLS[1], "name": "Hex"}, *SPELLS[2:]]
    state = {**table(hexer, foe("Orc")), "spells": named}
    told = activate(state, 1, **{"charge:Hexer": False, "order:Hexer:1": "done"})
    faces = told["open"][0]["faces"]
    assert [one["label"] for one in faces] == ["2 Hex", "2 Hex", "3", "3", "4", "4"]
