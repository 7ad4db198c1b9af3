"""Treasury and winning: CQ-118 … CQ-127."""

from __future__ import annotations

from typing import Any

import pytest

from rules.conquest import GAME
from rules.conquest.effects import BattleStruck
from rules.conquest.league_effects import RealmOut
from rules.conquest.state import Siege
from rules.engine.procedure import drive
from tests.rules.conquest.play import League, league, side


def near_the_end(**settings: Any) -> League:
    """P1 (acting) has 7 territories with 2 cities: size 9."""
    found = league("P2", "P3", "P1", **settings).give("P1", ep=9)
    home = found.realm("P1").capital
    assert home == "h1"
    for one in ("h2", "h3", "h4", "h5", "h6"):
        found.put(one, "P1")
    return found.put("g1", "P1", "city")


def test_cq_118_gold_never_buys_land_or_buildings() -> None:
    found = league("P2", "P1").give("P1", gold=5000, ep=0)
    found.refused("E19", "claim", realm="P1", territory="h7")
    found.refused("E19", "build", realm="P1", territory=found.realm("P1").capital, building="castle")
    assert found.realm("P1").gold == 5000


def test_cq_119_the_treasury_is_never_below_zero() -> None:
    found = league("P2", "P1").give("P1", gold=30)
    found.refused("X35", "grant", realm="P1", gold=-31, words="fine")
    found.do("grant", realm="P1", gold=-30, words="fine")
    assert found.realm("P1").gold == 0


def test_cq_119_of_hidden_gold_an_organiser_takes_what_is_there() -> None:
    found = league("P2", "P1").give("P1", gold=30)
    found.state = found.state.change("campaign", "campaign", settings=(("gold_public", False),))
    found.do("grant", realm="P1", gold=-900, words="fine")
    assert found.realm("P1").gold == 0


def test_cq_120_a_raid_stops_at_what_is_guarded_the_owner_does_not() -> None:
    found = league("P2", "P1").give("P1", ep=2).give("P2", gold=40)
    found.do("raid", realm="P1", territory="a1", dice=(6, 6))
    assert found.realm("P2").gold == 25
    found.do("raid", realm="P1", territory="a1", dice=(6, 6))
    assert (found.realm("P2").gold, found.realm("P1").gold) == (25, 15)
    battle = found.enter("battle").fight("P1", against="P2")
    found.do("commit_gold", battle=battle, choices=(0, 25))
    assert found.realm("P2").gold == 0


def test_cq_121_and_127_ex_57_reaching_the_target_wins_at_once() -> None:
    found = near_the_end()
    assert found.size("P1") == 18
    found.do("claim", realm="P1", territory="h7")
    assert (found.phase, found.state.now.winner, found.state.now.victory) == ("finished", "P1", "size")
    said = found.refused("E36", "claim", realm="P1", territory="g2")
    assert said == "The league is over: P1 has won."


def test_cq_122_ex_58_conquering_the_last_territory_wins() -> None:
    found = league("P4", "P2", "P1").give("P1", ep=9).beat("P1", "P4")
    found.put("a1").put("h2", "P4")
    *_, won = found.do("conquer", realm="P1", territory="h2")
    assert (found.state.now.winner, found.state.now.victory) == ("P1", "knockout")
    assert won.rule == "CQ-122"


def test_cq_122_the_option_of_no_knock_out() -> None:
    found = league("P4", "P2", "P1", knockout_wins=False).give("P1", ep=9).beat("P1", "P4")
    found.put("a1").put("h2", "P4")
    found.do("conquer", realm="P1", territory="h2")
    assert found.state.now.winner == ""
    assert found.realm("P4").status == "eliminated"


def test_cq_123_and_131_ex_59_a_half_is_not_enough_but_the_fort_is() -> None:
    found = near_the_end(siege=True).beat("P1", "P2").put("h7", "P2", "city")
    found.do("besiege", realm="P1", territory="h7", choices=(True,))
    assert (found.size("P1"), found.state.now.winner, found.realm("P1").ep) == (19, "", 7)
    found.state = found.state.change("campaign", "campaign", round=2)
    found.enter("battle")
    found.do("assault", realm="P1", territory="h7", choices=(True,))
    battle = "round:2:siege:h7"
    found.do("report_outcome", battle=battle, realm="P1", outcome="attack")
    found.do("confirm", battle=battle, realm="P2")
    assert found.size("P1") == 22
    assert found.state.now.winner == "P1"


def test_cq_124_building_a_city_wins() -> None:
    found = near_the_end().put("h6", "P1", "castle", terrain="plain")
    found.do("build", realm="P1", territory="h6", building="city")
    assert found.state.now.winner == "P1"


@pytest.mark.parametrize(("option", "winner"), [("eliminates", ""), ("wins", "P1")])
def test_cq_125_plundering_the_last_territory(option, winner) -> None:
    found = league("P2", "P3", "P1", plunder_last_tile=option).give("P1", ep=9).beat("P1", "P2")
    found.put("a1").put("c3", "P2")
    battle = found.fight("P3", against="P2")
    effects = found.do("plunder", realm="P1", territory="c3")
    gone = [one for one in effects if isinstance(one, RealmOut | BattleStruck)]
    assert [(one.rule, one.words) for one in gone] == [("CQ-125", "")] * 2
    assert found.state.battles[battle].status == "struck"
    assert found.realm("P2").status == "eliminated"
    assert found.state.now.winner == winner


def test_cq_125_refused_by_option_and_the_last_one_left_wins() -> None:
    found = league("P2", "P1", plunder_last_tile="refuse").give("P1", ep=9).beat("P1", "P2")
    found.put("a1").put("c3", "P2")
    found.refused("X07", "plunder", realm="P1", territory="c3")
    found = league("P2", "P1").give("P1", ep=9).beat("P1", "P2").put("a1").put("c3", "P2")
    found.do("plunder", realm="P1", territory="c3")
    assert (found.state.now.winner, found.state.now.victory) == ("P1", "last")


def test_cq_126_whoever_holds_a_besieged_fort_is_still_in() -> None:
    found = league("P2", "P3", "P1", siege=True).give("P1", ep=9).beat("P1", "P2")
    found.put("a1").put("h2", "P2", "castle")
    found.do("besiege", realm="P1", territory="h2", choices=(True,))
    assert found.realm("P2").status == "active"
    found.state = found.state.change("campaign", "campaign", round=2)
    found.enter("battle")
    found.do("assault", realm="P1", territory="h2", choices=(True,))
    battle = "round:2:siege:h2"
    found.do("report", battle=battle, realm="P1", attack=side("P1", 9), defend=side("P2", withdrew=True))
    found.do("confirm", battle=battle, realm="P2")
    assert (found.state.now.winner, found.state.now.victory) == ("P1", "knockout")


def test_cq_24_nobody_else_acts_after_a_victory() -> None:
    found = near_the_end()
    effects = found.do("claim", realm="P1", territory="h7")
    assert effects[-1].effect == "conquest.won"
    found.refused("E36", "end_turn", realm="P1")
    found.refused("E36", "enlist", colour="new")


def test_cq_135_disaster_on_a_held_fort_can_lift_the_besieger_to_the_target() -> None:
    found = near_the_end().put("h7", "P1", "castle")
    found.state = found.state.put("sieges", Siege(id="h7", holder="P2", since=1))
    found.enter("events", "P3")
    found.do("pick_event", realm="P3", choices=("disaster", "P2"), dice=(6, 1))
    assert found.state.now.winner == "P1"


# After a victory nothing more is done


NAMED = "rename"  # moderating a name stays; stepping back is no act of the rules
FACTS: dict[str, Any] = {"hosts": []}
ANY: dict[str, Any] = {
    "battle": "round:1:P1:P2", "realm": "P1", "territory": "a1", "defender": "P2", "owner": "P1",
    "attack": FACTS, "defend": FACTS, "outcome": "attack", "points": 1000, "settings": {"gold_public": False},
    "map": {"ground": {}, "places": [], "links": []}, "colour": "c1", "mode": "team", "building": "mine",
    "fields": {"river": True}, "place": {"id": "z9"}, "near": [], "a": "a1", "b": "a2", "round": 1, "turn": 1,
}  # fmt: skip


def wanted(act: str) -> dict[str, Any]:
    """What an act cannot do without; a new kind of parameter wants a line in `ANY`."""
    fields = GAME.procedures[f"conquest.{act}"].params.model_fields
    return {name: ANY[name] for name, field in fields.items() if field.is_required()}


@pytest.mark.parametrize("act", sorted(name.removeprefix("conquest.") for name in GAME.procedures))
@pytest.mark.parametrize("paused", [False, True])
def test_cq_127_after_a_victory_every_act_is_refused_but_moderating_a_name(act, paused) -> None:
    found = near_the_end(naval=True, siege=True).give("P1", sails=True)
    found.fight("P1", against="P2")
    found.do("claim", realm="P1", territory="h7")
    found.state = found.state.change("campaign", "campaign", paused=paused)
    if act == NAMED:
        found.do(act, realm="P1", colour=found.realm("P1").colour, name="Moderated")
        assert found.realm("P1").name == "Moderated"
        found.refused("E36", act, realm="P1", colour="another", name="Moderated")
    else:
        assert found.refused("E36", act, **wanted(act)) == "The league is over: P1 has won."


def test_cq_127_a_correction_that_reaches_behind_a_victory_notes_it_once() -> None:
    found = near_the_end()
    found.do("claim", realm="P1", territory="h7")
    told = drive(found.start("end_turn", realm="P1"), lambda question: None, enforce=False)
    assert [one.sentence for one in told.notes].count("The league is over: P1 has won.") == 1
