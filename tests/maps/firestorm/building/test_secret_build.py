"""Where a league builds in secret, others see it as it was in every channel, until the phase closes."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.engine.stored import topics
from campaigns.engine.stored.store import registration_of
from campaigns.engine.transaction.summaries import summary_of
from campaigns.models import Summary
from tests import factories
from tests.maps.firestorm.driving import act, everybody_ready, in_build
from tests.maps.firestorm.play import Table
from tests.scenario import scenario

pytestmark = pytest.mark.django_db
OTHERS = ("Kwame", "Looker")
TABLES = ("territories", "ledger", "factions", "campaign", "banners")


@scenario
def secretly() -> Table:
    """The Build phase of a league that builds in secret, with somebody who only looks on."""
    table = in_build("Marta", "Kwame", more=(("Oskar", "Marta"),), secret_build=True, build=9)
    seat = factories.new_seat(club=table.scope.club, name="Looker", role="spectator")
    table.seats["Looker"], table.browsers["Looker"] = seat, factories.signed_in(seat)
    return table


def bought(table: Table) -> None:
    """Marta's faction buys what brings glory, a garrison, and what replaces it."""
    mine = table.factions["Marta"]
    for item in ("mustering_ground", "barracks", "shrine"):
        act(table, "Marta", "build", faction=mine, territory="T02", item=item)


def places(table: Table) -> list[str]:
    """Every page that tells of a league, and what the API says of it."""
    pk = table.scope.pk
    found = [table.url("map"), f"{table.url('map')}?t=T02", table.url("standings")]
    found += [table.url(name, one) for name in ("audit", "faction") for one in table.factions.values()]
    found += [f"{table.url('faction', one)}?why=commands" for one in table.factions.values()]
    found += [reverse(f"campaigns:{name}", args=[pk]) for name in ("league", "chronicle", "board")]
    api = f"/api/v1/leagues/{pk}"
    found += [f"{api}/state/{one}/" for one in TABLES] + [f"{api}/state/territories/T02/"]
    return [*found, *(f"{api}/{one}" for one in ("", "standings/", "chronicle/", "journal/", "dialogues/"))]


def looked_at(table: Table, name: str) -> dict[str, str]:
    """What one person reads in all these places, without what changes with each visit."""
    found = {}
    for at in places(table):
        response = table.browsers[name].get(at)
        if response.status_code == 200:
            found[at] = _plain(response.content.decode())
    return found


def _plain(text: str) -> str:
    text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"|"X-CSRFToken": "[^"]*"', "", text)
    text = re.sub(r'value="[0-9a-f]{32}"', "", text)
    return re.sub(r'\?version=\d+|"version": ?\d+', "", text)


@pytest.mark.parametrize("name", OTHERS)
def test_fs_162_others_read_word_for_word_the_same_before_and_after_a_purchase(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = secretly()
    moment = timezone.now() + timedelta(hours=1)  # pages tell the time, and the reveal ends by itself
    monkeypatch.setattr(timezone, "now", lambda: moment)
    before = looked_at(table, name)
    assert len(before) > 15
    bought(table)
    after = looked_at(table, name)
    for at, text in before.items():
        assert after[at] == text, at


def test_fs_162_its_own_players_and_the_organiser_see_it_at_once() -> None:
    table = secretly()
    bought(table)
    for name in ("Marta", "Oskar", "Organiser"):
        (place,) = [one for one in _api(table, name, "state/territories/") if one["id"] == "T02"]
        assert place["items"] == ["barracks", "shrine"]
        board = {one.name: one.glory for one in _standings(table, name)}
        assert board["The Cinder Watch"] == 5
        assert "Barracks" in json.dumps(_api(table, name, "journal/")) or "barracks" in json.dumps(
            _api(table, name, "journal/")
        )


def test_fs_162_when_the_phase_closes_everybody_sees_all_of_it() -> None:
    table = secretly()
    bought(table)
    assert "barracks" not in json.dumps(_api(table, "Kwame", "journal/"))
    everybody_ready(table)
    assert table.state.now.turn == 2
    (place,) = [one for one in _api(table, "Kwame", "state/territories/") if one["id"] == "T02"]
    assert place["items"] == ["barracks", "shrine"]
    assert "barracks" in json.dumps(_api(table, "Kwame", "journal/"))
    assert {one.name: one.glory for one in _standings(table, "Kwame")}["The Cinder Watch"] == 5


def test_fs_162_a_version_counts_what_its_reader_sees() -> None:
    table = secretly()
    before = {name: _versions(table, name) for name in ("Kwame", "Marta", "Organiser")}
    bought(table)
    after = {name: _versions(table, name) for name in ("Kwame", "Marta", "Organiser")}
    assert after["Kwame"] == before["Kwame"]
    for name in ("Marta", "Organiser"):
        assert [one for one, version in after[name].items() if before[name][one] != version] == ["T02"]


def test_fs_162_an_act_is_refused_for_what_somebody_saw_and_for_nothing_else() -> None:
    table = secretly()
    seen = {"territories:T02": _versions(table, "Kwame")["T02"]}
    bought(table)
    call = {"procedure": "firestorm.ready", "seen": seen}
    about = {"step": table.state.now.step}
    sent = {one: {**call, "params": {**about, "faction": table.factions[one]}} for one in table.factions}
    address = f"/api/v1/leagues/{table.scope.pk}/act/"
    told = table.browsers["Marta"].post(address, sent["Marta"], content_type="application/json")
    assert (told.status_code, "Something has changed" in told.json()["sentence"]) == (409, True)
    told = table.browsers["Kwame"].post(address, sent["Kwame"], content_type="application/json")
    assert told.status_code == 200


def _versions(table: Table, name: str) -> dict[str, int]:
    return {one["id"]: one["version"] for one in _api(table, name, "state/territories/")}


def test_fs_162_the_entrys_own_page_is_not_there_for_others() -> None:
    table = secretly()
    bought(table)
    newest = table.scope.entries.order_by("-seq").first()
    assert newest is not None
    assert newest.procedure == "firestorm.build"
    address = reverse("campaigns:entry", args=[table.scope.pk, newest.seq])
    assert [table.browsers[one].get(address).status_code for one in ("Marta", "Kwame", "Looker")] == [
        200,
        404,
        404,
    ]


def test_fs_162_the_event_names_no_land_no_faction_and_no_act(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[set[str]] = []
    whole = topics.topics_text

    def noted(names: Any) -> str:
        told.append(set(names))
        return whole(names)

    table = secretly()
    monkeypatch.setattr(topics, "topics_text", noted)
    bought(table)
    assert told
    for names in told:
        assert "secret" in names
        allowed = {"secret", "entries", "asks", "dialogue"}
        assert {one.partition(":")[0] for one in names} <= allowed, names


def test_fs_162_what_homes_tell_of_the_league_does_not_change() -> None:
    table = secretly()
    registration = registration_of("firestorm")
    before = summary_of(registration, table.state)
    bought(table)
    assert summary_of(registration, table.state) == before
    kept_row = Summary.objects.get(scope=table.scope)
    assert "barracks" not in json.dumps(kept_row.data)


def test_fs_162_the_admin_shows_no_building_no_amount_and_no_entrys_content() -> None:
    table = secretly()
    bought(table)
    user = User.objects.create_superuser("root", "", "x")
    admin = Client()
    admin.force_login(user)
    for model in ("firestormterritory", "firestormledgerrow"):
        listed = admin.get(f"/admin/maps/{model}/")
        assert listed.status_code == 200
        assert "barracks" not in listed.content.decode()
        found = re.findall(rf"/admin/maps/{model}/(\d+)/change/", listed.content.decode())
        assert bool(found) == (model == "firestormterritory")
        for pk in found:
            shown = admin.get(f"/admin/maps/{model}/{pk}/change/").content.decode()
            assert "barracks" not in shown
            assert not {"field-items", "field-level", "field-version"} & set(re.findall(r"field-\w+", shown))
    built = table.scope.entries.filter(procedure="firestorm.build")
    assert built
    for entry in built:
        assert admin.get(f"/admin/campaigns/entry/{entry.pk}/change/").status_code == 302


def _api(table: Table, name: str, where: str) -> Any:
    response = table.browsers[name].get(f"/api/v1/leagues/{table.scope.pk}/{where}")
    assert response.status_code == 200
    return response.json()


def _standings(table: Table, name: str) -> Any:
    return table.browsers[name].get(table.url("standings")).context["page"].lines
