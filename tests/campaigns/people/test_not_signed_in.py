"""A sign-in that has lapsed, or was never there: a way in that leads back to the page."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from django.test import Client

from campaigns.people import seats as people
from tests.campaigns import play
from tests.factories import new_organiser, new_seat, signed_in

pytestmark = pytest.mark.django_db
HTML = {"Accept": "text/html"}
ASKED = "Sign in to continue"


def test_a_page_and_no_page_look_alike_to_whoever_is_not_signed_in() -> None:
    scope = play.found_league(new_organiser())
    there, nowhere = f"/l/{scope.pk}/", f"/l/{scope.pk + 1}/"
    texts = []
    for address in (there, nowhere):
        answer = Client().get(address, headers=HTML)
        assert answer.status_code == 404
        plain = re.sub(r'"X-CSRFToken": "\w+"', "", answer.content.decode())
        texts.append(plain.replace(quote(address), "…"))
    assert texts[0] == texts[1]
    assert ASKED in texts[0]


def test_whoever_is_signed_in_and_may_not_see_it_is_told_nothing() -> None:
    scope, stranger = play.found_league(new_organiser()), signed_in(new_organiser())
    for address in (f"/l/{scope.pk}/", f"/l/{scope.pk + 1}/"):
        answer = stranger.get(address, headers=HTML)
        assert answer.status_code == 404
        assert ASKED not in answer.content.decode()
        assert "Nothing here by that name" in answer.content.decode()


def test_a_way_back_leads_on_to_the_page_that_was_wanted() -> None:
    scope = play.found_league(new_organiser())
    seat = new_seat(club=scope.club, name="Marta")
    browser, back = Client(), people.way_back_path(people.make_way_back(person=seat.person))
    browser.get(f"/l/{scope.pk}/warbands/", headers=HTML)
    answer = browser.post(back)
    assert answer["Location"] == f"/l/{scope.pk}/warbands/"
    assert browser.post(back)["Location"] == "/"


def test_a_password_leads_on_to_the_page_that_was_wanted() -> None:
    scope = play.found_league(new_organiser())
    page = Client().get(f"/l/{scope.pk}/chronicle/?about=x", headers=HTML).content.decode()
    assert f"/accounts/login/?next={quote(f'/l/{scope.pk}/chronicle/?about=x')}" in page


def test_a_form_that_is_sent_too_late_leads_back_to_its_page() -> None:
    scope = play.found_league(new_organiser())
    sent = {**HTML, "Referer": f"http://testserver/l/{scope.pk}/"}
    page = Client().post(f"/l/{scope.pk}/start/", headers=sent).content.decode()
    assert f"next={quote(f'/l/{scope.pk}/')}" in page


def test_a_picture_that_is_missing_is_not_where_one_wants_to_go() -> None:
    assert "wanted" not in Client().get("/apple-touch-icon.png", headers={"Accept": "image/*"}).cookies


@pytest.mark.parametrize("wanted", ["//evil.example/", "https://evil.example/", "\\\\evil", ""])
def test_nobody_is_led_away_from_the_site(wanted: str) -> None:
    seat = new_organiser()
    browser, back = Client(), people.way_back_path(people.make_way_back(person=seat.person))
    browser.cookies["wanted"] = wanted
    assert browser.post(back)["Location"] == "/"
