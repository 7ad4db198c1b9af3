"""What phones have: a notch beside a page on its side, a home screen without a way back, and turning."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, at_rest, still
from tests.browser.test_map import signed_in
from tests.campaigns.opr.table.evening import Evening
from tests.maps.firestorm.orders.test_orders import writing

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ON_ITS_SIDE = {"width": 844, "height": 390}
NOTCH = {"left": 47, "right": 47, "bottom": 21}
UNDER_IT = """
(notch) => [...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility() && !one.closest(".visually-hidden, .skip, .table-scroll"))
  .filter((one) => !one.matches(".head-back, .head-icon"))  // a finger may reach beyond their signs
  .filter((one) => one.matches("a, button, input, select, summary")
    || [...one.childNodes].some((part) => part.data && part.data.trim()))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => box.width > 1 && (box.left < notch || box.right > innerWidth - notch))
  .map(([one, box]) => `${one.outerHTML.slice(0, 80)} ${box.left.toFixed()}..${box.right.toFixed()}`)
"""
LAID = """
() => document.querySelectorAll(".live").forEach((sign) => sign.remove()) // tells of the line, not the page
  || [...document.querySelectorAll("body *:not(svg *)")]
  .filter((one) => one.checkVisibility() && !one.closest(".toasts, .rule-hint"))
  .map((one) => [one, one.getBoundingClientRect()])
  .map(([one, box]) => [one.tagName, one.className, Math.round(box.left), Math.round(box.width)].join(" "))
"""
INSTALLED = """
Object.defineProperty(Navigator.prototype, "standalone", { get: () => true });
navigator.canShare = () => true;
navigator.share = async ({ files }) => {
  document.body.dataset.shared = files.map((file) => [file.name, file.type, file.size > 1000]).join();
};
"""


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_nothing_lies_under_the_notch(
    open_page: Callable[..., Page], live_server: Any, evening: Evening
) -> None:
    page = signed_in(open_page(size=ON_ITS_SIDE), evening.ilse, live_server)
    page.context.new_cdp_session(page).send("Emulation.setSafeAreaInsetsOverride", {"insets": NOTCH})
    for tail in ("", f"w/{evening.bell}/", "settings/", "report/"):
        page.goto(evening.url(tail))
        at_rest(page)
        assert page.evaluate(UNDER_IT, NOTCH["left"]) == [], tail


def test_two_quick_taps_zoom_nothing(open_page: Callable[..., Page], live_server: Any) -> None:
    page = open_page(size=PHONE)
    page.goto("/")
    assert page.evaluate("getComputedStyle(document.documentElement).touchAction") == "manipulation"


def test_on_an_iphones_home_screen_a_pdf_goes_to_the_sheet_for_sharing(
    open_page: Callable[..., Page], live_server: Any, evening: Evening
) -> None:
    """It would take the office's place, which has no way back of a browser's there."""
    page = signed_in(open_page(size=PHONE), evening.marta, live_server)
    page.add_init_script(INSTALLED)
    page.goto(evening.url(f"w/{evening.bell}/"))
    at_rest(page)
    here = page.url
    page.get_by_role("link", name="Warband sheet").click()
    expect(page.locator("body")).to_have_attribute(
        "data-shared", re.compile(r"[\w-]+\.pdf,application/pdf,true$")
    )
    assert page.url == here
    expect(page.locator("a.is-busy")).to_have_count(0)


def test_a_window_that_grows_looks_as_one_that_was_large(
    open_page: Callable[..., Page], live_server: Any, evening: Evening
) -> None:
    """A tablet that is turned, a window that is drawn larger: nothing stays a phone's."""
    page = signed_in(open_page(size=PHONE), evening.ilse, live_server)
    for address in ("/", evening.url(), evening.url("settings/"), evening.url(f"w/{evening.bell}/")):
        assert grown(page, address) == [], address


def test_a_map_in_a_window_that_grows_looks_as_in_one_that_was_large(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    league = writing("Marta", "Kwame")
    page = signed_in(open_page(size=PHONE), league.seats["Marta"], live_server)
    for address in (league.url("map"), league.url("orders")):
        assert grown(page, address) == [], address


def grown(page: Page, address: str) -> list[str]:
    """What of a page stands elsewhere when its window has grown than when it was large from the first."""
    page.set_viewport_size(PHONE)
    page.goto(address)
    still(page)
    page.set_viewport_size(DESK)
    still(page)
    after = page.evaluate(LAID)
    page.goto(address)
    still(page)
    return sorted(set(after) ^ set(page.evaluate(LAID)))
