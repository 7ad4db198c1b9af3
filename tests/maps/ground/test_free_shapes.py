"""Drawing maps of free shapes: points, outlines, and what is said when they cannot be."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Seat
from maps.models import MapTemplate
from tests import factories
from tests.maps.ground.strokes import place, stroke
from tests.pages import page_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def wheel() -> tuple[Seat, Client, MapTemplate]:
    """An organiser's browser and a map of free shapes."""
    seat = factories.new_organiser(name="Ilse")
    browser = factories.signed_in(seat)
    browser.post(reverse("maps:maps", args=[seat.club.slug]), {"ready": "the_wheel", "name": "Wheel"})
    return seat, browser, MapTemplate.objects.get(club=seat.club)


def test_points_are_added_moved_and_written_in(wheel) -> None:
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


def test_a_territory_gets_a_shape_and_becomes_a_point_again(wheel) -> None:
    seat, browser, row = wheel
    sent = {"act": "outline", "brush": "outline", "t": "H", "corners": "0,0 90,0 90,60 0,60"}
    answer = stroke(browser, row, **sent)
    assert answer["Location"].endswith("?brush=outline")  # the next territory is free to choose
    assert place(row, "H").outline == ((0, 0), (90, 0), (90, 60), (0, 60))
    page = page_of(browser.get(reverse("maps:edit", args=[seat.club.slug, row.pk]), {"t": "H"}))
    assert page.corners == "0,0 90,0 90,60 0,60"
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
def test_what_cannot_be_drawn_on_free_shapes_is_said(wheel, sent) -> None:
    _seat, browser, row = wheel
    before = row.data
    assert stroke(browser, row, **sent).status_code in (409, 422)
    row.refresh_from_db()
    assert row.data == before


def test_what_is_wrong_is_told_beside_its_field_and_typing_stays(wheel) -> None:
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
        assert '<option value="marsh" selected>marsh</option>' in page
        assert re.search('name="river"[^>]* checked', page)
        for kept in {**typed, field: value}.values():
            assert f'value="{kept}"' in page or f">\n{kept}<" in page, (field, kept)
    answer = stroke(browser, row, act="add_point", x="12", y="1.5")
    assert answer.status_code == 422
    assert 'id="add_point.y-error"' in answer.content.decode()
    assert 'value="12"' in answer.content.decode()


HUGE = "9" * 400


@pytest.mark.parametrize(
    "sent",
    [
        {"act": "add", "t": "A1", "cell": f"{HUGE},1"},
        {"act": "add", "t": "A1", "cell": "999999999,0"},
        {"act": "add", "t": "A1", "cell": "1e9,٣"},
        {"act": "link", "t": "A1", "other": HUGE},
    ],
)
def test_what_nobody_types_is_refused_like_anything_else(drawn, sent):
    _seat, browser, row = drawn
    before = row.data
    assert stroke(browser, row, **sent).status_code in (409, 422)
    row.refresh_from_db()
    assert row.data == before


def test_what_is_sent_twice_counts_as_last_said(drawn):
    _seat, browser, row = drawn
    address = reverse("maps:stroke", args=[row.club.slug, row.pk])
    sent = {"act": ["delete", "set"], "t": "A1", "name": ["Old", "New"], "bonus": ["1", "many"], "words": ""}
    answer = browser.post(address, sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'id="set.bonus-error"' in page
    assert 'value="New"' in page
    assert "many is not a whole number." in page


def test_a_line_too_long_is_told_beside_it_and_kept(drawn):
    _seat, browser, row = drawn
    for field, most in (("name", 60), ("role", 40), ("corner", 20), ("words", 2000)):
        sent = {"act": "set", "t": "A1", "words": "", field: "x" * (most + 1)}
        answer = stroke(browser, row, **sent)
        page = answer.content.decode()
        assert answer.status_code == 422, field
        assert f'id="set.{field}-error"' in page
        assert "x" * (most + 1) in page
    answer = stroke(browser, row, act="rename", name="x" * 81)
    assert answer.status_code == 422
    assert 'id="rename.name-error"' in answer.content.decode()
