"""On a phone a map's frame holds the whole map and its tools, however little is said above it; and one tap
that brings a large map closer makes each territory as large as a thumb.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from playwright.sync_api import Page

from rules.maps.generator import patch
from tests.browser.conftest import at_rest, tap
from tests.browser.test_pages import signed_in
from tests.maps.conquest.play import begun, table

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


SMALLEST = """
() => Math.min(...[...document.querySelectorAll("svg.map a[data-t] .m-tap")]
  .map((one) => one.getBoundingClientRect()).flatMap(({ width, height }) => [width, height]))
"""


@pytest.mark.journey
def test_of_108_territories_each_is_as_large_as_a_thumb_after_one_tap(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    league = table("Marta", "Kwame")
    tiles = [{"key": f"T{n}", "q": q, "r": r} for n, (q, r) in enumerate(patch(108))]
    sent = SimpleUploadedFile("map.json", json.dumps({"kind": "hex", "tiles": tiles}).encode())
    league.browsers["Organiser"].post(reverse("maps:lay", args=[league.scope.pk]), {"file": sent})
    league.answered("Organiser", league.post("Organiser", "begin_play"))
    page = signed_in(open_page(), league.seats["Marta"], live_server)
    page.goto(f"/l/{league.scope.pk}/map/")
    assert page.locator("svg.map a[data-t]").count() == 108
    assert page.evaluate(SMALLEST) < 44
    tap(page.get_by_role("button", name="Zoom in"))
    assert page.evaluate(SMALLEST) >= 43.9  # a browser counts in halves of pixels
