"""Events and revenue: CQ-21 … CQ-45."""

from __future__ import annotations

from typing import Any

import pytest

from rules.conquest.state import Event, Siege
from rules.engine.questions import Roll
from tests.rules.conquest.play import League, league, side

EVERY = (
    "fools_gold",
    "building_boom",
    "disaster",
    "all_or_nothing",
    "scouts",
    "diplomacy",
    "land_grab",
    "elite_army",
)


def events(*realms: str, **settings: Any) -> League:
    return league(*realms, phase="events", **settings)


def test_cq_21_phases_follow_the_rulebook() -> None:
    titles = [row["title"] for row in league().ask("phases")]
    assert titles[3:9] == ["Events", "Revenue", "Challenge", "Choice", "Battle", "Conquest & Build"]


def test_cq_21_and_22_a_whole_round_of_two() -> None:
    found = events("P1", "P2")
    assert found.active == "P2"
    found.refused("E02", "pick_event", realm="P1")
    found.refused("E01", "challenge", realm="P2", defender="P1")
    found.do("pick_event", realm="P2", choices=("scouts",))
    assert (found.phase, found.active) == ("events", "P1")
    found.do("pick_event", realm="P1", choices=("elite_army",))
    assert (found.phase, found.active) == ("challenge", "P2")
    found.do("challenge", realm="P2", defender="P1")
    assert found.phase == "battle"
    (battle,) = found.state.battles
    found.do("report", battle=battle, realm="P2", attack=side("P2", 500), defend=side("P1", 300))
    found.do("confirm", battle=battle, realm="P1")
    assert (found.phase, found.active) == ("conquest", "P2")
    assert [found.realm(one).ep for one in ("P1", "P2")] == [1, 2]
    found.do("claim", realm="P2", territory="h7")
    found.do("end_turn", realm="P2")
    found.do("end_turn", realm="P1")
    assert (found.phase, found.state.now.round) == ("order", 1)
    found.by_itself()
    assert (found.phase, found.state.now.round, found.active) == ("events", 2, "P1")


def test_cq_23_the_round_waits_for_its_battles() -> None:
    found = league("P1", "P2", phase="battle")
    battle = found.fight("P1", against="P2")
    assert found.refused("E18", "close_battles").startswith("1 battle")
    found.do("strike", battle=battle, words="storm")
    assert found.phase == "order"


def test_cq_24_and_37_and_124_ex_15_building_boom_can_win() -> None:
    found = events("P1", "P2", "P3", order=("P1", "P2", "P3"))
    for one in ("h2", "h3", "h4", "h5", "h6", "g1"):
        found.put(one, "P3")
    found.put("g2", "P3", "castle")
    assert found.size("P3") == 18
    found.do("pick_event", realm="P3", choices=("building_boom", "g2", "city"))
    assert (found.phase, found.state.now.winner) == ("finished", "P3")
    found.refused("E36", "pick_event", realm="P2")


def test_cq_25_and_26_ex_9_an_event_taken_is_taken() -> None:
    found = events("P1", "P2", "P3")
    found.do("pick_event", realm="P3", choices=("scouts",))
    found.refused("E03", "pick_event", realm="P2", choices=("scouts",))
    found.do("pick_event", realm="P2", choices=("land_grab",))
    assert len(found.state.events) == 2


def test_cq_26_ex_10_the_ninth_player_may_take_any() -> None:
    names = tuple(f"P{n}" for n in range(1, 10))
    found = events(*names)
    for realm, event in zip(names, EVERY, strict=False):
        pick = Event(id=f"round:1:{realm}", round=1, realm=realm, event=event, target="P9")
        found.state = found.state.put("events", pick)
    found.state = found.state.change("campaign", "campaign", active="P9", done=names[:8])
    found.do("pick_event", realm="P9", choices=("scouts",))
    assert found.state.events["round:1:P9"].event == "scouts"


def test_cq_26_the_option_of_events_for_the_whole_campaign() -> None:
    for scope, free in (("round", True), ("campaign", False)):
        found = events("P1", "P2", event_scope=scope)
        found.state = found.state.put("events", Event(id="round:0:P1", round=0, realm="P1", event="scouts"))
        if free:
            found.do("pick_event", realm="P2", choices=("scouts",))
        else:
            found.refused("E03", "pick_event", realm="P2", choices=("scouts",))
            found.do("skip", realm="P2")
            found.do("pick_event", realm="P1", choices=("scouts",))


def test_cq_27_events_lapse_with_the_round() -> None:
    found = league("P2", "P1", phase="conquest").give("P1", ep=9)
    grab = Event(id="round:0:P1", round=0, realm="P1", event="land_grab")
    found.state = found.state.put("events", grab)
    assert found.ask("price", realm="P1", act="claim", territory="h7") == 2


def test_cq_28_a_target_is_somebody_else() -> None:
    found = events("P1", "P2")
    found.refused("E04", "pick_event", realm="P2", choices=("diplomacy", "P2"))


def test_cq_29_and_43_ex_14_fools_gold() -> None:
    found = events("P1", "P2")
    found.put("a2", "P1", "mine", river=True).put("a3", "P1", "mine", terrain="mountain")
    found.do("pick_event", realm="P2", choices=("fools_gold", "P1"))
    found.do("pick_event", realm="P1", choices=("scouts",))
    assert found.phase == "challenge"
    assert found.realm("P1").gold == 0
    found.enter("revenue")
    found.refused("X24", "collect", realm="P1")


def test_cq_30_ex_12_building_boom_keeps_the_limits() -> None:
    found = events("P1", "P2").put("h7", "P2").put("h6", "P2", "castle", terrain="mountain")
    found.refused("E06", "pick_event", rule="CQ-30", realm="P2", choices=("building_boom", "h7", "city"))
    found.refused("E05", "pick_event", rule="CQ-30", realm="P2", choices=("building_boom", "h6", "city"))
    found.do("pick_event", realm="P2", choices=("building_boom", "h7", "castle"))
    assert (found.place("h7").building, found.realm("P2").ep) == ("castle", 0)


def test_cq_30_ground_on_which_nothing_can_be_built_says_why() -> None:
    found = events("P1", "P2").put("h7", "P2", terrain="sea").put("h6", "P2")
    (where,) = found.drive("pick_event", realm="P2", choices=("building_boom",)).questions
    why = {one.id: one.why_not for one in where.options}
    assert (why["h7"], why["h6"]) == ("Nobody can own the sea.", "")


def test_cq_30_building_boom_replaces_and_may_be_declined() -> None:
    found = events("P1", "P2").put("h7", "P2", "castle", river=True)
    found.do("pick_event", realm="P2", choices=("building_boom", "h7", "port", True))
    assert found.place("h7").building == "port"
    found = events("P1", "P2")
    found.do("pick_event", realm="P2", choices=("building_boom", "nothing"))
    assert found.active == "P1"


BUILDS = ("castle", "city", "mine", "port")


@pytest.mark.parametrize("before", BUILDS)
@pytest.mark.parametrize("after", BUILDS)
def test_cq_30_what_would_be_lost_is_said_in_the_answer_and_asked_about(before, after) -> None:
    found = events("P1", "P2").put("h7", "P2", before, river=True)
    (where,) = found.drive("pick_event", realm="P2", choices=("building_boom",)).questions
    (what,) = found.drive("pick_event", realm="P2", choices=("building_boom", "h7")).questions
    option = next(one for one in what.options if one.id == after)
    if option.why_not:
        assert after == before or (before, after) in {("mine", "city"), ("port", "city")}
        return
    told = next(one.note for one in where.options if one.id == "h7")
    chosen = ("building_boom", "h7", after)
    if (before, after) == ("castle", "city"):
        assert option.note == ""
        found.do("pick_event", realm="P2", choices=chosen)
        assert found.place("h7").building == "city"
        return
    assert option.note == f"the {before} will be lost"
    assert f"{after} (the {before} will be lost)" in told
    (sure,) = found.drive("pick_event", realm="P2", choices=chosen).questions
    assert sure.text == f"Build a {after} at h7? That costs you the {before} there."
    assert sure.who == "side:P2"
    found.do("pick_event", realm="P2", choices=(*chosen, True))
    assert found.place("h7").building == after


def test_cq_30_who_keeps_what_stands_there_chooses_again() -> None:
    found = events("P1", "P2").put("h7", "P2", "mine", river=True)
    city = ("building_boom", "h8", "castle", False)
    progress = found.drive("pick_event", realm="P2", choices=city)
    assert [one.key for one in progress.questions] == ["boom2:P2"]
    found.do("pick_event", realm="P2", choices=(*city, "h7", "port", False, "h7", "castle", True))
    assert [found.place(one).building for one in ("h7", "h8")] == ["castle", "city"]
    found.do("pick_event", realm="P1", choices=("scouts",))
    again = events("P1", "P2")
    again.do("pick_event", realm="P2", choices=(*city, "nothing"))
    assert again.place("h8").building == "city"


def test_cq_31_ex_13_disaster() -> None:
    found = events("P1", "P2")
    found.put("a2", "P1", "castle").put("a3", "P1", "mine", river=True)
    found.do("pick_event", realm="P2", choices=("disaster", "P1"), dice=(4, 1, 1))
    assert [found.place(one).building for one in ("a1", "a2", "a3")] == ["city", "", ""]
    assert found.place("a2").owner == "P1"


def test_cq_31_a_besieged_fort_is_rolled_for_its_holder() -> None:
    found = events("P1", "P2", "P3").put("a2", "P3", "castle")
    found.state = found.state.put("sieges", Siege(id="a2", holder="P1", since=1))
    found.do("pick_event", realm="P3", choices=("disaster", "P1"), dice=(6, 1))
    assert found.place("a2").building == ""
    assert not found.state.sieges
    assert found.place("a2").owner == "P3"


def test_cq_32_and_34_and_38_events_stay_on_show() -> None:
    found = events("P1", "P2", "P3")
    found.do("pick_event", realm="P3", choices=("diplomacy", "P1"))
    shown = {one["event"]: one["taken_by"] for one in found.ask("events_open")}
    assert shown["diplomacy"] == "P3"
    assert shown["all_or_nothing"] == ""
    assert found.state.events["round:1:P3"].target == "P1"


def test_cq_33_and_36_scouts_and_elite_army_are_reminders() -> None:
    found = league("P1", "P2", phase="battle")
    battle = found.fight("P1", against="P2")
    for realm, event in (("P1", "scouts"), ("P2", "elite_army")):
        pick = Event(id=f"round:1:{realm}", round=1, realm=realm, event=event)
        found.state = found.state.put("events", pick)
    shown = {(one["rule"], one["realm"]) for one in found.ask("reminders", battle=battle)}
    assert shown == {("CQ-33", "P1"), ("CQ-36", "P2")}


def test_cq_33_scouts_on_both_sides_cancel() -> None:
    found = league("P1", "P2", "P3", phase="battle")
    battle = found.fight("P1", "P3", against="P2")
    for realm in ("P3", "P2"):
        found.state = found.state.put(
            "events", Event(id=f"round:1:{realm}", round=1, realm=realm, event="scouts")
        )
    assert all(one["rule"] != "CQ-33" for one in found.ask("reminders", battle=battle))


def test_cq_33_scouts_of_a_second_member_serve_the_whole_side() -> None:
    found = league("P1", "P2", "P3", "P4", phase="battle")
    battle = found.fight("P1", "P3", "P4", against="P2")
    pick = Event(id="round:1:P3", round=1, realm="P3", event="scouts")
    found.state = found.state.put("events", pick)
    shown = [(one["rule"], one["realm"]) for one in found.ask("reminders", battle=battle)]
    assert [realm for rule, realm in shown if rule == "CQ-33"] == ["P1", "P3", "P4"]
    added = [one for one in found.ask("modifiers", battle=battle) if one["reason"] == "Scouts"]
    assert added == [{"side": "attack", "reason": "Scouts", "amount": 1}]


def test_cq_36_elite_army_is_for_the_army_of_whoever_has_it() -> None:
    found = league("P1", "P2", "P3", phase="battle")
    battle = found.fight("P1", "P3", against="P2")
    pick = Event(id="round:1:P3", round=1, realm="P3", event="elite_army")
    found.state = found.state.put("events", pick)
    shown = [(one["rule"], one["realm"]) for one in found.ask("reminders", battle=battle)]
    assert [realm for rule, realm in shown if rule == "CQ-36"] == ["P3"]
    added = [one for one in found.ask("modifiers", battle=battle) if one["reason"] == "Elite Army"]
    assert added == [{"side": "attack", "reason": "Elite Army", "amount": 1}]


# Revenue


def mine(*, dice: tuple[int, ...], **fields: object) -> League:
    found = league("P1", "P2", phase="revenue").put("a2", "P1", "mine", **fields)
    found.do("collect", realm="P1", dice=dice)
    return found


def test_cq_37_and_39_ex_11_a_mine_built_by_the_boom_pays_at_once() -> None:
    found = events("P1", "P2").put("h7", "P2", river=True)
    found.do("pick_event", realm="P2", choices=("building_boom", "h7", "mine"))
    found.do("pick_event", realm="P1", choices=("scouts",))
    assert found.phase == "revenue"
    found.do("collect", realm="P2", dice=(3, 4))
    assert found.realm("P2").gold == 70
    assert found.phase == "challenge"


def test_cq_41_ex_16_and_17_equal_dice_exhaust_a_mine() -> None:
    found = mine(dice=(4, 4), river=True)
    assert (found.realm("P1").gold, found.place("a2").building) == (80, "")
    assert found.place("a2").owner == "P1"
    found = mine(dice=(5, 5, 2), terrain="mountain")
    assert (found.realm("P1").gold, found.place("a2").building) == (120, "mine")
    found = mine(dice=(5, 5, 5), terrain="mountain")
    assert (found.realm("P1").gold, found.place("a2").building) == (150, "")


def test_cq_40_ex_18_mountain_with_river_rolls_three_dice() -> None:
    found = mine(dice=(1, 2, 3), terrain="mountain", river=True)
    assert found.realm("P1").gold == 60


def test_cq_42_gold_is_kept() -> None:
    found = league("P1", "P2", phase="revenue").put("a2", "P1", "mine", river=True).give("P1", gold=950)
    found.do("collect", realm="P1", dice=(6, 5))
    assert found.realm("P1").gold == 1060


def test_cq_44_only_mines_pay() -> None:
    found = league("P1", "P2", phase="revenue")
    found.put("a2", "P1", "castle").put("a3", "P1", "port", shore=True)
    assert found.waiting() == []


def test_cq_45_a_mine_is_rolled_for_once() -> None:
    found = league("P1", "P2", phase="revenue").put("a2", "P1", "mine", river=True)
    found.put("h7", "P2", "mine", river=True)
    found.do("collect", realm="P1", dice=(3, 4))
    found.refused("X19", "collect", realm="P1")
    assert found.realm("P1").gold == 70
    progress = found.drive("collect", realm="P2")
    assert {q.key for q in progress.questions} == {"mine:h7:1", "mine:h7:2"}
    assert all(isinstance(q, Roll) for q in progress.questions)


@pytest.mark.parametrize("event", EVERY)
def test_cq_25_every_event_can_be_taken(event) -> None:
    found = events("P1", "P2").put("h7", "P2")
    choices = {
        "building_boom": (event, "h7", "castle"),
        "fools_gold": (event, "P1"),
        "diplomacy": (event, "P1"),
        "disaster": (event, "P1"),
    }
    dice = (6,) if event == "disaster" else ()
    found.do("pick_event", realm="P2", choices=choices.get(event, (event,)), dice=dice)
    assert found.state.events["round:1:P2"].event == event
