"""Drawing maps of hexagons: strokes, undo, what is refused, fields of other books, who may."""

from __future__ import annotations

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from maps.models import MapTemplate
from rules.maps.exchange import from_json
from tests import factories
from tests.maps.conquest.play import table
from tests.maps.ground.strokes import place, standing, stroke
from tests.pages import page_of

pytestmark = pytest.mark.django_db


def test_painting_and_undo(drawn) -> None:
    _seat, browser, row = drawn
    before = place(row, "A1")
    assert stroke(browser, row, act="paint", brush="marsh", t="A1").status_code == 302
    assert place(row, "A1").terrain == "marsh"
    assert stroke(browser, row, act="paint", brush="river", t="A1").status_code == 302
    assert place(row, "A1").river != before.river
    for _ in range(3):
        assert stroke(browser, row, act="undo").status_code == 302
    assert place(row, "A1") == before


def test_adding_linking_renaming_and_deleting(drawn) -> None:
    seat, browser, row = drawn
    page = page_of(browser.get(reverse("maps:edit", args=[seat.club.slug, row.pk]), {"t": "A1"}))
    cell = next(f"{q},{r}" for _side, q, r in page.sides)
    assert stroke(browser, row, act="add", t="A1", cell=cell).status_code == 302
    assert standing(row, "N1")
    kept = {"label": "Z9", "name": "Far Fell", "terrain": "mountain", "building": "", "objective": ""}
    assert stroke(browser, row, act="set", t="N1", **kept).status_code == 302
    assert place(row, "Z9").name == "Far Fell"
    assert stroke(browser, row, act="link", t="Z9", other="G4", there="1").status_code == 302
    assert "G4|Z9" in {one.id for one in from_json(MapTemplate.objects.get(pk=row.pk).data).links}
    assert stroke(browser, row, act="delete", t="Z9").status_code == 302
    assert not standing(row, "Z9")


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
def test_what_cannot_be_drawn_is_said_and_changes_nothing(drawn, sent) -> None:
    _seat, browser, row = drawn
    before = row.data
    assert stroke(browser, row, **sent).status_code in (409, 422)
    row.refresh_from_db()
    assert row.data == before


def test_several_territories_in_one_stroke(drawn) -> None:
    _seat, browser, row = drawn
    assert stroke(browser, row, act="paint", brush="marsh", t="A1|A2|B1").status_code == 302
    assert {place(row, key).terrain for key in ("A1", "A2", "B1")} == {"marsh"}
    first = place(row, "A1").river
    stroke(browser, row, act="paint", brush="river", t="A1|A2|B1")
    assert {place(row, key).river for key in ("A1", "A2", "B1")} == {not first}  # as at the first of them
    stroke(browser, row, act="undo")
    stroke(browser, row, act="undo")
    assert place(row, "B1").terrain != "marsh"


def test_cities_and_objectives_are_set_and_cleared(drawn) -> None:
    _seat, browser, row = drawn
    stroke(browser, row, act="paint", brush="city", t="C2")
    stroke(browser, row, act="paint", brush="goal:orc_idol", t="C2")
    assert (place(row, "C2").building, place(row, "C2").objective) == ("city", "orc_idol")
    stroke(browser, row, act="paint", brush="nothing", t="C2")
    assert (place(row, "C2").building, place(row, "C2").objective) == ("", "")


def test_a_tool_offers_free_cells_and_a_way_without_script(drawn) -> None:
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


def test_linking_by_tapping_turns_neighbours_on_and_off(drawn) -> None:
    _seat, browser, row = drawn
    for there in (True, False):
        answer = stroke(browser, row, act="link", brush="link", t="A1", other="G4")
        assert answer["Location"].endswith("?brush=link&t=A1")  # still in hand
        row.refresh_from_db()
        assert ("A1|G4" in {one.id for one in from_json(row.data).links}) is there


def test_script_gets_the_page_at_once_with_its_address(drawn) -> None:
    seat, browser, row = drawn
    address = reverse("maps:stroke", args=[seat.club.slug, row.pk])
    sent = {"act": "paint", "brush": "marsh", "t": "A1"}
    answer = browser.post(address, sent, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer["HX-Push-Url"] == reverse("maps:edit", args=[seat.club.slug, row.pk]) + "?brush=marsh"
    assert 'id="canvas"' in answer.content.decode()


def test_fields_for_other_books_are_kept_and_travel(drawn) -> None:
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


def test_a_league_carries_fields_of_other_books(drawn) -> None:
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


def test_hexagons_stay_in_their_grid(drawn) -> None:
    _seat, browser, row = drawn
    assert stroke(browser, row, act="move", t="A1", x="5", y="5").status_code == 409
    assert stroke(browser, row, act="outline", t="A1", corners="0,0 9,0 9,9").status_code == 409


def test_only_organisers_of_the_club_draw(drawn) -> None:
    seat, _browser, row = drawn
    for who in (factories.new_seat(club=seat.club, name="Mate"), factories.new_organiser(name="Stranger")):
        browser = factories.signed_in(who)
        assert browser.get(reverse("maps:edit", args=[seat.club.slug, row.pk])).status_code == 404
        assert stroke(browser, row, act="undo").status_code == 404
