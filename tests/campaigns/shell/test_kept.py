"""Kept parts are handed out again with one statement, and only to whom they are meant for now."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.models import Scope, Seat
from campaigns.shell.drawn import kept
from tests import factories
from tests.campaigns import play
from tests.campaigns.opr.table.evening import Evening

PARTS = "standings missions waited news"


@pytest.fixture(autouse=True)
def empty() -> None:
    caches["parts"].clear()
    kept.clear_shelves()


@pytest.fixture
def scope(db: None) -> Scope:
    found = play.found_league(factories.new_organiser(name="Ilse"))
    play.found_warband(found, play.player(found, "Marta"), "The Ninth Lantern")
    return found


@pytest.fixture
def pip(scope: Scope) -> Seat:
    return factories.new_seat(club=scope.club, name="Pip", role="spectator")


def follow(who: Client, scope: Scope, **headers: str) -> Any:
    return who.get(f"/l/{scope.pk}/", headers={"HX-Target": PARTS, **headers})


def statements(who: Client, scope: Scope) -> int:
    with CaptureQueriesContext(connection) as caught:
        assert follow(who, scope).status_code == 200
    return len(caught)


def test_whoever_asks_again_costs_one_statement(scope: Scope, pip: Seat) -> None:
    first = follow(phone := factories.signed_in(pip), scope)
    assert statements(phone, scope) == 1
    again = follow(phone, scope)
    assert again.content == first.content
    assert again.headers == first.headers


def test_another_of_the_audience_gets_the_same_once_they_are_known(scope: Scope, pip: Seat) -> None:
    other = factories.signed_in(factories.new_seat(club=scope.club, name="Nan", role="spectator"))
    follow(other, scope)
    play.found_warband(scope, play.player(scope, "Tom"), "Raiders")
    whole = follow(factories.signed_in(pip), scope).content
    assert b"Raiders" in whole
    assert statements(other, scope) == 1
    assert follow(other, scope).content == whole


def test_a_change_is_drawn_anew(scope: Scope, pip: Seat) -> None:
    follow(phone := factories.signed_in(pip), scope)
    play.found_warband(scope, play.player(scope, "Tom"), "Raiders")
    assert b"Raiders" in follow(phone, scope).content
    Seat.objects.filter(name="Marta").update(name="Martina")
    assert b"Martina" in follow(phone, scope).content


@pytest.mark.django_db
def test_a_tick_at_a_table_leaves_the_answer_as_it_was() -> None:
    evening = Evening(late_joiners="on")
    mission = evening.mission()
    pip = factories.new_seat(club=evening.scope.club, name="Pip", role="spectator")
    first = follow(phone := factories.signed_in(pip), evening.scope)
    evening.down(mission)
    assert statements(phone, evening.scope) == 1
    assert follow(phone, evening.scope)["ETag"] == first["ETag"]
    play.found_warband(evening.scope, play.player(evening.scope, "Nan"), "The Ninth Lantern")
    assert statements(phone, evening.scope) > 1
    assert follow(phone, evening.scope)["ETag"] != first["ETag"]


def test_a_league_of_strangers_stays_shut(scope: Scope, pip: Seat) -> None:
    follow(factories.signed_in(pip), scope)
    stranger = factories.signed_in(factories.new_organiser(name="Sven"))
    for one in (Client(), stranger, stranger):
        assert follow(one, scope).status_code == 404
    assert follow(Client(cookies={"sessionid": "made-up"}), scope).status_code == 404


def test_whoever_has_left_or_signed_out_gets_nothing(scope: Scope, pip: Seat) -> None:
    follow(phone := factories.signed_in(pip), scope)
    Session.objects.all().delete()
    assert follow(phone, scope).status_code == 404
    follow(phone := factories.signed_in(pip), scope)
    pip.person.user.set_password("something else")
    pip.person.user.save()
    assert follow(phone, scope).status_code == 404
    follow(phone := factories.signed_in(pip), scope)
    Seat.objects.filter(pk=pip.pk).update(status="removed")
    assert follow(phone, scope).status_code == 404


def test_a_public_page_is_shut_again(scope: Scope) -> None:
    Scope.objects.filter(pk=scope.pk).update(is_public=True)
    follow(nobody := Client(), scope)
    assert statements(nobody, scope) == 1
    Scope.objects.filter(pk=scope.pk).update(is_public=False)
    assert follow(nobody, scope).status_code == 404


def test_one_audience_is_not_handed_what_another_reads(scope: Scope, pip: Seat) -> None:
    marta = Seat.objects.get(name="Marta")
    ways = [factories.signed_in(one) for one in (marta, scope.created_by, pip)]
    first = [follow(one, scope).content for one in ways]
    assert [follow(one, scope).content for one in ways] == first
    assert len(set(first)) > 1


def test_a_new_role_is_a_new_audience(scope: Scope, pip: Seat) -> None:
    follow(phone := factories.signed_in(pip), scope)
    Seat.objects.filter(pk=pip.pk).update(role="organiser")
    assert statements(phone, scope) > 1


def test_what_the_browser_has_is_not_sent_again(scope: Scope, pip: Seat) -> None:
    follow(phone := factories.signed_in(pip), scope)
    known = follow(phone, scope)
    again = follow(phone, scope, **{"If-None-Match": known["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_shelf_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "HEAVIEST", 100)
    shelf: kept.NewestShelf[int, bytes] = kept.NewestShelf(len)
    for number in range(40):
        shelf.put(number, b"x" * 10)
    assert (len(shelf.held), shelf.weight) == (10, 100)
    shelf.put(39, b"x" * 95)
    assert list(shelf.held) == [39]
