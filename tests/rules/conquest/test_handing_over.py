"""An empire whose player is gone is played on by somebody else."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.refusals import Refused
from tests.rules.conquest.play import League, league


def handed(found: League, realm: str, owner: str) -> Any:
    return found.do("hand_over", realm=realm, owner=owner, words="Kwame has moved away.")


def two() -> League:
    found = league("P1", "P2", active="P1")
    return found.give("P1", owner="1", ep=3, gold=40).give("P2", owner="2")


def test_cq_20_an_empire_handed_over_keeps_all_but_its_player() -> None:
    found = two()
    before = found.realm("P1")
    handed(found, "P1", "3")
    after = found.realm("P1")
    assert (after.owner, after.ep, after.gold, after.capital) == ("3", 3, 40, before.capital)
    assert found.active == "P1"


def test_cq_20_nobody_plays_two_empires() -> None:
    found = two()
    with pytest.raises(Refused, match="this player already plays P2"):
        handed(found, "P1", "2")


def test_cq_20_who_has_fallen_may_play_another_on() -> None:
    found = two().give("P2", status="eliminated")
    handed(found, "P1", "2")
    assert found.realm("P1").owner == "2"


def test_cq_20_an_empire_that_has_left_is_nobodys_to_play() -> None:
    found = two().give("P1", status="left")
    with pytest.raises(Refused):
        handed(found, "P1", "3")


def test_cq_20_after_the_end_an_empire_stays_with_who_played_it() -> None:
    found = two().enter("finished")
    with pytest.raises(Refused, match="The league is over"):
        handed(found, "P1", "3")
