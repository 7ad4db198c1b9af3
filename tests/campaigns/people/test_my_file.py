"""Everything the club keeps about me is one file of mine; whoever is erased is erased on paper too."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.urls import reverse

from campaigns.models import KeptSheet, LeaguePrint, Person, Seat
from campaigns.people import signin
from tests import factories
from tests.campaigns.engine.evening import played
from tests.maps.conquest.realms.test_secret_gold import at_gold, half_rolled

pytestmark = pytest.mark.django_db


def file_of(client: Client) -> Any:
    answer = client.get(reverse("people:my_file"))
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith('attachment; filename="musterroll-')
    assert "no-store" in answer["Cache-Control"]
    return answer.json()


def test_it_holds_who_i_am_what_i_did_and_what_is_mine() -> None:
    evening = played()
    evening.casualties(evening.tom, app_dice=True)
    found = file_of(factories.signed_in(evening.tom))
    tom = evening.tom
    assert found["person"]["name"] == tom.person.display_name
    assert found["person"]["ways_back"] is not None
    assert [(one["club"], one["name"]) for one in found["seats"]] == [
        (evening.tom.club.name, evening.tom.name)
    ]
    (league,) = found["leagues"]
    assert league["league"] == evening.scope.name
    (warband,) = league["state"]["warbands"]
    assert warband["owner"] == str(evening.tom.pk)
    assert {one["warband"] for one in league["state"]["units"]} == {warband["id"]}
    assert [one["procedure"] for one in league["entries"]][-1] == "opr.casualties"
    assert league["entries"][-1]["answers"]


def test_a_page_leads_to_it_and_nobody_elses_comes() -> None:
    evening = played()
    mine, other = (factories.signed_in(seat) for seat in (evening.ilse, evening.tom))
    assert reverse("people:my_file") in mine.get(reverse("people:me")).content.decode()
    assert file_of(mine)["person"]["name"] != file_of(other)["person"]["name"]
    assert Client().get(reverse("people:my_file")).status_code == 302


def test_it_holds_my_treasury_and_nobody_elses() -> None:
    league, _address = half_rolled(gold_public=False)
    league.post("Organiser", "grant", realm=league.realm("Marta"), gold="74123", words="found")
    for name in ("Kwame", "Ilse"):
        assert "74123" not in json.dumps(file_of(league.browsers[name]))
    (mine,) = file_of(league.browsers["Marta"])["leagues"]
    assert [one["gold"] for one in mine["state"]["realms"]] == [74123]
    assert [one["value"] for one in mine["open_answers"]] == [6, 1]
    (given,) = file_of(league.browsers["Organiser"])["leagues"]
    assert "realms" not in given["state"]
    assert given["open_answers"] == []


def test_it_holds_my_seals_and_not_what_was_rolled_for_others() -> None:
    league, battle, address, _key = at_gold()
    for name, amount in (("Kwame", "11"), ("Marta", "23")):
        key = f"gold:{battle}:{league.realm(name)}"
        if name == "Kwame":
            league.browsers[name].post(address, {"key": key, "value": amount})
    (kwame,) = file_of(league.browsers["Kwame"])["leagues"]
    assert [one["value"] for one in kwame["sealed"]] == [11]
    (marta,) = file_of(league.browsers["Marta"])["leagues"]
    assert marta["sealed"] == []
    assert marta["open_answers"] == []


def test_an_organiser_finds_nothing_of_dice_thrown_for_a_player() -> None:
    league, address = half_rolled(gold_public=False)
    page = league.browsers["Organiser"].get(address)
    key = page.context["page"].open[0].question.key
    league.browsers["Organiser"].post(address, {"key": key, "value": "5"})
    (found,) = file_of(league.browsers["Organiser"])["leagues"]
    assert found["open_answers"] == []
    assert all(key not in one["answers"] for one in found["entries"])


def test_whoever_is_erased_is_erased_on_paper_too() -> None:
    evening = played()
    seat, other = evening.tom, factories.new_organiser()
    kind = ContentType.objects.get_for_model(Seat)
    noted = {"object_id": str(seat.pk), "object_repr": seat.name, "action_flag": CHANGE}
    LogEntry.objects.create(user=seat.person.user, content_type=kind, **noted)
    LeaguePrint.objects.create(scope=evening.scope, version=1, paper="A4", base="", content=b"Tom")
    KeptSheet.objects.create(digest="1" * 64, content=b"Tom")
    said = " ".join(factories.signed_in(seat).get(reverse("people:erase")).context["sentences"])
    for word in ("PDFs", "Backups", "rename it first", "planned"):
        assert word in said
    signin.erase_person(person=seat.person)
    assert not LeaguePrint.objects.filter(scope=evening.scope).exists()
    assert not KeptSheet.objects.exists()
    assert not LogEntry.objects.exists()
    assert Person.objects.filter(pk=other.person_id, erased_at=None).exists()
