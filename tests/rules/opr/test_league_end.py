"""How a campaign ends and who has won it: OPR-05 to OPR-09, with their rulings."""

from datetime import UTC, datetime

from tests.rules.opr.play import START, League, hero, league_of, play, refusal


def test_opr_05_e_07_after_the_last_mission_most_vp_wins() -> None:
    league = league_of(4, 4, limit=6)
    for winner in "AABABB":
        assert league.state.league.status == "running"
        play(league, winner)
    assert league.state.league.status == "ended"
    assert [league.state.warbands[one].name for one in league.state.league.winners] == ["A", "B"]
    ids = [one.id for one in league.state.active]
    assert refusal(league, "open_mission", warbands=ids).rule == "OPR-05"


def test_opr_05_a_mission_too_many_is_refused_while_the_last_is_open() -> None:
    league = league_of(4, 4, 4, 4, limit=5, parallel_play="on", game_limit_scope="campaign")
    league.edit("progress", "progress", missions_finished=4)
    league.begin("A", "B")
    ids = [league.warband(one).id for one in "CD"]
    assert refusal(league, "open_mission", warbands=ids).rule == "OPR-05"


def test_opr_05_with_parallel_play_the_limit_is_for_each() -> None:
    league = league_of(4, 4, 4, limit=5, parallel_play="on")
    for name in "AB":
        league.edit("warbands", league.warband(name).id, missions=5)
    league.edit("warbands", league.warband("C").id, missions=4)
    ids = [league.warband(one).id for one in "AC"]
    assert refusal(league, "open_mission", warbands=ids).rule == "OPR-05"
    for name in "AB":
        league.edit("warbands", league.warband(name).id, missions=4)
    play(league, "A", "A", "B")
    assert league.state.league.status == "running"  # C has one to go
    league.edit("warbands", league.warband("A").id, missions=4)
    play(league, "A", "A", "C")
    assert league.state.league.status == "ended"


def points_league(limit: int = 7) -> League:
    return league_of(4, 4, limit=limit, campaign_type="point")


def test_opr_06_e_02_reaching_the_points_ends_it() -> None:
    league = points_league()
    league.edit("warbands", league.warband("A").id, vp=5)
    league.edit("warbands", league.warband("B").id, vp=6)
    play(league, "A")
    assert league.state.league.status == "ended"
    assert league.state.league.winners == (league.warband("A").id,)


def test_opr_06_e_03_the_higher_total_wins_when_both_are_over() -> None:
    league = points_league()
    for name in "AB":
        league.edit("warbands", league.warband(name).id, vp=6)
    league.begin()
    league.round(5, 36, choices=["nw"])
    event = league.mission.events[0].id
    league.result("A", left=[{"event": event, "unit": league.unit("B1").id}])
    assert (league.warband("A").vp, league.warband("B").vp) == (8, 7)
    assert league.state.league.winners == (league.warband("A").id,)


def test_opr_06_e_04_never_in_the_middle_of_a_mission() -> None:
    league = points_league(8)
    league.edit("warbands", league.warband("A").id, vp=7)
    league.begin()
    league.round(1)
    league.round(5, 65, choices=[league.warband("A").id])
    assert league.warband("A").vp == 8
    assert league.state.league.status == "running"
    league.result("B")
    assert league.state.league.winners == (league.warband("A").id,)
    league.finish()  # the remaining steps may still be completed
    assert league.side("A").step == "done"


def time_league() -> League:
    league = League(campaign_type="time")
    for name in "AB":
        league.found(name, hero(f"{name}0", 120))
    league.do("start", time_zone="Europe/Berlin", dice=[1])
    return league


def test_opr_07_weeks_keep_the_time_of_day_over_a_clock_change() -> None:
    league = time_league()
    assert league.state.league.started == START
    # 5 weeks from 6 March 20:00 in Berlin cross into summer time: 20:00 again, one hour earlier in UTC
    assert league.state.league.ends == datetime(2026, 4, 10, 18, 0, tzinfo=UTC)


def test_opr_07_another_type_has_no_end_any_more_and_back_has_the_same() -> None:
    league = time_league()
    ends = league.state.league.ends
    league.do("change_setting", key="campaign_type", value="game")
    assert league.state.league.ends is None
    league.do("change_setting", key="campaign_type", value="time")
    assert league.state.league.ends == ends


def test_opr_07_no_new_mission_after_the_end() -> None:
    league = time_league()
    league.later(weeks=5, hours=1)
    ids = [one.id for one in league.state.active]
    assert refusal(league, "open_mission", warbands=ids).rule == "OPR-07"
    league.do("time_up")
    assert league.state.league.status == "ended"


def test_opr_07_not_before_the_weeks_are_over() -> None:
    league = time_league()
    league.later(weeks=4, days=6)
    assert refusal(league, "time_up").rule == "OPR-07"


def test_opr_07_a_mission_that_had_begun_still_counts() -> None:
    league = time_league()
    league.begin()
    league.later(weeks=6)
    assert refusal(league, "time_up").rule == "OPR-07"
    league.result("A")
    assert league.state.league.winners == (league.warband("A").id,)


def test_opr_07_a_mission_still_in_set_up_does_not() -> None:
    league = time_league()
    league.do("open_mission", warbands=[one.id for one in league.state.active])
    league.later(weeks=6)
    assert refusal(league, "begin", mission=league.mission.id).rule == "OPR-07"
    league.do("time_up")
    assert len(league.state.league.winners) == 2


def test_opr_07_an_unknown_time_zone_is_refused() -> None:
    league = League()
    assert refusal(league, "start", time_zone="Mars/Olympus").rule == "OPR-07"


def test_opr_08_endless_has_no_winner() -> None:
    league = league_of(4, 4, campaign_type="endless")
    for _ in range(3):
        play(league, "A")
    assert league.state.league.status == "running"
    league.do("close")
    assert league.state.league.winners == ()
    assert refusal(league, "close").rule == "OPR-08"


def test_opr_09_a_tie_is_shared() -> None:
    league = league_of(4, 4, 4)
    play(league, "A")
    play(league, "B")
    league.do("close")
    assert [league.state.warbands[one].name for one in league.state.league.winners] == ["A", "B"]


def test_opr_09_or_decided_by_one_more_mission() -> None:
    league = league_of(4, 4, 4, limit=5, tie_break="decider_mission")
    for winner in "AB":
        play(league, winner)
    league.do("close")
    assert league.state.league.status == "running"
    everyone = [one.id for one in league.state.active]
    assert refusal(league, "open_mission", warbands=everyone).rule == "OPR-09"
    play(league, "B", "A", "B")
    assert league.state.league.winners == (league.warband("B").id,)


def test_opr_09_the_deciding_mission_is_played_after_the_weeks_are_over() -> None:
    league = League(campaign_type="time", tie_break="decider_mission")
    for name in "AB":
        league.found(name, hero(f"{name}0", 120))
    league.do("start", dice=[1])
    league.later(weeks=6)
    league.do("time_up")
    assert (league.state.league.status, len(league.state.league.decider)) == ("running", 2)
    play(league, "B")
    assert league.state.league.winners == (league.warband("B").id,)


def test_opr_06_a_mission_open_beside_it_counts_no_more() -> None:
    league = league_of(4, 4, 4, 4, limit=5, campaign_type="point", parallel_play="on")
    league.edit("warbands", league.warband("C").id, vp=4)
    first = league.begin("A", "B")
    league.begin("C", "D")
    league.result("C")
    assert league.state.league.status == "ended"
    late = {"mission": first.id, "winners": [league.warband("A").id], "rounds": 4}
    assert refusal(league, "result", **late).rule == "OPR-06"
    league.do("abandon", mission=first.id)


def test_opr_05_the_season_is_told_in_a_sentence() -> None:
    assert league_of(4, 4, limit=6).ask("season")["sentence"] == "Mission 1 of 6."
    assert "7 VP" in points_league().ask("season")["sentence"]
    assert "5 weeks" in time_league().ask("season")["sentence"]
    assert "no end" in league_of(4, 4, campaign_type="endless").ask("season")["sentence"]
    each = league_of(4, 4, limit=6, parallel_play="on")
    assert "Each plays 6" in each.ask("season")["sentence"]
    assert "not been rolled" in League().ask("season")["sentence"]
