"""The map of a running league: everything before the first turn, texts and positions afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.refusals import Refused
from rules.maps.model import Place
from tests.rules.firestorm.play import League, league
from tests.rules.firestorm.setting_up.test_founding import founded

TEXTS = {"name": "Cinderguard", "words": "Ash falls all night.", "x": 120, "y": 80}


def refusal(found: League, act: str, **params: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        found.do(act, **params)
    return caught.value


@pytest.mark.parametrize("begun", [True, False])
def test_fs_183_texts_and_positions_may_change_at_any_time(begun):
    found = league() if begun else founded("O", "C")
    found.do("redraw", territory="T01", fields=TEXTS)
    place = found.place("T01")
    assert (place.name, place.words, place.x, place.y) == ("Cinderguard", "Ash falls all night.", 120, 80)
    assert place.owner == ("O" if begun else "")


@pytest.mark.parametrize("field", [{"special": True}, {"bonus": 2}, {"corner": ""}, {"role": "titanworks"}])
def test_fs_183_what_counts_is_fixed_from_the_first_turn_on(field):
    league().refused("E17", "redraw", territory="T02", fields=field)
    early = founded("O", "C")
    if "role" not in field:
        early.do("redraw", territory="T02", fields=field)


def test_fs_183_territories_and_links_are_fixed_from_the_first_turn_on():
    found = league()
    found.refused("E17", "add", place=Place(id="T26", name="New"), near=("T01",))
    found.refused("E17", "remove", territory="T08")
    found.refused("E17", "connect", a="T01", b="T02", there=False)


def test_fs_180_before_the_first_turn_the_map_may_still_grow_and_shrink():
    found = founded("O", "C")
    found.do("add", place=Place(id="T26", name="Far Rocks"), near=("T24", "T25"))
    assert {one.id for one in found.state.links.values() if "T26" in one.id} == {"T24|T26", "T25|T26"}
    found.do("connect", a="T23", b="T26")
    found.do("connect", a="T24", b="T26", there=False)
    found.do("remove", territory="T26")
    assert not [one for one in found.state.links if "T26" in one]


def test_fs_181_no_change_leaves_a_map_nobody_can_play_on():
    found = founded("O", "C")
    assert refusal(found, "add", place=Place(id="T26", name="Moon"), near=()).rule == "FS-181"
    assert refusal(found, "add", place=Place(id="T26", name="Ashen Orchard"), near=("T01",)).rule == "FS-181"
    assert refusal(found, "redraw", territory="T02", fields={"name": "Ashen Orchard"}).rule == "FS-181"
    assert refusal(found, "redraw", territory="T02", fields={"corner": "N"}).rule == "FS-181"
    assert refusal(found, "add", place=Place(id="T25"), near=("T01",)).key == "place"
    assert refusal(found, "connect", a="T01", b="T01").key == "b"
    assert refusal(found, "connect", a="T01", b="T25", there=False).key == "b"


def test_fs_183_nothing_else_is_redrawn():
    found = founded("O", "C")
    assert refusal(found, "redraw", territory="T02", fields={"owner": "O"}).key == "fields"
    assert refusal(found, "redraw", territory="T02", fields={"x": "left"}).key == "fields"


def test_fs_02_who_would_begin_in_a_corner_that_is_none_any_more_chooses_anew():
    found = founded("O", "C")
    found.do("redraw", territory="T05", fields={"corner": ""})
    assert found.state.factions["C"].corner == ""
    found.refused("E12", "begin_play")
