"""Two people on one button: the last use of a link, one name, the last two organisers, one counter."""

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection

from campaigns.models.limits import Tries
from campaigns.models.people import Invitation, Seat
from campaigns.people import seats as people
from campaigns.shell.reading.limits import Limit
from rules.engine.refusals import Refused
from tests.factories import new_organiser

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*acts: Callable[[], Any]) -> list[bool]:
    """Run the acts at the same moment; for each, whether it went through and was not refused."""
    start, through = Barrier(len(acts)), [False] * len(acts)

    def run(number: int) -> None:
        try:
            start.wait(timeout=60)
            acts[number]()
            through[number] = True
        except Refused:
            pass
        finally:
            connection.close()

    threads = [Thread(target=run, args=[number]) for number in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return through


def test_the_last_use_of_a_link_lets_one_in() -> None:
    link = people.invite(by=new_organiser(), uses=1)
    names = ("Marta", "Tom", "Pip")
    through = at_once(*(lambda name=name: people.join_club(invitation=link, name=name) for name in names))
    assert sum(through) == 1
    assert Seat.objects.filter(role="player").count() == 1
    assert Invitation.objects.get().uses_left == 0


def test_one_name_goes_to_one_of_two() -> None:
    link = people.invite(by=new_organiser(), uses=9)
    through = at_once(*[lambda: people.join_club(invitation=link, name="Marta")] * 2)
    assert sum(through) == 1
    assert Invitation.objects.get().uses_left == 8


def test_of_two_organisers_one_stays() -> None:
    first = new_organiser()
    second = new_organiser(club=first.club)
    through = at_once(
        lambda: people.remove_seat(by=first, seat=second), lambda: people.remove_seat(by=second, seat=first)
    )
    assert sum(through) == 1
    assert first.club.seats.organisers().count() == 1


def test_two_connections_count_together() -> None:
    limit = Limit("door", allowed=12, seconds=60)
    spent: list[bool] = []

    def tries() -> None:
        spent.extend(limit.is_spent("10.1.2.3") for _ in range(10))

    at_once(tries, tries)
    assert sum(spent) == 8


def test_two_threads_count_every_try() -> None:
    limit = Limit("door", allowed=4, seconds=60)
    at_once(*(lambda: limit.is_spent("one") for _ in range(8)))
    assert Tries.objects.get().count == 8
