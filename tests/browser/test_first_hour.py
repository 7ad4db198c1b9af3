"""The first hour of a club on a phone: the five questions, and a report that names no winner."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from campaigns.people import seats as people
from tests.browser.conftest import PHONE
from tests.browser.looks import ALL_FOUR, NARROW_LIGHT, faults
from tests.browser.test_map import signed_in
from tests.campaigns import play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenPage = Callable[..., Page]
# Words of buttons that stand on more than one line each.
BROKEN = """() => [...document.querySelectorAll(".btn")].flatMap((button) => {
  const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT), broken = [];
  while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/\\S+/g)) {
    const range = document.createRange();
    range.setStart(texts.currentNode, word.index);
    range.setEnd(texts.currentNode, word.index + word[0].length);
    if (new Set([...range.getClientRects()].map((box) => box.top)).size > 1) broken.push(word[0]);
  }
  return broken;
})"""


@pytest.mark.journey
def test_a_club_is_started_after_its_last_question(open_page: OpenPage, live_server: Any) -> None:
    seat = people.found_club(name="Our club", organiser_name="Organiser", stage="demo").organiser
    page = signed_in(open_page(size=PHONE), seat, live_server)
    page.goto("/start/")
    expect(page.locator("#clock")).to_be_visible()
    assert page.evaluate(BROKEN) == []
    days = page.locator(".start-days").bounding_box()
    button = page.get_by_role("button", name="Start your club")
    go = button.bounding_box()
    assert days
    assert go
    assert go["y"] >= days["y"] + days["height"]
    assert faults(page, "start", (*ALL_FOUR, NARROW_LIGHT)) == []
    button.click()
    expect(page.locator("main")).to_contain_text("is ready for its first league")


def test_opr_30_who_names_no_winner_reads_that_there_is_no_draw_until_one_is_tapped(
    open_page: OpenPage, live_server: Any
) -> None:
    scope = play.found_league()
    organiser, marta = scope.club.seats.get(role="organiser"), play.player(scope, "Marta")
    bell = play.found_warband(scope, marta, "Bell")
    nine = play.found_warband(scope, play.player(scope, "Tom"), "Nine")
    play.answer_all(scope, organiser, play.act(scope, organiser, "start"))
    page = signed_in(open_page(size=PHONE), marta, live_server)
    page.goto(f"/l/{scope.pk}/report/?w={bell}&w={nine}")
    page.locator("#report").evaluate("form => form.requestSubmit()")
    refusal = page.get_by_text("Tap who won. There are no draws")
    expect(refusal).to_be_visible()
    page.locator(f"label:has([name=winner][value='{bell}'])").click()
    expect(refusal).to_be_hidden()
