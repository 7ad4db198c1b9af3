"""What no text and no database holds never gets further than the door of the house."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.handlers.wsgi import WSGIRequest
from django.test import Client, RequestFactory
from django.urls import reverse

from campaigns.models import ArmyDraft
from campaigns.shell.reading.plain_json import DEEPEST, BadJson, read_json
from config.wsgi import application
from maps.models import MapTemplate
from rules.maps.exchange import to_json
from rules.maps.ready import READY, ready_map
from tests import factories
from tests.campaigns import play
from tests.campaigns.api.conftest import Api
from tests.factories import signed_in
from tests.maps.conquest.play import table

FORM = "application/x-www-form-urlencoded"
pytestmark = pytest.mark.django_db


def nested(depth: int) -> Any:
    data: Any = "x"
    for _ in range(depth):
        data = [data]
    return data


def test_json_is_read_to_a_depth_anybody_needs() -> None:
    assert read_json(json.dumps(nested(DEEPEST - 1))) == nested(DEEPEST - 1)
    for far in (DEEPEST, 900, 100_000):
        with pytest.raises(BadJson, match="nested too deeply"):
            read_json("[" * far + "1" + "]" * far)


@pytest.mark.parametrize(
    "text", [r'"a\u0000"', r'{"a\u0000": 1}', r'["\ud800"]', "1e999", "[NaN]", "-Infinity"]
)
def test_json_that_no_row_holds_is_refused(text: str) -> None:
    with pytest.raises(BadJson):
        read_json(text)


@pytest.mark.parametrize("depth", [50, 900])
def test_nested_parameters_of_an_act_are_refused(depth: int) -> None:
    ilse = factories.new_organiser()
    scope = play.found_league(ilse)
    said = {"procedure": "opr.open_mission", "params": {"warbands": nested(depth)}}
    answer = Api(ilse).post(f"/api/v1/leagues/{scope.pk}/act/", said)
    assert (answer.status_code, answer.json()["sentence"]) == (400, "This JSON is nested too deeply.")


@pytest.mark.parametrize(
    "content", [b"[" * 100_000, b"[" * 100_000 + b"]" * 100_000, b'{"name": "a\\u0000"}', b"1e999"]
)
def test_a_map_that_no_row_holds_is_refused_beside_its_file(content: bytes) -> None:
    seat = factories.new_organiser()
    file = SimpleUploadedFile("map.json", content, "application/json")
    address = reverse("maps:maps", args=[seat.club.slug])
    answer = signed_in(seat).post(address, {"bring": 1, "name": "A map", "file": file})
    assert answer.status_code == 422
    assert not MapTemplate.objects.exists()


def test_a_league_refuses_such_a_map_too() -> None:
    league = table("Marta", "Kwame")
    file = SimpleUploadedFile("map.json", b"[" * 100_000 + b"]" * 100_000)
    answer = league.browsers["Organiser"].post(
        reverse("maps:lay", args=[league.scope.pk]), {"bring": 1, "file": file}
    )
    assert answer.status_code == 422
    assert "nested too deeply" in answer.content.decode()


def test_a_zero_character_in_a_field_is_left_out_and_the_rest_stays() -> None:
    seat = factories.new_organiser()
    address, data = reverse("maps:maps", args=[seat.club.slug]), json.dumps(to_json(ready_map(READY[0].key)))
    file = SimpleUploadedFile("map.json", data.encode())
    assert (
        signed_in(seat).post(address, {"bring": 1, "name": "Salt\0 Marsh", "file": file}).status_code == 302
    )
    row = MapTemplate.objects.get()
    rename = reverse("maps:stroke", args=[seat.club.slug, row.pk])
    signed_in(seat).post(rename, {"act": "rename", "name": "Old\0 Salt"})
    row.refresh_from_db()
    assert row.name == "Old Salt"


def test_a_zero_character_in_an_address_leads_nowhere() -> None:
    ilse = factories.new_organiser()
    scope = play.found_league(ilse)
    browser = signed_in(ilse)
    assert browser.get(f"/l/{scope.pk}/w/a%00b/").status_code == 404
    assert browser.get(f"/l/{scope.pk}/chronicle/?about=a%00b&before=%00").status_code == 200
    assert browser.get("/join/a%00b/").status_code == 404


def test_a_cookie_with_a_zero_character_is_none() -> None:
    browser = Client(headers={"cookie": r'sessionid="aaaaaaaaaaaa\000"; css="\000"'})
    assert browser.get("/").status_code in (200, 302)


@pytest.mark.parametrize("charset", ["rot13", "utf-7", "no-such", "UTF-8"])
def test_a_form_in_no_alphabet_is_read_as_ours(charset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[WSGIRequest] = []
    monkeypatch.setattr("config.wsgi._pages", lambda environ, start: read.append(WSGIRequest(environ)) or ())
    kind = f"{FORM}; Charset={charset}; x=y"
    application({**RequestFactory().get("/?a=%C3%A4").environ, "CONTENT_TYPE": kind}, lambda *_: bytes)
    assert (read[0].GET["a"], read[0].content_type) == ("ä", FORM)


@pytest.mark.parametrize("name", ["start_league", "roll_limit"])
def test_start_is_for_leagues_of_warbands(name: str) -> None:
    league = table("Marta", "Kwame")
    spectator = factories.new_seat(club=league.scope.club, role="spectator")
    for browser in (signed_in(spectator), league.browsers["Organiser"]):
        assert browser.post(reverse(f"campaigns:{name}", args=[league.scope.pk])).status_code == 404


def test_an_army_of_nothing_but_brackets_is_refused() -> None:
    marta = factories.new_organiser()
    scope = play.found_league(marta)
    sent = {"text": '{"units": ' + "[" * 900 + "]" * 900 + "}"}
    answer = signed_in(marta).post(reverse("campaigns:new_warband", args=[scope.pk]), sent)
    assert answer.status_code == 422
    assert not ArmyDraft.objects.exists()
