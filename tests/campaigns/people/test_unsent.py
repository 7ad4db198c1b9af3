"""A form from before its sender signed in again, or out: not taken, not lost, sent by one tap."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from campaigns.models import Night
from campaigns.people import seats as people
from tests.campaigns.people.conftest import Cast
from tests.pages import page_text, text_of

ORIGIN = {"Origin": "http://testserver"}
NOTE = "Bring the “long” table, & two lamps"
EVENING = {"day": "2030-05-03", "starts": "19:00", "ends": "23:00", "tables": "5", "words": NOTE}
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


@pytest.fixture
def browser(cast: Cast) -> Client:
    """A browser in which the organiser is signed in, by their way back."""
    found = Client(enforce_csrf_checks=True)
    sign_in(found, cast)
    return found


def sign_in(browser: Client, cast: Cast) -> None:
    back = people.way_back_path(people.make_way_back(person=cast.ilse.person))
    token = TOKEN.findall(page_text(browser.get(back)))[0]
    assert browser.post(back, {"csrfmiddlewaretoken": token}, headers=ORIGIN).status_code == 302


def sign_out(browser: Client) -> None:
    browser.cookies.pop("sessionid")


def opened(browser: Client, path: str) -> dict[str, Any]:
    """What the form of a page sends by itself."""
    text = page_text(browser.get(path))
    once = re.findall(r'name="once" value="([^"]+)"', text)
    return {"csrfmiddlewaretoken": TOKEN.findall(text)[0], "once": once[0]}


def hidden(answer: Any) -> dict[str, str]:
    """What the button of the answer would send."""
    form = page_text(answer).split("<form", 1)[1].split("</form>")[0]
    pairs = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form)
    return {name: unescape(value) for name, value in pairs}


def test_a_form_from_before_is_kept_and_sent_by_one_tap(cast: Cast, browser: Client) -> None:
    path = cast.path("nights/new/")
    typed = {**opened(browser, path), **EVENING}
    sign_out(browser)
    sign_in(browser, cast)
    kept = browser.post(path, typed, headers=ORIGIN)
    assert kept.status_code == 403
    assert not Night.objects.exists()
    assert "Not sent yet" in text_of(kept)
    assert "You’re signed in as Ilse" in text_of(kept)
    assert NOTE in unescape(text_of(kept))
    assert "no-store" in kept["Cache-Control"]
    again = hidden(kept)
    assert again == {**typed, "csrfmiddlewaretoken": again["csrfmiddlewaretoken"]}
    for _ in range(2):  # the same `once`: a second tap announces no second night
        assert browser.post(path, again, headers=ORIGIN).status_code == 302
    assert Night.objects.get().words == NOTE


def test_whoever_is_signed_out_meanwhile_keeps_the_form_as_well(cast: Cast, browser: Client) -> None:
    path = cast.path("nights/new/")
    typed = {**opened(browser, path), **EVENING}
    sign_out(browser)
    asked = browser.post(path, typed, headers={**ORIGIN, "Accept": "text/html"})
    assert asked.status_code == 404
    assert "Sign in to continue" in text_of(asked)
    sign_in(browser, cast)
    kept = browser.post(path, hidden(asked), headers=ORIGIN)
    assert kept.status_code == 403  # signing in gave a new token
    assert browser.post(path, hidden(kept), headers=ORIGIN).status_code == 302
    assert Night.objects.get().words == NOTE


def test_a_form_of_another_site_is_not_offered_again(cast: Cast, browser: Client) -> None:
    typed = {"name": "Ours", "time_zone": "UTC", "paper": "A4"}
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {}):
        answer = browser.post(cast.path("settings/"), typed, headers=headers)
        assert answer.status_code == 403
        assert "came from another site" in text_of(answer)
        assert "Ours" not in page_text(answer)


def test_passwords_are_typed_again_and_files_chosen_again(cast: Cast, browser: Client) -> None:
    typed = {"login": "ilse", "password": "a lantern over the door", "csrfmiddlewaretoken": "x" * 32}
    text = page_text(browser.post("/accounts/login/", typed, headers=ORIGIN))
    assert "lantern over" not in text
    assert re.search(r'<input type="password" name="password"[^>]* required', text)
    assert '<input type="hidden" name="login" value="ilse">' in text
    army = SimpleUploadedFile("iron-hand.json", b"{}")
    text = page_text(browser.post(cast.path("solo/lists/"), {"name": "Iron", "file": army}, headers=ORIGIN))
    assert "Choose the file again: iron-hand.json" in text
    assert 'enctype="multipart/form-data"' in text
    assert re.search(r'<input type="file" name="file"[^>]* required', text)


def test_an_open_page_keeps_its_form_and_hears_how_to_send_it(cast: Cast, browser: Client) -> None:
    path = cast.path("nights/new/")
    typed = {**opened(browser, path), **EVENING}
    sign_out(browser)
    gone = browser.post(path, typed, headers={**ORIGIN, "HX-Request": "true"})
    assert gone.status_code == 404
    assert "you’re signed out" in json.loads(gone["HX-Trigger"])["unsent"]["says"]
    sign_in(browser, cast)
    answer = browser.post(path, typed, headers={**ORIGIN, "HX-Request": "true"})
    told = json.loads(answer["HX-Trigger"])["unsent"]
    assert (answer.status_code, page_text(answer)) == (403, "")
    assert "Tap once more" in told["says"]
    sent = browser.post(path, {**typed, "csrfmiddlewaretoken": told["token"]}, headers=ORIGIN)
    assert sent.status_code == 302
    assert Night.objects.get().words == NOTE


@pytest.mark.parametrize(("language", "words"), [("de", "Noch nicht gesendet"), ("fr", "Pas encore envoyé")])
def test_it_is_said_in_the_readers_language(browser: Client, language: str, words: str) -> None:
    answer = browser.post("/me/", {"name": "Ilse"}, headers={**ORIGIN, "Accept-Language": language})
    assert words in text_of(answer)
