"""Sieges and battles at sea: CQ-128 … CQ-149."""

from __future__ import annotations

from typing import Any

import pytest

from rules.conquest.playing.closing_battles import dropped_by_closing
from rules.conquest.state import Advantage, Event, Siege
from rules.conquest.telling.entries import tell
from tests.rules.conquest.play import League, league


def besieger(ep: int = 9, **settings: Any) -> League:
    """P1 at h1 has beaten P2, whose castle stands at h2."""
    found = league("P2", "P3", "P1", **{"siege": True, **settings}).give("P1", ep=ep).beat("P1", "P2")
    return found.put("h2", "P2", "castle")


def under_siege(**settings: Any) -> League:
    found = besieger(**settings)
    found.do("besiege", realm="P1", territory="h2", choices=(True,))
    return found


def next_round(found: League, phase: str = "battle", active: str = "") -> League:
    from dataclasses import replace

    number = found.state.now.round + 1
    old = found.state.rounds[f"round:{number - 1}"]
    found.state = found.state.put("rounds", replace(old, id=f"round:{number}", number=number))
    found.state = found.state.change("campaign", "campaign", round=number)
    return found.enter(phase, active)


def test_cq_128_a_siege_needs_the_option_a_fort_and_a_yes() -> None:
    found = besieger(siege=False)
    found.refused("X03", "besiege", realm="P1", territory="h2")
    found = besieger().put("g1", "P2")
    found.refused("X11", "besiege", realm="P1", territory="g1")
    (question,) = found.drive("besiege", realm="P1", territory="h2").questions
    assert question.who == "side:P2"
    found.do("besiege", realm="P1", territory="h2", choices=(False,))
    assert found.realm("P1").ep == 9
    said = found.refused("E28", "besiege", realm="P1", territory="h2")
    assert said == "P2 has not agreed to a siege."
    found.do("conquer", realm="P1", territory="h2")
    assert found.realm("P1").ep == 5


def test_cq_128_a_siege_asks_what_a_conquest_asks() -> None:
    found = besieger().put("g1", "P3", "city").put("c3", "P2", "city").put("h3")
    found.refused("E24", "besiege", realm="P1", territory="g1")
    found.refused("E20", "besiege", realm="P1", territory="c3")
    found.refused("E23", "besiege", realm="P1", territory="h3")
    found.give("P1", ep=1).refused("E19", "besiege", realm="P1", territory="h2")


def test_cq_129_the_start_costs_two_and_more_on_a_mountain() -> None:
    assert under_siege().realm("P1").ep == 7
    found = besieger(siege_start_cost=3).put("h2", "P2", "castle", terrain="mountain")
    found.do("besiege", realm="P1", territory="h2", choices=(True,))
    assert found.realm("P1").ep == 5


def test_cq_130_banner_and_fort_part_ways() -> None:
    found = under_siege()
    assert found.place("h2").owner == "P1"
    assert found.state.sieges["h2"].holder == "P2"
    assert (found.size("P1"), found.size("P2")) == (5, 5)


def test_cq_131_and_136_one_siege_battle_a_round_from_the_next_on() -> None:
    found = under_siege().enter("battle")
    found.refused("E29", "assault", realm="P1", territory="h2")
    next_round(found)
    found.refused("X22", "assault", realm="P3", territory="h2")
    found.do("assault", realm="P1", territory="h2", choices=(True,))
    battle = "round:2:siege:h2"
    found.refused("X18", "report_outcome", battle=battle, realm="P3", outcome="defend")
    found.do("report_outcome", battle=battle, realm="P2", outcome="defend")
    found.fight("P1", against="P3")
    found.do("confirm", battle=battle, realm="P1")
    assert found.state.sieges["h2"].holder == "P2"
    assert found.realm("P1").ep == 7
    found.refused("E29", "assault", realm="P1", territory="h2")


def test_cq_131_a_holder_who_calls_the_battle_is_told_that_the_besieger_does() -> None:
    found = next_round(under_siege())
    said = found.refused("X36", "assault", realm="P2", territory="h2")
    assert (
        said
        == "P1 is besieging this fort, so only they can call for a battle; you can then accept or decline."
    )
    said = found.refused("X22", "assault", realm="P3", territory="h2")
    assert said == "Only the besieger and the holder can fight for the fort."


def test_cq_131_nobody_is_forced_to_fight_for_the_fort() -> None:
    found = next_round(under_siege())
    found.do("assault", realm="P1", territory="h2", choices=(False,))
    assert not [one for one in found.state.battles.values() if one.kind == "siege"]


def test_cq_132_and_133_ex_60_relief_without_surcharge_or_border() -> None:
    found = next_round(under_siege(), "conquest", "P2").give("P2", ep=3).beat("P2", "P1").put("h3", "P1")
    found.refused("E20", "conquer", realm="P2", territory="h3")
    found.do("conquer", realm="P2", territory="h2")
    assert (found.place("h2").owner, found.realm("P2").ep) == ("P2", 0)
    assert not found.state.sieges
    assert found.size("P2") == 6


def test_cq_133_the_besiegers_banner_borders() -> None:
    found = under_siege()
    found.do("claim", realm="P1", territory="h3")
    assert found.place("h3").owner == "P1"


def test_cq_134_nobody_builds_or_plunders_there_and_a_third_takes_the_siege_over() -> None:
    found = under_siege()
    found.refused("E30", "build", realm="P1", territory="h2", building="city")
    found.state = found.state.change("campaign", "campaign", active="P3")
    found.give("P3", ep=9).beat("P3", "P1").put("g2", "P3")
    found.refused("E30", "plunder", realm="P3", territory="h2")
    found.refused("E30", "besiege", realm="P3", territory="h2")
    found.do("conquer", realm="P3", territory="h2")
    assert (found.place("h2").owner, found.realm("P3").ep) == ("P3", 6)
    siege = found.state.sieges["h2"]
    assert (siege.holder, siege.since) == ("P2", 1)


def test_cq_135_a_fort_destroyed_ends_the_siege() -> None:
    found = under_siege().enter("events", "P3")
    found.do("pick_event", realm="P3", choices=("disaster", "P2"), dice=(6, 1))
    assert not found.state.sieges
    assert (found.place("h2").owner, found.size("P1")) == ("P1", 6)


# The sea


def sea(**settings: Any) -> League:
    """P1 (acting), P2 and P3 have signed on; shore at a2, where nobody is yet."""
    found = league("P2", "P3", "P1", **{"naval": True, **settings}).give("P1", ep=9)
    for one in ("P1", "P2", "P3"):
        found.do("sign_on", realm=one)
    found.beat("P1", "P2").beat("P2", "P1")
    return found.put("h2", "P2", "castle", shore=True).put("g1", "P1", "port", shore=True)


def advantage(found: League, holder: str, over: str) -> League:
    new = Advantage(id=f"{holder}>{over}", holder=holder, over=over, since=1)
    found.state = found.state.put("advantages", new)
    return found


def fought(found: League, attacker: str, defender: str, outcome: str) -> League:
    battle = found.fight(attacker, against=defender, kind="sea")
    found.fight("P1", against="P2")
    found.do("report_outcome", battle=battle, realm=attacker, outcome=outcome)
    found.do("confirm", battle=battle, realm=defender)
    return found


def held(found: League) -> set[str]:
    return set(found.state.advantages)


def test_cq_137_only_with_sea_and_for_those_who_signed_on() -> None:
    found = league("P1", "P2", phase="battle")
    found.refused("X08", "sign_on", realm="P1")
    found = league("P1", "P2", phase="battle", naval=True).put("c3", river=True)
    found.do("sign_on", realm="P1")
    found.refused("X21", "sail", realm="P1", defender="P2")
    found.put("c3", shore=True)
    found.refused("X15", "sail", realm="P1", defender="P2")
    found.do("sign_on", realm="P2")
    found.do("sail", realm="P1", defender="P2")


def test_cq_138_a_sea_battle_is_voluntary_and_one_for_each_pair() -> None:
    found = sea().enter("battle")
    found.fight("P1", against="P2")
    found.do("sail", realm="P1", defender="P2")
    found.refused("X16", "sail", realm="P2", defender="P1")
    block = Event(id="round:1:P3", round=1, realm="P3", event="diplomacy", target="P1")
    found.state = found.state.put("events", block)
    found.refused("E11", "sail", realm="P1", defender="P3")
    found.do("sail", realm="P3", defender="P1")


def test_cq_138_nobody_waits_for_ever_for_a_sea_battle() -> None:
    found = sea().enter("battle")
    found.do("sail", realm="P1", defender="P2")
    assert found.ask("silence")[0]["do"] == "conquest.strike"
    found.do("close_battles")
    assert found.phase == "conquest"


def test_cq_139_the_winner_gains_the_advantage_a_draw_changes_nothing() -> None:
    assert held(fought(sea().enter("battle"), "P1", "P2", "attack")) == {"P1>P2"}
    assert held(fought(sea().enter("battle"), "P1", "P2", "defend")) == {"P2>P1"}
    assert held(fought(advantage(sea(), "P1", "P2").enter("battle"), "P1", "P2", "draw")) == {"P1>P2"}


def test_cq_140_ex_61_shores_are_cheaper_or_dearer() -> None:
    found = advantage(sea(), "P1", "P2")
    assert found.ask("price", realm="P1", act="conquer", territory="h2") == 3
    found.put("g2", "P1", terrain="mountain", shore=True)
    assert found.ask("price", realm="P2", act="conquer", territory="g2") == 5
    found.put("h3", "P2")
    assert found.ask("price", realm="P1", act="conquer", territory="h3") == 3


def test_cq_140_the_advantage_is_over_shores_a_river_is_none() -> None:
    found = advantage(sea(), "P1", "P2").put("h3", "P2", river=True).put("g2", "P1", river=True)
    assert found.ask("price", realm="P1", act="conquer", territory="h3") == 3
    assert found.ask("price", realm="P2", act="conquer", territory="g2") == 3
    found.put("h3", "P2", river=True, shore=True).put("g2", "P1", river=True, shore=True)
    assert found.ask("price", realm="P1", act="conquer", territory="h3") == 2
    assert found.ask("price", realm="P2", act="conquer", territory="g2") == 4


def test_cq_141_a_victory_on_land_is_needed_still() -> None:
    found = advantage(sea(), "P1", "P3").put("h3", "P3", shore=True).put("h4", "P1")
    found.refused("E24", "conquer", realm="P1", territory="h3")


def test_cq_142_ex_62_defeat_at_sea_ends_every_advantage() -> None:
    found = advantage(advantage(sea(), "P1", "P2"), "P1", "P3").enter("battle")
    assert held(fought(found, "P3", "P1", "attack")) == {"P3>P1"}
    found = advantage(advantage(sea(naval_extra="one_lost"), "P1", "P2"), "P1", "P3").enter("battle")
    assert held(fought(found, "P3", "P1", "attack")) == {"P1>P2", "P3>P1"}


def test_cq_142_an_advantage_outlasts_the_round() -> None:
    found = next_round(advantage(sea(), "P1", "P2"), "conquest", "P1").beat("P1", "P2")
    assert found.ask("price", realm="P1", act="conquer", territory="h2") == 3


def test_cq_143_no_shore_port_no_shores() -> None:
    found = advantage(sea(), "P1", "P2").put("g1", "P1", "port", river=True, shore=False)
    found.refused("E31", "conquer", realm="P1", territory="h2")
    found.do("sign_on", realm="P1", sails=False)
    found.do("conquer", realm="P1", territory="h2")
    found = advantage(sea(naval_port="discount_only"), "P1", "P2")
    found.put("g1", "P1", "port", river=True, shore=False)
    assert found.ask("price", realm="P1", act="conquer", territory="h2") == 4
    found.do("conquer", realm="P1", territory="h2")


def test_cq_158_the_relief_of_ones_own_fort_needs_no_shore_port() -> None:
    found = sea(siege=True).put("g1", "P1").put("h2", "P2", "castle", shore=True).put("h3", "P2", shore=True)
    found.refused("E31", "conquer", realm="P1", territory="h3")
    found.refused("E31", "conquer", realm="P1", territory="h2")
    found.state = found.state.put("sieges", Siege(id="h2", holder="P1", since=1))
    found.refused("E31", "conquer", realm="P1", territory="h3")
    found.do("conquer", realm="P1", territory="h2")
    assert (found.place("h2").owner, found.realm("P1").ep) == ("P1", 6)
    assert not found.state.sieges


def test_cq_144_only_conquest_and_siege_change_their_price() -> None:
    found = advantage(sea(siege=True), "P1", "P2").put("c3", shore=True).put("h3", "P2", shore=True)
    places = {"conquer": "h2", "besiege": "h2", "raid": "h2", "plunder": "h3"}  # castles are not plundered
    prices = {act: found.ask("price", realm="P1", act=act, territory=place) for act, place in places.items()}
    assert prices == {"conquer": 3, "besiege": 1, "raid": 1, "plunder": 2}
    assert found.ask("price", realm="P1", act="claim", territory="c3") == 2
    found.state = found.state.put("sieges", Siege(id="h2", holder="P1", since=1))
    assert found.ask("price", realm="P1", act="conquer", territory="h2") == 3


# Objectives and generals


def shown(found: League) -> list[tuple[str, str]]:
    battle = found.enter("battle").fight("P1", against="P2")
    return [(one["rule"], one["realm"]) for one in found.ask("reminders", battle=battle)]


def test_cq_145_and_146_and_147_and_148_objectives_follow_the_banner() -> None:
    found = league("P1", "P2", "P3")
    found.put("a2", "P1", objective="mage_tower").put("a3", "P1", objective="orc_idol")
    found.put("b5", "P2", "castle", objective="dwarf_brewery")
    assert shown(found) == [("CQ-145", "P1"), ("CQ-147", "P1"), ("CQ-146", "P2")]
    found.put("b5", "P1", "castle")
    found.state = found.state.put("sieges", Siege(id="b5", holder="P2", since=1))
    assert shown(found) == [("CQ-145", "P1"), ("CQ-147", "P1"), ("CQ-146", "P1")]
    assert shown(league("P1", "P2", objectives=False).put("a2", "P1", objective="mage_tower")) == []


@pytest.mark.parametrize(
    ("options", "objective", "name"),
    [({}, "mage_tower", "Mage Tower: "), ({"general_abilities": True}, "", "")],
)
def test_cq_71_and_145_a_reminder_says_what_there_is_to_have_in_mind(
    options: dict[str, Any], objective: str, name: str
) -> None:
    found = league("P1", "P2", **options).put("a2", "P1", objective=objective)
    battle = found.enter("battle").fight("P1", "P2", against="P2")
    told = found.ask("reminders", battle=battle)
    assert told
    assert all(set(one) == {"rule", "text", "realm"} and len(one["text"]) > len(name) for one in told)
    assert any(one["text"].startswith(name) for one in told)


def test_cq_149_generals_abilities_are_an_option() -> None:
    assert shown(league("P1", "P2", general_abilities=True)) == [("CQ-149", ""), ("CQ-149", "")]
    assert shown(league("P1", "P2")) == []


def test_cq_23_closing_the_battles_names_those_it_drops_before_and_afterwards() -> None:
    found = sea().enter("battle")
    found.do("sail", realm="P1", defender="P2")
    assert dropped_by_closing(found.state) == [
        "P1 against P2 at sea: not reported, so this battle will be dropped."
    ]
    (battle,) = [key for key, one in found.state.battles.items() if one.kind == "sea"]
    found.do("report_outcome", realm="P1", battle=battle, outcome="attack")
    (said,) = dropped_by_closing(found.state)
    assert "Unless the other side agrees to the report or an organiser decides first" in said
    land = found.fight("P1", against="P2")
    assert found.refused("E18", "close_battles").startswith("1 battle is still open (P1 against P2).")
    found.do("strike", battle=land)
    effects = found.do("close_battles")
    names = {battle: found.state.called("battles", battle)}
    said = str(tell("conquest.close_battles", {}, {}, effects, lambda one: names.get(one, one)))
    dropped = "this battle was not decided and is dropped: P1 against P2 at sea"
    assert said.startswith(f"The battle phase is closed; {dropped}")
