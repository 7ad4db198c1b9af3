"""Queries that are made once answer as Django's own do, each time with the values they are asked with."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.models import Dialogue, Seat
from config.database.compiled import compiled
from tests import factories

pytestmark = pytest.mark.django_db


@compiled
def _seats(club: int, name: str) -> QuerySet[Seat]:
    return Seat.objects.filter(club=club, name=name).select_related("person__user", "club")


@compiled
def _names(club: int) -> QuerySet[Seat, str]:
    return Seat.objects.filter(club=club).order_by("name").values_list("name", flat=True)


@compiled
def _several(seats: list[int], name: str) -> QuerySet[Seat]:
    return Seat.objects.filter(pk__any_of=seats, person__pk__any_of=seats).exclude(name=name)


@compiled
def _alive(now: datetime) -> QuerySet[Session]:
    return Session.objects.filter(expire_date__gt=now)


@compiled
def _of_mission(mission: str) -> QuerySet[Dialogue]:
    return Dialogue.objects.filter(params__mission=mission)


@compiled
def _with_params(mission: str) -> QuerySet[Dialogue]:
    return Dialogue.objects.filter(params={"mission": mission})


def test_rows_are_those_that_django_finds() -> None:
    ilse = factories.new_organiser(name="Ilse")
    other = factories.new_organiser(name="Marta")
    for seat in (ilse, other, ilse):
        with CaptureQueriesContext(connection) as asked:
            (found,) = _seats(seat.club_id, seat.name)
            assert (found, found.person, found.person.user) == (seat, seat.person, seat.person.user)
            assert (found.club.name, found.joined_at) == (seat.club.name, seat.joined_at)
        assert len(asked) == 1
    assert _seats(ilse.club_id, "Marta") == []
    assert _names(club=other.club_id) == ["Marta"]


def test_a_list_of_numbers_is_one_value() -> None:
    made = [factories.new_organiser(name=f"Player {n}") for n in range(4)]
    some = [made[0].pk, made[2].pk, made[0].person_id, made[2].person_id]
    for ids, name in ((some, "Player 9"), ([*some, made[1].pk], "Player 2"), ([], "Player 9")):
        found = Seat.objects.filter(pk__in=ids, person__in=ids).exclude(name=name)
        assert {one.pk for one in _several(ids, name)} == {one.pk for one in found}
    assert len(_several(some, "Player 9")) >= 2


def test_what_was_found_is_read_anew_each_time() -> None:
    ilse = factories.new_organiser(name="Ilse")
    (first,) = _seats(ilse.club_id, "Ilse")
    first.name = "somebody else"
    (second,) = _seats(ilse.club_id, "Ilse")
    assert second.name == "Ilse"


@pytest.mark.parametrize("name", ["O'Neill", "100 %", "%s", '{"a": 1}', "\x020\x03", ""])
def test_a_value_is_never_taken_for_anything_else(name: str) -> None:
    ilse = factories.new_organiser(name="Ilse")
    Seat.objects.filter(pk=ilse.pk).update(name=name)
    assert _seats(ilse.club_id, name) == [ilse]
    assert _of_mission(name) == []


def test_of_a_number_beyond_the_databases_there_is_no_row() -> None:
    assert _names(2**63) == _names(-(10**30)) == []


def test_moments_are_those_it_is_asked_with() -> None:
    now = timezone.now()
    Session.objects.create(session_key="a" * 32, session_data="", expire_date=now)
    assert _alive(now) == []
    assert len(_alive(now - timedelta(seconds=1))) == 1


@compiled
def _fetched_beside(name: str) -> QuerySet[Seat]:
    return Seat.objects.filter(name=name).prefetch_related("organised")


def test_what_would_be_fetched_beside_it_is_refused() -> None:
    with pytest.raises(TypeError, match="would not be"):
        _fetched_beside("Ilse")


def test_a_value_that_stands_inside_another_is_refused() -> None:
    with pytest.raises(TypeError, match="it is not known"):
        _with_params("s1.mission")
