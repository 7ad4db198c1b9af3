"""What of one's own would be lost is asked about: by tap and by keyboard."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, at_rest, leads_on, sideways, small_targets, violations
from tests.browser.test_map_walk import signed_in
from tests.maps.conquest import play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHOTS = os.environ.get("MUSTERROLL_SHOTS", "")


@pytest.mark.parametrize(("size", "dark"), [(PHONE, False), (DESK, True)])
@pytest.mark.in_turn(7, kind="journeys")
def test_building_over_ones_own_and_points_that_lapse_unfold_and_ask(
    open_page: Callable[..., Page], live_server: Any, size: Any, dark: bool
) -> None:
    league, name, _other, _castle = play.before_a_castle()
    realm = league.realm(name)
    capital = league.state.realms[realm].capital
    page = signed_in(open_page(size=size, dark=dark), league.seats[name], live_server)
    address = reverse("maps:map", args=[league.scope.pk])
    page.goto(f"{address}?t={capital}#panel")
    castle = page.locator("#panel details.map-sure", has_text="Build a castle").locator("summary")
    castle.focus()
    page.keyboard.press("Enter")
    button = page.locator("#panel details[open].map-sure button")
    expect(button).to_be_visible()
    expect(page.locator("#panel details[open].map-sure")).to_contain_text("The city will be lost.")
    shot(page, f"build-{size['width']}")
    assert violations(page) + small_targets(page) == []
    leads_on(button)
    assert league.state.territories[capital].building == "castle"
    page.goto(address)
    page.locator("details.map-sure", has_text="End my turn").locator("summary").click()
    expect(page.locator("details[open].map-sure")).to_contain_text("kept for the next round")
    shot(page, f"end-{size['width']}")
    leads_on(page.locator("details[open].map-sure button"))
    assert league.state.realms[realm].ep == 1


def shot(page: Page, what: str) -> None:
    assert sideways(page) <= 0
    if SHOTS:
        at_rest(page)
        page.locator("details[open].map-sure").scroll_into_view_if_needed()
        page.screenshot(path=f"{SHOTS}/{what}.png")
