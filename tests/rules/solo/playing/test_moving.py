"""Where the app's units go and what they enter: SOLO-46 to SOLO-50, SOLO-55 to SOLO-58, SOLO-66 to 75."""

from typing import Any

import pytest

from tests.rules.solo.play import (
    BLADE,
    GUN,
    SPELLS,
    A,
    B,
    activate,
    ask,
    closed,
    do,
    effect,
    foe,
    notes_of,
    run,
    shooter,
    table,
    unit,
)


def test_solo_46_the_way_is_asked_with_its_six_inches_and_never_of_an_empty_table() -> None:
    told = activate(table(unit("Ogre"), foe("Orc"), markers=(A,)), 1, **{"obj:Ogre": True})
    assert told["open"][0]["text"] == "Is an enemy within 6″ of Ogre’s path to marker A?"
    told = activate(table(unit("Ogre"), foe("Orc", out="ko"), markers=(A,)), 1, **{"obj:Ogre": True})
    assert told["open"][0]["card"]["leaf"] == "M3"


def test_solo_47_what_counts_as_control_is_said_beside_the_only_marker() -> None:
    step = do("activate", {"turn": 0}, dice=[1])
    told = run(table(unit("Ogre"), foe("Orc"), markers=(A,)), step, actor_counts=False)
    assert told["open"][0]["how"].endswith("Ogre itself does not count.")


def test_solo_48_moving_to_seize_stops_within_three_inches_toward_the_next_goal() -> None:
    state = table(unit("Ogre"), foe("Orc"), markers=(A, B))
    told = activate(state, 1, **{"marker:Ogre": "A", "way:Ogre": False})
    notes = {note["rule"]: note["text"] for note in told["open"][0]["card"]["notes"]}
    assert notes["SOLO-48"].endswith("stops within 3″ of the marker, as close as it can to marker B.")


def test_solo_47_nobody_knows_whether_a_rush_without_such_a_question_reached_the_marker() -> None:
    answers = {"obj:Ogre": True, "way:Ogre": False, "order:Ogre:1": "done"}
    told = activate(table(unit("Ogre"), foe("Orc"), markers=(A,)), 2, **answers)
    assert (closed(told)["action"], told["after"]["units"]["Ogre"]["near"]) == ("RUSH", None)


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
    reach: dict[str, Any] = {"in_cover": False, "target_from_here": False}
    assert ask("movement", type="shooting", action="ADVANCE", toward="objective") == "keep_away"
    assert ask("movement", type="hybrid", action="ADVANCE", toward="enemy", **reach) == "approach"
    assert ask("movement", type="melee", action="RUSH", toward="enemy") == "plain"


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


def test_solo_66_a_climber_ignores_difficult_ground_in_the_bigger_game_alone() -> None:
    given: dict[str, Any] = {"terrain": ["difficult"], "rules": ["Climber"]}
    assert ask("terrain", **given, settings={"terms": "battle"}) is True
    assert ask("terrain", **given) is False


def test_solo_57_refuge_is_a_setting() -> None:
    assert ask("terrain", terrain=["difficult", "cover"], settings={"refuge": False}) is False


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
    assert ask("jump", *dice, **given, used=True) == {"result": expected, "dice": list(dice)}


def test_solo_74_a_unit_jumps_by_die_at_the_table() -> None:
    told = run(table(unit("Ogre")), do("jump", {"unit": "Ogre", "gap": 40}, dice=[3]))
    assert effect(told, "jumped")["outcome"] == "no"
    told = run(table(unit("Ogre")), do("jump", {"unit": "Ogre", "drop": 29}))
    assert effect(told, "jumped")["outcome"] == "always"
    told = run(table(unit("Bat", rules=["Flying"])), do("jump", {"unit": "Bat", "gap": 90}))
    assert (effect(told, "jumped")["outcome"], effect(told, "jumped")["rule"]) == ("always", "SOLO-75")


def test_solo_74_the_die_of_a_jump_says_what_each_face_means() -> None:
    told = run(table(unit("Ogre")), do("jump", {"unit": "Ogre", "gap": 40}))
    faces = [face["label"] for face in told["open"][0]["faces"]]
    assert faces == ["goes round or stops"] * 3 + ["jumps"] * 3


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


def test_solo_74_the_die_of_a_jump_names_the_inches_and_the_unit() -> None:
    asked = run(table(unit("Ogre")), do("jump", {"unit": "Ogre", "gap": 35, "drop": 40}))["open"][0]
    assert (asked["text"], asked["key"]) == ("4″: does Ogre jump?", "jump")
    assert (asked["rule"], asked["about"]) == ("SOLO-74", "Ogre")
    assert [face["value"] for face in asked["faces"]] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("inches", "dice", "outcome"),
    [
        (30, [4], "jump"),
        (30, [3], "no"),
        (50, [4], "jump"),
        (51, [], "never"),
        (29, [], "always"),
        (0, [], "always"),
    ],
)
def test_solo_73_gaps_and_drops_at_their_bounds(inches: int, dice: list[int], outcome: str) -> None:
    for over in ("gap", "drop"):
        told = run(table(unit("Ogre")), do("jump", {"unit": "Ogre", over: inches}, dice=dice))
        assert (effect(told, "jumped")["outcome"], effect(told, "jumped")["unit"]) == (outcome, "Ogre")
        assert effect(told, "jumped")["rule"] == "SOLO-74"


def test_solo_74_who_jumps_is_a_unit_of_the_game() -> None:
    told = run(table(unit("Ogre")), do("jump", {"unit": "Imp", "gap": 40}))["refused"]
    assert (told["rule"], told["key"], told["sentence"]) == ("SOLO-74", "unit", "There is no such unit.")
