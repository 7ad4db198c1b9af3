"""Rounds, turns, markers, states and wounds, and the end of the game."""

from typing import Any

import pytest

from rules.rehearsal.rehearse import starting_state
from rules.solo.game import GAME
from rules.solo.playing.turns import next_seat
from rules.solo.state import SoloState
from tests.rules.solo.play import (
    BOT,
    ME,
    activate,
    ask,
    closed,
    do,
    effect,
    foe,
    marker,
    run,
    table,
    unit,
)


def between(*markers: dict[str, Any], round: int = 1, **game: Any) -> dict[str, Any]:
    state = {"id": "game", "phase": "between", "round": round, "first_done": "ai", **game}
    units = [unit("Ogre"), foe("Orc")]
    return {"games": [state], "sides": [BOT, ME], "units": units, "markers": list(markers)}


MINE, THEIRS, FREE = marker("A", seized="me"), marker("B", seized="bot"), marker("C")


def began(state: dict[str, Any], round: int = 2, **settings: Any) -> tuple[int, int]:
    told = run(state, do("start_round", {"round": round}), challenge=True, **settings)
    game = told["after"]["games"]["game"]
    return game["hit"], game["defense"]


def test_solo_22_and_23_and_24_the_bonus_follows_the_markers() -> None:
    assert began(between(MINE, THEIRS, FREE)) == (1, 0)
    assert began(between(MINE, FREE)) == (1, 1)
    assert began(between(THEIRS, FREE)) == (0, 0)


def test_solo_24_last_round_s_bonus_is_gone() -> None:
    assert began({**between(THEIRS), "games": [{**between()["games"][0], "hit": 1, "defense": 1}]}) == (0, 0)
    over = table(unit("Ogre", activated=True), foe("Orc", activated=True), hit=1, defense=1, active="")
    told = run(over, do("end_round", {"round": 2}))
    game = told["after"]["games"]["game"]
    assert (game["phase"], game["hit"], game["defense"]) == ("between", 0, 0)


def test_solo_24_the_first_round_counts_as_equal_unless_the_league_says_otherwise() -> None:
    assert began(between(round=0), round=1) == (1, 0)
    assert began(between(round=0), round=1, challenge_round_one=False) == (0, 0)


def test_solo_24_and_47_holding_is_seizing_control_is_wider_w_65() -> None:
    markers = (THEIRS, MINE, FREE)
    assert began(between(*markers)) == (1, 0)
    near = [unit("Ogre", near="C"), unit("Imp", near="C", place=1, section=2), foe("Orc")]
    told = activate(table(*near, markers=markers), 1, **{"marker:Ogre": "A"})
    options = {
        one["id"]
        for one in run(table(*near, markers=markers), do("activate", {"turn": 0}, dice=[1]))["open"][0][
            "options"
        ]
    }
    assert options == {"A", "C", "equal"}
    assert told["open"][0]["key"] == "way:Ogre"


def test_solo_63_tokens_come_with_the_round_and_are_capped() -> None:
    state = between()
    state["units"] = [unit("Hag", rules=["Caster(3)"], tokens=5), unit("Imp", rules=["Caster(1)"])]
    told = run(state, do("start_round", {"round": 2}))
    assert {name: one["tokens"] for name, one in told["after"]["units"].items()} == {"Hag": 6, "Imp": 1}


def test_solo_39_camps_take_turns_until_nobody_is_left() -> None:
    state = table(unit("Ogre"), unit("Imp", place=1), foe("Orc"), active="human")
    told = run(state, do("human_turn", {"turn": 0, "unit": "Orc"}))
    game = told["after"]["games"]["game"]
    assert (game["active"], game["turn"], game["first_done"]) == ("ai", 1, "human")
    again = run(
        state, do("human_turn", {"turn": 0, "unit": "Orc"}), do("human_turn", {"turn": 1, "unit": "Orc"})
    )
    assert again["refused"]["sentence"] == "It is the app’s turn."


def test_solo_39_whoever_was_done_first_begins_the_next_round() -> None:
    told = run(between(first_done="human"), do("start_round", {"round": 2}))
    assert told["after"]["games"]["game"]["active"] == "human"
    told = run(between(first_done="", round=0), do("start_round", {"round": 1}))
    assert told["open"][0]["key"] == "first:1"


def test_solo_39_seats_take_turns_when_the_league_wants_it() -> None:
    you = {"id": "you", "name": "You", "kind": "human", "seat": 3}
    state = table(unit("Ogre"), unit("Imp", place=1), foe("Orc"), unit("Elf", "you"), active="human", seat=2)
    state["sides"].append(you)
    told = run(state, do("human_turn", {"turn": 0, "unit": "Elf"}), turn_order="seats")
    assert told["refused"]["rule"] == "SOLO-01"
    told = run(state, do("human_turn", {"turn": 0, "unit": "Orc"}), turn_order="seats")
    assert (told["after"]["games"]["game"]["active"], told["after"]["games"]["game"]["seat"]) == ("ai", 3)


def test_solo_39_anybody_goes_where_no_unit_of_a_person_is_left() -> None:
    tables: Any = {"sides": [BOT, ME], "units": [unit("Ogre")]}
    state = starting_state(GAME, "", {"turn_order": "seats"}, tables)
    assert isinstance(state, SoloState)
    assert next_seat(state, GAME.book_of(state), after=0) == 0
    tables["sides"] += [{**ME, "id": "you", "seat": 5}]
    tables["units"] = [foe("Orc"), unit("Elf", "you")]
    state = starting_state(GAME, "", {"turn_order": "seats"}, tables)
    assert isinstance(state, SoloState)
    assert [next_seat(state, GAME.book_of(state), after=seat) for seat in (0, 2, 4, 5)] == [2, 5, 5, 2]


def test_solo_22_and_23_the_bonus_of_the_coming_round_is_told() -> None:
    assert ask("coming_bonus", state=between(MINE, FREE), settings={"challenge": True}) == {
        "hit": 1,
        "defense": 1,
    }


def test_solo_45_a_new_round_tracks_turns_again() -> None:
    told = run(between(FREE, tracked=False), do("start_round", {"round": 2}))
    assert told["after"]["games"]["game"]["tracked"] is True


def test_solo_24_a_round_begins_between_two_and_never_within_one() -> None:
    told = run(table(unit("Ogre"), foe("Orc")), do("start_round", {"round": 3}))
    assert told["refused"]["rule"] == "SOLO-24"


def test_solo_45_people_may_leave_their_turns_untracked() -> None:
    state = table(unit("Ogre"), unit("Imp", place=1), foe("Orc"), foe("Elf"), active="human")
    told = run(state, do("human_turn", {"turn": 0}))
    assert told["after"]["games"]["game"]["tracked"] is False
    hub = ask("hub", state=state)
    assert (hub["left"], hub["round"], hub["active"]) == ({"ai": 2, "human": 2}, 2, "human")
    assert hub["bonus"] == {"hit": 0, "defense": 0}
    told = run(state, do("human_turn", {"turn": 0, "done": True}))
    assert {one["activated"] for name, one in told["after"]["units"].items() if name in ("Orc", "Elf")} == {
        True
    }


def test_solo_43_a_stunned_unit_of_a_person_stands_up_as_well() -> None:
    state = table(unit("Ogre"), foe("Orc", stunned=True), active="human")
    told = run(state, do("human_turn", {"turn": 0, "unit": "Orc"}))
    assert told["after"]["units"]["Orc"]["stunned"] is False


def test_solo_45_who_left_the_table_never_acts() -> None:
    for out in ("ko", "routed", "reserve", "undeployed"):
        state = table(unit("Ogre", out=out), unit("Imp", place=1), foe("Orc"))
        assert ask("sections_now", state=state)["1"] == ["Imp"]
    told = run(table(unit("Ogre", out="ko"), foe("Orc")), do("activate", {"turn": 0}))
    assert told["refused"]["sentence"] == "All of the app’s units have acted."


def finished(*markers: dict[str, Any], round: int = 2) -> dict[str, Any]:
    units = (unit("Ogre", activated=True), foe("Orc", activated=True))
    return table(*units, markers=markers, active="", round=round)


def test_solo_47_a_marker_stays_with_its_side_until_another_seizes_it() -> None:
    told = run(finished(MINE, FREE), do("end_round", {"round": 2}))
    asked = {one["key"]: [option["id"] for option in one["options"]] for one in told["open"]}
    assert asked == {"holds:2:A": ["bot", "me"], "holds:2:C": ["nobody", "bot", "me"]}
    told = run(finished(MINE, FREE), do("end_round", {"round": 2}, choices=["bot", "nobody"]))
    assert told["after"]["markers"]["A"]["seized"] == "bot"
    assert [one["effect"] for one in told["effects"]] == ["solo.seized", "solo.round_over"]


def test_solo_39_a_round_does_not_end_before_everybody_has_acted() -> None:
    told = run(table(unit("Ogre"), foe("Orc", activated=True)), do("end_round", {"round": 2}))
    assert told["refused"]["sentence"] == "The app has 1 more unit to activate. Let it finish first."


def test_solo_84_the_last_round_asks_for_the_end_and_the_winner() -> None:
    told = run(finished(MINE, round=4), do("end_round", {"round": 4}, choices=["me", "end", "human"]))
    assert told["after"]["games"]["game"]["winner"] == "human"
    told = run(finished(round=4), do("end_round", {"round": 4}, choices=["on"]))
    assert told["after"]["games"]["game"]["phase"] == "between"


def test_solo_84_a_side_without_units_may_end_the_game_early() -> None:
    state = table(unit("Ogre", out="ko"), foe("Orc", activated=True), active="")
    told = run(state, do("end_round", {"round": 2}, choices=["end", "human"]))
    assert told["after"]["games"]["game"]["phase"] == "over"
    beaten = table(unit("Ogre", activated=True), foe("Orc", out="ko"), active="")
    assert [one["key"] for one in run(beaten, do("end_round", {"round": 2}))["open"]] == ["end:2"]


def test_solo_81_the_app_never_gives_up() -> None:
    state = table(unit("Ogre"), foe("Orc"))
    assert run(state, do("concede", {"side": "bot"}))["refused"]["rule"] == "SOLO-81"
    told = run(state, do("concede", {"side": "me"}))
    assert told["after"]["games"]["game"]["winner"] == "ai"


def two_at_the_table(**more: Any) -> dict[str, Any]:
    """A round in which two people stand against the app; nobody has acted yet."""
    state = table(unit("Ogre"), foe("Orc"), unit("Elf", "friend"), unit("Imp", "friend", out="ko"), **more)
    state["sides"] = [BOT, ME, {**ME, "id": "friend", "name": "Friend", "seat": 3}]
    return state


def test_solo_81_opr_31_who_concedes_leaves_the_table_and_is_no_casualty() -> None:
    told = run(two_at_the_table(active="human"), do("concede", {"side": "friend"}))
    units, sides = told["after"]["units"], told["after"]["sides"]
    assert (units["Elf"]["out"], units["Elf"]["leaving"], units["Elf"]["left_round"]) == (
        "left",
        "conceded",
        2,
    )
    assert (units["Imp"]["out"], units["Orc"]["out"]) == ("ko", "")  # what fell before stays out
    assert (sides["friend"]["conceded_round"], sides["friend"]["moment"]) == (2, "round_start")
    assert told["after"]["games"]["game"]["phase"] == "round"  # the partner plays on
    again = run(two_at_the_table(), do("concede", {"side": "friend"}), do("concede", {"side": "friend"}))
    assert again["refused"]["rule"] == "OPR-31"
    back = run(
        two_at_the_table(), do("concede", {"side": "friend"}), do("status", {"unit": "Elf", "out": ""})
    )
    assert back["refused"]["rule"] == "OPR-31"


def test_solo_81_the_game_does_not_wait_for_who_has_conceded() -> None:
    state = table(unit("Ogre"), foe("Orc", out="ko"), unit("Elf", "friend"), active="human")
    state["sides"] = [BOT, ME, {**ME, "id": "friend", "name": "Friend", "seat": 3}]
    told = run(state, do("concede", {"side": "friend"}))
    assert told["after"]["games"]["game"]["active"] == "ai"


def test_opr_31_in_the_middle_of_a_round_the_smaller_game_asks_for_a_rout_test() -> None:
    state = two_at_the_table()
    state["units"][0]["activated"] = True
    asked = run(state, do("concede", {"side": "friend"}))
    assert [one["key"] for one in asked["open"]] == ["rout"]
    told = run(state, do("concede", {"side": "friend"}, answers={"rout": True}))
    assert told["after"]["sides"]["friend"]["moment"] == "rout_test"
    late = run(state, do("concede", {"side": "friend"}, answers={"rout": False}))
    assert late["refused"]["rule"] == "OPR-31"
    battle = run(state, do("concede", {"side": "friend"}), terms="battle")
    assert battle["refused"]["rule"] == "OPR-31"


def test_opr_31_who_has_lost_a_unit_in_this_round_is_in_the_middle_of_it() -> None:
    lost = {"id": "k", "victim": "Imp", "by": "Ogre", "round": 2}
    earlier, theirs = {**lost, "round": 1}, {**lost, "victim": "Orc"}
    act = do("concede", {"side": "friend"})
    for kill, asks in ((lost, ["rout"]), (earlier, []), (theirs, [])):
        told = run({**two_at_the_table(), "kills": [kill]}, act)
        assert [one["key"] for one in told.get("open", [])] == asks
    state = {**two_at_the_table(), "kills": [lost]}
    assert run(state, act, terms="battle")["refused"]["rule"] == "OPR-31"


def test_opr_31_between_two_rounds_one_concedes_at_the_start_of_the_next() -> None:
    told = run(two_at_the_table(phase="between"), do("concede", {"side": "friend"}), terms="battle")
    assert told["after"]["sides"]["friend"]["conceded_round"] == 3


def test_opr_37_a_unit_leaves_the_table_alive_with_its_reason() -> None:
    state = table(unit("Ogre"), foe("Orc"))
    told = run(state, do("status", {"unit": "Orc", "out": "left", "leaving": "exit"}))
    orc = told["after"]["units"]["Orc"]
    assert (orc["out"], orc["leaving"], orc["left_round"]) == ("left", "exit", 2)
    assert told["after"]["kills"] == {}
    back = run(state, do("status", {"unit": "Orc", "out": "left"}), do("status", {"unit": "Orc", "out": ""}))
    assert (back["after"]["units"]["Orc"]["out"], back["after"]["units"]["Orc"]["left_round"]) == ("", 0)


def test_solo_45_a_state_set_by_hand_notes_the_kill_and_takes_it_back() -> None:
    state = table(unit("Ogre"), foe("Orc"))
    told = run(state, do("status", {"unit": "Ogre", "out": "ko", "by": "Orc"}))
    assert effect(told, "kill")["kill"]["by"] == "Orc"
    told = run(state, do("status", {"unit": "Ogre", "out": "ko"}), do("status", {"unit": "Ogre", "out": ""}))
    assert told["after"]["kills"] == {}
    assert run(state, do("status", {"unit": "Ogre", "wounds": -1}))["refused"]["key"] == "wounds"


def test_solo_45_the_turn_passes_when_the_last_waiting_unit_leaves() -> None:
    state = table(unit("Ogre"), foe("Orc"))
    told = run(state, do("status", {"unit": "Ogre", "out": "routed"}))
    assert told["after"]["games"]["game"]["active"] == "human"


@pytest.mark.parametrize(
    ("hits", "dice", "expected"),
    [
        (1, [4], {"wounds": 0, "stunned": False, "out": ""}),
        (1, [3, 1], {"wounds": 1, "stunned": True, "out": ""}),
        (1, [3, 5], {"wounds": 1, "stunned": False, "out": "ko"}),
        (2, [3, 3, 3], {"wounds": 2, "stunned": True, "out": ""}),
        (2, [3, 3, 4], {"wounds": 2, "stunned": False, "out": "ko"}),
    ],
)
def test_solo_45_wounds_of_the_app_are_rolled(hits: int, dice: list[int], expected: dict[str, Any]) -> None:
    state = table(unit("Ogre"), foe("Orc"))
    told = run(state, do("defend", {"unit": "Ogre", "hits": hits, "by": "Orc"}, dice=dice))
    after = told["after"]["units"]["Ogre"]
    assert {key: after[key] for key in expected} == expected


def test_solo_45_tough_units_and_squads_take_more() -> None:
    troll = table(unit("Troll", tough=3), foe("Orc"))
    told = run(troll, do("defend", {"unit": "Troll", "hits": 2}, dice=[1, 1]))
    troll = told["after"]["units"]["Troll"]
    assert (troll["wounds"], troll["out"], troll["stunned"]) == (2, "", False)
    squad = table(unit("Squad", models=3), foe("Orc"))
    told = run(squad, do("defend", {"unit": "Squad", "hits": 1, "deadly": 3}, dice=[1]))
    assert told["after"]["units"]["Squad"]["out"] == "ko"


def test_solo_23_the_bonus_helps_defense_and_hits() -> None:
    state = table(unit("Ogre"), foe("Orc"), hit=1, defense=1)
    told = run(state, do("defend", {"unit": "Ogre", "hits": 1}))
    assert told["open"][0]["text"] == "Ogre saves on 3+."
    told = run(state, do("attack", {"unit": "Ogre"}, dice=[3, 2]))
    assert effect(told, "attacked")["hits"] == 1
    assert ask("odds", state=state, unit="Ogre")["modifiers"] == [{"label": "challenge bonus", "amount": 1}]


def test_solo_22_traits_change_what_a_hit_needs() -> None:
    hurt = table(unit("Ogre", traits=["Arm Injury"]))
    assert ask("odds", state=hurt, unit="Ogre")["needed"] == 5
    good = table(unit("Ogre", traits=["Specialist(melee)", "Fanatic", "Crazed"]))
    told = ask("odds", state=good, unit="Ogre")
    assert (told["needed"], told["dice"]) == (3, 4)
    assert ask("odds", state=good, unit="Ogre", charging=False)["dice"] == 3
    reliable = table(
        unit("Ogre", weapons=[{"range": 12, "rules": ["Reliable"], "ap": 1}], traits=["Destroyer"])
    )
    told = ask("odds", state=reliable, unit="Ogre")
    assert (told["needed"], told["ap"]) == (2, 2)


def test_solo_79_and_opr_27_an_underdog_point_changes_all_dice_of_a_roll_and_one_is_spent_a_roll() -> None:
    ogre = unit("Ogre", quality=5, weapons=[{"attacks": 2}] * 3)
    state = table(ogre, foe("Orc"), hit=1)
    state["sides"] = [{**BOT, "underdog": 2}, ME]
    blows = [do("attack", {"unit": "Ogre", "weapon": n, "target": "Orc"}, dice=[3, 3]) for n in range(3)]
    told = run(state, *blows)
    struck = [effect(step, "attacked") for step in told["steps"]]
    assert [(one["hits"], one["underdog"], one["rule"]) for one in struck] == [
        (2, 1, "SOLO-79"),
        (2, 0, "SOLO-79"),
        (0, 0, "SOLO-22"),
    ]
    assert [one["needed"] for one in struck] == [3, 3, 4]
    told = run(
        {**state, "units": [unit("Ogre", quality=6, weapons=[{}], traits=["Arm Injury"]), foe("Orc")]},
        do("attack", {"unit": "Ogre", "target": "Orc", "extra": -1}, dice=[5]),
    )
    assert (effect(told, "attacked")["needed"], effect(told, "attacked")["hits"]) == (6, 0)  # 8, less 2


def test_solo_79_the_point_stands_beside_the_die_before_it_is_rolled() -> None:
    state = table(unit("Ogre", weapons=[{"attacks": 1}]), foe("Orc"))
    state["sides"] = [{**BOT, "underdog": 1}, ME]
    before = {"ask": "odds", "params": {"unit": "Ogre", "target": "Orc"}}
    told = run(state, before, do("attack", {"unit": "Ogre", "target": "Orc"}, dice=[3]), before)
    needed = [step["value"]["needed"] for step in (told["steps"][0], told["steps"][2])]
    assert needed == [effect(told["steps"][1], "attacked")["needed"], needed[0] + 1]


def test_solo_79_underdog_points_are_not_spent_where_the_app_has_none() -> None:
    state = table(unit("Ogre", weapons=[{"attacks": 4}]), foe("Orc"))
    state["sides"] = [{**BOT, "underdog": 3}, ME]
    told = run(state, do("attack", {"unit": "Ogre"}, dice=[3, 3, 3, 3]), ai_underdog=False)
    assert effect(told, "attacked")["hits"] == 0
    assert told["after"]["sides"]["bot"]["underdog"] == 3


def test_solo_63_a_spell_works_on_a_four() -> None:
    state = {**table(unit("Hag")), "spells": [{"id": "s1", "side": "bot", "name": "Hex"}]}
    told = run(state, do("spell", {"unit": "Hag", "spell": "s1"}, dice=[4]))
    assert effect(told, "spell_worked")["works"] is True
    told = run(state, do("spell", {"unit": "Hag", "spell": "s1"}, dice=[4]), spell_success=5)
    assert effect(told, "spell_worked")["works"] is False


def test_solo_02_a_toss_takes_one_of_many() -> None:
    told = run({}, do("toss", {"count": 5}, dice=[6, 2]))
    assert effect(told, "tossed")["chosen"] == 2
    assert run({}, do("toss", {"count": 1}))["refused"]["key"] == "count"


def test_solo_45_words_of_the_bigger_game() -> None:
    dazed = table(unit("Ogre", stunned=True), foe("Orc"))
    told = run(dazed, do("activate", {"turn": 0}, dice=[1]), terms="battle", battle_armies=True)
    assert "no longer shaken" in told["open"][0]["text"]
    closed_early = run(dazed, do("activate", {"turn": 0}, dice=[1], choices=["done"]))
    assert closed(closed_early)["leaf"] == "IDLE"


RIVAL = {"id": "rival", "name": "Rival", "kind": "ai_rival", "seat": 3}


def test_solo_39_warbands_of_the_app_may_take_turns_of_their_own() -> None:
    state = table(
        unit("Ogre"),
        unit("Imp", place=1),
        unit("Hag", "rival", section=1),
        foe("Orc"),
        foe("Elf"),
        warband="bot",
    )
    state["sides"].append(RIVAL)
    answers = {"charge:Imp": False, "order:Imp:1": "done"}
    told = run(
        state,
        do("activate", {"turn": 0}, dice=[1, 6], answers=answers),
        do("human_turn", {"turn": 1, "unit": "Orc"}),
        do("activate", {"turn": 2}, dice=[1]),
        ai_warbands="separate",
    )
    assert [effect(step, "turn")["warband"] for step in told["steps"][:2]] == ["rival", "rival"]
    assert told["after"]["games"]["game"]["warband"] == "rival"
    assert told["open"][0]["about"] == "Hag"


def test_solo_39_a_round_opens_with_the_first_warband_of_the_app() -> None:
    state = between()
    state["sides"].append(RIVAL)
    state["units"].append(unit("Hag", "rival"))
    told = run(state, do("start_round", {"round": 2}), ai_warbands="separate")
    assert told["after"]["games"]["game"]["warband"] == "bot"
    assert run(state, do("start_round", {"round": 2}))["after"]["games"]["game"]["warband"] == ""


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ({"phase": "setup"}, ["draw", "choose_list"]),
        ({"phase": "types"}, ["types"]),
        ({"phase": "markers"}, ["place_marker", "lay_marker", "markers_done"]),
        ({"phase": "zones"}, ["zones"]),
        ({"phase": "deployment"}, ["deployed"]),
        ({"phase": "ai_deployment"}, ["deploy"]),
        ({"phase": "between"}, ["start_round"]),
        ({"phase": "round", "active": "ai"}, ["activate"]),
        ({"phase": "round", "active": "human"}, ["human_turn"]),
        ({"phase": "round", "active": ""}, ["end_round"]),
        ({"phase": "over"}, []),
    ],
)
def test_solo_39_the_hub_offers_what_comes_next(game: dict[str, Any], expected: list[str]) -> None:
    state = {"games": [{"id": "game", **game}], "sides": [BOT, ME], "units": [], "markers": []}
    told = ask("hub", state=state)
    assert [one["do"] for one in told["offers"]] == expected
    assert isinstance(told["next"]["words"], str)


def test_solo_39_people_whose_units_nobody_entered_act_until_they_are_done() -> None:
    opening = do("open", {"sides": [BOT, ME], "units": [unit("Ogre"), unit("Imp")]})
    assert run({}, opening)["after"]["games"]["game"]["phase"] == "types"
    state = table(unit("Ogre"), unit("Imp", place=1), active="human")
    told = run(state, do("human_turn", {"turn": 0}))
    assert told["after"]["games"]["game"]["active"] == "ai"
    answers = {"charge:Ogre": False, "order:Ogre:1": "done"}
    step = do("activate", {"turn": 1}, dice=[1, 1], answers=answers)
    told = run(state, do("human_turn", {"turn": 0}), step)
    assert told["after"]["games"]["game"]["active"] == "human"
    told = run(state, do("human_turn", {"turn": 0, "done": True}), step)
    game = told["after"]["games"]["game"]
    assert (game["active"], game["first_done"]) == ("ai", "human")


def test_solo_07_people_may_keep_armies_nobody_enters() -> None:
    pool = [{"id": "L1", "units": [{"id": "u1"}]}]
    opening = do("open", {"sides": [BOT, ME], "pool": pool})
    told = run({}, opening, do("draw", {"only_app": True}))
    assert told["after"]["games"]["game"]["phase"] == "types"


def test_solo_39_a_unit_that_comes_back_when_everybody_has_acted_acts_still() -> None:
    done = table(unit("Ogre", out="ko"), foe("Orc", activated=True), active="")
    game = run(done, do("status", {"unit": "Ogre", "out": ""}))["after"]["games"]["game"]
    assert game["active"] == "ai"
    mine = table(unit("Ogre", activated=True), foe("Orc", out="ko"), active="")
    assert run(mine, do("status", {"unit": "Orc", "out": ""}))["after"]["games"]["game"]["active"] == "human"


def test_solo_45_a_unit_brought_to_the_table_out_of_turn_is_asked_where_it_stands() -> None:
    state = table(unit("Ogre", out="reserve", section=0), unit("Troll", activated=True), foe("Orc"))
    told = run(state, do("status", {"unit": "Ogre", "out": ""}, answers={"section:Ogre": "2"}))
    assert told["after"]["units"]["Ogre"]["section"] == 2
    placed = table(unit("Ogre", out="ko"), foe("Orc"))
    assert run(placed, do("status", {"unit": "Ogre", "out": ""}))["questions"] == []


@pytest.mark.parametrize(("out", "named"), [("ko", "Ogre"), ("routed", "")])
def test_solo_77_only_a_knock_out_names_who_did_it(out: str, named: str) -> None:
    state = table(unit("Ogre"), foe("Orc"))
    told = run(state, do("status", {"unit": "Orc", "out": out, "by": "Ogre"}))
    assert [(kill["victim"], kill["by"], kill["how"]) for kill in told["after"]["kills"].values()] == [
        ("Orc", named, out)
    ]
