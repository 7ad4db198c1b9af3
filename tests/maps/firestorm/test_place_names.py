"""Territories on screens go by their names; their codes are for the map and for paper."""

from __future__ import annotations

import re

import pytest

from tests.maps.conquest.play import words_of
from tests.maps.firestorm.driving import act, in_build
from tests.maps.firestorm.play import Table, gathered

pytestmark = pytest.mark.django_db
CODE = re.compile(r"\bT\d\d\b")


def page(table: Table, name: str, *where: str, **query: str) -> str:
    answer = table.browsers[name].get(table.url(*where), query)
    assert answer.status_code == 200, where
    return words_of(answer)


def screens(table: Table) -> dict[str, str]:
    """Each page that names territories and is no map, by what it is."""
    mine = table.factions["Marta"]
    return {
        "faction": page(table, "Marta", "faction", mine),
        "shop": page(table, "Marta", "shop"),
        "shop by item": page(table, "Marta", "shop", by="item"),
        "glory": page(table, "Marta", "audit", mine),
        "organise": page(table, "Organiser", "organise", t="T02"),
    }


def test_codes_of_territories_are_on_no_screen_but_the_map() -> None:
    table = in_build()
    act(table, "Marta", "build", faction=table.factions["Marta"], territory="T02", item="forge")
    found = screens(table)
    assert {name: CODE.findall(text) for name, text in found.items() if CODE.search(text)} == {}
    assert all("Saltglass Flats" in text for text in found.values())
    assert "T02" in page(table, "Marta", "map")


def test_corners_to_begin_in_are_offered_by_name() -> None:
    table = gathered("Marta", "Kwame")
    text = page(table, "Marta", "map")
    assert "Cinderwatch" in text
    assert not CODE.search(text)
