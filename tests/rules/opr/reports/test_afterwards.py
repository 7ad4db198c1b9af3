"""Random events told with the report of an evening: what they bring without an override (OPR-33, OPR-72)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.opr.reports.quick import prune_quick
from rules.opr.state import OprState
from tests.rules.opr.play import GF, League, happen, league_of, of, refusal


def quick(league: League, winner: str, *events: dict[str, Any], **more: Any) -> dict[str, Any]:
    everybody = [one.id for one in league.state.active]
    told = {"rounds": 4, "events": list(events), **more}
    return {"warbands": everybody, "winners": [league.warband(winner).id], **told}


def told(league: League, code: int, *, at: int = 1, warband: str = "", unit: str = "", **more: Any) -> Any:
    of_warband = league.warband(warband).id if warband else ""
    of_unit = league.unit(unit).id if unit else ""
    return {"round": at, "code": code, "warband": of_warband, "unit": of_unit, **more}


def records(state: OprState) -> Any:
    """What stays of a mission: sheets and pools, whatever the ids of found things."""
    units = [
        (u.name, u.status, u.xp, u.level, [(i.label, i.ap, i.price, i.weapons) for i in u.items])
        for u in state.units.values()
    ]
    return units, [(w.name, w.pool, w.vp) for w in state.warbands.values()]


# code, dice and drawn unit as rolled here; the same as told. A fights B, A1 takes out B1 in round 2.
SAME: list[tuple[int, tuple[int, ...], str, dict[str, Any]]] = [
    (11, (), "A2", {"unit": "A2"}),
    (12, (), "B", {"warband": "B"}),
    (26, (), "", {}),
    (44, (), "", {}),
    (46, (), "", {}),
    (61, (3,), "A2", {"unit": "A2", "number": 3}),
    (63, (2,), "B2", {"unit": "B2", "number": 2}),
    (64, (2,), "B", {"warband": "B", "number": 2}),
    (65, (), "B", {"warband": "B"}),
    (21, (), "", {}),
]


@pytest.mark.parametrize("edition", ["aofs-3.2.0", GF])
@pytest.mark.parametrize(("code", "dice", "met", "facts"), SAME)
def test_opr_33_an_event_told_afterwards_brings_what_it_brings_when_rolled(
    code: int, dice: tuple[int, ...], met: str, facts: dict[str, Any], edition: str
) -> None:
    live, after = league_of(4, 4, edition=edition), league_of(4, 4, edition=edition)
    live.begin()
    live.round(1)
    happen(live, code, *dice, choices=of(live, met[0], met if len(met) > 1 else "") if met else ())
    more = {"round": 2, "melee": True, "charge": True, "down": True}
    live.result("A", live.kill("B1", "A1", **more), rounds=2)
    event = told(after, code, at=2, **facts)
    after.do("quick_report", **quick(after, "A", event, kills=[after.kill("B1", "A1", **more)], rounds=2))
    assert records(after.state) == records(live.state)
    for league in (live, after):
        if code == 11:
            league.do("ransom", mission=league.mission.id, event=league.mission.events[0].id,
                      warband=league.warband("A").id, dice=[1], choices=[True])  # fmt: skip
        league.step("casualties", "A")
        league.step("casualties", "B", dice=[2])
        league.step("experience", "A", dice=[2] if code == 26 else [], choices=shares(league, code))
        league.step("experience", "B")
    assert records(after.state) == records(live.state)


def shares(league: League, code: int) -> tuple[Any, ...]:
    """Of 5 XP for four units the owner places the fifth."""
    return ([league.unit("A0").id],) if code == 46 else ()


def test_opr_72_who_was_sent_away_or_got_through_is_paid() -> None:
    league = league_of(4, 4)
    pools = {name: league.warband(name).pool for name in "AB"}
    events = [
        told(league, 62, warband="A", unit="A3", number=2),
        told(league, 35, unit="B3", through=True),
        told(league, 35, unit="B2", at=2),
        told(league, 36, unit="A2"),
    ]
    league.do("quick_report", **quick(league, "A", *events))
    gains = {name: league.warband(name).pool - pools[name] for name in "AB"}
    assert gains == {"A": 20 + 20, "B": 40}
    assert league.warband("A").vp == 3
    escort = next(one for one in league.mission.events if one.outcome == "left" and not one.settled)
    league.do("collect", mission=league.mission.id, event=escort.id, warband=league.warband("B").id, dice=[3])
    assert league.warband("B").pool - pools["B"] == 40 + 15
    gone = quick(league, "A", events[0], kills=[league.kill("A3", "B1")])
    league.finish()
    assert refusal(league, "quick_report", **gone).sentence == "A3 had already left the table alive."


def test_opr_72_a_duel_told_afterwards_is_fought_before_the_casualty_dice() -> None:
    league = league_of(4, 4)
    pool = league.warband("B").pool
    event, kill = told(league, 66, at=3, unit="B1"), league.kill("B1", "A1", round=2)
    league.do("quick_report", **quick(league, "A", event, kills=[kill]))
    happened = league.mission.events[0]
    league.do("duel", mission=league.mission.id, event=happened.id, dice=[5, 2], choices=[True])
    league.step("casualties", "B")
    league.step("experience", "B")
    assert (league.unit("B1").xp, league.unit("B1").status) == (3, "active")
    assert league.warband("B").pool - pool == 40 + 30


def test_opr_72_the_doctor_is_offered_to_whom_he_came() -> None:
    league = league_of(4, 4)
    kill = league.kill("B1", "A1", round=2)
    league.do("quick_report", **quick(league, "A", told(league, 51, warband="B"), kills=[kill]))
    league.step("casualties", "B", dice=[1, 4], choices=[True])
    assert league.unit("B1").status == "active"


@pytest.mark.parametrize(("round_out", "xp"), [(1, 1), (2, 2), (3, 2)])
def test_opr_69_revenge_told_afterwards_counts_from_its_round(round_out: int, xp: int) -> None:
    league = league_of(4, 4)
    event, kill = told(league, 52, at=2, warband="A", unit="B1"), league.kill("B1", "A1", round=round_out)
    league.do("quick_report", **quick(league, "B", event, kills=[kill]))
    league.step("casualties", "A")
    league.step("experience", "A")
    assert league.unit("A0").xp == xp


def test_opr_70_the_last_zombie_told_afterwards_is_worth_its_xp() -> None:
    league = league_of(4, 4)
    event = told(league, 32, at=2, last=league.unit("A1").id)
    league.do("quick_report", **quick(league, "B", event))
    league.step("casualties", "A")
    league.step("experience", "A")
    assert [league.unit(f"A{n}").xp for n in range(3)] == [1, 2, 1]


@pytest.mark.parametrize(
    ("facts", "rule", "sentence"),
    [
        ({"code": 17}, "OPR-33", "There is no event 17."),
        ({"code": 65, "at": 5, "warband": "A"}, "OPR-33", "The mission had 4 rounds."),
        ({"code": 65}, "OPR-34", "Lucky Find: who did it affect?"),
        ({"code": 61}, "OPR-34", "Wisdom of the Gods: who did it affect?"),
        ({"code": 61, "unit": "A1"}, "OPR-33", "Wisdom of the Gods: what did the die show?"),
        (
            {"code": 64, "warband": "A", "number": 4},
            "OPR-33",
            "Coward’s Reward: what did the die show?",
        ),
        ({"code": 66, "unit": "A1"}, "OPR-34", "Sold to the Pits: A1 was not knocked out."),
        ({"code": 52, "warband": "A", "unit": "A1"}, "OPR-69", "Revenge: the note must name an enemy unit."),
        (
            {"code": 62, "warband": "A", "unit": "B1", "number": 1},
            "OPR-33",
            "each side can only send one of its own units",
        ),
    ],
)
def test_opr_33_what_cannot_have_happened_is_refused_in_a_sentence(
    facts: dict[str, Any], rule: str, sentence: str
) -> None:
    league = league_of(4, 4)
    refused = refusal(league, "quick_report", **quick(league, "A", told(league, **facts)))
    assert (refused.rule, refused.key) == (rule, "events")
    assert sentence in refused.sentence


def test_opr_33_nobody_is_met_who_has_left_the_table() -> None:
    league = league_of(4, 4)
    events = told(league, 11, unit="A1"), told(league, 61, at=2, unit="A1", number=1)
    assert (
        refusal(league, "quick_report", **quick(league, "A", *events)).sentence
        == "A1 had already left the table."
    )


def test_a_21_the_same_event_twice_in_a_round_is_two_events() -> None:
    league = league_of(4, 4, event_dice="each")
    found = [told(league, 63, unit="A1", number=1), told(league, 63, unit="A1", number=3)]
    league.do("quick_report", **quick(league, "A", *found))
    items = league.unit("A1").items
    assert [item.ap for item in items] == [1, 3]
    assert len({item.id for item in items}) == len({one.id for one in league.mission.events}) == 2


def test_a_20_an_event_that_met_nobody_did_nothing() -> None:
    league = league_of(4, 4)
    league.do("quick_report", **quick(league, "A", told(league, 66)))
    assert (league.mission.events[0].outcome, league.mission.events[0].settled) == ("no_target", True)
    league.step("casualties", "A")


def test_opr_33_an_event_about_somebody_gone_falls_away_alone() -> None:
    league = league_of(4, 4)
    kept, gone = told(league, 65, warband="A"), told(league, 61, unit="A1", number=1)
    last = told(league, 32, last=league.unit("A1").id)
    facts = quick(league, "A", kept, gone, last)
    league.edit("units", league.unit("A1").id, status="dead")
    left, dropped = prune_quick(league.state, league.state, facts)
    assert left["events"][0] == kept  # type: ignore[index]
    assert left["events"][1]["last"] == ""  # type: ignore[index]
    assert "The unit that event 61 hit no longer exists." in dropped


# against the app


def test_solo_80_a_price_on_the_apps_own_is_paid_and_its_rewards_are_void() -> None:
    league = league_of(3, 3, parallel_play="on", campaign_type="endless")
    a, pool = league.warband("A"), league.warband("A").pool
    app = {"warband": "app:s1", "name": "The Tomb"}
    events = [
        {"round": 1, "code": 12, **app},
        {"round": 2, "code": 65, **app},
        {"round": 3, "code": 61, **app},
        told(league, 64, at=4, warband="A", number=3),
    ]
    taken = [{"killer": league.unit("A1").id, "round": 2, "warband": "app:s1"}]
    league.do("app_report", warbands=[a.id], won=True, app_kills=taken, events=events)
    assert league.warband("A").pool - pool == 20 + 5 + 15
    assert league.warband("A").vp == 2
    assert [one.outcome for one in league.mission.events] == ["", "void", "void", ""]
    nobody = quick(league, "A", events[0])
    league.finish("A")
    assert refusal(league, "quick_report", **nobody).rule == "SOLO-80"


def test_solo_77_frenzy_counts_whom_they_took_out_of_the_apps_in_melee() -> None:
    league = league_of(3, 3, parallel_play="on", campaign_type="endless")
    taken = [{"killer": league.unit("A1").id, "round": 2, "melee": True}]
    events = [told(league, 26, at=2)]
    league.do("app_report", warbands=[league.warband("A").id], won=True, app_kills=taken, events=events)
    league.step("casualties", "A")
    league.step("experience", "A", dice=[2])
    assert league.unit("A1").xp == 1 + 1 + 2
