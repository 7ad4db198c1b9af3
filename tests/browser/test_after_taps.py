"""How many taps the steps after a battle take with real dice: each die is a tap on the face that fell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_evening import Phone, Table
from tests.campaigns import play
from tests.counted import promised

SECONDS_A_TAP = 1.5
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def answer_by_hand(phone: Phone) -> None:
    """One answer: a face as the die fell, else the first that there is to choose."""
    page = phone.page
    faces = page.locator(".question label.face:has(input:not([disabled])):visible")
    picks = page.locator(".question label.pick:not(:has(:disabled)):visible")
    if faces.count():
        phone.tap(faces.nth(min(2, faces.count() - 1)))
    elif picks.count():
        phone.tap(picks.first)
        phone.tap(page.locator("[data-answer]:visible").first)
    else:
        phone.tap(page.locator(".answers-equal button").first)


@pytest.mark.in_turn(7, kind="journeys")
def test_steps_after_a_battle_take_the_taps_that_are_promised_with_real_dice(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    """Four casualties, one level, one purchase."""
    table = Table(open_page, live_server.url)
    mine, theirs = table.units(table.bell), table.units(table.nine)
    play.act(table.scope, table.ilse, "give_xp", unit=mine[0], amount=4, words="Long service.")
    kills = dict.fromkeys(mine[1:5], theirs[1])
    play.played(table.scope, table.ilse, table.bell, table.nine, kills=kills)
    marta = table.phone(table.marta)
    page = marta.page
    page.goto("/")
    marta.tap(page.locator("main .btn-brass:visible").first)
    for _ in range(20):
        if not page.locator(".question:visible").count():
            break
        answer_by_hand(marta)
    marta.fine()
    buying = page.locator("section.ledger").nth(1)
    marta.tap(buying.locator("summary", has_text="Buy an upgrade"))
    for label, typed in (("label", "Sergeant’s whistle"), ("price", "5")):
        field = buying.locator(f"[name$={label}]:visible").first
        marta.tap(field)
        field.fill(typed)
    marta.tap(buying.get_by_role("button", name="Buy it"))
    marta.tap_button("Finish upgrades")
    marta.tap_button("Finish recruiting")
    expect(page.get_by_role("link", name="Print the new sheet")).to_be_visible()
    unit = play.state_of(table.scope).units[mine[0]]
    assert unit.level == 1
    assert marta.taps == promised("Take a warband through four casualties")
    assert marta.taps * SECONDS_A_TAP <= 45
