"""The campaign and its end: OPR-01 to OPR-14, and the rulings that belong to them."""

from datetime import UTC, datetime
from fractions import Fraction

import pytest

from rules.opr.standings import shown
from tests.rules.opr.play import AOFS, GF, START, League, hero, league_of, refusal, unit


def test_opr_01_the_rulebook_stays_once_a_warband_is_founded() -> None:
    league = League(AOFS)
    league.do("change_edition", edition=GF)
    assert league.state.league.edition == GF
    league.found("A", hero("H", 800))
    assert refusal(league, "change_edition", edition=AOFS).rule == "OPR-01"


def test_opr_01_an_unknown_rulebook_is_refused() -> None:
    assert refusal(League(), "change_edition", edition="kings-of-paper").rule == "OPR-01"


def test_opr_02_it_takes_two_warbands_to_start() -> None:
    league = League()
    league.found("A", hero("H", 120))
    assert refusal(league, "start").rule == "OPR-02"
    league.found("B", hero("H", 120))
    league.do("start", dice=[1])
    assert league.state.league.status == "running"
    assert refusal(league, "start", dice=[1]).rule == "OPR-02"


def test_opr_02_a_player_has_one_living_warband() -> None:
    league = League()
    league.found("A", hero("H", 120), owner="nan")
    again = {"owner": "nan", "name": "B", "units": [hero("I", 120)]}
    assert refusal(league, "found_warband", **again).rule == "OPR-02"


def test_opr_02_a_mission_takes_two() -> None:
    league = league_of(4, 4, parallel_play="on")
    alone = [league.warband("A").id]
    assert refusal(league, "open_mission", warbands=alone).rule == "OPR-02"
    assert refusal(League(), "open_mission", warbands=[]).rule == "OPR-02"


def test_opr_03_the_type_is_fixed_by_the_first_mission() -> None:
    league = league_of(4, 4)
    league.do("change_setting", key="campaign_type", value="point")
    league.begin()
    assert refusal(league, "change_setting", key="campaign_type", value="game").rule == "OPR-03"
    assert refusal(League(), "change_setting", key="campaign_type", value="for fun").rule == "OPR-03"


def test_opr_03_before_the_first_mission_every_setting_is_open_and_then_not() -> None:
    league = league_of()
    assert all(one["open"] for one in league.ask("settings"))
    league.begin()
    shut = {one["key"] for one in league.ask("settings") if not one["open"]}
    assert "campaign_type" in shut
    assert shut != {one["key"] for one in league.ask("settings")}


@pytest.mark.parametrize(("die", "limit"), [(3, 7), (1, 5), (6, 10)])
def test_opr_04_e_01_the_limit_is_a_die_and_four(die: int, limit: int) -> None:
    league = League()
    faces = league.open_questions("roll_limit")[0].faces  # type: ignore[attr-defined]
    assert [face.label for face in faces] == [f"{n} missions" for n in range(5, 11)]
    league.do("roll_limit", dice=[die])
    assert (league.state.league.limit_die, league.state.league.limit) == (die, limit)
    assert refusal(league, "roll_limit", dice=[1]).rule == "OPR-04"


def test_opr_04_endless_rolls_nothing() -> None:
    league = League(campaign_type="endless")
    league.found("A", hero("H", 120))
    league.found("B", hero("H", 120))
    league.do("start")
    assert league.state.league.limit is None
    league.begin()


def test_opr_04_no_mission_before_the_limit_is_known() -> None:
    league = league_of(4, 4, campaign_type="endless")
    league.do("change_setting", key="campaign_type", value="game")
    ids = [one.id for one in league.state.active]
    assert refusal(league, "open_mission", warbands=ids).rule == "OPR-04"
    league.do("roll_limit", dice=[1])
    league.begin()


def play(league: League, winner: str, *names: str) -> None:
    league.begin(*names)
    league.result(winner)
    league.finish()


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


def test_opr_10_everyone_plays() -> None:
    league = league_of(4, 4, 4)
    two = [league.warband(one).id for one in "AB"]
    refused = refusal(league, "open_mission", warbands=two)
    assert refused.rule == "OPR-10"
    assert "C" in refused.sentence


def test_opr_10_names_three_of_many_who_would_be_missing() -> None:
    league = league_of(*[4] * 9)
    two = [league.warband(one).id for one in "AB"]
    missing = [league.state.warbands[league.warband(one).id].name for one in "CDE"]
    said = refusal(league, "open_mission", warbands=two).sentence
    assert said == f"Everyone plays every mission; {', '.join(missing)} and 3 more would be missing."


def test_opr_10_unless_parallel_play_is_on() -> None:
    league = league_of(4, 4, 4, 4, parallel_play="on")
    league.begin("A", "B")
    league.begin("C", "D")
    assert len(league.state.so_far.open_missions) == 2
    booked = [league.warband(one).id for one in "AC"]
    assert refusal(league, "open_mission", warbands=booked).rule == "OPR-10"


def test_opr_10_nobody_takes_part_twice() -> None:
    league = league_of(4, 4)
    twice = [league.warband("A").id] * 2
    assert refusal(league, "open_mission", warbands=twice).rule == "OPR-10"


def standing(league: League) -> list[tuple[str, int, str]]:
    return [(line["name"], line["rank"], line["shown"]) for line in league.ask("standings")]


def test_opr_11_e_05_average_per_mission() -> None:
    league = league_of(4, 4, parallel_play="on")
    league.edit("warbands", league.warband("A").id, vp=5, missions=3)
    league.edit("warbands", league.warband("B").id, vp=3, missions=2)
    assert standing(league) == [("A", 1, "1.67"), ("B", 2, "1.50")]
    assert league.ask("standings")[0]["score"] == (5, 3)
    assert [line["how"] for line in league.ask("standings")] == ["5 VP ÷ 3 missions", "3 VP ÷ 2 missions"]


def test_opr_11_e_06_equal_fractions_share_the_rank() -> None:
    league = league_of(4, 4, parallel_play="on")
    league.edit("warbands", league.warband("A").id, vp=4, missions=3)
    league.edit("warbands", league.warband("B").id, vp=8, missions=6)
    assert standing(league) == [("A", 1, "1.33"), ("B", 1, "1.33")]


def test_opr_11_no_mission_is_ranked_last() -> None:
    league = league_of(4, 4, parallel_play="on")
    league.edit("warbands", league.warband("B").id, missions=1)
    assert standing(league) == [("B", 1, "0.00"), ("A", 2, "–")]
    assert shown(None, averaged=True) == "–"
    assert [shown(Fraction(one), averaged=True) for one in (1, 12, -2)] == ["1.00", "12.00", "-2.00"]


def test_opr_12_e_08_a_late_joiner_averages_everybody() -> None:
    league = league_of(4, 4, limit=10, late_joiners="on")
    for winner in "AAB":
        play(league, winner)
    league.found("C", hero("C0", 130))
    assert league.warband("C").late
    assert league.state.league.averaging
    assert standing(league) == [("A", 1, "1.33"), ("B", 2, "0.67"), ("C", 3, "–")]
    assert league.warband("C").pool == 20


def test_opr_12_not_when_it_is_not_allowed() -> None:
    league = league_of(4, 4)
    league.begin()
    late = {"owner": "late", "name": "C", "units": [hero("C0", 120)]}
    assert refusal(league, "found_warband", **late).rule == "OPR-12"


def test_opr_12_before_the_first_mission_nobody_is_late() -> None:
    league = league_of(4, 4)
    league.found("C", hero("C0", 120))
    assert not league.state.league.averaging


def test_opr_13_the_point_limit_looks_at_the_total() -> None:
    league = league_of(4, 4, limit=5, campaign_type="point", parallel_play="on")
    league.edit("warbands", league.warband("A").id, vp=3, missions=9)
    league.edit("warbands", league.warband("B").id, vp=4, missions=2)
    play(league, "A")
    assert league.state.league.winners == (league.warband("A").id,)
    assert standing(league)[0][0] == "B"  # the average is shown, the total decides


def test_opr_14_starting_over_begins_from_nothing() -> None:
    league = league_of(4, 4)
    play(league, "A")
    old = league.warband("A")
    league.do("disband_warband", warband=old.id)
    assert [one.name for one in league.state.active] == ["B"]
    assert all(not one.living for one in league.state.units.values() if one.warband == old.id)
    league.found("A", hero("A0", 120), owner=old.owner)
    new = league.warband("A")
    assert (new.vp, new.missions, new.pool, new.late) == (0, 0, 30, False)
    assert not league.state.league.averaging


def test_opr_14_a_setting_keeps_the_count_of_missions() -> None:
    league = league_of(4, 4, restart_keeps_matches="on")
    play(league, "A")
    old = league.warband("A")
    league.do("disband_warband", warband=old.id)
    league.found("A", hero("A0", 120), owner=old.owner)
    assert league.warband("A").missions == 1


def test_opr_14_the_living_name_is_free_again() -> None:
    league = League()
    league.found("A", hero("H", 100), unit("U", 20))
    league.do("disband_warband", warband=league.warband("A").id)
    league.found("A", hero("H", 120), owner="p-A")


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
