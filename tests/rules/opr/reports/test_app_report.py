"""Missions against the app: won or lost together, experience for its units, nothing kept of it."""

from __future__ import annotations

from typing import Any

import pytest

from rules.opr import GAME
from rules.opr.reports.app_report import drop_gone_units
from rules.opr.telling.entries import tell
from tests.rules.opr.play import league_of, playing, refusal


def test_solo_77_one_warband_earns_as_usual_against_the_app() -> None:
    league = league_of(3, 3, parallel_play="on", campaign_type="endless")
    a, killer = league.warband("A"), league.unit("A1").id
    taken = [{"killer": killer, "hero": True, "round": 2}, {"killer": killer, "round": 3}]
    league.do("app_report", warbands=[a.id], won=True, rounds=4, app_kills=taken, name="The Empty Chair")
    league.finish("A")
    assert (league.warband("A").vp, league.warband("A").missions) == (2, 1)
    assert league.unit("A1").xp == 1 + 2 + 1
    assert league.warband("B").missions == 0


def test_solo_84_two_warbands_win_or_lose_together() -> None:
    league = league_of(3, 3, 3, parallel_play="on", campaign_type="endless")
    pair = [league.warband("A").id, league.warband("B").id]
    pools = {name: league.warband(name).pool for name in "AB"}
    league.do("app_report", warbands=pair, won=True)
    assert [league.warband(name).vp for name in "AB"] == [2, 2]
    assert [league.warband(name).pool - pools[name] for name in "AB"] == [20, 20]
    league.finish("A", "B")
    lost = {"victim": league.unit("B2").id, "round": 1}
    effects = league.do("app_report", warbands=pair, won=False, kills=[lost])
    assert [league.warband(name).vp for name in "AB"] == [2, 2]
    assert league.mission.side(pair[1]).casualties == (lost["victim"],)
    told = tell("opr.app_report", {}, {}, effects, lambda one: league.state.warbands[one].name)
    assert told == "A and B lost to the app after 4 rounds."


def shares(won: bool, values: dict[str, int], **more: Any) -> tuple[list[int], list[int]]:
    """What A, B and C, who brought so much, get in VP and points where they share the reward."""
    league = league_of(3, 3, 3, parallel_play="on", campaign_type="endless", coop_reward="split")
    for name, value in values.items():
        league.edit("units", league.unit(f"{name}1").id, list_points=value)
    pools = {name: league.warband(name).pool for name in "ABC"}
    ids = [league.warband(name).id for name in "ABC"]
    more = {key: {league.warband(one).id: fact for one, fact in facts.items()} for key, facts in more.items()}
    league.do("app_report", warbands=ids, won=won, **more)
    after = [league.warband(name) for name in "ABC"]
    return [one.vp for one in after], [one.pool - pools[one.name] for one in after]


def test_a_56_vp_are_whole_and_what_cannot_be_split_goes_to_the_lowest_value() -> None:
    values = {"A": 30, "B": 25, "C": 30}
    assert shares(True, values) == ([2, 2, 2], [6, 8, 6])
    assert shares(False, values) == ([0, 0, 0], [13, 14, 13])
    assert shares(True, {"A": 30, "B": 25, "C": 25}) == ([2, 2, 2], [6, 8, 6])


def test_a_56_who_conceded_beside_a_winner_gets_that_share_of_a_losers_pay() -> None:
    values = {"A": 30, "B": 25, "C": 30}
    assert shares(True, values, conceded={"B": 2}) == ([2, 0, 2], [8, 13, 6])


def test_a_56_a_special_objective_is_ones_own() -> None:
    values, goal = {"A": 30, "B": 25, "C": 30}, {"objective": "recovery", "met": True}
    assert shares(True, values, objectives={"C": goal}) == ([2, 2, 2], [6, 8, 6 + 10])


def test_opr_31_who_conceded_to_the_app_has_not_won() -> None:
    league = league_of(3, 3, parallel_play="on", campaign_type="endless")
    a = league.warband("A").id
    assert refusal(league, "app_report", warbands=[a], won=True, conceded={a: 2}).rule == "OPR-31"
    league.do("app_report", warbands=[a], won=False, conceded={a: 2})
    assert league.mission.side(a).conceded == 2


def test_opr_31_who_conceded_in_the_league_s_own_mission_has_not_won_beside_a_partner() -> None:
    league = playing(3, 3)
    a, b = league.warband("A").id, league.warband("B").id
    league.do("concede", mission=league.mission.id, warband=b, round=2)
    alone = {"mission": league.mission.id, "warbands": [b], "won": True}
    assert refusal(league, "app_report", **alone).rule == "OPR-31"
    league.do("app_report", mission=league.mission.id, warbands=[a, b], won=True, conceded={b: 3})
    assert [league.warband(name).vp for name in "AB"] == [2, 0]
    assert league.mission.side(b).conceded == 2  # as it was said then


def test_opr_31_a_unit_may_fall_in_the_round_in_which_its_side_conceded_before_a_rout_test() -> None:
    league = league_of(3, 3, parallel_play="on", campaign_type="endless")
    a, lost = league.warband("A").id, {"victim": league.unit("A1").id, "round": 2}
    told: dict[str, Any] = {"warbands": [a], "won": False, "kills": [lost], "conceded": {a: 2}}
    assert refusal(league, "app_report", **told).rule == "OPR-31"
    assert refusal(league, "app_report", **told, moments={a: "at lunch"}).key == "moments"
    league.do("app_report", **told, moments={a: "rout_test"})
    assert (league.mission.side(a).moment, league.mission.side(a).casualties) == (
        "rout_test",
        (lost["victim"],),
    )


def test_opr_36_the_apps_losses_need_somebody_who_was_there() -> None:
    league = league_of(3, 3, parallel_play="on", campaign_type="endless")
    wrong = [{"killer": league.unit("B1").id}]
    refused = refusal(league, "app_report", warbands=[league.warband("A").id], won=True, app_kills=wrong)
    assert refused.rule == "OPR-36"
    assert "opr.app_report" in GAME.procedures


def set_up(*sizes: int, **settings: Any) -> Any:
    """A league whose first mission, between everybody, is being played."""
    league = league_of(*sizes, parallel_play="on", campaign_type="endless", **settings)
    league.begin()
    return league


def test_solo_82_a_stand_in_counts_for_its_owner_and_several_win_together() -> None:
    league = set_up(3, 3, 3)
    a, b, c = (league.warband(name) for name in "ABC")
    kills = [league.kill("C1", "A1"), league.kill("B2", "C2")]
    league.do(
        "app_report", mission=league.mission.id, warbands=[a.id, b.id], against=[c.id], won=True, kills=kills
    )
    assert [league.warband(name).vp for name in "ABC"] == [2, 2, 0]
    assert [league.warband(name).missions for name in "ABC"] == [1, 1, 1]
    assert league.mission.side(c.id).stood_in
    assert league.mission.side(c.id).casualties == (league.unit("C1").id,)
    league.finish("A", "B", "C")
    assert league.unit("A1").xp == 1 + (2 if league.unit("C1").hero else 1)


def test_solo_83_a_ghost_keeps_its_sheet_its_count_and_its_points() -> None:
    league = set_up(3, 3)
    a, b = league.warband("A"), league.warband("B")
    before = (b.pool, b.vp, b.missions, league.unit("B1"))
    league.do(
        "app_report", mission=league.mission.id, warbands=[a.id], won=True, kills=[league.kill("B1", "A1")]
    )
    assert (league.warband("A").vp, league.warband("A").missions) == (2, 1)
    after = league.warband("B")
    assert (after.pool, after.vp, after.missions, league.unit("B1")) == before
    assert after.mission == ""
    assert league.mission.side(b.id).skipped
    league.finish("A")
    assert league.unit("A1").xp > 1
    assert refusal(league, "casualties", mission=league.mission.id, warband=b.id).rule == "OPR-20"


def test_solo_82_the_dead_of_a_stand_in_may_recover() -> None:
    league = set_up(3, 3)
    a, b = league.warband("A"), league.warband("B")
    said = {"mission": league.mission.id, "warbands": [a.id], "against": [b.id], "won": True}
    kills = [league.kill("B1"), league.kill("B2")]
    league.do("app_report", **said, kills=kills, terms={"recovers": True})
    worst = {f"casualty:{league.unit(name).id}": 1 for name in ("B1", "B2")}
    effects = league.do("casualties", answers=worst, mission=league.mission.id, warband=b.id)
    assert [type(one).__name__ for one in effects] == ["StepTaken"]
    for death, recovers in (("recovered", True), ("normal", False)):
        other = set_up(3, 3, standin_death=death)
        b = other.warband("B")
        against = {"warbands": [other.warband("A").id], "against": [b.id], "won": True}
        other.do("app_report", mission=other.mission.id, **against)
        assert other.side("B").recovers is recovers


def test_solo_77_without_vp_and_solo_84_shared() -> None:
    league = set_up(3, 3)
    pair = [league.warband("A").id, league.warband("B").id]
    pools = [league.warband(name).pool for name in "AB"]
    terms = {"vp": False, "shared": True}
    league.do("app_report", mission=league.mission.id, warbands=pair, won=True, terms=terms)
    assert [league.warband(name).vp for name in "AB"] == [0, 0]
    assert [league.warband(name).pool - pool for name, pool in zip("AB", pools, strict=True)] == [10, 10]


def test_solo_77_without_terms_the_league_s_own_hold() -> None:
    league = league_of(3, 3, parallel_play="on", campaign_type="endless", ai_game_counts="no_vp")
    league.do("app_report", warbands=[league.warband("A").id], won=True)
    assert league.warband("A").vp == 0
    practice = league_of(3, 3, parallel_play="on", campaign_type="endless", ai_game_counts="practice")
    assert refusal(practice, "app_report", warbands=[practice.warband("A").id], won=True).rule == "SOLO-77"


def test_solo_79_what_the_app_brought_makes_underdogs() -> None:
    league = league_of(3, 3, parallel_play="on", campaign_type="endless")
    a = league.warband("A").id
    value = sum(unit.value for unit in league.state.sheet(a))
    league.do("app_report", warbands=[a], won=True, app_values=[value + 25])
    assert league.mission.side(a).underdog == 2


def test_opr_28_an_objective_against_the_app_is_paid() -> None:
    league = league_of(3, 3, parallel_play="on", campaign_type="endless")
    a = league.warband("A")
    met = {a.id: {"objective": "recovery", "met": True}}
    league.do("app_report", warbands=[a.id], won=True, objectives=met)
    assert league.warband("A").pool - a.pool == 20 + GAME.book_of(league.state).figures.special_objective_pts


@pytest.mark.parametrize("whose", ["nobody", "B"])
def test_opr_28_nobody_meets_the_objective_of_a_warband_that_was_not_there(whose: str) -> None:
    league = league_of(3, 3, parallel_play="on", campaign_type="endless")
    other = league.warband("B").id if whose == "B" else whose
    sent: dict[str, Any] = {"warbands": [league.warband("A").id], "won": True}
    for claimed in (True, False):
        refused = refusal(league, "app_report", **sent, met={other: claimed})
        assert refused.key == f"met.{other}"
        drawn = {other: {"objective": "recovery", "met": claimed}}
        refused = refusal(league, "app_report", **sent, objectives=drawn)
        assert refused.key == f"objectives.{other}"


def test_solo_76_a_rival_plays_with_a_record_and_may_be_kept_from_winning() -> None:
    league = league_of(3, 3, ai_opponent_record="rival")
    a, b = league.warband("A").id, league.warband("B").id
    league.do("rival", warband=b, ranked=False)
    league.begin()
    assert refusal(league, "roll_objective", mission=league.mission.id, warband=b).rule in (
        "SOLO-80",
        "OPR-20",
    )
    league.do("app_report", mission=league.mission.id, warbands=[a], against=[b], won=False)
    assert (league.warband("B").vp, league.warband("B").missions) == (2, 1)
    assert not league.mission.side(b).stood_in
    league.do("close", words="the season is over")
    assert league.state.league.winners == (a,)


def test_solo_80_a_rival_has_an_objective_only_where_the_league_says_so() -> None:
    for setting, allowed in (("off", False), ("on", True)):
        league = league_of(3, 3, ai_opponent_record="rival", ai_special_objective=setting)
        a, b = league.warband("A").id, league.warband("B").id
        league.do("rival", warband=b)
        league.do("open_mission", warbands=[a, b])
        said: dict[str, Any] = {"mission": league.mission.id, "warband": b}
        league.do("field", **said)
        if allowed:
            league.do("roll_objective", seed=b"goal", **said)
        else:
            assert refusal(league, "roll_objective", **said).rule == "SOLO-80"
        assert bool(league.mission.side(b).objective) is allowed


def test_solo_76_no_rival_without_the_setting() -> None:
    league = league_of(3, 3)
    assert refusal(league, "rival", warband=league.warband("A").id).rule == "SOLO-76"


def test_opr_20_the_app_s_mission_is_settled_once_and_only_while_it_is_played() -> None:
    league = set_up(3, 3)
    said = {"mission": league.mission.id, "warbands": [league.warband("A").id], "won": True}
    league.do("app_report", **said)
    assert refusal(league, "app_report", **said).rule == "OPR-71"
    assert (
        refusal(league, "app_report", warbands=[league.warband("B").id], against=["x"], won=True).rule
        == "SOLO-82"
    )


def test_opr_71_an_app_s_loss_to_somebody_who_is_gone_falls_away_alone() -> None:
    league = league_of(3, 3, parallel_play="on", campaign_type="endless")
    a, kept = league.warband("A").id, {"killer": league.unit("A1").id, "hero": True, "round": 2}
    said = {
        "warbands": [a],
        "won": True,
        "app_kills": [kept, {"killer": "nobody", "hero": False, "round": 1}],
    }
    pruned: tuple[Any, list[str]] = drop_gone_units(league.state, league.state, said)
    facts, dropped = pruned
    assert facts["app_kills"] == [kept]
    assert dropped == ["A unit that took out one of the app’s units no longer exists."]
    league.do("app_report", **facts)
    of_mission = {**said, "mission": league.mission.id}
    assert drop_gone_units(league.state, league.state, of_mission)[0]["app_kills"] == [kept]
