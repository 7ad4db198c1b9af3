"""Drawing maps: strokes, undo, what is refused, and a league played on the club's own map."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from maps.models import MapTemplate
from rules.maps.exchange import from_json
from tests import factories
from tests.maps.play import table, words_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def drawn():
    """An organiser's browser and a map of the club."""
    seat = factories.new_organiser(name="Ilse")
    browser = factories.signed_in(seat)
    response = browser.post(
        reverse("maps:maps", args=[seat.club.slug]), {"ready": "two_rivers", "name": "Ours"}
    )
    assert response.status_code == 302, words_of(response)
    return seat, browser, MapTemplate.objects.get(club=seat.club)


def stroke(browser, row, **sent):
    return browser.post(reverse("maps:stroke", args=[row.club.slug, row.pk]), sent)


def place(row, key):
    row.refresh_from_db()
    return next((one for one in from_json(row.data).places if one.id == key), None)


def test_painting_and_undo(drawn):
    _seat, browser, row = drawn
    before = place(row, "A1")
    assert stroke(browser, row, act="paint", brush="marsh", t="A1").status_code == 302
    assert place(row, "A1").terrain == "marsh"
    assert stroke(browser, row, act="paint", brush="river", t="A1").status_code == 302
    assert place(row, "A1").river != before.river
    for _ in range(3):
        assert stroke(browser, row, act="undo").status_code == 302
    assert place(row, "A1") == before


def test_adding_linking_renaming_and_deleting(drawn):
    seat, browser, row = drawn
    page = browser.get(reverse("maps:edit", args=[seat.club.slug, row.pk]), {"t": "A1"}).content.decode()
    cell = page.partition('name="cell" value="')[2].partition('"')[0]
    assert stroke(browser, row, act="add", t="A1", cell=cell).status_code == 302
    assert place(row, "N1") is not None
    kept = {"label": "Z9", "name": "Far Fell", "terrain": "mountain", "building": "", "objective": ""}
    assert stroke(browser, row, act="set", t="N1", **kept).status_code == 302
    assert place(row, "Z9").name == "Far Fell"
    assert stroke(browser, row, act="link", t="Z9", other="G4", there="1").status_code == 302
    assert "G4|Z9" in {one.id for one in from_json(MapTemplate.objects.get(pk=row.pk).data).links}
    assert stroke(browser, row, act="delete", t="Z9").status_code == 302
    assert place(row, "Z9") is None


@pytest.mark.parametrize(
    "sent",
    [
        {"act": "paint", "brush": "lava", "t": "A1"},
        {"act": "paint", "brush": "sea", "t": "nowhere"},
        {"act": "set", "t": "A1", "terrain": "lava"},
        {"act": "set", "t": "A1", "terrain": "plain", "label": "A2"},
        {"act": "add", "t": "A1", "cell": "x"},
        {"act": "link", "t": "A1", "other": "A1", "there": "1"},
        {"act": "no such"},
    ],
)
def test_what_cannot_be_drawn_is_said_and_changes_nothing(drawn, sent):
    _seat, browser, row = drawn
    before = row.data
    assert stroke(browser, row, **sent).status_code == 409
    row.refresh_from_db()
    assert row.data == before


def test_only_organisers_of_the_club_draw(drawn):
    seat, _browser, row = drawn
    for who in (factories.new_seat(club=seat.club, name="Mate"), factories.new_organiser(name="Stranger")):
        browser = factories.signed_in(who)
        assert browser.get(reverse("maps:edit", args=[seat.club.slug, row.pk])).status_code == 404
        assert stroke(browser, row, act="undo").status_code == 404


def test_bringing_in_and_taking_along(drawn):
    seat, browser, row = drawn
    out = browser.get(reverse("maps:export_own", args=[seat.club.slug, row.pk])).content
    sent = {"file": SimpleUploadedFile("map.json", out), "name": "Again"}
    assert browser.post(reverse("maps:maps", args=[seat.club.slug]), sent).status_code == 302
    again = MapTemplate.objects.get(club=seat.club, name="Again")
    assert from_json(again.data).places == from_json(row.data).places
    for bad in (b"no json", json.dumps({"tiles": [{"key": "A"}, {"key": "A"}]}).encode(), b"[]"):
        sent = {"file": SimpleUploadedFile("map.json", bad)}
        assert browser.post(reverse("maps:maps", args=[seat.club.slug]), sent).status_code == 409


def test_a_league_is_played_on_a_copy_of_the_clubs_map():
    league = table("Marta", "Kwame")
    browser, slug = league.browsers["Organiser"], league.scope.club.slug
    browser.post(reverse("maps:maps", args=[slug]), {"players": "2", "seed": "own", "name": "Own"})
    row = MapTemplate.objects.get(club=league.scope.club)
    laid = browser.post(reverse("maps:lay", args=[league.scope.pk]), {"own": row.pk})
    assert laid.status_code == 302
    first = next(iter(league.state.territories))
    stroke(browser, row, act="delete", t=first)
    assert first in league.state.territories
