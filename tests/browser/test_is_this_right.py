"""*Is this right?* in a browser: in every language and window, and by keyboard alone, without script."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from campaigns.models import Scope
from tests.browser.looks import ALL_FOUR, NARROW_LIGHT, faults
from tests.browser.test_map import signed_in
from tests.campaigns import play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
GIVEN = {"name": "Halvard", "hero": "on", "value": "90", "had": "chest_wound", "dice": "1 2 5"}
EXPECTED = {"trait": "none", "after": "90", "words": "", "ask": "1"}


def question(league: Scope) -> str:
    return reverse("campaigns:usual", args=[league.pk, "opr", "casualty"])


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_an_answer_keeps_to_its_window(
    open_page: Callable[..., Page], live_server: Any, language: str
) -> None:
    league = play.found_league()
    page = signed_in(open_page(), play.player(league, "Marta"), live_server)
    page.set_extra_http_headers({"Accept-Language": language})
    page.goto(f"{question(league)}?{urlencode(GIVEN | EXPECTED)}")
    expect(page.locator(".case-figures del")).to_have_count(2)
    assert faults(page, f"is-this-right-{language}", (NARROW_LIGHT, *ALL_FOUR)) == []


def test_by_keyboard_and_without_script_what_is_wrong_is_said_and_stays(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    league = play.found_league()
    page = signed_in(open_page(script=False), play.player(league, "Marta"), live_server)
    page.goto(reverse("campaigns:is_this_right", args=[league.pk]))
    page.get_by_role("link", name="What happened to a unit that was taken out?").press("Enter")
    dice = page.get_by_label("Dice, in order")
    dice.focus()
    page.keyboard.type("1 7")
    page.keyboard.press("Enter")
    expect(dice).to_be_focused()
    expect(dice).to_have_value("1 7")
    expect(page.locator(".invalid-feedback, .field-error")).to_contain_text("from 1 to 6")
    page.keyboard.press("Control+A")
    page.keyboard.type("1 4")
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_have_text("New on the sheet: Arm Injury. Points now: 85.")
    expect(dice).to_have_value("1 4")
