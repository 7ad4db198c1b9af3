"""Maps on a phone: no name runs into another, in the editor of every ready map of free shapes and in play;
no shore leaves its frame.
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page

from rules.maps.ready import READY, ready_map
from tests.browser.conftest import PHONE, still
from tests.browser.test_firestorm_orders import at_orders
from tests.browser.test_map import signed_in
from tests.browser.test_map_editor import at_editor
from tests.maps.firestorm.orders.test_orders import writing

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
GRAPHS = [one.key for one in READY if ready_map(one.key).ground.kind == "graph"]
MET = r"""
() => {
  const found = [];
  for (const text of document.querySelectorAll("svg.map .m-taps text:not(g.m-plus text)")) {
    const lines = text.querySelectorAll("tspan").length ? [...text.querySelectorAll("tspan")] : [text];
    for (const one of lines) {
      const box = one.getBoundingClientRect(), size = parseFloat(getComputedStyle(one).fontSize);
      const at = text.getScreenCTM(), foot = one.getStartPositionOfChar(0).matrixTransform(at).y;
      const high = size * at.a;  // a box holds the whole line's height; letters take less of it
      found.push({text, said: one.textContent, left: box.left, right: box.right,
        top: foot - high * .75, bottom: foot + high * .22});
    }
  }
  return found.flatMap((a, n) => found.slice(n + 1).filter((b) => a.text !== b.text
    && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0).map((b) => `${a.said} / ${b.said}`));
}
"""


def met(page: Page) -> list[str]:
    """Names that lie on each other."""
    still(page)
    page.evaluate("document.fonts.ready.then(() => 0)")
    assert page.locator("svg.map .m-taps text").count()
    found: list[str] = page.evaluate(MET)
    return found


@pytest.mark.in_turn(4)
@pytest.mark.parametrize("key", GRAPHS)
def test_no_names_meet_on_a_ready_map(open_page: Callable[..., Page], live_server: Any, key: str) -> None:
    page = at_editor(open_page, live_server, {"ready": key, "name": "Ready"}, size=PHONE)
    assert met(page) == []


def test_no_names_meet_on_the_orders_page(open_page: Callable[..., Page], live_server: Any) -> None:
    table = writing("Marta", "Kwame")
    page = at_orders(signed_in(open_page(size=PHONE), table.seats["Marta"], live_server), table)
    assert met(page) == []
    page.set_viewport_size({"width": 320, "height": 700})
    assert met(page) == []


def test_no_shore_runs_below_the_frame_of_the_orders_map(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    table = writing("Marta", "Kwame")
    page = at_orders(signed_in(open_page(size=PHONE), table.seats["Marta"], live_server), table)
    still(page)
    tools = page.locator(".map-tools")
    tools.scroll_into_view_if_needed()
    shown, first = tools.bounding_box(), tools.locator("button").first.bounding_box()
    assert shown is not None
    assert first is not None
    beside = {"x": 0, "y": shown["y"] + 2, "width": first["x"] - 4, "height": shown["height"] - 4}
    colours = Image.open(BytesIO(page.screenshot(clip=beside))).convert("RGB").getcolors()  # type: ignore[arg-type]
    assert colours is not None
    assert len(colours) == 1
