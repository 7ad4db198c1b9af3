"""What a page costs: the same few queries with 5 or 50 units a side, with 2 or 40 warbands."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.models import Scope, Seat
from tests import factories
from tests.campaigns.play import (
    act,
    answer_all,
    evening,
    found_league,
    found_warband,
    played,
    player,
    unit,
)
from tests.scenario import scenario

pytestmark = pytest.mark.django_db
MOST = 10


class League:
    """Marta and Tom, with so many units each, among so many warbands."""

    def __init__(self, size: int, crowd: int) -> None:
        self.ilse = factories.new_organiser(name="Ilse")
        self.scope: Scope = found_league(self.ilse, parallel_play="on")
        self.marta = player(self.scope, "Marta")
        units = [
            unit("Captain", 150 - (size - 1), hero=True),
            *(unit(f"Unit {n}", 1) for n in range(size - 1)),
        ]
        owners = [self.marta, *(player(self.scope, f"Player {n}") for n in range(crowd - 1))]
        self.bands = [found_warband(self.scope, one, f"Band {one}", units) for one in owners]
        answer_all(self.scope, self.ilse, act(self.scope, self.ilse, "start"))

    def begun(self) -> str:
        opened = act(self.scope, self.marta, "open_mission", warbands=self.bands[:2])
        act(self.scope, self.marta, "begin", mission=f"{opened.slot}.mission")
        return f"{opened.slot}.mission"

    def url(self, tail: str) -> str:
        return f"/l/{self.scope.pk}/{tail}"


@scenario
def league(size: int, crowd: int) -> League:
    return League(size, crowd)


def cost(seat: Seat, address: str) -> list[str]:
    browser = Client()
    browser.force_login(seat.person.user)
    assert browser.get(address).status_code == 200
    caches["parts"].clear()  # what is kept costs nothing; here everything is drawn
    with CaptureQueriesContext(connection) as caught:
        assert browser.get(address).status_code == 200
    return [query["sql"] for query in caught.captured_queries]


SMALL, LARGE = (5, 2), (50, 2)
FEW, MANY = (3, 2), (3, 40)


def league_page(here: League) -> list[str]:
    evening(here.scope, here.ilse, *here.bands[:2])
    return [here.url(""), here.url("missions/"), here.url("chronicle/")]


def mission_pages(here: League) -> list[str]:
    mission = here.begun()
    return [here.url(f"m/{mission}/{tail}") for tail in ("", "out/", "result/")]


def setup_pages(here: League) -> list[str]:
    opened = act(here.scope, here.marta, "open_mission", warbands=here.bands[:2])
    return [here.url(f"m/{opened.slot}.mission/")]


def step_pages(here: League) -> list[str]:
    mission = played(here.scope, here.ilse, *here.bands[:2])
    bands = "&".join(f"w={one}" for one in here.bands[:2])
    steps = here.url(f"m/{mission}/steps/{here.bands[0]}/")
    return [here.url(f"m/{mission}/"), steps, here.url(f"report/?{bands}")]


def dialogue_page(here: League) -> list[str]:
    asked = act(here.scope, here.marta, "round", mission=here.begun(), round=1)
    return [here.url(f"d/{asked.slot}/")]


@pytest.mark.parametrize("pages", [league_page, mission_pages, setup_pages, step_pages, dialogue_page])
@pytest.mark.parametrize(("few", "many"), [(SMALL, LARGE), (FEW, MANY)], ids=["units", "warbands"])
def test_a_page_costs_the_same_however_much_there_is(pages: Any, few: Any, many: Any) -> None:
    costs = []
    for size in (few, many):
        with transaction.atomic():
            here = league(*size)
            who = here.ilse if pages is league_page else here.marta
            costs.append([cost(who, one) for one in pages(here)])
            transaction.set_rollback(True)
    for small, large in zip(*costs, strict=True):
        assert len(small) == len(large), "\n".join(large)
        # A league's page that nobody has looked at reads its last missions and the last report by themselves,
        # and every one what organisers have pinned to it.
        assert len(large) <= MOST + 2 * (pages is league_page), "\n".join(large)
