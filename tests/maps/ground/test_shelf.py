"""A club's maps: the shelf, the generator, ready-made ones, files, and the copy a league plays on."""

from __future__ import annotations

import json
import re
from html import unescape
from xml.etree import ElementTree

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from maps.models import MapTemplate
from rules.conquest.ground import making
from rules.maps.exchange import from_json
from rules.maps.generator import Wishes, generate
from rules.maps.ready import READY
from tests import factories
from tests.maps.conquest.play import table, words_of
from tests.maps.ground.strokes import stroke

pytestmark = pytest.mark.django_db


def test_a_map_goes_off_the_shelf_when_that_is_sure(drawn) -> None:
    seat, browser, row = drawn
    address = reverse("maps:delete", args=[seat.club.slug, row.pk])
    assert browser.post(address).status_code == 422
    assert MapTemplate.objects.filter(pk=row.pk).exists()
    for who in (factories.new_seat(club=seat.club, name="Mate"), factories.new_organiser(name="Stranger")):
        assert factories.signed_in(who).post(address, {"sure": "1"}).status_code == 404
    assert browser.post(address, {"sure": "1"}).status_code == 302
    assert not MapTemplate.objects.filter(pk=row.pk).exists()


def test_a_generated_map_is_seen_with_its_score_before_it_is_kept(drawn) -> None:
    seat, browser, _row = drawn
    shelf = reverse("maps:maps", args=[seat.club.slug])
    asked = {"make": "1", "players": "3", "mountains": "20", "rivers": "2", "seed": "4711", "sea": "1"}
    page = browser.get(shelf, asked)
    made = generate(Wishes(players=3, mountains=20, rivers=2, seed="4711", sea=True), making())
    words = words_of(page)
    assert f"{made.score.points} out of 100" in words
    for sentence, _lost in made.score.deductions:
        assert sentence in words
    assert "number 4711" in words
    assert MapTemplate.objects.count() == 1  # nothing is kept by looking
    again = re.search(r'href="(\?[^"]*seed=(\d+)[^"]*)#preview"', page.content.decode())
    assert again
    other = browser.get(shelf + unescape(again[1]))
    assert f"number {again[2]}" in words_of(other)
    assert browser.get(shelf + unescape(again[1])).content.count(b"<svg") == other.content.count(b"<svg")
    sent = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page.content.decode()))
    kept = {name: sent[name] for name in asked if name != "make"}
    assert browser.post(shelf, {**kept, "name": "Made"}).status_code == 302
    assert from_json(MapTemplate.objects.get(name="Made").data).places == made.map.places


@pytest.mark.parametrize(
    ("field", "typed"), [("players", "11"), ("players", "two"), ("rivers", "9"), ("per_player", "3")]
)
def test_wishes_that_cannot_be_are_told_beside_their_field(drawn, field, typed) -> None:
    seat, browser, _row = drawn
    shelf = reverse("maps:maps", args=[seat.club.slug])
    maker = browser.get(shelf, {"make": "1", "players": "3", field: typed}).context["maker"]
    assert maker.form.errors[field]
    assert maker.form[field].value() == typed
    assert maker.preview is None
    assert browser.post(shelf, {"players": "3", field: typed}).status_code == 422


def test_the_organiser_of_a_league_sees_a_generated_map_first(drawn) -> None:
    league = table("Marta", "Kwame")
    home = reverse("maps:map", args=[league.scope.pk])
    asked = {"make": "1", "players": "2", "seed": "12"}
    page = league.browsers["Organiser"].get(home, asked)
    made = generate(Wishes(players=2, seed="12"), making())
    assert f"{made.score.points} out of 100" in words_of(page)
    assert set(league.state.territories) != {one.id for one in made.map.places}
    league.browsers["Organiser"].post(
        reverse("maps:lay", args=[league.scope.pk]), {"players": "2", "seed": "12"}
    )
    assert set(league.state.territories) == {one.id for one in made.map.places}


@pytest.mark.parametrize("key", [one.key for one in READY])
def test_ready_made_maps_show_themselves(key, client) -> None:
    answer = client.get(reverse("maps:ready", args=[key]))
    assert answer["Content-Type"] == "image/svg+xml"
    assert "public" in answer["Cache-Control"]
    drawing = ElementTree.fromstring(answer.content)
    assert drawing.tag.endswith("svg")
    assert b'href="/' not in answer.content  # a picture of its own loads nothing
    assert client.get(reverse("maps:ready", args=["nowhere"])).status_code == 404


def test_the_clubs_maps_show_themselves_to_its_organisers(drawn) -> None:
    seat, browser, row = drawn
    address = reverse("maps:thumb", args=[seat.club.slug, row.pk])
    assert ElementTree.fromstring(browser.get(address).content).tag.endswith("svg")
    assert address in browser.get(reverse("maps:maps", args=[seat.club.slug])).content.decode()
    mate = factories.signed_in(factories.new_seat(club=seat.club, name="Mate"))
    assert mate.get(address).status_code == 404


def test_bringing_in_and_taking_along(drawn) -> None:
    seat, browser, row = drawn
    out = browser.get(reverse("maps:export_own", args=[seat.club.slug, row.pk])).content
    sent = {"file": SimpleUploadedFile("map.json", out), "name": "Again"}
    assert browser.post(reverse("maps:maps", args=[seat.club.slug]), sent).status_code == 302
    again = MapTemplate.objects.get(club=seat.club, name="Again")
    assert from_json(again.data).places == from_json(row.data).places
    for bad in (b"no json", json.dumps({"tiles": [{"key": "A"}, {"key": "A"}]}).encode(), b"[]"):
        sent = {"file": SimpleUploadedFile("map.json", bad)}
        assert browser.post(reverse("maps:maps", args=[seat.club.slug]), sent).status_code == 422


def test_a_league_is_played_on_a_copy_of_the_clubs_map() -> None:
    league = table("Marta", "Kwame")
    browser, slug = league.browsers["Organiser"], league.scope.club.slug
    browser.post(reverse("maps:maps", args=[slug]), {"players": "2", "seed": "own", "name": "Own"})
    row = MapTemplate.objects.get(club=league.scope.club)
    laid = browser.post(reverse("maps:lay", args=[league.scope.pk]), {"own": row.pk})
    assert laid.status_code == 302
    first = next(iter(league.state.territories))
    stroke(browser, row, act="delete", t=first)
    assert first in league.state.territories


def test_a_number_of_a_map_too_long_is_told_beside_it(drawn):
    seat, browser, _row = drawn
    shelf, sent = reverse("maps:maps", args=[seat.club.slug]), {"players": "3", "seed": "x" * 41}
    for page in (browser.get(shelf, {"make": "1", **sent}), browser.post(shelf, sent)):
        assert page.context["maker"].form.errors["seed"]


@pytest.mark.parametrize("own", ["²", "٣", "9" * 5000, "-1", "1\0"])
def test_a_map_of_the_club_that_is_none_is_refused(drawn, own):
    seat, browser, _row = drawn
    answer = browser.post(reverse("maps:maps", args=[seat.club.slug]), {"own": own})
    assert answer.status_code in (409, 422)
