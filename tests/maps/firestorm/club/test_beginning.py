"""A Firestorm league from its founding to the first orders, as its people tap it."""

from __future__ import annotations

import pytest

from maps.ground.subject import initials
from tests.maps.conquest.play import words_in, words_of
from tests.maps.firestorm.play import begun, begun_before, gathered

pytestmark = pytest.mark.django_db


def test_fs_03_each_faction_begins_in_its_corner_with_a_tower_and_a_banner() -> None:
    table = begun("Marta", "Kwame", more=(("Ilse", "Marta"),))
    state = table.state
    assert state.territories["T01"].owner == table.factions["Marta"]
    assert state.territories["T01"].items == ("lords_tower",)
    assert {one.territory for one in state.banners.values()} == {"T01", "T05"}
    assert "Cinderwatch" in table.see("Ilse", t="T01")


def test_fs_01_somebody_who_joined_acts_for_the_faction() -> None:
    table = begun_before("Marta", "Kwame", more=(("Ilse", "Marta"),))
    table.do("Ilse", "ready", step=table.state.now.step, faction=table.factions["Marta"])
    assert table.state.now.done == (table.factions["Marta"],)
    table.ready("Kwame")
    assert table.phase == "orders"  # the app has rolled for initiative
    assert set(table.state.now.initiative) == set(table.factions.values())


def test_fs_01_a_stranger_to_a_faction_does_not_act_for_it() -> None:
    table = begun("Marta", "Kwame")
    response = table.post("Kwame", "ready", step=table.state.now.step, faction=table.factions["Marta"])
    assert response.status_code in (403, 409), words_of(response)
    assert table.state.now.done == ()


def test_fs_02_what_is_missing_is_said_before_the_league_can_begin() -> None:
    table = gathered("Marta")
    assert "two" in words_in(table.see("Organiser")).lower() or "2" in words_in(table.see("Organiser"))
    response = table.post("Organiser", "begin_play")
    assert response.status_code == 409
    assert table.phase == "setup"


def test_fs_02_a_corner_that_is_taken_is_refused_beside_its_field() -> None:
    table = gathered("Marta", "Kwame")
    response = table.post("Kwame", "take_corner", faction=table.factions["Kwame"], territory="T01")
    assert response.status_code == 422, words_of(response)
    assert response.context["wrong"].of == "take_corner.territory"


def test_side_by_side_a_banner_goes_by_its_initials() -> None:
    assert initials("The Cinder Watch 1") == "CW1"
    assert initials("Ash Guard") == "AG"
    assert initials("7") == "7"
    assert initials(initials("The Cinder Watch 1")) == "CW1"  # said in full, and said short on a small map


@pytest.mark.parametrize("part", ["turn", "glory", "phases"])
def test_the_head_of_an_open_map_comes_anew_by_itself(part: str) -> None:
    table = begun("Marta", "Kwame")
    asked = {"HX-Request": "true", "HX-Target": part}
    answer = table.browsers["Marta"].get(table.url("map"), headers=asked)
    assert f'id="{part}" data-refresh-on="entries"' in answer.content.decode()
