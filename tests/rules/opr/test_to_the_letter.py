"""What is booked, refused and told as a whole: the doctor, rewards, who won, who came along, settings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.engine.refusals import Refused
from rules.opr.books import EDITIONS, settings_of
from rules.opr.effects import Points, VictoryPoints
from rules.opr.mission_effects import Fielded, SideNoted
from rules.opr.playing.setup import recall_all
from rules.opr.reports.report import _one_winner
from tests.rules.opr.play import GF, League, league_of, playing


def with_doctor(*victims: str, **settings: Any) -> tuple[League, str]:
    """A doctor came to A, whose units were taken out; nobody has rolled yet."""
    league = league_of(4, 4, **settings)
    league.begin()
    a = league.warband("A").id
    league.round(5, 51, choices=[a])
    league.result("B", *(league.kill(one) for one in victims))
    return league, a


def fees(league: League) -> list[Points]:
    return [one for one in league.records[-1].effects if isinstance(one, Points) and one.because == "doctor"]


def test_opr_72_a_25_one_fee_is_booked_and_the_side_has_had_its_doctor() -> None:
    league, a = with_doctor("A1", "A2")
    mission = league.mission.id
    league.step("casualties", "A", dice=[3, 3], choices=[True])
    assert fees(league) == [Points(warband=a, amount=-10, because="doctor", rule="A-25", mission=mission)]
    noted = [one for one in league.records[-1].effects if isinstance(one, SideNoted)]
    assert noted == [SideNoted(mission=mission, warband=a, doctor=True, rule="A-25")]


def test_opr_72_a_25_each_unit_helped_has_its_fee() -> None:
    league, _ = with_doctor("A1", "A2", doctor_fee="unit")
    both = tuple(league.unit(one).id for one in ("A1", "A2"))
    league.step("casualties", "A", dice=[3, 3], choices=[both])
    assert [one.amount for one in fees(league)] == [-20]


def test_opr_72_a_25_nobody_helped_nothing_noted() -> None:
    league, _ = with_doctor("A1")
    league.step("casualties", "A", dice=[3], choices=[False])
    assert not fees(league)
    assert not league.side("A").doctor


def test_opr_72_the_other_side_s_doctor_helps_nobody_here() -> None:
    league, _ = with_doctor()
    league.step("casualties", "B")
    other = league_of(4, 4)
    other.begin()
    other.round(5, 51, choices=[other.warband("B").id])
    other.result("B", other.kill("A1"))
    other.step("casualties", "A", dice=[3])  # no question before the die
    assert not fees(other)


def test_opr_72_a_doctor_who_met_nobody_helps_nobody() -> None:
    league, _ = with_doctor("A1")
    lost = replace(league.mission.events[-1], outcome="no_target")  # as if nobody had been there
    league.edit("missions", league.mission.id, events=(lost,))
    league.step("casualties", "A", dice=[3])
    assert not fees(league)


def test_opr_30_and_31_who_has_won_is_one_who_stayed() -> None:
    league = playing(4, 4, 4)
    a, b = league.warband("A").id, league.warband("B").id

    def said(*winners: str, rounds: int = 4) -> tuple[str, str, str | None]:
        with pytest.raises(Refused) as refused:
            _one_winner(league.state, league.mission, winners, rounds)
        return refused.value.rule, refused.value.sentence, refused.value.key

    assert _one_winner(league.state, league.mission, [a], 1) == a
    assert said(a, rounds=0) == ("OPR-30", "How many rounds were played?", "rounds")
    level = ("OPR-30", "A mission has one winner. Still level? Play another round.", "winners")
    assert said() == said(a, b) == level
    assert said("nobody")[2] == "winners"
    league.do("concede", mission=league.mission.id, warband=a, round=1)
    assert said(a) == ("OPR-31", "Who has conceded cannot win.", "winners")
    assert _one_winner(league.state, league.mission, [b], 1) == b
    league.do("concede", mission=league.mission.id, warband=b, round=1)
    for one in (a, b):
        assert said(one) == ("OPR-31", "Everybody else has conceded: C has won.", "winners")


@pytest.mark.parametrize(
    ("edition", "win", "lose", "extra"), [("aofs-3.2.0", (2, 20), 40, 10), (GF, (2, 150), 300, 75)]
)
def test_opr_35_and_28_what_a_mission_pays_is_booked_with_its_reason(
    edition: str, win: tuple[int, int], lose: int, extra: int
) -> None:
    league = league_of(4, 4, edition=edition)
    a, b = league.warband("A").id, league.warband("B").id
    league.do("open_mission", warbands=[a, b])
    mission = league.mission.id
    league.do("field", mission=mission, warband=b)
    league.do("roll_objective", mission=mission, warband=b, dice=[2])
    league.do("begin", mission=mission)
    league.result("A", met={b: True})
    booked = [one for one in league.records[-1].effects if isinstance(one, Points | VictoryPoints)]
    given: dict[str, Any] = {"mission": mission}
    objective = league.side("B").objective
    assert booked == [
        VictoryPoints(warband=a, amount=win[0], because="win", rule="OPR-35", **given),
        Points(warband=a, amount=win[1], because="win", rule="OPR-35", **given),
        Points(warband=b, amount=lose, because="lose", rule="OPR-35", **given),
        Points(warband=b, amount=extra, because="objective", rule="OPR-28", about=objective, **given),
    ]
    assert objective


def test_opr_35_who_was_not_there_is_paid_nothing() -> None:
    league = playing(4, 4, 4)
    ids = league.mission.warbands
    sides = [replace(one, skipped=one.warband == ids[1]) for one in league.mission.sides]
    league.edit("missions", league.mission.id, sides=tuple(sides))
    league.result("A")
    paid = [one.warband for one in league.records[-1].effects if isinstance(one, Points)]
    assert paid == [ids[0], ids[2]]  # and what follows is paid


@pytest.mark.parametrize(("round", "paid"), [(1, False), (2, True), (3, True)])
def test_opr_31_who_concedes_in_the_round_the_club_named_is_paid(round: int, paid: bool) -> None:
    league = playing(concede_min_round="2")
    b = league.warband("B").id
    league.result("A", conceded={b: round})
    assert any(isinstance(one, Points) and one.warband == b for one in league.records[-1].effects) is paid


def test_opr_24_a_report_again_names_who_came_along() -> None:
    booked = [
        Fielded(mission="m", warband="w1", units=("a1", "a2"), rule="OPR-24"),
        Fielded(mission="m", warband="w2", units=("b1",), rule="OPR-24"),
        Fielded(mission="m", warband="app", units=("x",), rule="OPR-24"),
    ]
    params = {"warbands": ["w1", "w2"], "winners": ["w1"]}
    came = {"w1": ["a1", "a2"], "w2": ["b1"]}
    assert recall_all(params, booked) == {**params, "fielded": came}
    named = {**params, "fielded": {"w2": ["b9"]}}
    assert recall_all(named, booked) == {**params, "fielded": {"w1": ["a1", "a2"], "w2": ["b9"]}}
    assert recall_all(params, []) == params
    assert recall_all(params, booked[2:]) == params


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_02_the_settings_are_told_as_the_book_has_them(edition: str) -> None:
    league = League(edition, event_dice="each")
    told = [
        {
            "key": one.key,
            "name": one.name,
            "line": one.line,
            "rule": one.rule,
            "value": "each" if one.key == "event_dice" else one.default,
            "default": one.default,
            "choices": [{"value": choice.value, "label": choice.label} for choice in one.choices],
            "open": True,
        }
        for one in settings_of(edition)
    ]
    assert league.ask("settings") == told
    begun = league_of(4, 4, edition=edition)
    begun.begin()
    still = {one["key"]: one["open"] for one in begun.ask("settings")}
    assert still == {one.key: not one.frozen for one in settings_of(edition)}
