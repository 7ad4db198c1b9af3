"""Who may take out whom, said before it is written down, and what the table may do next."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.refusals import Refused
from rules.opr.game import book_of
from rules.opr.playing.rounds import moment_of, next_dice
from rules.opr.playing.setup import resting
from rules.opr.reports.facts import check_at_home, check_kill
from rules.opr.standings import ranks_before, state_before_mission, warband_standings
from rules.opr.state import Event, Kill
from tests.rules.opr.play import AOFS, GF, League, league_of, playing


def refused(league: League, victim: str, killer: str = "", **more: Any) -> tuple[str, str, str | None] | None:
    """Rule, sentence and field of what speaks against a line of the ledger."""
    kill = Kill(victim, killer, **more)
    try:
        check_kill(league.state, book_of(league.state), league.mission, kill)
    except Refused as error:
        return error.rule, error.sentence, error.key
    return None


def test_opr_36_a_line_that_cannot_be_names_its_field() -> None:
    league = playing()
    mine, ally, enemy = (league.unit(name).id for name in ("A1", "A2", "B1"))
    assert refused(league, enemy, mine, round=1) is None
    assert refused(league, enemy) is None
    assert refused(league, "") == ("OPR-36", "Who was taken out?", "victim")
    fielded = "A unit in the list of kills was not fielded."
    assert refused(league, "nobody", mine) == ("OPR-36", fielded, "victim")
    assert refused(league, enemy, "nobody") == ("OPR-36", fielded, "killer")
    own = "A1 cannot be taken out by its own side."
    assert refused(league, mine, ally) == ("OPR-36", own, "killer")


def test_opr_36_who_stayed_at_home_was_not_taken_out() -> None:
    home = {"a": "A1", "b": "B1"}
    check_at_home(home, ["c"])
    with pytest.raises(Refused, match="B1 stayed at home, so it cannot have been taken out") as refused:
        check_at_home(home, ["c", "b"])
    assert (refused.value.rule, refused.value.key) == ("OPR-36", "home")


def test_opr_37_who_left_with_an_event_is_not_taken_out() -> None:
    league = playing()
    mine = league.unit("A1").id
    captured = Event("e", 11, units=(mine,), outcome="captured")
    league.edit("missions", league.mission.id, events=(captured,))
    told = refused(league, mine, league.unit("B1").id, round=1)
    assert told == ("OPR-37", "A1 had already left the table alive.", "victim")


def test_opr_31_nobody_is_taken_out_after_conceding() -> None:
    league = playing()
    league.do("concede", mission=league.mission.id, warband=league.warband("B").id, round=2)
    assert refused(league, league.unit("B1").id, round=1) is None
    late = refused(league, league.unit("B1").id, round=2)
    assert late == ("OPR-31", "B1 left the table in round 2, when its side conceded.", "victim")


@pytest.mark.parametrize("edition", [AOFS, GF])
def test_opr_31_what_a_round_has_cost_says_when_one_concedes(edition: str) -> None:
    """Before a rout test where the book knows that; else the round is over for it."""
    league = playing(edition=edition)
    b, rules = league.warband("B").id, book_of(league.state)
    kills = [Kill(league.unit("B1").id, round=2), Kill(league.unit("A1").id, round=3)]
    assert moment_of(league.state, rules, kills, b, 3) == "round_start"
    if edition == AOFS:
        assert moment_of(league.state, rules, kills, b, 2) == "rout_test"
        return
    with pytest.raises(Refused) as error:
        moment_of(league.state, rules, kills, b, 2)
    assert (error.value.rule, error.value.key) == ("OPR-31", "round")
    assert error.value.sentence.startswith("B1 was already out in round 2")


def test_opr_32_whose_event_die_comes_next() -> None:
    league = playing()
    assert next_dice(book_of(league.state), league.mission) == ((1, ""),)
    league = playing(event_dice="each")
    a, b = league.warband("A").id, league.warband("B").id
    rules = book_of(league.state)
    assert next_dice(rules, league.mission) == ((1, a), (1, b))
    league.do("round", mission=league.mission.id, round=1, warband=a, dice=[2])
    assert next_dice(rules, league.mission) == ((1, b),)
    league.do("round", mission=league.mission.id, round=1, warband=b, dice=[2])
    assert next_dice(rules, league.mission) == ((2, a), (2, b))


def test_opr_25_only_who_has_nobody_to_field_may_let_a_mission_pass() -> None:
    league = league_of(3, 3, 3, parallel_play="on", campaign_type="endless")
    mission = league.begin("A", "B")
    assert resting(league.state, mission) == []
    for unit in league.state.sheet(league.warband("C").id):
        league.edit("units", unit.id, status="sitting_out", sits_out=1)
    assert [one.name for one in resting(league.state, mission)] == ["C"]
    league.do("skip", mission=mission.id, warband=league.warband("C").id)
    assert resting(league.state, league.mission) == []


def test_opr_09_the_ranks_before_a_result_are_those_of_the_state_before_it() -> None:
    league = league_of(3, 3, 3, parallel_play="on", campaign_type="endless")
    assert ranks_before(league.state, book_of(league.state)) == (None, {})
    league.begin("A", "B")
    league.result("A")
    league.finish()
    league.begin("B", "C")
    before = {
        one.warband: one.rank
        for one in warband_standings(league.state, book_of(league.state))
        if one.missions
    }
    league.result("C")
    latest, ranks = ranks_before(league.state, book_of(league.state))
    assert latest is not None
    assert (latest.id, ranks) == (league.mission.id, before)


@pytest.mark.parametrize(("setting", "value"), [("coop_reward", "split"), ("ai_game_counts", "no_vp")])
def test_solo_77_and_84_the_ranks_before_take_off_what_a_game_against_the_app_gave(
    setting: str, value: str
) -> None:
    settings: dict[str, Any] = {"parallel_play": "on", "campaign_type": "endless", setting: value}
    league = league_of(3, 3, 3, **settings)
    league.begin("A", "B", "C")
    league.result("C")
    league.finish()
    before = {one.warband: one.rank for one in warband_standings(league.state, book_of(league.state))}
    assert set(before.values()) == {1, 2}
    pair = [league.warband("A").id, league.warband("B").id]
    league.do("app_report", warbands=pair, won=True)
    assert league.mission.side(pair[0]).vp == (None if setting == "coop_reward" else 0)
    _latest, ranks = ranks_before(league.state, book_of(league.state))
    assert ranks == before


def test_opr_09_what_a_mission_brought_is_taken_off_exactly() -> None:
    league = league_of(3, 3, parallel_play="on", campaign_type="endless", coop_reward="split")
    pair = [league.warband("A").id, league.warband("B").id]
    league.do("app_report", warbands=pair, won=True)
    mission = league.mission
    assert [one.vp for one in state_before_mission(league.state, book_of(league.state), mission).active] == [
        0,
        0,
    ]
