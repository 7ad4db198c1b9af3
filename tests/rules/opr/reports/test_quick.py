"""Missions that were abandoned, walked over or reported at once (OPR-30, OPR-35, OPR-72, A-47)."""

from typing import Any

from rules.opr import GAME
from tests.rules.opr.play import (
    League,
    facts,
    happen,
    league_of,
    playing,
    refusal,
)


def test_opr_30_a_47_an_abandoned_mission_never_was() -> None:
    league = playing()
    before = {one.id: one for one in league.state.units.values()}
    pools = {one.id: (one.pool, one.vp) for one in league.state.active}
    a = league.warband("A").id
    league.round(5, 61, 3, choices=[a, league.unit("A1").id])
    league.round(5, 63, 2, choices=[a, league.unit("A1").id])
    league.round(5, 64, 1, choices=[a])
    league.round(5, 65, choices=[a])
    league.round(5, 11, choices=[a, league.unit("A2").id])
    assert league.unit("A2").status == "captured"
    league.do("abandon", mission=league.mission.id, words="the pub closed")
    assert {one.id: one for one in league.state.units.values()} == before
    assert {one.id: (one.pool, one.vp) for one in league.state.active} == pools
    assert league.state.so_far.missions_finished == 0
    assert league.warband("A").missions == 0
    assert refusal(league, "abandon", mission=league.mission.id).rule == "OPR-30"
    league.begin()


def test_opr_30_a_47_a_duel_lost_in_an_abandoned_mission_is_taken_back() -> None:
    league = playing()
    league.round(5, 66, gone=["A1"], choices=[[league.unit("A1").id]])
    league.do(
        "duel", mission=league.mission.id, event=league.mission.events[0].id, dice=[2, 5], choices=[False]
    )
    assert league.unit("A1").status == "dead"
    league.do("abandon", mission=league.mission.id)
    assert league.unit("A1").status == "active"
    assert league.warband("A").units == tuple(league.unit(f"A{n}").id for n in range(4))


def test_opr_35_a_walk_over_pays_like_a_concession_in_round_1() -> None:
    league = playing(4, 4, 4)
    pools = {name: league.warband(name).pool for name in "ABC"}
    league.do("walk_over", mission=league.mission.id, winner=league.warband("B").id)
    gains = [(league.warband(one).vp, league.warband(one).pool - pools[one]) for one in "ABC"]
    assert gains == [(0, 40), (2, 20), (0, 40)]
    assert league.side("A").conceded == 1


def quick(league: League, winner: str, **more: object) -> dict[str, Any]:
    everybody = [one.id for one in league.state.active]
    return {"warbands": everybody, "winners": [league.warband(winner).id], **more}


def test_opr_72_a_quick_report_is_the_same_as_the_long_way() -> None:
    long, short = league_of(4, 4), league_of(4, 4)
    long.begin(fielded={"A": ["A0", "A1", "A2"]})
    long.result("B", long.kill("A1", "B1", round=2), long.kill("B2", "A0", round=1), rounds=5)
    fielded: dict[str, Any] = {short.warband("A").id: [short.unit(f"A{n}").id for n in range(3)]}
    kills = [short.kill("A1", "B1", round=2), short.kill("B2", "A0", round=1)]
    short.do("quick_report", **quick(short, "B", fielded=fielded, kills=kills, rounds=5))
    for name in "AB":
        one, other = long.side(name), short.side(name)
        for field in one.__slots__:
            assert getattr(one, field) == getattr(other, field), field
        assert long.warband(name).pool == short.warband(name).pool
        assert long.warband(name).vp == short.warband(name).vp


def test_opr_28_a_quick_report_names_the_objective() -> None:
    league = league_of(4, 4)
    pool = league.warband("A").pool
    a = league.warband("A").id
    met: dict[str, Any] = {a: {"objective": "honor", "met": True}}
    league.do("quick_report", **quick(league, "B", objectives=met))
    assert league.warband("A").pool - pool == 50
    league.finish()
    unknown = quick(league, "A", objectives={a: {"objective": "glory", "met": True}})
    assert refusal(league, "quick_report", **unknown).rule == "OPR-28"
    beyond = quick(league, "A", objectives={a: {"objective": "casting", "met": True}})
    assert refusal(league, "quick_report", **beyond).rule == "OPR-29"


def test_opr_24_a_quick_report_keeps_to_the_cap() -> None:
    league = league_of(4, 4)
    league.edit("units", league.unit("A0").id, list_points=140)
    refused = refusal(league, "quick_report", **quick(league, "A"))
    assert refused.rule == "OPR-24"
    assert "Leave someone at home" in refused.sentence


def test_opr_35_what_a_report_would_bring_can_be_seen_before() -> None:
    league = playing()
    kills = [league.kill("B1", "A1", round=1)]
    seen = league.ask("check_report", **facts(league, "A"), kills=kills)
    assert seen["refused"] is None
    assert [(one["vp"], one["points"], len(one["casualties"])) for one in seen["sides"]] == [
        (2, 20, 0),
        (0, 40, 1),
    ]
    half = league.ask("check_report", **facts(league, "A", rounds=0))
    assert half["refused"] == {
        "rule": "OPR-30",
        "sentence": "How many rounds were played?",
        "field": "rounds",
    }
    wrong = league.ask("check_report", **facts(league, "AB"))
    assert wrong["refused"]["rule"] == "OPR-30"
    quick_one = league.ask("check_report", procedure="opr.quick_report", **quick(league, "A"))
    assert quick_one["refused"]["rule"] == "OPR-10"


def test_opr_36_facts_about_what_is_gone_fall_away_alone() -> None:
    league = league_of(4, 4)
    kills = [league.kill("A1", "B1"), league.kill("B2", "A1"), {**league.kill("B3", "A0"), "victim": "gone"}]
    fielded = {league.warband("B").id: ["gone", league.unit("B1").id]}
    params = quick(league, "A", kills=kills, fielded=fielded)
    state = league.state.change("units", league.unit("A1").id, status="dead")
    mine = league.warband("A")
    state = state.change(
        "warbands", mine.id, units=tuple(one for one in mine.units if one != league.unit("A1").id)
    )
    prune = GAME.spec("opr.quick_report").prune
    assert prune is not None
    pruned: tuple[Any, list[str]] = prune(state, league.state, params)
    kept, dropped = pruned
    assert dropped == [
        "The unit that was taken out no longer exists: A1.",
        "The unit that took out another no longer exists: A1.",
        "The unit that was taken out no longer exists: an unknown unit.",
        "A unit could not be fielded.",
    ]
    assert [one["killer"] for one in kept["kills"]] == [""]
    assert kept["fielded"] == {league.warband("B").id: [league.unit("B1").id]}


def test_opr_36_who_left_for_an_event_that_is_gone_falls_away_too() -> None:
    league = playing()
    mine, event = league.unit("A1").id, happen(league, 36, choices=("ne",)).id
    left = [{"unit": mine, "event": event}, {"unit": mine, "event": "gone"}, {"unit": "gone", "event": event}]
    prune = GAME.spec("opr.result").prune
    assert prune is not None
    pruned: tuple[Any, list[str]] = prune(league.state, league.state, facts(league, "A", left=left))
    kept, dropped = pruned
    assert [(one["unit"], one["event"]) for one in kept["left"]] == [(mine, event)]
    assert len(dropped) == 2


def test_opr_24_units_that_are_gone_fall_out_of_a_list_alone() -> None:
    league = league_of(4, 4)
    ids = [one.id for one in league.state.sheet(league.warband("A").id)]
    prune = GAME.spec("opr.field").prune
    assert prune is not None
    without, sent = league.state.drop("units", ids[-1]), {"mission": "m", "warband": "w", "units": ids}
    kept, dropped = prune(without, league.state, sent)
    assert (kept["units"], dropped) == (
        ids[:-1],
        [f"{league.state.units[ids[-1]].name} could not be fielded."],
    )
    assert prune(without, league.state, {"units": None}) == ({"units": None}, [])


def test_opr_36_what_is_gone_is_called_as_it_was_called_then() -> None:
    """Units, a warband and a neutral figure that the state of a draft never had: nobody reads an id."""
    league = league_of(4, 4)
    a, b = league.warband("A"), league.warband("B")
    kills = [league.kill("B1", "A1"), {**league.kill("B2", "A2"), "victim": "neutral:e9.event"}]
    params = quick(league, "A", kills=kills, met={b.id: True})
    state = league.state.drop("warbands", b.id)
    for unit in league.state.sheet(b.id):
        state = state.drop("units", unit.id)
    prune = GAME.spec("opr.quick_report").prune
    assert prune is not None
    dropped = " ".join(prune(state, league.state, {**params, "warbands": [a.id, b.id]})[1])
    names = [league.state.units[kill["victim"]].name for kill in kills[:1]]
    assert all(name in dropped for name in (*names, b.name, "a neutral figure"))
    assert not any(one in dropped for one in (b.id, "neutral:", *(kill["victim"] for kill in kills)))


def test_opr_10_a_55_how_everybody_stood_names_each_warband_once() -> None:
    league = league_of(4, 4, open_steps="parks")
    one, other = (league.warband(name).id for name in "AB")
    stood = [
        {"warband": warband, "units": [{"unit": league.state.warbands[warband].units[0]}]}
        for warband in (one, other)
    ]
    told: dict[str, Any] = {"winners": [one], "rounds": 4}
    twice = refusal(league, "quick_report", warbands=[one, one], begun=[stood[0]], **told)
    assert (twice.rule, twice.sentence) == ("OPR-10", "A warband can only take part once.")
    for begun in ([stood[0]], [*stood, stood[1]]):
        refused = refusal(league, "quick_report", warbands=[one, other], begun=begun, **told)
        assert (refused.rule, refused.sentence) == ("OPR-25", "B needs at least one unit.")
    league.do("quick_report", warbands=[one, other], begun=stood, **told)
