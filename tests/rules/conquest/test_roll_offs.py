"""Roll-offs instead of battles: CQ-150 to CQ-157."""

from __future__ import annotations

import pytest

from rules.conquest.book import conquest_in_force
from rules.conquest.reckoning.verdict import WHY, plain_outcome, why_words
from tests.rules.conquest.play import League, at_battle, commit, take


def rolled_off(found: League, battle: str, *dice: int) -> dict[str, tuple[str, int]]:
    found.do("rule_abstract", battle=battle, dice=dice)
    return {one.realm: (one.grade, one.points) for one in found.state.battles[battle].results}


def test_cq_150_and_151_and_153_ex_63_the_challenger_is_favoured_by_high_dice() -> None:
    found = at_battle("P2", "P1").give("P1", gold=200)
    battle = found.fight("P1", against="P2")
    take(found, "P1", "elite_army")
    commit(found, battle, 200, 0)
    assert rolled_off(found, battle, 3, 5) == {"P1": ("minor", 3), "P2": ("lose", 1)}
    assert found.state.battles[battle].total == 10


def test_cq_151_ex_64_the_defender_by_low_ones() -> None:
    found = at_battle("P3", "P1", "P2").give("P2", gold=200)
    battle = found.fight("P1", against="P2")
    take(found, "P2", "scouts")
    commit(found, battle, 0, 200)
    assert rolled_off(found, battle, 1, 2) == {"P1": ("lose", 1), "P2": ("major", 4)}


def test_cq_152_only_full_hundreds_count() -> None:
    found = at_battle("P3", "P1", "P2").give("P1", gold=199)
    battle = found.fight("P1", against="P2")
    commit(found, battle, 199, 0)
    assert found.ask("modifiers", battle=battle) == [{"side": "attack", "reason": "Gold", "amount": 1}]
    assert found.realm("P1").gold == 0


@pytest.mark.parametrize(
    ("dice", "attack", "defend"),
    [
        ((1, 1), "lose", "major"),
        ((1, 2), "lose", "minor"),
        ((2, 3), "lose", "minor"),
        ((3, 3), "draw", "draw"),
        ((4, 4), "draw", "draw"),
        ((4, 5), "minor", "lose"),
        ((5, 6), "minor", "lose"),
        ((6, 6), "major", "lose"),
    ],
)
def test_cq_153_ex_65_the_table(dice, attack, defend) -> None:
    found = at_battle("P3", "P1", "P2")
    got = rolled_off(found, found.fight("P1", against="P2"), *dice)
    assert (got["P1"][0], got["P2"][0]) == (attack, defend)


def test_cq_154_the_roll_is_nobodys_who_fights() -> None:
    found = at_battle("P3", "P1", "P2")
    battle = found.fight("P1", against="P2")
    (question,) = found.drive("rule_abstract", battle=battle).questions
    assert question.who == "organiser"
    assert question.key == f"rolloff:{battle}"


def test_cq_155_a_roll_off_counts_like_a_battle() -> None:
    found = at_battle("P3", "P1", "P2")
    battle = found.fight("P1", against="P2")
    rolled_off(found, battle, 6, 6)
    found.put("h7", "P2").enter("conquest", "P1")
    assert found.realm("P1").ep == 4
    assert found.ask("why_not", realm="P1", act="conquer", territory="h7") is None


def test_cq_156_a_team_counts_each_modifier_once() -> None:
    found = at_battle("P3", "P1", "P2").give("P1", gold=200).give("P2", gold=200)
    battle = found.fight("P1", "P2", against="P3")
    take(found, "P1", "scouts")
    commit(found, battle, 200, 200, 0)
    told = {(one["side"], one["reason"]): one["amount"] for one in found.ask("modifiers", battle=battle)}
    assert told == {("attack", "Scouts"): 1, ("attack", "Gold"): 2, ("defend", "Largest empire"): -1}


def test_cq_157_both_sides_agree_or_the_organiser_rules() -> None:
    found = at_battle("P3", "P1", "P2")
    battle = found.fight("P1", against="P2")
    found.do("ask_abstract", battle=battle, realm="P1")
    found.refused("X32", "ask_abstract", battle=battle, realm="P1")
    found.refused("X17", "abstract", battle=battle)
    assert found.ask("automatic") == []
    found.do("ask_abstract", battle=battle, realm="P2")
    assert found.ask("automatic") == [{"do": "conquest.abstract", "params": {"battle": battle}}]
    found.by_itself(face=6)
    assert found.state.battles[battle].method == "abstract"


def test_cq_157_a_league_may_play_without_roll_offs() -> None:
    found = at_battle("P3", "P1", "P2", abstract_allowed=False)
    found.refused("X26", "rule_abstract", battle=found.fight("P1", against="P2"))


def test_cq_151_what_decided_a_battle_is_told_afterwards() -> None:
    found = at_battle("P3", "P1", "P2").give("P3", gold=200)
    battle = found.fight("P1", against="P3")
    take(found, "P1", "scouts")
    commit(found, battle, 0, 200)
    book = conquest_in_force(found.state)
    rolled_off(found, battle, 6, 5)
    why = found.state.battles[battle].why
    assert why_words(book, why) == "11 on two dice; Scouts +1, Largest empire −1, Gold −2; total 9."
    assert why_words(book, "rolled:7:7") == "7 on two dice; no modifiers; total 7."
    withdrew = (
        "The other side withdrew with fewer victory points; the winner’s losses were 2, with a break point "
        "of 8."
    )
    assert why_words(book, "withdrew:2:8") == withdrew
    assert why_words(book, plain_outcome(book, "attack").why) == "Decided on the result alone."
    assert all(why_words(book, key) == text for key, text in WHY.items() if "{" not in text)
