"""A club's map is drawn for a rulebook: the editor offers its marks, a league is offered maps of its own."""

from __future__ import annotations

import importlib
import json
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from campaigns.models import Seat
from maps.ground.books import map_book
from maps.ground.editor import editor_page
from maps.models import MapTemplate
from rules.conquest.ground import conquest_map_book as of_conquest
from rules.firestorm.ground import firestorm_map_book, firestorm_map_errors
from rules.maps.exchange import from_json, to_json
from rules.maps.fitting import fitted_map, likeliest
from rules.maps.model import Map
from rules.maps.ready import ready_map
from tests.maps.conquest.play import table
from tests.maps.ground.strokes import place, stroke

pytestmark = pytest.mark.django_db


@pytest.fixture
def marches(drawn: tuple[Seat, Client, MapTemplate]) -> tuple[Seat, Client, MapTemplate]:
    seat, browser, _row = drawn
    shelf = reverse("maps:maps", args=[seat.club.slug])
    assert (
        browser.post(shelf, {"ready": "ember_marches", "name": "Ours too", "book": "firestorm"}).status_code
        == 302
    )
    return seat, browser, MapTemplate.objects.get(name="Ours too")


def brought(browser: Client, seat: Seat, map_: Map, **said: object) -> MapTemplate:
    """The row a file becomes on the shelf."""
    data = json.dumps({**to_json(map_), **said}).encode()
    sent = {"bring": "1", "file": SimpleUploadedFile("map.json", data)}
    assert browser.post(reverse("maps:maps", args=[seat.club.slug]), sent).status_code == 302
    return MapTemplate.objects.latest("pk")


def test_the_editor_draws_the_marks_of_the_maps_own_book(marches) -> None:
    _seat, browser, row = marches
    page = editor_page.editor_page(row, map_book(row.game), chosen="T13")
    tools = {group.title: [one.word for one in group.tools] for group in page.tools}
    assert tools["Features"] == ["Corner", "special", "nothing"]
    assert len(page.buildings) == len(page.objectives) == 1  # nothing stands there before play
    assert ("titanworks", "Titanworks") in page.roles
    shown = browser.get(reverse("maps:edit", args=[row.club.slug, row.pk]), {"t": "T13"}).content.decode()
    assert '<option value="titanworks" selected>' in shown  # keeping the form keeps what lies there
    assert not any("factions need" in one for one in page.advice)  # four corners are for four
    assert {key: told for key, _name, told in page.marked}["T01"] == "Corner NW"
    stroke(browser, row, act="paint", t="T07", brush="mark:corner")
    stroke(browser, row, act="paint", t="T09", brush="mark:special")
    assert (place(row, "T07").corner, place(row, "T09").special) == ("T07", True)
    stroke(browser, row, act="paint", t="T07", brush="mark:corner")
    stroke(browser, row, act="paint", t="T13", brush="nothing")
    assert (place(row, "T07").corner, place(row, "T13").special, place(row, "T13").role) == ("", False, "")
    sent = {"name": "Forge", "role": "black_iron", "special": "1", "bonus": "2", "words": "Ash falls."}
    stroke(browser, row, act="set", t="T12", label="T12", terrain="plain", x="300", y="500", **sent)
    found = place(row, "T12")
    assert (found.role, found.bonus, found.words) == ("black_iron", 2, "Ash falls.")


def test_a_map_copied_for_another_book_keeps_its_ground_and_leaves_the_rest(drawn) -> None:
    seat, browser, row = drawn
    shelf = reverse("maps:maps", args=[seat.club.slug])
    sent = {"own": row.pk, "book": "firestorm", "name": "Ours for factions"}
    assert browser.post(shelf, sent).status_code == 302
    copy = MapTemplate.objects.get(name="Ours for factions")
    old, new = from_json(row.data), from_json(copy.data)
    assert (row.game, copy.game) == ("conquest", "firestorm")
    assert [one.terrain for one in new.places] == [one.terrain for one in old.places]
    assert new.links == old.links
    assert {(one.building, one.objective) for one in new.places} == {("", "")}
    assert {one.corner for one in fitted_map(ready_map("ember_marches"), of_conquest()).places} == {""}
    assert not any("has no" in one for one in firestorm_map_errors(new))


def test_a_file_says_whose_it_is_by_its_word_or_by_its_marks(drawn) -> None:
    seat, browser, _row = drawn
    marches, rivers, wheel = (ready_map(key) for key in ("ember_marches", "two_rivers", "the_wheel"))
    assert brought(browser, seat, marches).game == "firestorm"  # files of before say nothing
    assert brought(browser, seat, rivers).game == "conquest"
    bare = fitted_map(wheel, firestorm_map_book())
    assert brought(browser, seat, bare).game == "conquest"
    word = brought(browser, seat, bare, book="firestorm")
    assert word.game == "firestorm"
    address = reverse("maps:export_own", args=[seat.club.slug, word.pk])
    assert browser.get(address).json()["book"] == "firestorm"
    assert likeliest(bare, (firestorm_map_book(), of_conquest())) == firestorm_map_book()


def test_a_league_is_offered_maps_of_its_own_book_alone() -> None:
    league = table("Marta")
    club, organiser = league.scope.club, league.browsers["Organiser"]
    for game, key in (("conquest", "two_rivers"), ("firestorm", "ember_marches")):
        MapTemplate.objects.create(club=club, name=key, game=game, data=to_json(ready_map(key)))
    page = organiser.get(reverse("maps:map", args=[league.scope.pk])).context["page"]
    assert [name for _pk, name in page.own] == ["two_rivers"]
    marches = MapTemplate.objects.get(name="ember_marches")
    refused = organiser.post(reverse("maps:lay", args=[league.scope.pk]), {"own": marches.pk})
    assert (refused.status_code, refused.context["refused"].sentence) == (
        409, "This map was drawn for another rulebook.",
    )  # fmt: skip


def test_maps_of_before_belong_to_the_book_whose_marks_they_bear(drawn) -> None:
    seat, _browser, row = drawn
    data = to_json(ready_map("ember_marches"))
    other = MapTemplate.objects.create(club=seat.club, name="Marches", game="conquest", data=data)
    importlib.import_module("maps.migrations.0007_maps_have_a_book")._by_their_marks(apps, SimpleNamespace())
    row.refresh_from_db(), other.refresh_from_db()
    assert (row.game, other.game) == ("conquest", "firestorm")
