"""Armies, reports and verdicts: CQ-61 to CQ-86."""

from __future__ import annotations

from typing import Any

import pytest

from rules.conquest.playing.battles import Gold
from rules.conquest.reckoning.verdict import WHY
from rules.conquest.state import Facts
from rules.engine.refusals import Refused
from tests.rules.conquest.play import League, at_battle, commit, played, side, team


def duel(attack: Facts, defend: Facts, **settings: object) -> tuple[tuple[str, int], tuple[str, int]]:
    found = at_battle(**settings)
    found.fight("P1", against="P3")
    result = played(found, found.fight("P1", against="P2"), attack, defend)
    return result["P1"], result["P2"]


# Armies
def armies(found: League, battle: str) -> dict[str, int]:
    return {one["realm"]: one["total"] for one in found.ask("armies", battle=battle)}


def test_cq_61_the_size_is_agreed() -> None:
    found = at_battle()
    battle = found.fight("P3", against="P2")
    found.refused("X18", "agree_size", battle=battle, realm="P1", points=1500)
    found.refused("X31", "agree_size", battle=battle, realm="P3", points=0)
    found.refused("X34", "agree_size", battle=battle, realm="P3", points=10**11)
    found.do("agree_size", battle=battle, realm="P3", points=1500)
    assert armies(found, battle) == {"P3": 1500, "P2": 1500}


def test_cq_62_and_64_ex_25_largest_empire() -> None:
    found = at_battle()
    assert armies(found, found.fight("P1", against="P2", points=1500)) == {"P1": 1537, "P2": 1500}


def test_cq_63_and_64_ex_26_gold_and_the_largest_empire_add_up() -> None:
    found = at_battle().give("P1", gold=200)
    battle = found.fight("P1", against="P2", points=3000)
    commit(found, battle, 200, 0)
    assert armies(found, battle)["P1"] == 3375
    assert found.realm("P1").gold == 0


def test_cq_63_and_67_ex_27_any_whole_amount_of_gold() -> None:
    found = at_battle().give("P2", gold=75)
    battle = found.fight("P1", against="P2", points=1200)
    commit(found, battle, 0, 70)
    assert armies(found, battle)["P2"] == 1242
    other = found.fight("P3", against="P2", points=2000)
    commit(found, other, 0, 5)
    assert found.realm("P2").gold == 0


def test_cq_65_ex_28_each_battle_has_its_own_limit_and_gold_is_used_up() -> None:
    found = at_battle().give("P2", gold=260)
    first = found.fight("P1", against="P2", points=2000)
    second = found.fight("P3", against="P2", points=2000)
    commit(found, first, 0, 200)
    commit(found, second, 0, 60)
    assert (armies(found, first)["P2"], armies(found, second)["P2"]) == (2200, 2060)


def test_cq_66_who_seals_for_a_secret_treasury_learns_nothing_of_it() -> None:
    who: dict[str, Any] = {"rule": "CQ-66", "who": "side:P1"}
    asked = Gold("gold", "How much?", **who, most=50, treasury=10, secret=True, sealed=True)
    assert asked.as_met(own=False).check(40) == 40
    with pytest.raises(Refused):
        asked.as_met(own=False).check(60)
    with pytest.raises(Refused):
        asked.as_met(own=True).check(40)


def test_cq_66_gold_is_sealed_limited_and_returned_when_struck_out() -> None:
    found = at_battle().give("P1", gold=300).give("P2", gold=60)
    battle = found.fight("P1", against="P2")
    found.fight("P1", against="P3")
    progress = found.drive("commit_gold", battle=battle)
    assert all(question.sealed for question in progress.questions)
    found.refused("E14", "commit_gold", battle=battle, choices=(201, 0))
    found.refused("E15", "commit_gold", battle=battle, rule="CQ-63", choices=(0, 61))
    commit(found, battle, 100, 60)
    found.refused("X14", "commit_gold", battle=battle, choices=(1, 1))
    found.refused("X14", "agree_size", battle=battle, realm="P1", points=1500)
    found.do("strike", battle=battle)
    assert (found.realm("P1").gold, found.realm("P2").gold) == (300, 60)


def test_cq_66_the_option_of_open_gold_lets_the_challenger_begin() -> None:
    found = at_battle(gold_sealed="open").give("P1", gold=300)
    battle = found.fight("P1", against="P2")
    progress = found.drive("commit_gold", battle=battle)
    assert [question.about for question in progress.questions] == ["P1"]
    commit(found, battle, 100, 0)


def test_cq_68_a_volunteer_plays_for_the_realm() -> None:
    found = at_battle()
    battle = found.fight("P1", against="P2")
    found.do("volunteer", battle=battle, realm="P1")
    assert found.state.battles[battle].volunteers == ("P1",)
    assert played(found, battle, side("P1", 9), side("P2", 1))["P1"] == ("draw", 2)


def test_cq_69_and_70_ex_29_shares_add_up_and_bonuses_come_from_the_share() -> None:
    found = at_battle("P2", "P1", "P3").give("P2", gold=100)
    battle = found.fight("P1", "P2", against="P3")
    wrong = (("P1", 1400), ("P2", 500))
    found.refused("E16", "agree_size", battle=battle, realm="P1", points=2000, shares=wrong)
    found.refused("E16", "agree_size", battle=battle, realm="P1", points=2000, shares=(("P1", 2000),))
    found.do("agree_size", battle=battle, realm="P1", points=2000, shares=(("P1", 1400), ("P2", 600)))
    commit(found, battle, 0, 100, 0)
    assert armies(found, battle) == {"P1": 1400, "P2": 645, "P3": 2000}


def test_cq_71_and_72_teams_are_reminded() -> None:
    found = at_battle()
    alone, together = found.fight("P1", against="P2"), found.fight("P1", "P2", against="P3")
    shown = [one["rule"] for one in found.ask("reminders", battle=together)]
    assert shown == ["CQ-71", "CQ-72", "CQ-73", "CQ-74"]
    assert found.ask("reminders", battle=alone) == []


# Verdicts
def test_cq_73_and_75_a_team_adds_up_points_and_losses() -> None:
    found = at_battle()
    battle = found.fight("P1", "P2", against="P3")
    ours = team(side("P1", 300, 2, 6), side("P2", 300, 1, 6))
    got = played(found, battle, ours, side("P3", 500, withdrew=True))
    assert got == {"P1": ("massacre", 4), "P2": ("massacre", 4), "P3": ("lose", 1)}


def test_cq_74_and_76_and_82_ex_37_a_fallen_general_makes_a_teams_victory_a_draw() -> None:
    found = at_battle()
    battle = found.fight("P1", "P2", against="P3")
    ours = team(side("P1", 300, 2, 6, general=True), side("P2", 300, 1, 6))
    got = played(found, battle, ours, side("P3", 500, withdrew=True))
    assert got == {"P1": ("draw", 1), "P2": ("draw", 1), "P3": ("draw", 2)}


def test_cq_77_and_86_ex_38_every_member_has_won() -> None:
    found = at_battle()
    battle = found.fight("P1", "P2", against="P3")
    ours = team(side("P1", 900, 3, 6), side("P2", 0, 0, 6))
    got = played(found, battle, ours, side("P3", 500, withdrew=True))
    assert [points for _, points in got.values()] == [4, 4, 1]
    found.enter("conquest", "P2").put("g8", "P3").put("h7", "P3").give("P2", ep=3)
    assert found.ask("why_not", realm="P2", act="conquer", territory="h7") is None
    assert found.ask("why_not", realm="P2", act="conquer", territory="g8") is None


def test_cq_77_a_single_winner_has_beaten_every_member() -> None:
    found = at_battle()
    battle = found.fight("P1", "P2", against="P3")
    ours = team(side("P1"), side("P2"), withdrew=True)
    got = played(found, battle, ours, side("P3", 500, 3, 8))
    assert got == {"P1": ("lose", 0), "P2": ("lose", 0), "P3": ("major", 4)}
    found.enter("conquest", "P3").give("P3", ep=9).put("h2", "P1").put("g1", "P2")
    for place in ("h2", "g1"):
        assert found.ask("why_not", realm="P3", act="conquer", territory=place) is None


def test_cq_74_and_86_ex_39_a_team_that_loses() -> None:
    found = at_battle()
    battle = found.fight("P1", "P2", against="P3")
    lost = team(side("P1", general=True), side("P2"), withdrew=True)
    assert played(found, battle, lost, side("P3", 500))["P1"] == ("lose", 0)


@pytest.mark.parametrize(
    ("lost", "bp", "grade", "points"),
    [
        (2, 8, "massacre", 5),
        (3, 8, "major", 4),
        (4, 8, "major", 4),
        (5, 8, "minor", 3),
        (1, 7, "massacre", 5),
        (2, 7, "major", 4),
        (3, 7, "major", 4),
        (4, 7, "minor", 3),
    ],
)
def test_cq_78_and_80_and_83_ex_30_and_31_and_32_grades_of_a_victory(lost, bp, grade, points) -> None:
    one, two = duel(side("P1", 900, lost, bp), side("P2", 400, withdrew=True))
    assert one == (grade, points)
    assert two == ("lose", 1)


def test_cq_78_and_81_ex_33_withdrawing_ahead_is_a_draw() -> None:
    one, two = duel(side("P1", 650), side("P2", 800, withdrew=True))
    assert one == two == ("draw", 2)
    one, two = duel(side("P1", 800), side("P2", 800, withdrew=True))
    assert one == two == ("draw", 2)


def test_cq_79_ex_34_a_lead_on_points_is_no_victory() -> None:
    found = at_battle("P1", "P2")
    result = played(found, found.fight("P1", against="P2"), side("P1", 700), side("P2", 500))
    assert result == {"P1": ("draw", 2), "P2": ("lose", 1)}
    found.put("b1", "P2").enter("conquest", "P1").give("P1", ep=9)
    found.refused("E24", "conquer", realm="P1", territory="b1")
    found.refused("E24", "plunder", realm="P1", territory="b1")


def test_cq_79_the_option_of_winning_on_points() -> None:
    found = at_battle("P1", "P2", points_lead="win")
    result = played(found, found.fight("P1", against="P2"), side("P1", 700), side("P2", 500))
    assert result["P1"] == ("draw", 2)
    found.put("b1", "P2").enter("conquest", "P1").give("P1", ep=9)
    found.do("conquer", realm="P1", territory="b1")


def test_cq_78_ex_35_equal_points() -> None:
    one, two = duel(side("P1", 500), side("P2", 500))
    assert one == two == ("draw", 2)


def test_cq_78_both_withdrew() -> None:
    facts = side("P1", 500, withdrew=True), side("P2", 400, withdrew=True)
    assert duel(*facts) == (("draw", 2), ("lose", 1))
    assert duel(*facts, both_withdrew="leader_minor") == (("minor", 3), ("lose", 1))
    level = side("P1", 500, withdrew=True), side("P2", 500, withdrew=True)
    assert duel(*level, both_withdrew="leader_minor") == (("draw", 2), ("draw", 2))


@pytest.mark.parametrize(
    ("attack", "defend", "why"),
    [
        ({"vp": 4, "withdrew": True}, {"vp": 4, "withdrew": True}, "both_equal"),
        ({"vp": 5, "withdrew": True}, {"vp": 4, "withdrew": True}, "both_lead"),
        ({"vp": 5}, {"vp": 4, "withdrew": True}, "withdrew"),
        ({"vp": 4}, {"vp": 4, "withdrew": True}, "withdrew_not_behind"),
        ({"surrendered": True}, {}, "surrender"),
        ({}, {}, "equal"),
        ({"vp": 1}, {}, "lead"),
    ],
)
def test_cq_78_a_verdict_says_in_words_which_line_decided(
    attack: dict[str, Any], defend: dict[str, Any], why: str
) -> None:
    found = at_battle("P1", "P2", both_withdrew="leader_minor")
    battle = found.fight("P1", against="P2")
    told = found.ask("verdict", battle=battle, attack=side("P1", **attack), defend=side("P2", **defend))
    assert told["why"] == WHY[why].format(lost=0, broken_at=8)


def test_cq_78_ex_36_surrender_is_graded_by_the_winners_losses() -> None:
    facts = side("P1", 0, 6, 9), side("P2", 900, surrendered=True)
    assert duel(*facts) == (("minor", 3), ("lose", 1))
    easy = side("P1", 0, 0, 9), side("P2", 900, surrendered=True)
    assert duel(*easy)[0] == ("massacre", 5)
    assert duel(*easy, surrender_grade="minor")[0] == ("minor", 3)


@pytest.mark.parametrize(
    ("act", "more"),
    [
        ("walkover", {}),
        ("volunteer", {}),
        ("ask_abstract", {}),
        ("agree_size", {"points": 1000}),
        ("dispute", {"words": "no"}),
        ("report_outcome", {"outcome": "attack"}),
    ],
)
def test_cq_58_nothing_is_done_for_a_realm_without_a_name(act: str, more: dict[str, Any]) -> None:
    found = at_battle()
    battle = found.fight("P1", against="P2")
    with pytest.raises(Refused) as refused:
        found.do(act, battle=battle, realm="", **more)
    assert (refused.value.rule, refused.value.key) == ("CQ-58", "realm")


def test_cq_84_a_walkover() -> None:
    found = at_battle()
    found.fight("P1", against="P3")
    battle = found.fight("P1", against="P2")
    found.do("walkover", battle=battle, realm="P1")
    results = {one.realm: (one.grade, one.won) for one in found.state.battles[battle].results}
    assert results == {"P1": ("lose", False), "P2": ("minor", True)}


@pytest.mark.parametrize(
    ("attack", "defend"),
    [
        (side("P1", -1), side("P2")),
        (side("P1", 0, -1), side("P2")),
        (side("P1", 0, 0, 0), side("P2")),
        (side("P1", surrendered=True), side("P2", surrendered=True)),
        (side("P3"), side("P2")),
    ],
)
def test_cq_85_impossible_reports(attack, defend) -> None:
    found = at_battle()
    battle = found.fight("P1", against="P2")
    found.refused("E17", "report", battle=battle, realm="P1", attack=attack, defend=defend)


def test_cq_85_a_doubtful_winner_is_asked_again() -> None:
    found = at_battle()
    battle = found.fight("P1", against="P2")
    facts: dict[str, Any] = {"attack": side("P1", 900, 8, 8), "defend": side("P2", 1, withdrew=True)}
    found.refused("E17", "report", battle=battle, realm="P1", choices=(False,), **facts)
    found.do("report", battle=battle, realm="P1", choices=(True,), **facts)
    assert found.state.battles[battle].status == "reported"
