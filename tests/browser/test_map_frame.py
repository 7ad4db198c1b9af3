"""On a phone a map's frame holds the whole map and its tools, however little is said above it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import at_rest
from tests.browser.test_pages import signed_in
from tests.maps.conquest.play import begun

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BEYOND = """
() => {
  document.querySelector(".map-now").textContent = "…";
  const frame = document.querySelector(".map-frame"), end = (one) => one.getBoundingClientRect().bottom;
  return end(frame.querySelector(".map-tools")) - end(frame);
}
"""


def test_the_frame_ends_where_its_tools_end(open_page: Callable[..., Page], live_server: Any) -> None:
    league = begun("Marta", "Kwame")
    page = signed_in(open_page(), league.seats["Marta"], live_server)
    page.goto(f"/l/{league.scope.pk}/map/")
    at_rest(page)
    assert page.evaluate(BEYOND) == pytest.approx(0, abs=1)
