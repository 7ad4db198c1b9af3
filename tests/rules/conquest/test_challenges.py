"""Challenges, teams and how they break: CQ-46 … CQ-60."""

from __future__ import annotations

from typing import Any

from rules.conquest.state import Event
from tests.rules.conquest.play import League, league


def challenge(*largest_first: str, **settings: Any) -> League:
    return league(*largest_first, phase="challenge", **settings)


def issue(found: League, *pairs: str | tuple[str, str]) -> League:
    """ "ab" is a challenging b."""
    for challenger, defender in map(tuple, pairs):
        found.do("challenge", realm=challenger, defender=defender)
    return found


def diplomacy(found: League, by: str, over: str) -> League:
    pick = Event(id=f"round:1:{by}", round=1, realm=by, event="diplomacy", target=over)
    found.state = found.state.put("events", pick)
    return found


def battles(found: League) -> set[tuple[str, str]]:
    """("ab", "e"): a and b together against e."""
    return {("".join(one.attackers), "".join(one.defenders)) for one in found.state.battles.values()}


def test_cq_46_and_47_and_55_ex_19_everybody_not_challenged_must_challenge() -> None:
    found = issue(challenge("C", "B", "A"), "AB")
    assert found.active == "C"
    found.refused("E09", "challenge", realm="B", defender="A")
    found.refused("E10", "pass_challenge", realm="C")
    found.refused("E12", "challenge", realm="A", defender="C")
    issue(found, "CB")
    assert (found.phase, found.waiting()) == ("choice", ["B"])


def test_cq_48_and_58_ex_19_two_challengers_or_two_battles() -> None:
    found = issue(challenge("C", "B", "A"), "AB", "CA")
    assert found.phase == "battle"
    assert battles(found) == {("A", "B"), ("C", "A")}


def test_cq_49_ex_22_a_series_is_a_battle_for_each() -> None:
    found = issue(challenge("e", "b", "a"), "ae", "be")
    found.refused("E13", "choose_battles", realm="a", mode="team")
    found.do("choose_battles", realm="e", mode="series")
    assert battles(found) == {("a", "e"), ("b", "e")}


def test_cq_49_one_battle_against_the_team() -> None:
    found = issue(challenge("e", "b", "a"), "ae", "be")
    found.do("choose_battles", realm="e", mode="team")
    assert battles(found) == {("ab", "e")}


def test_cq_50_and_51_and_52_ex_20_a_team_is_broken_and_a_lone_challenger_gets_a_second_battle() -> None:
    found = issue(challenge("e", "d", "c", "b", "a"), "ae", "be", "cb", "da")
    assert found.phase == "battle"
    assert battles(found) == {("c", "b"), ("a", "e"), ("d", "a")}


def test_cq_50_ex_21_the_rest_of_a_team_fights_on() -> None:
    found = issue(challenge("e", "d", "c", "b", "a"), "ae", "be", "ce", "dc")
    assert found.waiting() == ["e"]
    found.do("choose_battles", realm="e", mode="team")
    assert battles(found) == {("ab", "e"), ("d", "c")}


def test_cq_51_the_defender_of_a_broken_team_still_counts_as_challenged() -> None:
    found = issue(challenge("e", "c", "b", "a"), "ae", "be", "cb")
    assert found.phase == "battle"
    assert found.ask("challengers", realm="e") == ["a"]


def test_cq_52_the_option_of_sparing_a_lone_challenger() -> None:
    found = issue(challenge("c", "b", "a", lone_challenger="refuse"), "ab")
    found.refused("X10", "challenge", realm="c", defender="a")
    issue(found, "cb")


def test_cq_53_ex_24_diplomacy_blocks_the_pair_even_in_company() -> None:
    found = diplomacy(challenge("P3", "P1", "P2"), "P1", "P2")
    said = found.refused("E11", "challenge", realm="P2", defender="P1")
    assert said == "Diplomacy: you may not challenge P1 this round."
    issue(found, ("P2", "P3"))
    found = diplomacy(issue(challenge("P1", "P2", "P3"), ("P3", "P1")), "P1", "P2")
    found.refused("E11", "challenge", realm="P2", defender="P1")


def test_cq_34_diplomacy_keeps_the_one_named_from_the_picker_and_from_nobody_else() -> None:
    found = diplomacy(challenge("P1", "P3", "P2"), "P1", "P2")
    blocked = {one["realm"]: one["why_not"] for one in found.ask("targets", realm="P2")}
    assert blocked["P3"] is None
    assert blocked["P1"]["sentence"] == "Diplomacy: you may not challenge P1 this round."
    issue(found, ("P2", "P3"))
    found = diplomacy(challenge("P1", "P2", "P3"), "P1", "P2")
    issue(found, ("P3", "P1"))
    assert found.active == "P2"


def test_cq_34_diplomacy_keeps_a_team_of_the_picker_together() -> None:
    found = diplomacy(issue(challenge("e", "c", "b", "a"), "ae", "be"), "a", "c")
    found.refused("E11", "challenge", realm="c", defender="a")
    issue(found, "cb")
    assert battles(found) == {("a", "e"), ("c", "b")}


def test_cq_34_the_picker_may_challenge_the_one_named_and_they_fight() -> None:
    found = diplomacy(challenge("P2", "P3", "P1"), "P1", "P2")
    issue(found, ("P1", "P2"))
    found.refused("E09", "challenge", realm="P2", defender="P1")
    issue(found, ("P3", "P1"))
    assert battles(found) == {("P1", "P2"), ("P3", "P1")}


def test_cq_34_diplomacy_of_an_earlier_round_is_over() -> None:
    found = challenge("P1", "P2")
    old = Event(id="round:0:P1", round=0, realm="P1", event="diplomacy", target="P2")
    found.state = found.state.put("events", old)
    issue(found, ("P2", "P1"))


def test_cq_54_ex_23_without_a_target_a_player_is_passed_over() -> None:
    found = league("big", "small", phase="events")
    found.do("pick_event", realm="small", choices=("scouts",))
    found.do("pick_event", realm="big", choices=("diplomacy", "small"))
    assert (found.phase, found.active) == ("challenge", "big")
    issue(found, ("big", "small"))
    assert battles(found) == {("big", "small")}


def test_cq_56_not_yourself_and_nobody_who_is_out() -> None:
    found = challenge("c", "b", "a").give("b", status="eliminated")
    found.refused("E04", "challenge", realm="a", defender="a")
    found.refused("X02", "challenge", realm="a", defender="b")


def test_cq_57_a_new_team_can_be_broken_in_turn() -> None:
    found = issue(challenge("f", "e", "d", "c", "b", "a"), "af", "bf", "cb", "db")
    assert found.ask("challengers", realm="b") == ["c", "d"]
    issue(found, "ed")
    assert battles(found) == {("a", "f"), ("c", "b"), ("e", "d")}


def test_cq_58_each_pair_meets_once() -> None:
    found = issue(challenge("e", "d", "c", "b", "a"), "ae", "be", "cb", "da")
    pairs = [frozenset(one.members) for one in found.state.battles.values()]
    assert len(pairs) == len(set(pairs)) == 3


def test_cq_59_silence_means_the_team_battle() -> None:
    found = issue(challenge("e", "b", "a"), "ae", "be")
    (told,) = found.ask("silence")
    found.do(told["do"].removeprefix("conquest."), **told["params"])
    assert battles(found) == {("ab", "e")}


def test_cq_60_what_a_challenge_would_cause_is_told_first() -> None:
    found = issue(challenge("e", "d", "c", "b", "a"), "ae", "be")
    told = {one["realm"]: one for one in found.ask("targets", realm="c")}
    assert "You will join a and b against e" in told["e"]["cause"]
    assert "b will leave the team against e; a will fight on." in told["b"]["cause"]
    larger = issue(challenge("f", "e", "d", "c", "b", "a"), "af", "bf", "cf")
    told = {one["realm"]: one for one in larger.ask("targets", realm="d")}
    assert told["b"]["cause"] == "You will fight b. b will leave the team against f; a and c will fight on."
    told = {one["realm"]: one for one in found.ask("targets", realm="c")}
    issue(found, "cb")
    told = {one["realm"]: one for one in found.ask("targets", realm="d")}
    assert "a second battle" in told["a"]["cause"]
    assert told["a"]["why_not"] is None
