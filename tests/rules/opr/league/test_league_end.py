"""How a campaign ends and who has won it: OPR-05 to OPR-09, with their rulings."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from rules.engine.journal import Change, Record, replay
from rules.opr import GAME
from rules.opr.standings import rank_of
from tests.rules.opr.play import START, League, hero, league_of, play, refusal


def has_ended(league: League) -> bool:
    return league.state.league.status == "ended"


def test_opr_05_e_07_after_the_last_mission_most_vp_wins() -> None:
    league = league_of(4, 4, limit=6)
    for winner in "AABABB":
        assert league.state.league.status == "running"
        play(league, winner)
    assert league.state.league.status == "ended"
    assert [league.state.warbands[one].name for one in league.state.league.winners] == ["A", "B"]
    ids = [one.id for one in league.state.active]
    assert refusal(league, "open_mission", warbands=ids).rule == "OPR-05"


def test_opr_05_a_36_a_mission_too_many_is_refused_while_the_last_is_open() -> None:
    league = league_of(4, 4, 4, 4, limit=5, parallel_play="on", game_limit_scope="campaign")
    league.edit("progress", "progress", missions_finished=4)
    league.begin("A", "B")
    ids = [league.warband(one).id for one in "CD"]
    assert refusal(league, "open_mission", warbands=ids).rule == "OPR-05"


def test_opr_05_a_36_with_parallel_play_the_limit_is_for_each() -> None:
    league = league_of(4, 4, 4, limit=5, parallel_play="on")
    for name in "AB":
        league.edit("warbands", league.warband(name).id, missions=5)
    league.edit("warbands", league.warband("C").id, missions=4)
    ids = [league.warband(one).id for one in "AC"]
    assert refusal(league, "open_mission", warbands=ids).rule == "OPR-05"
    for name in "AB":
        league.edit("warbands", league.warband(name).id, missions=4)
    play(league, "A", "A", "B")
    assert not has_ended(league)  # C has one to go
    league.edit("warbands", league.warband("A").id, missions=4)
    play(league, "A", "A", "C")
    assert has_ended(league)


def points_league(limit: int = 7) -> League:
    return league_of(4, 4, limit=limit, campaign_type="point")


def test_opr_06_e_02_reaching_the_points_ends_it() -> None:
    league = points_league()
    league.edit("warbands", league.warband("A").id, vp=5)
    league.edit("warbands", league.warband("B").id, vp=6)
    play(league, "A")
    assert league.state.league.status == "ended"
    assert league.state.league.winners == (league.warband("A").id,)


def test_opr_06_a_34_e_03_the_higher_total_wins_when_both_are_over() -> None:
    league = points_league()
    for name in "AB":
        league.edit("warbands", league.warband(name).id, vp=6)
    league.begin()
    league.round(5, 36, choices=["nw"])
    event = league.mission.events[0].id
    league.result("A", left=[{"event": event, "unit": league.unit("B1").id}])
    assert (league.warband("A").vp, league.warband("B").vp) == (8, 7)
    assert league.state.league.winners == (league.warband("A").id,)
    assert league.state.league.ended == league.now
    rank = [rank_of(league.state, GAME.book_of(league.state), league.warband(one)) for one in "AB"]
    assert rank == [(1, 2), (2, 2)]


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


def test_opr_07_a_37_a_mission_that_had_begun_still_counts() -> None:
    league = time_league()
    league.begin()
    league.later(weeks=6)
    assert refusal(league, "time_up").rule == "OPR-07"
    league.result("A")
    assert league.state.league.winners == (league.warband("A").id,)


@pytest.mark.parametrize("closed", [False, True])
def test_opr_07_a_37_a_mission_of_the_weeks_told_after_them_counts_and_crowns_anew(closed: bool) -> None:
    league = time_league()
    play(league, "A")
    league.later(weeks=4)
    sent = league.now
    league.later(weeks=2)
    if closed:
        league.do("time_up")
        assert winners(league) == ["A"]
    ids = [one.id for one in league.state.active]
    told: dict[str, Any] = {"warbands": ids, "winners": [league.warband("B").id]}
    late = "OPR-05" if closed else "OPR-07"
    for when in (None, league.state.league.ends, league.now):
        assert refusal(league, "quick_report", **told, ended=when).rule == late
    league.do("quick_report", **told, ended=sent)
    assert (league.state.league.status, winners(league)) == ("ended", ["A", "B"])


def test_opr_07_a_37_nothing_counts_after_a_league_that_was_closed_before_its_weeks_were_over() -> None:
    league = time_league()
    play(league, "A")
    league.do("close", words="the season is over")
    told: dict[str, Any] = {"warbands": [one.id for one in league.state.active]}
    told |= {"winners": [league.warband("B").id], "ended": league.now - timedelta(hours=1)}
    assert refusal(league, "quick_report", **told).rule == "OPR-05"


def test_opr_07_a_37_a_mission_still_in_set_up_does_not() -> None:
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
    league.do("close", words="the season is over")
    assert league.state.league.winners == ()
    assert refusal(league, "close", words="again").rule == "OPR-08"


def test_opr_09_a_34_a_tie_is_shared() -> None:
    league = league_of(4, 4, 4)
    play(league, "A")
    play(league, "B")
    league.do("close", words="the season is over")
    assert [league.state.warbands[one].name for one in league.state.league.winners] == ["A", "B"]


def test_opr_09_a_34_or_decided_by_one_more_mission() -> None:
    league = league_of(4, 4, 4, limit=5, tie_break="decider_mission")
    for winner in "AB":
        play(league, winner)
    league.do("close", words="the season is over")
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


def test_opr_09_a_37_once_a_mission_decides_nothing_of_the_weeks_is_taken_in() -> None:
    league = League(campaign_type="time", tie_break="decider_mission", parallel_play="on")
    for name in "ABCD":
        league.found(name, hero(f"{name}0", 120))
    league.do("start", dice=[1])
    for winner, pair in (("A", "AC"), ("B", "BD")):
        play(league, winner, *pair)
    league.later(weeks=6)
    league.do("time_up")
    told: dict[str, Any] = {"warbands": [league.warband(one).id for one in "CD"], "ended": START}
    told |= {"winners": [league.warband("C").id]}
    assert refusal(league, "quick_report", **told).rule == "OPR-09"
    play(league, "B", "A", "B")
    assert refusal(league, "quick_report", **told).rule == "OPR-05"
    assert winners(league) == ["B"]


def two_tables(**settings: str) -> League:
    """A league to 5 VP in which A plays B while C, with 4 VP, has won against D; A has 4 VP too."""
    settings = {"campaign_type": "point", "parallel_play": "on"} | settings
    league = league_of(4, 4, 4, 4, 4, 4, limit=5, **settings)
    for name in "AC":
        league.edit("warbands", league.warband(name).id, vp=4, missions=2)
    league.begin("A", "B")
    league.begin("C", "D")
    league.result("C")
    return league


def first_table(league: League, winner: str, **more: Any) -> dict[str, Any]:
    """The report of the mission that is still open."""
    found = league.state.missions[league.state.so_far.open_missions[0]]
    return {"mission": found.id, "winners": [league.warband(winner).id], "rounds": 4, **more}


def winners(league: League) -> list[str]:
    return [league.state.warbands[one].name for one in league.state.league.winners]


def test_opr_06_a_52_a_mission_that_had_begun_counts() -> None:
    league = two_tables()
    assert (league.state.league.status, winners(league)) == ("running", [])
    told = league.ask("season")["sentence"]
    assert told == "The limit of 5 VP has been reached. Missions under way will be played to the end."
    before = league.warband("A").pool
    league.do("result", **first_table(league, "A"))
    assert (league.warband("A").vp, league.warband("A").pool - before) == (6, 20)
    assert (league.state.league.status, winners(league)) == ("ended", ["A", "C"])


def test_opr_06_a_52_the_higher_total_wins_when_all_is_played() -> None:
    league = two_tables()
    league.edit("warbands", league.warband("A").id, vp=5)
    league.do("result", **first_table(league, "A"))
    assert winners(league) == ["A"]


def test_opr_06_a_52_nothing_more_begins_when_the_points_are_reached() -> None:
    league = league_of(4, 4, 4, 4, 4, 4, limit=5, campaign_type="point", parallel_play="on")
    league.edit("warbands", league.warband("C").id, vp=4)
    two = [league.warband(one).id for one in "EF"]
    league.begin("A", "B")
    league.do("open_mission", warbands=two)
    in_set_up = league.mission.id
    league.begin("C", "D")
    league.result("C")
    assert refusal(league, "begin", mission=in_set_up).rule == "A-52"
    league.do("abandon", mission=in_set_up)
    assert league.state.league.status == "running"  # the table of A and B plays on
    assert refusal(league, "open_mission", warbands=two).rule == "A-52"
    quick = {"warbands": two, "winners": [two[0]]}
    assert refusal(league, "quick_report", **quick).rule == "A-52"


def test_opr_06_a_52_calling_the_last_mission_off_ends_the_league() -> None:
    league = two_tables()
    league.do("abandon", mission=league.state.so_far.open_missions[0], words="rain")
    assert (league.state.league.status, winners(league)) == ("ended", ["C"])


def test_opr_06_a_52_closing_it_by_hand_gives_the_win_to_whoever_has_the_points() -> None:
    league = two_tables()
    league.edit("warbands", league.warband("D").id, vp=4, missions=1)  # a better average
    league.do("close", words="the season is over")
    assert winners(league) == ["C"]


def test_opr_06_a_52_or_it_is_over_at_once() -> None:
    league = two_tables(limit_under_way="over")
    assert (league.state.league.status, winners(league)) == ("ended", ["C"])
    assert refusal(league, "result", **first_table(league, "A")).rule == "OPR-06"
    league.do("abandon", mission=league.state.so_far.open_missions[0])


def over_days(**settings: str) -> League:
    """A league to 5 VP; A and C have 4 VP each, and A has played against B in a mission that nobody told."""
    settings = {"campaign_type": "point", "parallel_play": "on"} | settings
    league = league_of(4, 4, 4, 4, limit=5, **settings)
    for name in "AC":
        league.edit("warbands", league.warband(name).id, vp=4, missions=2)
    league.begin("A", "B")
    league.begin("C", "D")
    return league


def told_of(league: League, winner: str) -> dict[str, Any]:
    """The report of the open mission in which somebody plays."""
    return {"mission": league.warband(winner).mission, "winners": [league.warband(winner).id], "rounds": 4}


def test_opr_06_a_52_first_is_by_the_day_on_which_it_ended_not_by_who_has_more() -> None:
    league = over_days()
    league.do("result", **told_of(league, "C"))
    league.later(days=1)
    league.do("result", **told_of(league, "A"))
    assert winners(league) == ["C"]


@pytest.mark.parametrize(
    ("after", "won"),
    [
        (timedelta(hours=-20), ["A"]),
        (timedelta(hours=3), ["A", "C"]),
        (timedelta(hours=10, minutes=59), ["A", "C"]),  # a minute before six in the morning
        (timedelta(hours=11), ["C"]),
    ],
)
def test_opr_06_a_52_not_by_when_somebody_agreed(after: timedelta, won: list[str]) -> None:
    """C’s mission ended on Friday at seven and counted at once; that of A is agreed to a week later."""
    league = over_days()
    friday = league.now
    league.do("result", **told_of(league, "C"))
    league.later(days=7)
    league.do("result", **told_of(league, "A"), ended=friday + after)
    assert winners(league) == won


def test_opr_06_a_52_a_mission_told_before_the_end_counts_after_it_and_crowns_anew() -> None:
    league = league_of(4, 4, 4, 4, limit=5, campaign_type="point", parallel_play="on")
    for name in "AC":
        league.edit("warbands", league.warband(name).id, vp=4, missions=2)
    sent = league.now
    league.later(days=1)
    play(league, "C", "C", "D")
    assert (league.state.league.status, winners(league)) == ("ended", ["C"])
    ids = [league.warband(one).id for one in "AB"]
    league.later(days=1)
    told: dict[str, Any] = {"warbands": ids, "winners": [ids[0]]}
    assert refusal(league, "quick_report", **told).rule == "OPR-05"
    assert refusal(league, "quick_report", **told, ended=league.now).rule == "OPR-05"
    league.do("quick_report", **told, ended=sent)
    assert (league.state.league.status, winners(league)) == ("ended", ["A"])


def test_a_52_a_mission_is_not_over_later_than_now() -> None:
    league = over_days()
    later = league.now + timedelta(hours=1)
    assert refusal(league, "result", **told_of(league, "C"), ended=later).key == "ended"


def test_a_52_vp_by_hand_count_when_they_are_booked_and_uncrown_nobody() -> None:
    league = over_days()
    league.do("give_vp", warband=league.warband("B").id, amount=5, words="forgotten")
    league.later(days=1)
    league.do("result", **told_of(league, "C"))
    assert league.state.league.status == "running"  # A and B play on
    league.do("give_vp", warband=league.warband("B").id, amount=-3, words="one too many")
    league.do("result", **told_of(league, "A"))
    assert (league.warband("B").vp, winners(league)) == (2, ["B"])


def test_a_52_under_average_a_later_fall_takes_nothing() -> None:
    league = over_days(point_limit_by="average")
    league.edit("warbands", league.warband("C").id, vp=13, missions=2)
    league.do("result", **told_of(league, "C"))  # 15 in 3
    league.later(days=1)
    league.do("give_vp", warband=league.warband("C").id, amount=-6, words="a slip")
    league.do("result", **told_of(league, "A"))
    assert winners(league) == ["C"]


def test_a_52_another_limit_begins_anew() -> None:
    league = over_days()
    league.do("result", **told_of(league, "C"))
    league.do("set_limit", number=8, words="longer")
    league.do("result", **told_of(league, "A"))
    assert league.state.league.status == "running"
    assert all(one.reached is None for one in league.state.active)


def test_a_52_a_correction_crowns_anew_or_lets_the_league_go_on() -> None:
    league = league_of(4, 4, 4, 4, limit=5, campaign_type="point", parallel_play="on")
    for name in "AC":
        league.do("give_vp", warband=league.warband(name).id, amount=4, words="from last season")
    league.begin("A", "B")
    league.begin("C", "D")
    league.do("result", **told_of(league, "C"))
    of_c = league.records[-1]
    league.later(days=1)
    league.do("result", **told_of(league, "A"))
    of_a = league.records[-1]
    assert winners(league) == ["C"]

    def other(record: Record, winner: str) -> Change:
        return Change(params={**record.params, "winners": [league.warband(winner).id]})

    start = league.start_state
    anew = replay(GAME, start, league.records, {of_c.id: other(of_c, "D")})
    assert anew.after.league.winners == (league.warband("A").id,)
    nobody = replay(GAME, start, league.records, {of_c.id: other(of_c, "D"), of_a.id: other(of_a, "B")})
    assert (nobody.after.league.status, nobody.after.league.winners) == ("running", ())


@pytest.mark.parametrize("setting", ["counts", "over"])
def test_opr_06_vp_of_a_mission_still_open_do_not_count_yet(setting: str) -> None:
    league = league_of(
        4, 4, 4, 4, limit=5, campaign_type="point", parallel_play="on", limit_under_way=setting
    )
    league.edit("warbands", league.warband("A").id, vp=4)
    league.begin("C", "D")
    other = league.mission.id
    league.begin("A", "B")
    league.round(5, 65, choices=[league.warband("A").id])
    assert league.warband("A").vp == 5
    winner = league.warband("C").id
    league.do("result", mission=other, winners=[winner], rounds=4)
    assert league.state.league.status == "running"
    league.result("B")
    assert winners(league) == ["A"]


def averaged(setting: str) -> League:
    """B has 4 VP in 1 mission, A 3 in 9 and wins one more; the limit is 5."""
    league = league_of(4, 4, limit=5, campaign_type="point", parallel_play="on", point_limit_by=setting)
    league.edit("warbands", league.warband("A").id, vp=3, missions=9)
    league.edit("warbands", league.warband("B").id, vp=4, missions=1)
    play(league, "A")
    return league


@pytest.mark.parametrize(
    ("setting", "status", "won"),
    [("total", "ended", ["A"]), ("average_wins", "ended", ["B"]), ("average", "running", [])],
)
def test_opr_13_a_35_total_or_average(setting: str, status: str, won: list[str]) -> None:
    league = averaged(setting)
    assert (league.state.league.status, winners(league)) == (status, won)


def test_opr_13_a_35_an_average_that_reaches_the_limit_ends_and_wins_it() -> None:
    league = averaged("average")
    league.edit("warbands", league.warband("B").id, vp=13, missions=2)
    play(league, "A")
    assert winners(league) == []  # 13 VP in 3 missions
    league.edit("warbands", league.warband("B").id, vp=18)
    play(league, "B")
    assert winners(league) == ["B"]  # 20 VP in 4


def test_opr_05_the_season_is_told_in_a_sentence() -> None:
    assert league_of(4, 4, limit=6).ask("season")["sentence"] == "Mission 1 of 6."
    assert "7 VP" in points_league().ask("season")["sentence"]
    assert "5 weeks" in time_league().ask("season")["sentence"]
    assert "no end" in league_of(4, 4, campaign_type="endless").ask("season")["sentence"]
    each = league_of(4, 4, limit=6, parallel_play="on")
    assert "Each warband plays 6" in each.ask("season")["sentence"]
    assert "Not started yet." in League().ask("season")["sentence"]


def test_opr_05_after_the_end_nobody_hands_over_disbands_or_regroups() -> None:
    league = league_of(4, 4)
    warband = league.warband("A").id
    league.edit("campaign", "campaign", status="ended")
    unit = next(one.id for one in league.state.sheet(warband) if one.hero)
    late: list[tuple[str, dict[str, Any]]] = [
        ("hand_over", {"owner": "9", "words": "moved"}),
        ("disband_warband", {}),
        ("join_unit", {"unit": unit, "to": ""}),
    ]
    for act, params in late:
        refused = refusal(league, act, warband=warband, **params)
        assert (refused.rule, refused.sentence) == ("OPR-05", "The league is over.")
    league.do("rename_warband", warband=warband, name="Moderated")
