"""What only a phone has: a notch beside a page on its side, and a home screen without a way back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, at_rest
from tests.browser.test_map import signed_in
from tests.campaigns.opr.table.evening import Evening

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
    page = signed_in(open_page(size=ON_ITS_SIDE), evening.marta, live_server)
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
