"""Whoever names a territory or faction that exists but was not offered is told why not, with the rule."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.procedure import OPEN_THROWS
from rules.engine.refusals import Refused
from tests.rules.firestorm.play import League, league
from tests.rules.firestorm.test_fates import beaten


def said(found: League, act: str, choice: str, **params: Any) -> tuple[str, str]:
    """The rule and the sentence a choice is refused with, at the question it was given to."""
    with pytest.raises(Refused) as caught:
        found.drive(act, choices=(choice,), **params)
    assert caught.value.key
    return caught.value.rule, caught.value.sentence


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("T01", ("FS-61", "Cinderwatch is not next to Sulphur Ford.")),
        ("T17", ("FS-61", "Dustwell does not belong to O.")),
        ("T11", ("FS-61", "There is already a banner at Caverns of Fulminax.")),
    ],
)
def test_fs_61_where_a_beaten_banner_does_not_retreat(place: str, why: tuple[str, str]) -> None:
    found = beaten(result="minor_defeat").own("O", "T01", "T07", "T13").stand("O2", "T11")
    assert said(found, "choose_retreat", place, faction="O", banner="O1") == why


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("T06", ("FS-64", "Kiln Road is not a rally point.")),
        ("T16", ("FS-64", "Another rally point is nearer than Quarrymouth.")),
        ("T17", ("FS-61", "Dustwell does not belong to O.")),
        ("T13", ("FS-65", "There is already a banner at Titanworks.")),
    ],
)
def test_fs_64_where_a_scattered_banner_does_not_rally(place: str, why: tuple[str, str]) -> None:
    found = beaten(result="major_defeat").own("O", "T06", "T07", "T11", "T16").stand("O2", "T13")
    for one in ("T07", "T11", "T13", "T16"):
        found.build(one, "stronghold")
    found.do("choose_retreat", faction="O", banner="O1", dice=(1,))
    assert said(found, "choose_rally", place, faction="O", banner="O1") == why
    found.do("choose_rally", faction="O", banner="O1", choices=("T07",))
    assert found.at("O1") == "T07"


def test_fs_14_where_a_new_banner_does_not_enter() -> None:
    found = league("O", "C", phase="preparation", min_banner_without_tower="1").gone("O1")
    found.build("T01").own("O", "T02", "T06").own("C", "T01")
    asked: Any = {"faction": "O", "name": "New"}
    assert said(found, "raise_banner", "T01", **asked) == ("FS-61", "Cinderwatch does not belong to O.")
    found.do("raise_banner", choices=("T06",), **asked)
    assert found.at(list(found.state.banners)[-1]) == "T06"


def test_fs_25_who_is_not_equal_any_more_is_not_drawn() -> None:
    found = league("O", "C", "D", phase="initiative")
    dice = (6, *((3, 3) * OPEN_THROWS))
    with pytest.raises(Refused) as caught:
        found.drive("roll_initiative", dice=dice, choices=("C",))
    assert (caught.value.rule, caught.value.sentence) == (
        "FS-25",
        "C is not among those still tied.",
    )


@pytest.mark.parametrize(
    ("result", "die", "rule"), [("major_defeat", (1,), "FS-62"), ("minor_defeat", (), "FS-177")]
)
def test_fs_62_177_why_a_banner_scatters_is_told_by_its_rule(
    result: Any, die: tuple[int, ...], rule: str
) -> None:
    found = beaten(result=result).own("", "T07")
    done = found.do("choose_retreat", faction="O", banner="O1", dice=die)
    assert {one.rule for one in done} == {rule}
