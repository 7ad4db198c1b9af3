"""Playing and reporting: OPR-30 to OPR-36, OPR-72, abandoned missions and quick reports."""

from dataclasses import replace
from typing import Any

import pytest

from rules.engine.questions import Roll
from rules.opr import GAME
from rules.opr.reports.facts import ended_at_once, objective_doubt, objective_known, out_before, winner_known
from rules.opr.state import Kill
from tests.rules.opr.play import (
    AOFS,
    GF,
    League,
    facts,
    league_of,
    playing,
    refusal,
)


def test_opr_30_e_26_a_tie_is_no_result() -> None:
    league = playing()
    for winners in ("", "AB"):
        refused = refusal(league, "result", **facts(league, winners))
        assert refused.rule == "OPR-30"
        assert "Play another round" in refused.sentence
    league.result("A", rounds=7)  # no upper bound
    assert league.mission.round == 7


def test_opr_30_a_win_before_round_4_is_fine_but_one_round_there_was() -> None:
    league = playing()
    assert refusal(league, "result", **{**facts(league, "A"), "rounds": 0}).rule == "OPR-30"
    league.result("A", rounds=2)


def test_opr_30_a_result_that_looks_unfinished_is_asked_about() -> None:
    league = playing()
    doubtful = {**facts(league, "A"), "rounds": 1}
    ask = "Only one round, no unit out and nobody conceded. Did the mission really end like that?"
    assert ended_at_once(league.state, doubtful) == ask
    assert ended_at_once(league.state, {**doubtful, "mission": "gone"}) == ask
    fine: dict[str, Any] = {"rounds": 2, "kills": [league.kill("B1")], "app_kills": [{}], "conceded": ["B"]}
    for field, value in fine.items():
        assert ended_at_once(league.state, {**doubtful, field: value}) == ""
    league.do("concede", mission=league.mission.id, warband=league.warband("B").id, round=1)
    assert ended_at_once(league.state, doubtful) == ""


def test_opr_31_e_27_gf_concedes_at_the_start_of_a_round_only() -> None:
    for edition, fine in ((AOFS, True), (GF, False)):
        league = playing(edition=edition)
        at: dict[str, Any] = {"mission": league.mission.id, "warband": league.warband("A").id, "round": 2}
        if fine:
            league.do("concede", **at, moment="rout_test")
            assert (league.side("A").conceded, league.side("A").moment) == (2, "rout_test")
        else:
            assert refusal(league, "concede", **at, moment="rout_test").rule == "OPR-31"
            league.do("concede", **at)


def test_opr_31_a_44_e_28_who_concedes_keeps_everybody_still_standing() -> None:
    league = playing()
    at: dict[str, Any] = {"mission": league.mission.id, "warband": league.warband("B").id}
    before = league.warband("B").pool
    league.do("concede", **at, round=2)
    league.result("A", league.kill("B1", "A1", round=1), rounds=2)
    assert league.ask("who_rolls", **at) == [league.unit("B1").id]
    assert league.warband("B").pool - before == 40
    league.step("casualties", "B", dice=[3])
    league.step("experience", "B")
    assert [league.unit(f"B{n}").xp for n in range(4)] == [1, 0, 1, 1]


def test_opr_31_a_44_the_last_one_left_has_won() -> None:
    league = playing(4, 4, 4)
    at: dict[str, Any] = {"mission": league.mission.id, "round": 1}
    league.do("concede", **at, warband=league.warband("A").id)
    assert refusal(league, "concede", **at, warband=league.warband("A").id).rule == "OPR-31"
    league.do("concede", **at, warband=league.warband("B").id)
    assert refusal(league, "concede", **at, warband=league.warband("C").id).rule == "OPR-31"
    assert refusal(league, "result", **facts(league, "A")).rule == "OPR-31"
    league.result("C", rounds=1)


def test_opr_30_of_two_whoever_alone_still_stands_must_have_won() -> None:
    league = playing()
    out = [Kill(one) for one in league.side("B").fielded]
    assert winner_known(league.mission, out) == league.warband("A").id
    assert winner_known(league.mission, out[1:]) == ""


def test_opr_31_who_left_cannot_be_taken_out_later() -> None:
    league = playing()
    gone = {league.warband("B").id: 2}
    late = [league.kill("B1", "A1", round=2)]
    assert refusal(league, "result", **facts(league, "A"), conceded=gone, kills=late).rule == "OPR-31"
    league.result("A", league.kill("B1", "A1", round=1), conceded=gone)
    assert league.side("B").conceded == 2


def test_opr_31_nobody_concedes_after_the_last_round() -> None:
    league = playing(concede_min_round="3")
    gone = {league.warband("B").id: 9}
    refused = refusal(league, "result", **{**facts(league, "A"), "rounds": 2}, conceded=gone)
    assert (refused.rule, refused.sentence) == ("OPR-31", "The mission had 2 rounds.")


def test_opr_31_the_moment_can_be_reported_afterwards() -> None:
    league = playing()
    b = league.warband("B").id
    kills = [league.kill("B1", "A1", round=2)]
    seen = league.ask(
        "check_report", **facts(league, "A"), kills=kills, conceded={b: 2}, moments={b: "rout_test"}
    )
    assert [one["conceded"] for one in seen["sides"]] == [0, 2]
    league.result("A", *kills, conceded={b: 2}, moments={b: "rout_test"})
    assert league.side("B").moment == "rout_test"


def test_opr_31_a_44_a_club_may_pay_only_those_who_hold_out() -> None:
    league = playing(concede_min_round="3")
    pool = league.warband("B").pool
    league.result("A", conceded={league.warband("B").id: 2})
    assert league.warband("B").pool == pool
    other = playing(concede_min_round="3")
    other.result("A", conceded={other.warband("B").id: 3})
    assert other.warband("B").pool == pool + 40


def test_opr_32_a_19_one_event_die_a_round() -> None:
    league = playing()
    league.round(4)
    assert refusal(league, "round", mission=league.mission.id, round=1, dice=[1]).rule == "OPR-32"
    assert refusal(league, "round", mission=league.mission.id, round=3, dice=[1]).rule == "OPR-32"
    league.round(1)
    assert [(check.round, check.die) for check in league.mission.checks] == [(1, 4), (2, 1)]


def test_opr_32_e_70_events_on_five_and_six() -> None:
    league = playing()
    for dice in ([4], [5, 24], [6, 24], [2]):
        league.round(*dice)
    assert [event.round for event in league.mission.events] == [2, 3]


def test_opr_32_the_faces_say_which_bring_an_event() -> None:
    league = playing()
    check = league.open_questions("round", mission=league.mission.id, round=1)[0]
    assert isinstance(check, Roll)
    assert [face.label for face in check.faces] == ["Nothing"] * 4 + ["A random event"] * 2


def test_opr_32_a_19_or_one_die_for_each_player() -> None:
    league = playing(event_dice="each")
    at: dict[str, Any] = {"mission": league.mission.id, "round": 1}
    assert refusal(league, "round", **at, dice=[1]).rule == "OPR-32"
    mine = league.warband("A").id
    assert league.open_questions("round", **at, warband=mine)[0].who == f"side:{mine}"
    for name in "AB":
        league.do("round", **at, warband=league.warband(name).id, dice=[1])
    assert refusal(league, "round", **at, warband=league.warband("A").id, dice=[1]).rule == "OPR-32"
    assert len(league.mission.checks) == 2


def test_opr_32_the_die_of_the_whole_table_is_nobodys() -> None:
    league = playing()
    at = {"mission": league.mission.id, "round": 1}
    assert league.open_questions("round", **at)[0].who == "table"
    assert refusal(league, "round", **at, warband=league.warband("A").id, dice=[1]).key == "warband"


def test_opr_33_e_69_the_first_die_is_the_tens() -> None:
    league = playing()
    league.round(5, 43)
    question = league.asked[1].question
    assert league.mission.events[0].code == 43
    assert question.kind == "roll"
    assert getattr(question, "die", "") == "D66"


def test_opr_33_the_same_event_may_come_again() -> None:
    league = playing()
    league.round(5, 24)
    league.round(5, 24)
    assert [event.code for event in league.mission.events] == [24, 24]


def test_opr_34_the_warband_is_drawn_before_the_unit() -> None:
    league = playing(3, 5)
    league.round(5, 54, choices=[league.warband("A").id, league.unit("A2").id])
    draws = [one.question for one in league.asked if one.question.kind == "draw"]
    assert [len(draw.options) for draw in draws] == [2, 3]  # type: ignore[attr-defined]


def test_opr_34_a_20_only_who_stands_on_the_table_is_drawn() -> None:
    league = playing(3, 3)
    league.round(5, 54, gone=["A0", "A1", "A2", "B0"], choices=[league.unit("B2").id])
    draws = [one.question for one in league.asked if one.question.kind == "draw"]
    assert [len(draw.options) for draw in draws] == [2]  # type: ignore[attr-defined]
    league.round(5, 54, gone=["A0", "A1", "A2", "B0", "B1"])
    assert league.mission.events[-1].units == (league.unit("B2").id,)
    league.round(5, 54, gone=["A0", "A1", "A2", "B0", "B1", "B2"])
    assert league.mission.events[-1].outcome == "no_target"


def test_opr_34_a_20_or_another_event_is_rolled_when_nobody_fits() -> None:
    league = playing(3, 3, event_no_target="reroll")
    everybody = [f"{side}{n}" for side in "AB" for n in range(3)]
    league.round(5, 54, 61, 24, gone=everybody)
    assert [event.code for event in league.mission.events] == [24]


REWARDS = [(AOFS, (2, 20), (0, 40)), (GF, (2, 150), (0, 300))]


@pytest.mark.parametrize(("edition", "winner", "loser"), REWARDS)
def test_opr_35_rewards(edition: str, winner: tuple[int, int], loser: tuple[int, int]) -> None:
    league = playing(edition=edition)
    before = {name: league.warband(name).pool for name in "AB"}
    league.result("A")
    got = [(league.warband(one).vp, league.warband(one).pool - before[one]) for one in "AB"]
    assert got == [winner, loser]


def test_opr_35_e_25_one_winner_and_three_losers() -> None:
    league = playing(4, 4, 4, 4)
    before = {one.id: one.pool for one in league.state.active}
    league.result("C")
    gains = [(one.vp, one.pool - before[one.id]) for one in league.state.active]
    assert gains == [(0, 40), (0, 40), (2, 20), (0, 40)]


def with_objective(league: League, name: str, objective: str) -> None:
    league.do("open_mission", warbands=[one.id for one in league.state.active])
    at: dict[str, Any] = {"mission": league.mission.id, "warband": league.warband(name).id}
    faces = {"mastery": 1, "honor": 2, "casting": 3, "recovery": 4, "rage": 5, "destruction": 6}
    league.do("field", **at)
    league.do("roll_objective", **at, dice=[faces[objective]])
    league.do("begin", mission=league.mission.id)


def test_opr_28_and_35_e_23_a_loser_with_its_objective() -> None:
    league = league_of(4, 4)
    with_objective(league, "B", "honor")
    pool = league.warband("B").pool
    league.result("A", met={league.warband("B").id: True})
    assert (league.warband("B").vp, league.warband("B").pool - pool) == (0, 50)


def test_opr_28_and_35_e_24_a_winner_with_its_objective() -> None:
    league = league_of(4, 4, edition=GF)
    with_objective(league, "A", "honor")
    pool = league.warband("A").pool
    league.result("A", met={league.warband("A").id: True})
    assert (league.warband("A").vp, league.warband("A").pool - pool) == (2, 225)


def test_opr_28_an_objective_nobody_rolled_cannot_be_met() -> None:
    league = playing()
    claim = {league.warband("A").id: True}
    assert refusal(league, "result", **facts(league, "A"), met=claim).rule == "OPR-28"


def test_opr_28_a_17_rage_goes_to_the_first_of_all_players() -> None:
    league = league_of(4, 4)
    with_objective(league, "B", "rage")
    claim = {league.warband("B").id: True}
    kills = [league.kill("A1", "B1", round=3), league.kill("B1", "A1", round=2)]
    assert refusal(league, "result", **facts(league, "A"), met=claim, kills=kills).rule == "OPR-28"
    assert refusal(league, "result", **facts(league, "A"), met=claim).rule == "OPR-28"
    league.result("A", league.kill("A1", "B1", round=1), kills[1], met=claim)
    assert league.side("B").met


def test_opr_28_the_ledger_may_say_by_itself_that_rage_was_met() -> None:
    league = league_of(4, 4)
    with_objective(league, "B", "rage")
    side, book = league.side("B"), GAME.book_of(league.state)

    def known(*kills: dict[str, Any]) -> bool:
        ledger = [Kill(**kill) for kill in kills]
        return objective_known(league.state, book, league.mission, side, ledger)

    theirs, ours = league.kill("A1", "B1", round=2), league.kill("B1", "A1", round=3)
    assert known(theirs, ours)
    assert not known(theirs, {**ours, "round": 1})
    assert not known(theirs, {**ours, "round": 2})
    assert not known()


def test_opr_28_where_no_enemy_is_on_record_the_dearest_one_was_not_out() -> None:
    league = league_of(4, 4)
    with_objective(league, "B", "destruction")
    alone = replace(league.mission, sides=(league.side("B"),))
    doubt = objective_doubt(league.state, GAME.book_of(league.state), alone, league.side("B"), [])
    assert doubt.startswith("The most expensive enemy was not")


def test_opr_28_a_17_or_to_the_first_of_its_holders() -> None:
    league = league_of(4, 4, objective_first="holders")
    with_objective(league, "B", "rage")
    kills = [league.kill("B1", "A1", round=2), league.kill("A1", "B1", round=3)]
    league.result("A", *kills, met={league.warband("B").id: True})


def test_opr_28_a_18_destruction_wants_the_dearest_enemy_out() -> None:
    league = league_of(4, 4)
    with_objective(league, "A", "destruction")
    claim = {league.warband("A").id: True}
    wrong = [league.kill("B1", "A1", round=1), league.kill("B0", "A1", round=1, routed=True)]
    assert refusal(league, "result", **facts(league, "A"), met=claim, kills=wrong).rule == "OPR-28"
    league.result("A", league.kill("B0", round=1), met=claim)


def test_opr_28_a_18_of_several_dearest_enemies_as_the_mission_began_one_is_enough() -> None:
    league = league_of(4, 4)
    league.edit("units", league.unit("B1").id, list_points=league.unit("B0").value)
    with_objective(league, "A", "destruction")
    league.do("give_item", unit=league.unit("B2").id, item={"label": "Crown", "price": 50}, words="found")
    claim = {league.warband("A").id: True}
    wrong = [league.kill("B2", "A1", round=1)]
    assert refusal(league, "result", **facts(league, "A"), met=claim, kills=wrong).rule == "OPR-28"
    league.result("A", league.kill("B1", "A1", round=1), met=claim)


def test_opr_36_the_kill_ledger_refuses_what_cannot_be() -> None:
    league = playing()
    own = league.kill("A1", "A2")
    twice = league.kill("B1", "A1")
    stranger = {**league.kill("B1", "A1"), "victim": "nobody"}
    late = league.kill("B1", "A1", round=5)
    no_victim = {**twice, "victim": ""}
    for kills in ([own], [twice, twice], [stranger], [late], [no_victim]):
        assert refusal(league, "result", **facts(league, "A"), kills=kills).rule == "OPR-36"


def test_opr_36_who_stayed_at_home_kills_nobody() -> None:
    league = league_of(4, 4)
    league.begin(fielded={"A": ["A0", "A1"]})
    kills = [league.kill("B1", "A3")]
    assert refusal(league, "result", **facts(league, "A"), kills=kills).rule == "OPR-36"


def test_opr_36_facts_are_kept_in_the_order_of_rounds() -> None:
    league = playing()
    kill = league.kill("A1", "B1", round=1, melee=True, charge=True, down=True)
    league.result("A", league.kill("B1", "A0", round=3), kill)
    first, second = league.mission.kills
    assert (first.victim, first.melee, first.charge, first.down) == (league.unit("A1").id, True, True, True)
    assert second.round == 3


def test_opr_71_a_second_result_is_refused() -> None:
    league = playing()
    league.result("A")
    assert refusal(league, "result", **facts(league, "B")).rule == "OPR-71"


def test_opr_28_two_players_cannot_both_be_first() -> None:
    league = league_of(4, 4, objective_first="holders")
    league.do("open_mission", warbands=[one.id for one in league.state.active])
    for one in league.state.active:
        league.do("field", mission=league.mission.id, warband=one.id)
        league.do("roll_objective", mission=league.mission.id, warband=one.id, dice=[4])
    league.do("begin", mission=league.mission.id)
    both = {one.id: True for one in league.state.active}
    assert refusal(league, "result", **facts(league, "A"), met=both).rule == "OPR-28"


def test_opr_28_rounds_nobody_wrote_down_prove_nothing() -> None:
    league = league_of(4, 4)
    with_objective(league, "B", "rage")
    league.result("A", league.kill("B1", "A1"), league.kill("A1", "B1"), met={league.warband("B").id: True})


def test_opr_36_a_unit_that_was_out_is_asked_about_before_it_gets_a_later_kill() -> None:
    league = playing(4, 4)
    first, later = league.kill("A1", "B1", round=1), league.kill("B2", "A1", round=3)
    asked = out_before(league.state, {"kills": [first, later]})
    assert asked == "A1 was out in round 1. Did it really take out another unit in round 3?"
    same_round = league.kill("B2", "A1", round=1)
    assert out_before(league.state, {"kills": [first, same_round]}) == ""
    assert out_before(league.state, {"kills": [league.kill("A1", "B1"), later]}) == ""  # nobody says when
    of_the_app = [{"killer": league.unit("A1").id, "round": 2}]
    assert "in round 2" in out_before(league.state, {"kills": [first], "app_kills": of_the_app})
