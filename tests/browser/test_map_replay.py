"""A past round by itself: play, pause, its end; by hand without script."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, leads_on, sideways, small_targets, violations
from tests.browser.test_map import signed_in
from tests.maps.conquest import play
from tests.maps.conquest.play import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PACE = 1500


@pytest.fixture
def league() -> Table:
    found = play.begun("Marta", "Kwame")
    play.events(found)
    return found


def at_the_end_of_round_one(page: Page, league: Table) -> Page:
    page.goto(reverse("maps:past", args=[league.scope.pk]))
    expect(page.locator("#walk")).to_have_attribute("data-round", "1")
    return page


def counted(page: Page) -> tuple[int, int]:
    told = re.findall(r"\d+", page.locator("[data-part=count]").inner_text())
    return int(told[0]), int(told[1])


def test_a_round_plays_by_itself_pauses_and_ends(
    open_page: Callable[..., Page], live_server: Any, league: Table
) -> None:
    page = signed_in(open_page(size=PHONE), league.seats["Marta"], live_server)
    page.clock.install()
    at_the_end_of_round_one(page, league)
    assert violations(page) + small_targets(page) == []
    steps, (_now, count) = page.locator("[data-steps] a"), counted(page)
    told = [steps.nth(n).inner_text() for n in range(count)]
    page.clock.pause_at(datetime.now() + timedelta(hours=1))  # from here on time passes when we say so
    page.get_by_role("button", name="Play", exact=True).click()
    for number in range(1, count + 1):
        expect(page.locator("[data-part=count]")).to_have_text(f"Step {number} of {count}")
        expect(page.locator("[data-part=words]")).to_have_text(told[number - 1])
        expect(page.locator("[data-steps] a[aria-current=step]")).to_have_text(told[number - 1])
        if number == 2:
            page.get_by_role("button", name="Pause").press("Space")
            page.clock.run_for(4 * PACE)
            expect(page.locator("[data-part=count]")).to_have_text(f"Step 2 of {count}")
            page.get_by_role("button", name="Play", exact=True).press("Space")
        elif number < count:
            page.clock.run_for(PACE)
    page.clock.run_for(4 * PACE)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(page.locator("[data-part=after]")).not_to_have_attribute("href", re.compile("."))
    assert counted(page) == (count, count)
    assert sideways(page) <= 0
    page.get_by_role("link", name="Previous step").click()
    expect(page.locator("[data-part=words]")).to_have_text(told[-2])


def test_without_script_steps_are_links(
    open_page: Callable[..., Page], live_server: Any, league: Table
) -> None:
    page = signed_in(open_page(size=PHONE, script=False), league.seats["Marta"], live_server)
    at_the_end_of_round_one(page, league)
    expect(page.locator("#play")).to_be_hidden()
    now, _count = counted(page)
    leads_on(page.get_by_role("link", name="Previous step"))
    assert counted(page)[0] == now - 1
