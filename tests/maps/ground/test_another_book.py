"""The editor, the choice of a map and the drawing, for a rulebook that knows other buildings and fields."""

from __future__ import annotations

import pytest
from django.urls import reverse

from maps.ground.atlas.pieces import inline_icon
from maps.ground.choosing import chosen_map
from maps.ground.drawing import Drawing, map_svg
from maps.ground.editor import editor_page
from maps.ground.editor.generator_page import maker
from maps.ground.editor.strokes import stroked
from maps.ground.forms import SetForm
from rules.conquest.ground import conquest_map_book
from rules.engine.refusals import Refused
from rules.maps.book import Kind, MapBook
from rules.maps.exchange import from_json
from rules.maps.ready import READY, Ready, ready_map
from tests.maps.conquest.play import table, words_of
from tests.maps.ground.strokes import place, stroke
from tests.rules.maps.test_book import TOWERS

pytestmark = pytest.mark.django_db


def test_the_editor_offers_what_the_book_knows(drawn):
    _seat, _browser, row = drawn
    page = editor_page.editor_page(row, TOWERS, chosen="A1", brush="tower")
    tools = {group.title: [one.word for one in group.tools] for group in page.tools}
    assert tools["Terrain"] == ["plain"]
    assert tools["Features"] == ["Lord's tower", "nothing"]
    assert page.brush == "tower"
    assert editor_page.editor_page(row, TOWERS, brush="city").brush == ""
    form = SetForm(None, TOWERS)
    assert [[str(form[one.name].label) for one in line] for line in page.marks] == [
        ["Starts here"],
        ["Glory"],
        ["Time of War"],
    ]
    assert [[one.name for one in line] for line in page.other_marks] == [["role"], ["special"]]
    hill = next(one.id for one in from_json(row.data).places if one.terrain == "mountain")
    assert editor_page.editor_page(row, TOWERS, chosen=hill).lands == (
        ("plain", "plain"),
        ("mountain", "mountain"),
    )  # as it is
    assert page.advice == ("10 factions",)  # the most a map is made for


def test_a_stroke_sets_what_the_book_knows_and_cites_its_rule(drawn):
    _seat, _browser, row = drawn
    map_ = from_json(row.data)
    painted = stroked(map_, "paint", {"t": "A1", "brush": "tower"}, TOWERS)
    assert next(one for one in painted.places if one.id == "A1").building == "tower"
    for act, unknown in (("paint", {"brush": "city"}), ("set", {"building": "city"})):
        with pytest.raises(Refused) as refused:
            stroked(map_, act, {"t": "A1", **unknown}, TOWERS)
        assert refused.value.rule == "TW-02"
    marked = {"t": "A1", "building": "tower", "corner": "north", "bonus": "2", "words": "Night"}
    found = next(one for one in stroked(map_, "set", marked, TOWERS).places if one.id == "A1")
    assert (found.building, found.corner, found.bonus, found.words) == ("tower", "north", 2, "Night")


def test_what_another_book_built_is_drawn_kept_and_offered_again(drawn):
    _seat, browser, row = drawn
    row.data["tiles"][0]["building"] = "tower"
    row.save()
    key = row.data["tiles"][0]["key"]
    page = browser.get(reverse("maps:edit", args=[row.club.slug, row.pk]), {"t": key})
    assert 'id="bd-tower"' in page.content.decode()
    assert page.context["page"].buildings[-1] == ("tower", "tower")
    assert stroke(browser, row, act="set", t=key, name="Old Keep", building="tower").status_code == 302
    found = place(row, key)
    assert (found.name, found.building) == ("Old Keep", "tower")
    thumb = browser.get(reverse("maps:thumb", args=[row.club.slug, row.pk]))
    assert b'id="bd-tower"' in thumb.content


def test_a_building_is_drawn_as_the_book_says_and_one_nobody_knows_without_an_icon():
    map_ = ready_map("two_rivers")
    own = map_svg(Drawing(map_.ground, map_.places, map_.links, book=conquest_map_book()))
    assert 'id="bd-city"><path class="k"' in own  # its own silhouette
    plain = MapBook(buildings=(Kind("city", "city", "buildings-fill"),))
    inside = inline_icon("buildings-fill", -18, -18, 36, "m-sign")
    assert f'<g id="bd-city"><path class="pl" d="M-28-28H28V28H-28Z"/>{inside}</g>' in map_svg(
        Drawing(map_.ground, map_.places, map_.links, book=plain)
    )
    bare = map_svg(Drawing(map_.ground, map_.places, map_.links))
    assert 'id="bd-city"' in bare
    assert inside not in bare


def test_a_league_is_offered_the_ready_maps_of_its_own_book(monkeypatch):
    league = table("Marta")
    other = Ready("the_wheel", ("towers",), (2, 4), "")
    monkeypatch.setattr("rules.maps.ready.READY", (*READY[:2], other))
    page = league.browsers["Organiser"].get(reverse("maps:map", args=[league.scope.pk])).context["page"]
    assert page.ready == READY[:2]
    address = reverse("maps:lay", args=[league.scope.pk])
    refused = league.browsers["Organiser"].post(address, {"ready": "the_wheel"})
    assert refused.status_code == 409
    assert "Choose one of the maps" in words_of(refused)
    assert chosen_map(league.organiser, {"ready": "the_wheel"}, None, TOWERS) == ready_map("the_wheel")
    shelf = league.browsers["Organiser"].get(reverse("maps:maps", args=[league.scope.club.slug]))
    assert shelf.context["ready"] == READY[:2]


def test_the_generators_form_asks_what_the_book_makes():
    form = maker(TOWERS, {}, 4)
    assert form is not None
    assert [one.name for one in form.numbers] == ["players", "per_player", "mountains", "marshes", "rivers"]
    own = maker(conquest_map_book(), {}, 4)
    assert own is not None
    assert own.numbers[-1].name == "cities"
