"""On a phone a map league begins with what one can do now; then come its other pages, then the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, at_rest, sideways, small_targets, violations
from tests.browser.test_pages import signed_in
from tests.maps.conquest.play import begun as conquest
from tests.maps.firestorm.play import begun as firestorm

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HEIGHT = 844


def tops(page: Page, *selectors: str) -> list[float]:
    """Where these begin, from the top of the page."""
    return [
        page.locator(one).first.evaluate("one => one.getBoundingClientRect().top + scrollY")
        for one in selectors
    ]


@pytest.mark.parametrize("begun", [conquest, firestorm], ids=["conquest", "firestorm"])
@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_the_map_comes_after_what_one_can_do_and_where_one_can_go(
    open_page: Callable[..., Page], live_server: Any, begun: Callable[..., Any], script: bool
) -> None:
    league = begun("Marta", "Kwame")
    page = signed_in(open_page(touch=True, size=PHONE, script=script), league.seats["Marta"], live_server)
    page.goto(f"/l/{league.scope.pk}/")
    if script:
        at_rest(page)
        assert violations(page) == []
        assert small_targets(page) == []
    assert sideways(page) <= 0
    order = tops(page, "#lead", ".map-ways", ".map-frame")
    assert order == sorted(order)
    assert order[2] < HEIGHT
    ways = page.locator(".map-ways")
    for word in ("Standings", "On paper"):
        expect(ways.get_by_role("link", name=word)).to_be_in_viewport()


@pytest.mark.parametrize("begun", [conquest, firestorm], ids=["conquest", "firestorm"])
def test_on_a_desk_the_same_stands_above_the_map(
    open_page: Callable[..., Page], live_server: Any, begun: Callable[..., Any]
) -> None:
    league = begun("Marta", "Kwame")
    page = signed_in(open_page(size=DESK, dark=True), league.seats["Marta"], live_server)
    page.goto(f"/l/{league.scope.pk}/")
    at_rest(page)
    order = tops(page, "#lead", ".map-ways", ".map-frame")
    assert order == sorted(order)
    assert order[2] < DESK["height"] * 3 / 4
    assert sideways(page) <= 0
