"""What the bench must not overlook."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from bench import crowd, evenings, maps
from bench.rival import ready, written
from bench.server import Cost, environment, middle
from campaigns.models import Role
from maps.ground.drawing import map_svg
from tests.browser.streaming import environment_of_tests
from tests.factories import new_organiser, new_seat


def test_a_measured_server_has_the_pool_that_is_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTERROLL_POOL", "0")  # as `manage.py` sets it for a command
    told = environment({"MUSTERROLL_WORKERS": "2"})
    assert "MUSTERROLL_POOL" not in told
    assert told["MUSTERROLL_WORKERS"] == "2"


def test_a_database_that_never_did_anything_was_not_looked_at() -> None:
    assert middle([Cost(3, 0), Cost(2, 1), Cost(1, 0)]) == Cost(3, 0)
    with pytest.raises(RuntimeError, match="PostgreSQL"):
        middle([Cost(3, 0), Cost(2, 0)])


@pytest.mark.django_db
def test_a_hall_can_be_filled_twice() -> None:
    seat = new_organiser(name="Ilse")
    new_seat(club=seat.club, name="Player 1")
    first = crowd._everybody(seat, 20)
    again = crowd._everybody(seat, 24)
    roles = [one.role for one in again]
    assert roles == [Role.PLAYER] * 12 + [Role.ORGANISER] * 3 + [Role.SPECTATOR] * 9
    assert {one.pk for one in first} < {one.pk for one in again}


def test_a_maps_rival_writes_the_same_bytes() -> None:
    drawn = map_svg(maps.drawing_of(maps.late(100, [str(n) for n in range(maps.EMPIRES)])))
    assert written(ready(drawn)) == drawn


def test_leagues_grow_until_one_does_not_hold_and_then_the_wall_is_looked_for() -> None:
    assert evenings.next_number(held=100, failed=0, more=150) == 150
    assert evenings.next_number(held=300, failed=0, more=300) == 0
    assert evenings.next_number(held=100, failed=150, more=150) == 125
    assert evenings.next_number(held=140, failed=150, more=210) == 0
    assert evenings.next_number(held=0, failed=45, more=0) == 30


def beside[T](run: Callable[[], T]) -> T:
    """In a thread of its own: in this one a browser's loop may go on."""

    def closing() -> T:
        try:
            return run()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(closing).result()


@pytest.mark.in_turn(7, kind="long")
@pytest.mark.serial
@pytest.mark.django_db(transaction=True)
def test_an_evening_is_played_by_phones_whose_taps_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evenings, "LIMIT", 20_000)  # no wall here, however busy the machine
    arrivals = ((24, 1.0, ""), (24, 0.5, ""))
    small = evenings.Sizes((2, 2), most=2, every=2, warm=0.5, seconds=2, search=(1, 1), arrivals=arrivals)
    told = beside(lambda: evenings.evenings(small, environment_of_tests()))
    assert [one.value for one in told if one.asked] == ["2 held", "2 held"], told
    assert len(told) == 6
    assert not [one for one in told if "failed" in one.against or "none" in one.value + one.against], told
