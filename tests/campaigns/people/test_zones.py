"""Time zones as people type them, and the list a page fetches when somebody begins."""

import pytest
from django.test import Client

from campaigns.shell.reading import zones


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        (" europe/berlin ", "Europe/Berlin"),
        ("Berlin", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("America/New York", "America/New_York"),
        ("Buenos  Aires", None),
        ("America/Argentina/Buenos Aires", "America/Argentina/Buenos_Aires"),
        ("utc", "UTC"),
        ("US/Eastern", "US/Eastern"),
        ("Mars/Olympus", None),
        ("", None),
        ("x" * 300, None),
    ],
)
def test_a_zone_is_found_by_its_name_or_its_city(typed: str, zone: str | None) -> None:
    assert zones.matching_zone(typed) == zone


@pytest.mark.parametrize(
    ("typed", "meant"), [("Berln", "Europe/Berlin"), ("Buenos Aires", "America/Buenos_Aires")]
)
def test_what_is_not_found_is_asked_back(typed: str, meant: str) -> None:
    assert meant in zones.similar(typed)


def test_every_zone_that_is_proposed_is_found() -> None:
    assert [zones.matching_zone(zones.zone_label(zone)) for zone in zones.zone_names()] == list(
        zones.zone_names()
    )


def test_the_list_is_there_for_whoever_types() -> None:
    answer = Client().get("/zones/")
    assert answer.content.decode().count("<option") == len(zones.zone_names())
    assert "max-age" in answer["Cache-Control"]
