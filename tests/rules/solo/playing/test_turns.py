"""Whose turn it is and which of the app's units acts: SOLO-16 and SOLO-39 to SOLO-45."""

import pytest

from tests.rules.solo.play import (
    A,
    activate,
    ask,
    do,
    effect,
    foe,
    keys,
    run,
    table,
    unit,
)


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


def test_solo_16_two_warbands_of_the_app_may_be_enemies() -> None:
    rival = {"id": "rival", "name": "Rival", "kind": "ai_rival", "seat": 3}
    state = table(unit("Ogre"), unit("Imp", side="rival", section=2), foe("Orc"))
    state["sides"] = [*state["sides"], rival]
    step = do("activate", {"turn": 0}, dice=[1], answers={"charge:Ogre": True})
    told = run(state, step, ai_warbands="separate")
    assert {"Orc", "Imp"} <= {one["id"] for one in told["open"][0]["options"]}


def test_solo_39_while_both_have_somebody_left_neither_was_done_first() -> None:
    state = table(unit("Ogre"), unit("Imp", place=1), foe("Orc"), foe("Elf"), active="human")
    told = run(state, do("human_turn", {"turn": 0, "unit": "Orc"}))
    assert told["after"]["games"]["game"]["first_done"] == ""


def test_solo_45_who_is_taken_off_in_a_turn_leaves_the_turn_as_it_was() -> None:
    state = table(unit("Ogre"), unit("Imp", place=1), foe("Orc"))
    told = run(state, do("status", {"unit": "Imp", "out": "routed"}))
    assert told["after"]["games"]["game"]["active"] == "ai"


def test_the_app_s_warbands_take_turns_in_their_order() -> None:
    third = {"id": "third", "name": "Third", "kind": "ai_rival", "seat": 4}
    units = [unit("Imp"), unit("Hag", "rival"), unit("Owl", "third"), foe("Orc"), foe("Elf")]
    state = table(*units, warband="bot")
    state["sides"] = [*state["sides"], {**third, "id": "rival", "name": "Rival", "seat": 3}, third]
    answers = {"charge:Imp": False, "order:Imp:1": "done"}
    told = run(state, do("activate", {"turn": 0}, dice=[1], answers=answers), ai_warbands="separate")
    assert effect(told, "turn")["warband"] == "rival"


@pytest.mark.parametrize(
    ("count", "faces"),
    [
        (36, {11: 1, 16: 6, 21: 7, 36: 18, 41: 19, 66: 36}),
        (12, {11: 1, 13: 1, 14: 2, 16: 2, 21: 3, 66: 12}),
    ],
)
def test_solo_03_two_dice_read_as_tens_and_ones_choose_among_many(count: int, faces: dict[int, int]) -> None:
    told = [run({}, do("toss", {"count": count}, dice=[shown])) for shown in faces]
    assert [effect(one, "tossed")["chosen"] for one in told] == list(faces.values())


@pytest.mark.parametrize(("count", "die"), [(2, "D6"), (6, "D6"), (7, "D66")])
def test_solo_02_one_die_for_up_to_six_and_two_for_more(count: int, die: str) -> None:
    assert run({}, do("toss", {"count": count}))["open"][0]["die"] == die


def test_the_wound_die_says_what_each_face_means() -> None:
    state = table(unit("Ogre"), foe("Orc"))
    asked = run(state, do("defend", {"unit": "Ogre", "hits": 1}, dice=[1]))["open"][0]
    assert asked["key"] == "wounded"
    told = [face["label"] for face in asked["faces"]]
    assert told == ["stunned"] * 4 + ["knocked out"] * 2


def test_in_the_bigger_game_a_single_model_is_gone_when_its_tough_is() -> None:
    state = table(unit("Ogre", tough=3), foe("Orc"))
    step = do("defend", {"unit": "Ogre", "hits": 3}, dice=[1, 1, 1])
    assert run(state, step, battle_armies=True, terms="battle")["after"]["units"]["Ogre"]["out"] == "ko"


def test_solo_39_when_the_last_one_has_acted_it_is_nobody_s_turn() -> None:
    state = table(unit("Ogre", activated=True), foe("Orc"), active="human")
    told = run(state, do("human_turn", {"turn": 0, "unit": "Orc"}))
    assert told["after"]["games"]["game"]["active"] == ""
