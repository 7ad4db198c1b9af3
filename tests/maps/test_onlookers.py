"""Who only looks on at a map has an open page that asks for nothing but what all of them are handed alike."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.models import Role, Scope
from campaigns.shell import rule_hint
from campaigns.shell.drawn import kept
from campaigns.shell.drawn.parts import KeptAnswer
from maps.conquest import showing as conquest
from maps.firestorm import showing as firestorm
from tests import factories
from tests.campaigns import play
from tests.maps.conquest import play as at_conquest
from tests.maps.firestorm import play as at_firestorm
from tests.maps.firestorm.driving import act
from tests.parts_watch import Parts

pytestmark = pytest.mark.django_db


def of_conquest() -> tuple[Scope, Client, Callable[[], object]]:
    """A league, a player's browser, and something that happens in it."""
    table = at_conquest.begun("Marta", "Kwame")
    return table.scope, table.browsers["Marta"], lambda: at_conquest.events(table)


def of_firestorm() -> tuple[Scope, Client, Callable[[], object]]:
    table = at_firestorm.begun()
    return table.scope, table.browsers["Marta"], lambda: act(table, "Organiser", "pause")


BOTH = pytest.mark.parametrize(
    ("league", "names"),
    [(of_conquest, conquest.LOOKED_AT), (of_firestorm, firestorm.LOOKED_AT)],
    ids=["conquest", "firestorm"],
)
type League = Callable[[], tuple[Scope, Client, Callable[[], object]]]


def onlooker(scope: Scope, name: str) -> Client:
    """A spectator's browser, which has opened a rule before."""
    client = factories.signed_in(factories.new_seat(club=scope.club, name=name, role=Role.SPECTATOR))
    client.cookies[rule_hint.COOKIE] = "1"
    return client


def told(client: Client, address: str) -> dict[str, str]:
    """The parts of a page as it is opened."""
    found = Parts(client.get(address).content.decode()).found
    return {name: text for name, (_names, text) in found.items()}


@BOTH
def test_all_that_follows_the_league_is_handed_out_alike(league: League, names: tuple[str, ...]) -> None:
    scope, _player, happens = league()
    kept.clear_shelves()
    pip, nan = onlooker(scope, "Pip"), onlooker(scope, "Nan")
    address = f"/l/{scope.pk}/"
    whole = told(pip, address)
    assert set(whole) <= set(names)
    asked = {"HX-Target": " ".join(whole)}
    for _time in range(2):
        answer = pip.get(address, headers=asked)
        assert {name: text for name, (_n, text) in Parts(answer.content.decode()).found.items()} == whole
        assert b"csrf" not in answer.content
    nan.get(address, headers=asked)
    with CaptureQueriesContext(connection) as seen:
        assert nan.get(address, headers=asked).content == answer.content
    assert len(seen) == 1
    happens()
    fresh = Parts(nan.get(address, headers=asked).content.decode()).found
    assert {name: text for name, (_n, text) in fresh.items()} == told(pip, address) != whole


@BOTH
def test_a_panel_is_that_of_the_territory_it_is_about(league: League, names: tuple[str, ...]) -> None:
    scope, _player, _happens = league()
    pip = onlooker(scope, "Pip")
    places = ["", *list(play.state_of(scope).territories)[:2]]
    found = [panel_at(pip, scope, place) for place in places]
    assert len(set(found)) == len(places)
    assert found == [panel_at(pip, scope, place) for place in places]


def panel_at(client: Client, scope: Scope, place: str) -> bytes:
    return client.get(f"/l/{scope.pk}/?t={place}", headers={"HX-Target": "panel"}).content


@BOTH
def test_a_players_parts_are_their_own(league: League, names: tuple[str, ...]) -> None:
    scope, player, _happens = league()
    answer = player.get(f"/l/{scope.pk}/", headers={"HX-Target": "board"})
    assert answer.status_code == 200
    assert not isinstance(answer, KeptAnswer)


def board_of(client: Client, scope: Scope) -> HttpResponse:
    answer = client.get(f"/l/{scope.pk}/", headers={"HX-Target": "board realms"})
    assert isinstance(answer, HttpResponse)
    return answer


def test_whoever_comes_to_look_on_only_is_handed_what_onlookers_see() -> None:
    table = at_conquest.begun("Marta", "Kwame")
    jun = factories.new_seat(club=table.scope.club, name="Jun")
    client = factories.signed_in(jun)
    assert not isinstance(board_of(client, table.scope), KeptAnswer)
    jun.role = Role.SPECTATOR
    jun.save()
    found = board_of(client, table.scope)
    assert found.content == board_of(onlooker(table.scope, "Pip"), table.scope).content


def test_a_realm_s_own_player_who_looks_on_now_is_still_told_of_it_alone() -> None:
    table = at_conquest.begun("Marta", "Kwame")
    board_of(onlooker(table.scope, "Pip"), table.scope)
    marta = table.seats["Marta"]
    marta.role = Role.SPECTATOR
    marta.save()
    assert not isinstance(board_of(table.browsers["Marta"], table.scope), KeptAnswer)


def test_an_onlooker_reads_their_own_language() -> None:
    table = at_conquest.begun("Marta", "Kwame")
    english = board_of(onlooker(table.scope, "Pip"), table.scope)
    nan = onlooker(table.scope, "Nan")
    nan.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    assert "Reiche" in board_of(nan, table.scope).content.decode()
    assert "Reiche" not in english.content.decode()


def test_gold_that_is_not_told_is_hidden_from_onlookers_after_a_player_has_looked() -> None:
    table = at_conquest.begun("Marta", "Kwame", gold_public=False)
    board_of(table.browsers["Marta"], table.scope)
    text = board_of(onlooker(table.scope, "Pip"), table.scope).content.decode()
    assert "coin" not in text
    assert "coin" in board_of(table.browsers["Marta"], table.scope).content.decode()
