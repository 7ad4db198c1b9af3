"""A map league in the archive, and addresses of pages only leagues of warbands have."""

from __future__ import annotations

import pytest

from tests.factories import signed_in
from tests.maps.conquest import play
from tests.maps.conquest.play import words_of
from tests.pages import page_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "tail", ["missions/", "missions/new/", "report/", "warbands/", "warbands/new/", "honours/"]
)
def test_pages_of_other_games_are_not_there(tail: str) -> None:
    league = play.begun("Marta", "Kwame")
    assert league.browsers["Marta"].get(f"/l/{league.scope.pk}/{tail}").status_code == 404


def test_an_archived_map_league_is_read_and_not_played() -> None:
    league = play.begun("Marta", "Kwame")
    organiser, at = signed_in(league.organiser), f"/l/{league.scope.pk}/"
    assert organiser.post(f"{at}settings/", {"archive": "1"}).status_code == 302
    for tail in ("", "map/", "map/standings/", "chronicle/", "rules/", "board/", "settings/"):
        assert organiser.get(at + tail).status_code == 200, tail
    assert "This league is in the archive" in words_of(league.browsers["Marta"].get(f"{at}map/"))
    refused = league.browsers["Marta"].post(f"{at}map/do/collect/", {"round": 1, "turn": 1})
    assert refused.status_code == 409
    assert [one.name for one in page_of(league.browsers["Marta"].get("/")).leagues] == []
    assert organiser.post(f"{at}settings/", {"unarchive": "1"}).status_code == 302
    assert [one.name for one in page_of(league.browsers["Marta"].get("/")).leagues] == [league.scope.name]
