"""Drawing maps: strokes, undo, what is refused, and a league played on the club's own map."""

from __future__ import annotations

import gzip
import json
import re
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from maps.models import MapTemplate
from rules.maps.exchange import from_json, to_json
from rules.maps.generator import Wishes, generate, patch
from rules.maps.ready import READY
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
    assert stroke(browser, row, **sent).status_code in (409, 422)
    row.refresh_from_db()
    assert row.data == before


def test_several_territories_in_one_stroke(drawn):
    _seat, browser, row = drawn
    assert stroke(browser, row, act="paint", brush="marsh", t="A1|A2|B1").status_code == 302
    assert {place(row, key).terrain for key in ("A1", "A2", "B1")} == {"marsh"}
    first = place(row, "A1").river
    stroke(browser, row, act="paint", brush="river", t="A1|A2|B1")
    assert {place(row, key).river for key in ("A1", "A2", "B1")} == {not first}  # as at the first of them
    stroke(browser, row, act="undo")
    stroke(browser, row, act="undo")
    assert place(row, "B1").terrain != "marsh"


def test_cities_and_objectives_are_set_and_cleared(drawn):
    _seat, browser, row = drawn
    stroke(browser, row, act="paint", brush="city", t="C2")
    stroke(browser, row, act="paint", brush="goal:orc_idol", t="C2")
    assert (place(row, "C2").building, place(row, "C2").objective) == ("city", "orc_idol")
    stroke(browser, row, act="paint", brush="nothing", t="C2")
    assert (place(row, "C2").building, place(row, "C2").objective) == ("", "")


def test_a_tool_offers_free_cells_and_a_way_without_script(drawn):
    seat, browser, row = drawn
    address = reverse("maps:edit", args=[seat.club.slug, row.pk])
    page = browser.get(address, {"brush": "add"}).content.decode()
    cells = re.findall(r'data-cell="([^"]+)"', page)
    taken = {(one.q, one.r) for one in from_json(row.data).places}
    assert cells
    assert not taken & {tuple(map(int, cell.split(","))) for cell in cells}
    page = browser.get(address, {"brush": "add", "t": f"+{cells[0]}"}).content.decode()
    assert f'name="cell" value="{cells[0]}"' in page
    before = len(from_json(row.data).places)
    assert stroke(browser, row, act="add", brush="add", cell=cells[0]).status_code == 302
    row.refresh_from_db()
    assert len(from_json(row.data).places) == before + 1
    assert "data-cell" not in browser.get(address).content.decode()


def test_linking_by_tapping_turns_neighbours_on_and_off(drawn):
    _seat, browser, row = drawn
    for there in (True, False):
        answer = stroke(browser, row, act="link", brush="link", t="A1", other="G4")
        assert answer.url.endswith("?brush=link&t=A1")  # still in hand
        row.refresh_from_db()
        assert ("A1|G4" in {one.id for one in from_json(row.data).links}) is there


def test_script_gets_the_page_at_once_with_its_address(drawn):
    seat, browser, row = drawn
    address = reverse("maps:stroke", args=[seat.club.slug, row.pk])
    sent = {"act": "paint", "brush": "marsh", "t": "A1"}
    answer = browser.post(address, sent, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer["HX-Push-Url"] == reverse("maps:edit", args=[seat.club.slug, row.pk]) + "?brush=marsh"
    assert 'id="canvas"' in answer.content.decode()


def test_fields_for_other_books_are_kept_and_travel(drawn):
    seat, browser, row = drawn
    told = {
        "role": "titanworks",
        "corner": "north",
        "special": "on",
        "bonus": "3",
        "words": "Fog.\r\nAll day.",
    }
    kept = {"label": "A1", "name": "Home", "terrain": "plain", "building": "", "objective": ""}
    assert stroke(browser, row, act="set", t="A1", **kept, **told).status_code == 302
    found = place(row, "A1")
    assert (found.role, found.corner, found.special) == ("titanworks", "north", True)
    assert (found.bonus, found.words) == (3, "Fog.\nAll day.")
    page = browser.get(reverse("maps:edit", args=[seat.club.slug, row.pk]), {"t": "A1"}).content.decode()
    for shown in ('value="titanworks"', 'value="north"', 'name="special" checked', "Fog."):
        assert shown in page
    out = browser.get(reverse("maps:export_own", args=[seat.club.slug, row.pk])).content
    sent = {"file": SimpleUploadedFile("map.json", out), "name": "Again"}
    browser.post(reverse("maps:maps", args=[seat.club.slug]), sent)
    assert place(MapTemplate.objects.get(name="Again"), "A1") == found
    assert stroke(browser, row, act="set", t="A1", **kept).status_code == 302
    assert place(row, "A1").words == "Fog.\nAll day."  # a form without them leaves them


def test_a_league_carries_fields_of_other_books(drawn):
    _seat, browser, row = drawn
    told = {"role": "forge", "corner": "south", "bonus": "-2", "words": "Dark."}
    kept = {"label": "A1", "name": "", "terrain": "plain", "building": "", "objective": ""}
    stroke(browser, row, act="set", t="A1", **kept, **told)
    out = browser.get(reverse("maps:export_own", args=[row.club.slug, row.pk])).content
    league = table("Marta", "Kwame")
    sent = {"file": SimpleUploadedFile("map.json", out)}
    league.browsers["Organiser"].post(reverse("maps:lay", args=[league.scope.pk]), sent)
    laid = league.state.territories["A1"]
    assert (laid.role, laid.corner, laid.bonus, laid.words) == ("forge", "south", -2, "Dark.")
    exported = league.browsers["Marta"].get(reverse("maps:export", args=[league.scope.pk])).json()
    assert next(one for one in exported["tiles"] if one["key"] == "A1")["words"] == "Dark."


# Maps of free shapes


@pytest.fixture
def wheel():
    """An organiser's browser and a map of free shapes."""
    seat = factories.new_organiser(name="Ilse")
    browser = factories.signed_in(seat)
    browser.post(reverse("maps:maps", args=[seat.club.slug]), {"ready": "the_wheel", "name": "Wheel"})
    return seat, browser, MapTemplate.objects.get(club=seat.club)


def test_points_are_added_moved_and_written_in(wheel):
    _seat, browser, row = wheel
    assert stroke(browser, row, act="add_point", brush="add", x="900", y="-40").status_code == 302
    assert (place(row, "N1").x, place(row, "N1").y) == (900, -40)
    assert stroke(browser, row, act="move", brush="move", t="N1", x="910", y="-50").status_code == 302
    assert (place(row, "N1").x, place(row, "N1").y) == (910, -50)
    kept = {"label": "N1", "name": "", "terrain": "marsh", "building": "", "objective": ""}
    assert stroke(browser, row, act="set", t="N1", **kept, x="920", y="60").status_code == 302
    assert (place(row, "N1").x, place(row, "N1").y, place(row, "N1").terrain) == (920, 60, "marsh")
    assert stroke(browser, row, act="undo").status_code == 302
    assert place(row, "N1").x == 910


def test_a_territory_gets_a_shape_and_becomes_a_point_again(wheel):
    seat, browser, row = wheel
    sent = {"act": "outline", "brush": "outline", "t": "H", "corners": "0,0 90,0 90,60 0,60"}
    answer = stroke(browser, row, **sent)
    assert answer.url.endswith("?brush=outline")  # the next territory is free to choose
    assert place(row, "H").outline == ((0, 0), (90, 0), (90, 60), (0, 60))
    page = browser.get(reverse("maps:edit", args=[seat.club.slug, row.pk]), {"t": "H"}).content.decode()
    assert ">0,0 90,0 90,60 0,60</textarea>" in page
    stroke(browser, row, act="outline", t="H", corners="")
    assert place(row, "H").outline == ()


@pytest.mark.parametrize(
    "sent",
    [
        {"act": "outline", "t": "H", "corners": "0,0 10,0"},
        {"act": "outline", "t": "H", "corners": "0,0 10,0 b,1"},
        {"act": "outline", "t": "H", "corners": "0 1 2"},
        {"act": "move", "t": "H", "x": "far", "y": "1"},
        {"act": "move", "t": "H", "x": "1"},
        {"act": "move", "t": "H", "x": "100001", "y": "1"},
        {"act": "move", "t": "nowhere", "x": "1", "y": "1"},
        {"act": "add_point", "x": "1.5", "y": "1"},
        {"act": "scale", "percent": "125"},
        {"act": "set", "t": "H", "terrain": "plain", "bonus": "101", "words": ""},
        {"act": "set", "t": "H", "terrain": "plain", "bonus": "many", "words": ""},
        {"act": "set", "t": "H", "terrain": "plain", "label": "a|b"},
    ],
)
def test_what_cannot_be_drawn_on_free_shapes_is_said(wheel, sent):
    _seat, browser, row = wheel
    before = row.data
    assert stroke(browser, row, **sent).status_code in (409, 422)
    row.refresh_from_db()
    assert row.data == before


def test_what_is_wrong_is_told_beside_its_field_and_typing_stays(wheel):
    _seat, browser, row = wheel
    typed = {"name": "Far Fell", "x": "-4", "y": "7", "role": "r", "bonus": "2", "words": "Fog."}
    for field, value in (("label", "I1"), ("x", "far"), ("bonus", "900")):
        form = {
            "act": "set",
            "t": "H",
            "terrain": "marsh",
            "label": "H",
            "river": "on",
            **typed,
            field: value,
        }
        answer = stroke(browser, row, **form)
        page = answer.content.decode()
        assert answer.status_code == 422, field
        assert f'id="set.{field}-error"' in page
        assert "<option selected>marsh</option>" in page
        assert 'name="river" checked' in page
        for kept in {**typed, field: value}.values():
            assert f'value="{kept}"' in page or f">{kept}<" in page, (field, kept)
    answer = stroke(browser, row, act="add_point", x="12", y="1.5")
    assert answer.status_code == 422
    assert 'id="add_point.y-error"' in answer.content.decode()
    assert 'value="12"' in answer.content.decode()


def test_hexagons_stay_in_their_grid(drawn):
    _seat, browser, row = drawn
    assert stroke(browser, row, act="move", t="A1", x="5", y="5").status_code == 409
    assert stroke(browser, row, act="outline", t="A1", corners="0,0 9,0 9,9").status_code == 409


# The shelf, the generator, the ready-made


def test_a_map_goes_off_the_shelf_when_that_is_sure(drawn):
    seat, browser, row = drawn
    address = reverse("maps:delete", args=[seat.club.slug, row.pk])
    assert browser.post(address).status_code == 422
    assert MapTemplate.objects.filter(pk=row.pk).exists()
    for who in (factories.new_seat(club=seat.club, name="Mate"), factories.new_organiser(name="Stranger")):
        assert factories.signed_in(who).post(address, {"sure": "1"}).status_code == 404
    assert browser.post(address, {"sure": "1"}).status_code == 302
    assert not MapTemplate.objects.filter(pk=row.pk).exists()


def test_a_generated_map_is_seen_with_its_score_before_it_is_kept(drawn):
    seat, browser, _row = drawn
    shelf = reverse("maps:maps", args=[seat.club.slug])
    asked = {"make": "1", "players": "3", "mountains": "20", "rivers": "2", "seed": "4711", "sea": "1"}
    page = browser.get(shelf, asked)
    made = generate(Wishes(players=3, mountains=20, rivers=2, seed="4711", sea=True))
    words = words_of(page)
    assert f"{made.score.points} of 100" in words
    for sentence, _lost in made.score.parts:
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
def test_wishes_that_cannot_be_are_told_beside_their_field(drawn, field, typed):
    seat, browser, _row = drawn
    shelf = reverse("maps:maps", args=[seat.club.slug])
    page = browser.get(shelf, {"make": "1", "players": "3", field: typed}).content.decode()
    assert f'id="wish-{field}-error"' in page
    assert f'value="{typed}"' in page
    assert 'id="preview"' not in page
    assert browser.post(shelf, {"players": "3", field: typed}).status_code == 422


def test_the_organiser_of_a_league_sees_a_generated_map_first(drawn):
    league = table("Marta", "Kwame")
    home = reverse("maps:map", args=[league.scope.pk])
    asked = {"make": "1", "players": "2", "seed": "12"}
    page = league.browsers["Organiser"].get(home, asked)
    made = generate(Wishes(players=2, seed="12"))
    assert f"{made.score.points} of 100" in words_of(page)
    assert set(league.state.territories) != {one.id for one in made.map.places}
    league.browsers["Organiser"].post(
        reverse("maps:lay", args=[league.scope.pk]), {"players": "2", "seed": "12"}
    )
    assert set(league.state.territories) == {one.id for one in made.map.places}


@pytest.mark.parametrize("key", [one.key for one in READY])
def test_ready_made_maps_show_themselves(key, client):
    answer = client.get(reverse("maps:ready", args=[key]))
    assert answer["Content-Type"] == "image/svg+xml"
    assert "public" in answer["Cache-Control"]
    drawing = ElementTree.fromstring(answer.content)
    assert drawing.tag.endswith("svg")
    assert b'href="/' not in answer.content  # a picture of its own loads nothing
    assert client.get(reverse("maps:ready", args=["nowhere"])).status_code == 404


def test_the_clubs_maps_show_themselves_to_its_organisers(drawn):
    seat, browser, row = drawn
    address = reverse("maps:thumb", args=[seat.club.slug, row.pk])
    assert ElementTree.fromstring(browser.get(address).content).tag.endswith("svg")
    assert address in browser.get(reverse("maps:maps", args=[seat.club.slug])).content.decode()
    mate = factories.signed_in(factories.new_seat(club=seat.club, name="Mate"))
    assert mate.get(address).status_code == 404


# Five hundred


def five_hundred() -> dict[str, Any]:
    cells = patch(500)
    tiles = [{"key": f"T{n}", "q": q, "r": r} for n, (q, r) in enumerate(cells)]
    for tile in tiles[::40]:
        tile["building"] = "city"
    return {"kind": "hex", "tiles": tiles}


def test_five_hundred_territories_cost_no_more_queries_than_twenty(drawn, django_assert_max_num_queries):
    seat, browser, row = drawn
    large = MapTemplate.objects.create(
        club=seat.club, name="Large", data=to_json(from_json(five_hundred())), made_by=seat
    )
    counts = []
    for one in (row, large):
        with CaptureQueriesContext(connection) as asked:
            page = browser.get(reverse("maps:edit", args=[seat.club.slug, one.pk]), {"brush": "add"})
        assert page.status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 10
    assert page.content.decode().count("data-t=") == 500
    with django_assert_max_num_queries(14):
        assert stroke(browser, large, act="paint", brush="marsh", t="T7").status_code == 302
    assert len(gzip.compress(page.content)) < 30_000
    extra = {"act": "add", "cell": "40,40"}
    refused = stroke(browser, large, **extra)
    assert refused.status_code == 409
    assert "at most 500" in words_of(refused) or "2 to 500" in words_of(refused)


def test_a_league_on_five_hundred_territories_asks_no_more(drawn):
    league = table("Marta", "Kwame")
    home = reverse("maps:map", args=[league.scope.pk])

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert league.browsers["Marta"].get(home).status_code == 200
        return len(queries)

    few = asked()
    sent = {"file": SimpleUploadedFile("map.json", json.dumps(five_hundred()).encode())}
    answer = league.browsers["Organiser"].post(reverse("maps:lay", args=[league.scope.pk]), sent)
    assert answer.status_code == 302
    assert len(league.state.territories) == 500
    assert asked() == few <= 12


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
        assert browser.post(reverse("maps:maps", args=[seat.club.slug]), sent).status_code == 422


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
