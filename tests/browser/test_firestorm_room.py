"""A faction's room in a real browser: one's own objective does not stay on the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, at_rest
from tests.browser.test_map import signed_in
from tests.maps.firestorm.driving import act
from tests.maps.firestorm.play import begun

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_fs_04_an_objective_that_was_shown_hides_again_by_itself(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    table = begun()
    act(table, "Organiser", "deal_objectives")
    page = signed_in(open_page(size=PHONE, touch=True), table.seats["Marta"], live_server)
    page.clock.install()
    page.goto(table.url("room"))
    at_rest(page)
    secret = page.locator(".room-secret")
    expect(secret).not_to_have_attribute("open", "")
    secret.locator("> summary").click()
    expect(secret).to_have_attribute("open", "")
    page.clock.fast_forward(15_000)
    expect(secret).to_have_attribute("open", "")
    page.clock.fast_forward(10_000)
    expect(secret).not_to_have_attribute("open", "")
    secret.locator("> summary").click()
    secret.locator(".map-sure > summary").click()
    page.locator("#claim-words").focus()
    page.clock.fast_forward(60_000)
    expect(secret).to_have_attribute("open", "")  # nobody is shut out of what they write
