"""The hall's screen of a night at which a league on a map meets: beside the map its tables find room."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from campaigns.nights import acts
from campaigns.nights.games import plans
from campaigns.nights.games.plans import When
from tests import factories
from tests.browser.conftest import DESK, at_rest
from tests.browser.test_map_walk import signed_in
from tests.maps.firestorm.play import begun
from tests.maps.test_hall_map import night_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TELEVISION: ViewportSize = {"width": 1920, "height": 1080}
TABLES = 6
CUT_OFF = "all => all.filter((one) => one.getBoundingClientRect().bottom > %s).length"
BOTTOM = "document.querySelector('.hall-here').getBoundingClientRect().bottom + 1"


@pytest.mark.journey
def test_every_table_of_an_evening_stands_beside_the_map(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    """Of people with long names, while others are missing."""
    league = begun("Marta", "Kwame")
    night = night_of(league, "Marta", "Kwame")
    names = [f"Bartholomew-Maximilian Löwenstein {n:02}" for n in range(2 * TABLES + 6)]
    guests = [factories.new_seat(club=night.club, name=name) for name in names]
    for seat in guests:
        acts.set_attendance(seat=seat, night=night, come="yes")
    for n in range(TABLES):
        pair = guests[2 * n : 2 * n + 2]
        plans.arrange(by=league.organiser, pair=pair, when=When.on(night, n + 1), scope=None)
    page = signed_in(open_page(size=TELEVISION), league.seats["Marta"], live_server)
    page.goto(f"/clubs/{night.club.slug}/nights/{night.pk}/hall/")
    for size in (TELEVISION, DESK):
        page.set_viewport_size(size)
        at_rest(page)
        tables = page.locator(".hall-game:not(.hall-free)")
        assert tables.count() == TABLES
        assert tables.evaluate_all(CUT_OFF % BOTTOM) == 0
        assert page.locator(".board-foot").evaluate_all(CUT_OFF % "innerHeight") == 0
