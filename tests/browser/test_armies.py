"""Bringing an army on a phone: paste, correct with one thumb, watch the points, found, ask why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser.conftest import PHONE, at_rest, leads_on, sideways, small_targets, violations
from tests.campaigns import play
from tests.campaigns.opr.warbands.test_founding import LIST

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def brought(open_page: Callable[..., Page], live_server: Any) -> Callable[..., Page]:
    """`brought(script=True)`: Nadia's phone, on the page that shows what was understood of her list."""

    def opened(**options: Any) -> Page:
        scope = play.found_league()
        client = factories.signed_in(play.player(scope, "Nadia"))
        page = open_page(size=PHONE, **options)
        session = client.cookies["sessionid"].value
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        page.goto(f"/l/{scope.pk}/warbands/new/")
        page.get_by_label("Paste your list").fill(LIST)
        leads_on(page.get_by_role("button", name="Read this list"))
        return page

    return opened


@pytest.mark.in_turn(7, kind="journeys")
def test_the_points_follow_while_typing_and_the_army_is_founded(brought: Callable[..., Page]) -> None:
    page = brought()
    expect(page.locator("#sum")).to_contain_text("145 / 150")
    page.locator("#id_u2-points").fill("60")
    expect(page.locator("#sum")).to_contain_text("165 / 150")
    expect(page.locator("#sum")).to_contain_text("15 points over")
    expect(page.locator("#total-u2")).to_have_text("60")
    page.locator("#id_u2-points").fill("45")
    expect(page.locator("#sum")).to_contain_text("150 / 150")
    page.get_by_role("button", name="Create the warband").click()
    expect(page.get_by_role("heading", name="Haters")).to_be_visible()
    page.get_by_role("link", name="Mob", exact=True).click()
    page.get_by_role("link", name="45").click()
    expect(page.get_by_role("heading", name="Why 45 points?")).to_be_visible()
    expect(page.get_by_text("Price from the list")).to_be_visible()


def test_without_script_the_same_is_founded(brought: Callable[..., Page]) -> None:
    page = brought(script=False)
    page.locator("#id_u2-points").fill("60")
    page.get_by_role("button", name="Check and save").click()
    expect(page.locator("#sum")).to_contain_text("165 / 150")
    page.locator("#id_u2-points").fill("40")
    page.get_by_role("button", name="Create the warband").click()
    expect(page.get_by_role("heading", name="Haters")).to_be_visible()


def test_the_page_suits_a_thumb_and_a_reader(brought: Callable[..., Page]) -> None:
    page = brought()
    page.locator("summary").first.click()
    assert violations(page) == []
    assert sideways(page) == 0
    assert small_targets(page) == []


def test_a_tap_beside_a_link_of_a_live_part_fetches_nothing(brought: Callable[..., Page]) -> None:
    page = brought()
    leads_on(page.get_by_role("button", name="Create the warband"))
    expect(page.get_by_role("heading", name="Haters")).to_be_visible()
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.headers.get("hx-request", "")))
    page.locator("#units").evaluate("part => part.click()")
    at_rest(page)
    with page.expect_request("**/health"):  # asked for after whatever the tap asked for
        page.evaluate("() => void fetch('/health')")
    assert fetched == [""]
