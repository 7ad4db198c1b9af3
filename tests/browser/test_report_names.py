"""A report between people, warbands and units with the longest names there may be: all stays on its page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from campaigns.models import Seat
from tests.browser import test_evening as evening
from tests.browser.conftest import DESK, PHONE, sideways
from tests.browser.test_evening import Phone, Table, swept
from tests.campaigns import play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LONG = "Donaudampfschifffahrtsgesellschaftskapitaenswitwenrente Xaver"
OVER = """() => [...document.querySelectorAll("main :is(.btn, .chip, .card p, .line-text, .card li)")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .filter((one) => getComputedStyle(one).display !== "inline")
  .map((one) => `${one.className}: ${one.textContent.trim().slice(0, 40)}`)"""


def named(table: Table) -> None:
    for seat, first in ((table.marta, "M"), (table.tom, "T")):
        Seat.objects.filter(pk=seat.pk).update(name=f"{first}{LONG}"[:40])
    for seat, warband, first in ((table.marta, table.bell, "B"), (table.tom, table.nine, "N")):
        play.act(table.scope, seat, "rename_warband", warband=warband, name=f"{first}{LONG}"[:60])


def fits(phone: Phone, what: str) -> None:
    assert sideways(phone.page) == 0, what
    assert phone.page.evaluate(OVER) == [], what


@pytest.mark.parametrize(("size", "dark"), [(PHONE, False), (DESK, True)], ids=["phone", "desk in the dark"])
@pytest.mark.in_turn(7, kind="screens")
def test_the_longest_names_push_nothing_off_a_report(
    open_page: Callable[..., Page], live_server: Any, monkeypatch: pytest.MonkeyPatch, size: Any, dark: bool
) -> None:
    monkeypatch.setattr(evening, "NAMES", tuple(f"{n}{LONG}"[:60] for n in range(8)))
    table = Table(open_page, live_server.url)
    named(table)
    marta, tom, ilse = (
        table.phone(one, size=size, dark=dark) for one in (table.marta, table.tom, table.ilse)
    )
    marta.page.goto(table.url("report/"))
    marta.tap(marta.page.locator(".won-lost label").first)
    swept(marta, table.units(table.bell)[0], *table.units(table.nine)[1:3])
    fits(marta, "the form")
    marta.tap_button("Send now")
    fits(marta, "what was sent")
    report = marta.page.url
    tom.page.goto(report)
    fits(tom, "the page to agree on")
    tom.tap_button("Agree")
    expect(tom.page.get_by_role("button", name="Nothing to add: agree")).to_be_in_viewport()
    fits(tom, "the question before nothing is told")
    tom.page.goto(report)
    tom.tap_button("Dispute")
    tom.tap_link("Send my version")
    tom.tap(tom.page.locator(".won-lost label").last)
    tom.tap_button("Send my version")
    fits(tom, "the comparison")
    ilse.page.goto(table.url("desk/"))
    fits(ilse, "the page of the organiser")
    tom.tap_button("Withdraw it")
    fits(tom, "what was withdrawn")


def test_the_first_screen_of_a_part_that_is_left_to_somebody_has_what_to_tap(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    table = Table(open_page, live_server.url)
    marta, tom = table.phone(table.marta), table.phone(table.tom)
    marta.page.goto(table.url("report/"))
    marta.tap(marta.page.locator(".won-lost label").first)
    swept(marta, table.units(table.bell)[0], *table.units(table.nine)[1:5])
    marta.tap_button("Send now")
    tom.page.goto(marta.page.url)
    expect(tom.page.locator(".as-killer").first).to_be_in_viewport(ratio=1)
    expect(tom.page.locator(".as-victim").first).to_be_in_viewport(ratio=1)
    expect(tom.page.get_by_role("button", name="Dispute", exact=True)).to_be_in_viewport()
    tom.fine()
    tom.tap_button("Agree")
    tom.fine()
    tom.tap_button("Nothing to add: agree")
    expect(tom.page.get_by_text("It counts.")).to_be_visible()
