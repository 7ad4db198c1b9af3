"""Missions against the app: won or lost together, experience for its units, nothing kept of it."""

from __future__ import annotations

from rules.opr import GAME
from rules.opr.telling import tell
from tests.rules.opr.play import league_of, refusal


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


def test_opr_31_who_conceded_to_the_app_has_not_won() -> None:
    league = league_of(3, 3, parallel_play="on", campaign_type="endless")
    a = league.warband("A").id
    assert refusal(league, "app_report", warbands=[a], won=True, conceded={a: 2}).rule == "OPR-31"
    league.do("app_report", warbands=[a], won=False, conceded={a: 2})
    assert league.mission.side(a).conceded == 2


def test_opr_36_the_apps_losses_need_somebody_who_was_there() -> None:
    league = league_of(3, 3, parallel_play="on", campaign_type="endless")
    wrong = [{"killer": league.unit("B1").id}]
    refused = refusal(league, "app_report", warbands=[league.warband("A").id], won=True, app_kills=wrong)
    assert refused.rule == "OPR-36"
    assert "opr.app_report" in GAME.procedures
