"""Whoever names what exists but was not offered is told why not, with the rule."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.procedure import OPEN_THROWS
from rules.engine.refusals import Refused
from tests.rules.conquest.play import League, league
from tests.rules.conquest.test_setup import begun, club, row


def said(found: League, act: str, choices: tuple[Any, ...], **params: Any) -> tuple[str, str]:
    """The rule and the sentence a choice is refused with, at the question it was given to."""
    with pytest.raises(Refused) as caught:
        found.drive(act, choices=choices, **params)
    assert caught.value.key
    return caught.value.rule, caught.value.sentence


def test_cq_28_a_player_who_is_out_is_nobody_s_target():
    found = league("P1", "P2", "P3", phase="events", active="P2").give("P1", status="eliminated")
    why = ("CQ-20", "P1 is out of the league.")
    assert said(found, "pick_event", ("disaster", "P1"), realm="P2") == why
    found.give("P1", status="waiting")
    why = ("CQ-20", "P1 joins when the next round begins.")
    assert said(found, "pick_event", ("disaster", "P1"), realm="P2") == why


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("h7", ("CQ-101", "You do not control this territory.")),
        ("h8", ("CQ-101", "You do not control this territory.")),
        ("a8", ("CQ-112", "Nobody can own the sea.")),
    ],
)
def test_cq_30_nothing_is_built_on_land_that_is_not_yours(place: str, why: tuple[str, str]):
    found = league("P1", "P2", phase="events", active="P1").put("a8", terrain="sea")
    assert said(found, "pick_event", ("building_boom", place), realm="P1") == why


def test_cq_05_who_has_been_drawn_does_not_pick_twice():
    found = club(3, row(28, cities=(1, 8)))
    assert said(found, "begin_play", ("P1", "P1")) == ("CQ-05", "P1 has already been drawn.")


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("t1", ("CQ-06", "Another player holds this territory.")),
        ("t2", ("CQ-06", "Capitals need at least one territory between them.")),
        ("t5", ("CQ-07", "There is still a free city to choose.")),
        ("t16", ("CQ-112", "Nobody can own the sea.")),
    ],
)
def test_cq_06_to_08_where_no_capital_is_drawn(place: str, why: tuple[str, str]):
    found = begun(2, row(16, cities=(1, 3, 8), sea=1))
    found.do("pick_capital", realm="P1", territory="t1")
    assert said(found, "draw_capital", (place,), realm="P2") == why


def test_cq_16_only_the_still_equal_are_drawn_and_nobody_who_is_out():
    found = league("P1", "P2", "P3", "P4", phase="order").put("c3", owner="P3")
    found.give("P4", status="eliminated")
    dice = (3, 3) * OPEN_THROWS
    for one, why in (
        ("P3", ("CQ-16", "P3 is not among those still tied.")),
        ("P4", ("CQ-20", "P4 is out of the league.")),
    ):
        assert said(found, "take_order", (one,), round=2, dice=dice) == why


def test_a_territory_or_player_nobody_knows_is_told_what_there_is():
    found = league("P1", "P2", phase="events", active="P1")
    for choices in (("building_boom", "z9"), ("disaster", "P9")):
        _, sentence = said(found, "pick_event", choices, realm="P1")
        assert sentence.startswith("That is not one of the answers here: ")
