"""Homes and inboxes name the same people for what organisers do: as such, or for a side nobody plays."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from campaigns.leagues.mine.mine import gather_my_leagues
from campaigns.models import Role, Scope, Seat
from campaigns.notices.kinds.todos import owing
from campaigns.people import seats
from tests.factories import new_seat
from tests.maps.conquest import play as conquest
from tests.maps.firestorm import fights
from tests.maps.test_disputed import disputed

pytestmark = pytest.mark.django_db
type Keys = set[tuple[str, str]]


def at_home(scope: Scope, seat: Seat) -> Keys:
    """What somebody's home has of a league, by side and key."""
    mine = gather_my_leagues(seat.person)
    league = next(one for one in mine.scopes if one.pk == scope.pk)
    every = (mine.musts, mine.organises, mine.answers_for_nobody, mine.acts_for_nobody)
    return {(one.side, one.key) for of in every for one in of(league)}


def in_inbox(scope: Scope, seat: Seat) -> Keys:
    owed = owing(timezone.now()).get((scope.pk, seat.person_id))
    return {(one.side, one.key) for one in owed.rows} if owed else set()


def assert_alike(scope: Scope) -> dict[str, Keys]:
    """The same of everybody; gives it by name."""
    people = Seat.objects.active().filter(club=scope.club).select_related("person")
    homes = {one.name: at_home(scope, one) for one in people}
    assert homes == {one.name: in_inbox(scope, one) for one in people}
    return homes


def is_ruling(keys: Keys) -> bool:
    return any(key.partition(":")[0].endswith(".ruling") for _side, key in keys)


def makes_organiser(seat: Seat) -> None:
    Seat.objects.filter(pk=seat.pk).update(role=Role.ORGANISER)


@pytest.mark.parametrize("game", ["conquest", "firestorm"])
def test_a_dispute_is_decided_by_organisers_who_do_not_play_in_it_while_there_is_one(game: str) -> None:
    table, name, _address = disputed(game)
    makes_organiser(table.seats[name])
    told = assert_alike(table.scope)
    assert is_ruling(told["Organiser"])
    assert not is_ruling(told[name])
    Seat.objects.filter(pk=table.organiser.pk).update(role=Role.PLAYER)
    told = assert_alike(table.scope)
    assert is_ruling(told[name])


@pytest.mark.parametrize("game", ["conquest", "firestorm"])
def test_what_a_side_nobody_plays_owes_is_every_organisers(game: str) -> None:
    table: Any
    if game == "conquest":
        table = conquest.at_battles("Marta", "Kwame")
        side = table.realm("Kwame")
    else:
        table, _battle = fights.in_the_field()
        side = table.factions["Kwame"]
    makes_organiser(new_seat(club=table.scope.club, name="Orla"))
    seats.remove_seat(by=table.organiser, seat=table.seats["Kwame"])
    told = assert_alike(table.scope)
    assert {one for one, _key in told["Orla"]} == {one for one, _key in told["Organiser"]} == {side}
    assert {one for one, _key in told["Marta"]} == {
        table.realm("Marta") if game == "conquest" else table.factions["Marta"]
    }


@pytest.mark.parametrize("game", ["conquest", "firestorm"])
def test_a_disputed_report_is_decided_rather_than_answered_for_nobody(game: str) -> None:
    table, name, _address = disputed(game)
    other = next(one for one in ("Marta", "Kwame") if one != name)
    seats.remove_seat(by=table.organiser, seat=table.seats[other])
    told = assert_alike(table.scope)
    assert is_ruling(told["Organiser"])
    assert not any(key.partition(":")[0].endswith(".agree") for _side, key in told["Organiser"])
