"""Whose move it is in a campaign of warbands: step by step, and what holds in any season."""

from __future__ import annotations

from datetime import timedelta

import hypothesis
from hypothesis import Phase, given

from rules.engine.effects import apply_all
from rules.engine.questions import ORGANISER
from rules.engine.todos import ORGANISERS, Todo
from rules.opr import GAME
from tests.rules.opr.aftermath.test_market import trading
from tests.rules.opr.play import League, happen, hero, league_of, of, play, playing, refusal
from tests.rules.opr.sampled import MOVES
from tests.rules.opr.test_properties import seasons


def rows(league: League, name: str) -> list[tuple[str, str]]:
    """How the to-dos of a warband stand, of which kind."""
    mine = league.warband(name).id if name else ORGANISERS
    return [(one.stand, one.kind) for one in MOVES.hold(league.state) if one.side == mine]


def musts(league: League, name: str) -> list[str]:
    return [kind for stand, kind in rows(league, name) if stand == "must"]


def mays(league: League, name: str) -> list[str]:
    mine, book = league.warband(name).id if name else ORGANISERS, GAME.book_of(league.state)
    return [one.act for one in MOVES.move.may(league.state, book, mine)]


def row(league: League, name: str) -> Todo:
    (found,) = [one for one in MOVES.hold(league.state) if one.side == league.warband(name).id]
    return found


@hypothesis.settings(max_examples=2, deadline=None, phases=(Phase.generate,))
@given(seasons())
def test_opr_20_in_any_season_every_move_can_be_made(league: League) -> None:
    state = league.start_state
    for record in league.records:
        state = apply_all(state, record.effects)
        MOVES.hold(state)


def test_opr_02_a_league_waits_for_its_organiser_once_two_have_come() -> None:
    league = League()
    league.found("A", hero("A0", 120))
    assert MOVES.hold(league.state) == []
    league.found("B", hero("B0", 120))
    assert (rows(league, ""), rows(league, "A")) == ([("must", "op.start")], [("waits", "op.start")])


def test_opr_04_and_for_its_length() -> None:
    league = league_of(4, 4, campaign_type="endless")
    league.do("change_setting", key="campaign_type", value="game")
    assert (rows(league, ""), rows(league, "A")) == ([("must", "op.limit")], [("waits", "op.limit")])
    assert mays(league, "") == ["set_limit"]
    assert "open_mission" not in mays(league, "A")


def test_a_60_whoever_is_in_no_team_chooses_one_while_players_choose() -> None:
    league = league_of(4, 4)
    named = [{"name": name, "colour": colour} for name, colour in (("Bridge", "orange"), ("Ford", "blue"))]
    league.do("set_teams", teams=named, picks=True)
    assert musts(league, "A") == musts(league, "B") == ["op.team"]
    league.do("choose_team", warband=league.warband("A").id, team=league.state.league.teams[0].id)
    assert (musts(league, "A"), musts(league, "B")) == ([], ["op.team"])
    league.do("open_mission", warbands=[one.id for one in league.state.active])
    assert musts(league, "B") == ["op.field"]


def test_opr_22_a_mission_is_set_up_by_each_and_begun_by_either() -> None:
    league = league_of(4, 4)
    assert mays(league, "A") == ["open_mission", "quick_report", "rename_warband"]
    league.do("open_mission", warbands=[one.id for one in league.state.active])
    for name in "AB":
        assert musts(league, name) == ["op.field"]
        league.step("field", name)
        assert musts(league, name) == ["op.objective"]
    league.step("roll_objective", "A", seed=b"goal")
    assert rows(league, "A") == [("waits", "op.begin")]
    assert row(league, "A").on == (league.warband("B").id,)
    assert "begin" in mays(league, "A")
    assert "begin" not in mays(league, "B")
    league.step("roll_objective", "B", seed=b"goal")
    assert musts(league, "A") == musts(league, "B") == ["op.begin"]
    assert row(league, "A").any_of
    league.do("begin", mission=league.mission.id)
    assert musts(league, "A") == musts(league, "B") == ["op.result"]


def test_opr_06_a_52_nobody_sets_up_what_can_begin_no_more() -> None:
    league = league_of(4, 4, 4, 4, 4, 4, limit=5, campaign_type="point", parallel_play="on")
    league.edit("warbands", league.warband("C").id, vp=4)
    league.begin("A", "B")
    league.do("open_mission", warbands=[league.warband(one).id for one in "EF"])
    assert musts(league, "E") == ["op.field"]
    league.begin("C", "D")
    league.result("C")
    assert rows(league, "E") == []
    assert mays(league, "E") == ["rename_warband"]
    assert musts(league, "A") == ["op.result"]


def test_opr_07_a_set_up_ends_with_the_weeks_of_its_league() -> None:
    league = League(campaign_type="time")
    for name in "AB":
        league.found(name, hero(f"{name}0", 120))
    league.do("start", dice=[1])
    league.do("open_mission", warbands=[one.id for one in league.state.active])
    assert row(league, "A").until == league.state.league.ends
    assert league.state.league.ends == league.now + timedelta(weeks=5)


def test_opr_69_whoever_has_a_note_to_write_writes_it_while_it_is_played() -> None:
    league = playing()
    event = happen(league, 52, choices=of(league, "A"))
    assert musts(league, "A") == ["op.note", "op.result"]
    assert musts(league, "B") == ["op.result"]
    league.step("seal_note", "A", event=event.id, choices=[league.unit("B0").id])
    assert musts(league, "A") == ["op.result"]


def test_opr_27_and_31_at_the_table_one_may_roll_spend_and_give_up() -> None:
    league = playing()
    assert {"round", "concede", "walk_over"} <= set(mays(league, "A"))
    league.step("concede", "A", round=1)
    assert "concede" not in [*mays(league, "A"), *mays(league, "B")]


def test_opr_20_the_steps_come_one_after_the_other_and_ready_is_one_must() -> None:
    league = playing()
    league.result("A", league.kill("B1", "A1"))
    assert musts(league, "B") == ["op.casualties"]
    assert not row(league, "B").idle
    assert row(league, "A").idle
    league.step("casualties", "B", dice=[4])
    assert musts(league, "B") == ["op.experience"]
    league.step("experience", "B")
    assert row(league, "B").act == "close_upgrades"
    assert mays(league, "B")[0] == "buy"
    league.step("close_upgrades", "B")
    assert row(league, "B").act == "close_recruiting"
    assert {"recruit", "disband_unit", "disband_warband"} <= set(mays(league, "B"))
    league.step("close_recruiting", "B")
    assert rows(league, "B") == []


def test_opr_66_a_warband_with_a_further_mission_to_finish_stays_together() -> None:
    league = league_of(4, 4, 4, parallel_play="on", open_steps="parks")
    league.begin("A", "B")
    league.result("A", league.kill("B1"))
    first = league.mission.id
    league.finish("A")
    league.begin("B", "C")
    for step in ("casualties", "experience", "close_upgrades"):
        league.do(step, mission=first, warband=league.warband("B").id, seed=b"x")
    assert league.warband("B").later
    offered = mays(league, "B")
    assert "disband_unit" in offered
    assert "disband_warband" not in offered
    assert refusal(league, "disband_warband", warband=league.warband("B").id).rule == "OPR-66"


def test_opr_72_what_an_event_left_is_settled_before_casualties() -> None:
    league = playing()
    event = happen(league, 11, choices=of(league, "A", "A1"))
    league.result("B")
    assert musts(league, "A") == ["op.ransom"]
    assert row(league, "A").about == (event.id,)
    assert musts(league, "B") == ["op.casualties"]
    league.step("ransom", "A", event=event.id, dice=[1], choices=[True])
    assert musts(league, "A") == ["op.casualties"]


def test_solo_76_what_a_rival_has_to_do_its_organisers_do() -> None:
    league = trading(ai_opponent_record="rival")
    league.do("rival", warband=league.warband("A").id)
    assert (row(league, "A").actor, row(league, "A").act) == (ORGANISER, "close_upgrades")
    assert mays(league, "A")[0] == "rival_upgrades"
    league.finish()
    league.do("open_mission", warbands=[one.id for one in league.state.active])
    assert rows(league, "A") == []
    assert mays(league, "A")[0] == "field"
    league.step("field", "B")
    league.step("roll_objective", "B", seed=b"goal")
    assert musts(league, "B") == ["op.begin"]


def test_opr_25_a_mission_to_which_somebody_can_bring_nobody_is_the_organisers() -> None:
    league = league_of(4, 4)
    opened = league.do("open_mission", warbands=[one.id for one in league.state.active])
    assert opened
    for unit in league.state.sheet(league.warband("A").id):
        league.do("remove_unit", unit=unit.id, words="lent only")
    assert rows(league, "") == [("must", "op.empty")]
    assert rows(league, "A") == rows(league, "B") == [("waits", "op.empty")]
    MOVES.hold(league.state)
    league.do("return_unit", unit=unit.id, words="a mistake")
    assert musts(league, "A") == musts(league, "B") == ["op.field"]


def test_opr_09_the_tied_meet_once_more_and_the_others_wait() -> None:
    league = league_of(4, 4, 4, limit=5, tie_break="decider_mission")
    for winner in "AB":
        play(league, winner)
    league.do("close", words="the season is over")
    assert musts(league, "A") == musts(league, "B") == ["op.decider"]
    assert rows(league, "C") == [("waits", "op.decider")]
    tied = [league.warband(one).id for one in "AB"]
    league.do("open_mission", warbands=tied)
    assert musts(league, "A") == ["op.field"]
    assert rows(league, "C") == []


def test_opr_06_when_it_is_over_the_steps_of_the_last_missions_are_only_offered() -> None:
    league = league_of(4, 4)
    league.begin()
    league.result("A")
    league.do("close", words="the season is over")
    assert MOVES.hold(league.state) == []
    assert mays(league, "A")[0] == "casualties"


def test_opr_14_a_warband_that_is_disbanded_owes_nothing() -> None:
    league = league_of(4, 4, 4)
    gone = league.warband("C").id
    league.do("disband_warband", warband=gone)
    assert not [one for one in MOVES.hold(league.state) if one.side == gone]
    assert [*MOVES.move.may(league.state, GAME.book_of(league.state), gone)] == []
