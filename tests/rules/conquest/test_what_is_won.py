"""What a battle is said to be worth before it counts, and what is said of it afterwards."""

from __future__ import annotations

import pytest

from rules.conquest.book import conquest_in_force
from rules.conquest.league.requests import WORDS
from rules.conquest.playing.silence import empire_lapses
from tests.rules.conquest.play import League, at_battle, league, side, take
from tests.rules.conquest.test_siege_and_sea import next_round, sea, under_siege
from tests.rules.conquest.test_telling import told


def silence(found: League) -> str:
    return " ".join(one.sentence for one in empire_lapses(found.state, conquest_in_force(found.state)))


@pytest.mark.parametrize(
    ("lead", "why"),
    [
        (
            "draw",
            "Both sides withdrew; the side ahead on victory points gets a draw, and the other side loses.",
        ),
        ("win", "Both sides withdrew; victory points decide."),
    ],
)
def test_cq_78_who_withdrew_is_not_said_to_have_stayed(lead: str, why: str) -> None:
    found = at_battle("P1", "P2", points_lead=lead)
    battle = found.fight("P1", against="P2")
    fled, chasing = side("P1", 9, withdrew=True), side("P2", 5, withdrew=True)
    ended = found.ask("verdict", battle=battle, attack=fled, defend=chasing)
    assert (ended["why"], ended["attack"], ended["defend"]) == (why, "draw", "lose")
    even = found.ask("verdict", battle=battle, attack=side("P1", 5, withdrew=True), defend=chasing)
    assert even["why"] == "Both sides withdrew with equal victory points."


def test_cq_79_a_lead_that_wins_is_said_to_win() -> None:
    found = at_battle("P1", "P2", points_lead="win")
    battle, leads, behind = found.fight("P1", against="P2"), side("P1", 9), side("P2", 5)
    why = found.ask("verdict", battle=battle, attack=leads, defend=behind)["why"]
    assert why.endswith("earns only a draw’s points.")
    found.do("report", battle=battle, realm="P1", attack=leads, defend=behind)
    assert "a victory on points, worth a draw for the challenger" in silence(found)
    sentence = told(found, "confirm", battle=battle, realm="P2")
    assert sentence == "P1 wins on points, worth a draw (2 EP) and P2 loses (1 EP)."


def test_cq_32_what_a_loss_leaves_of_all_or_nothing_is_said_beforehand() -> None:
    found = at_battle("P1", "P2")
    take(found, "P1", "all_or_nothing")
    battle = found.fight("P1", against="P2")
    ended = found.ask("verdict", battle=battle, attack=side("P1", 5), defend=side("P2", 5))
    assert {one["realm"]: one["points"] for one in ended["results"]} == {"P1": 0, "P2": 2}
    outcomes = WORDS["ask_abstract"].outcomes
    assert outcomes is not None
    lines = outcomes(found.state, conquest_in_force(found.state), {"battle": battle})
    assert [worth for _die, _who, worth in lines] == [
        "P1 0 EP and P2 3 EP",
        "P1 0 EP and P2 2 EP",
        "P1 3 EP and P2 1 EP",
        "P1 4 EP and P2 1 EP",
    ]


def test_cq_92_nobody_is_promised_a_graded_victory_at_sea() -> None:
    found = sea().enter("battle")
    battle = found.fight("P1", against="P2", kind="sea")
    brings = WORDS["walkover"].brings
    assert brings(found.state, {"battle": battle, "realm": "P1"}) == "P2: a victory"
    found.do("report_outcome", battle=battle, realm="P1", outcome="attack")
    assert "a victory for the challenger, a defeat for the other side" in silence(found)
    on_land = league("P1", "P2", phase="battle")
    battle = on_land.fight("P1", against="P2")
    assert brings(on_land.state, {"battle": battle, "realm": "P1"}) == "P2: a minor victory"


def test_cq_133_a_held_fort_borders_nothing_but_its_relief() -> None:
    found = next_round(under_siege(raid_range="adjacent"), "conquest", "P2").give("P2", ep=9)
    for one in [key for key, place in found.state.territories.items() if place.owner == "P2"]:
        found.put(one)
    assert found.refused("X06", "raid", realm="P2", territory="h2") == (
        "This league allows raids on bordering territories only."
    )
    found.beat("P2", "P1").do("conquer", realm="P2", territory="h2")
