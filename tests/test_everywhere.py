"""Anything sent to any address by anybody, in a league of every game: it may be refused, it never breaks.

`make test` sends some hundred requests, `make season` every method to every address for everybody and many
thousand forms.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from tests.everywhere import METHODS, Finger
from tests.factories import signed_in
from tests.whole_club import WholeClub, standing

pytestmark = [pytest.mark.django_db, pytest.mark.season, pytest.mark.timeout(3600)]
ALL = os.environ.get("MUSTERROLL_SEASON") == "1"
REQUESTS = 20_000 if ALL else 150


@pytest.fixture(scope="module")
def club(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[WholeClub]:
    with standing(django_db_blocker) as found:
        yield found


@pytest.fixture
def finger(club: WholeClub) -> Finger:
    browsers = {who: signed_in(seat) if seat else Client() for who, seat in club.people.items()}
    return Finger(club, random.Random(1612), browsers)


def test_no_request_breaks_anything(finger: Finger) -> None:
    for _ in range(REQUESTS):
        finger.any_request()
    assert {200, 302, 404} <= set(finger.tapped)  # which others, hangs on the ids of the day
    assert {400, 403, 405, 409, 422} & set(finger.tapped)


def test_every_address_answers_every_method(finger: Finger) -> None:
    leagues = finger.club.leagues
    every = [(who, one, route) for route in finger.routes for one in leagues for who in finger.browsers]
    for who, scope, route in every if ALL else finger.luck.sample(every, 80):
        for method in METHODS if ALL else [finger.luck.choice(METHODS)]:
            finger.any_address(who, scope, route, method)
    assert {200, 404} <= set(finger.tapped)
