"""What an organiser does with a thumb, each tap counted: found a league, correct a report, print."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests import factories
from tests.browser.test_evening import Phone, Table
from tests.campaigns import play
from tests.counted import promised

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table(open_page: Callable[..., Page], live_server: Any) -> Table:
    return Table(open_page, live_server.url)


@pytest.mark.in_turn(7, kind="journeys")
def test_a_league_is_founded_and_its_invitation_shown(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    ilse = Phone(open_page(touch=True), factories.new_organiser(name="Ilse"), live_server.url)
    ilse.page.goto("/")
    ilse.tap_link("Create the first league")
    ilse.page.get_by_label("Name of the league").fill("Autumn Raids")
    for following in ("Next", "Next: how it ends", "Next: settings", "Next: invite your players"):
        ilse.tap_button(following)
    expect(ilse.page.get_by_role("button", name="Copy the link")).to_be_visible()
    expect(ilse.page.locator("main svg, main img").first).to_be_visible()
    assert ilse.taps == promised("Create a league")
    ilse.fine()


@pytest.mark.in_turn(7, kind="journeys")
def test_a_report_of_last_week_is_corrected(table: Table) -> None:
    mine, theirs = table.units(table.bell), table.units(table.nine)
    mission = play.played(table.scope, table.ilse, table.bell, table.nine, kills={theirs[1]: mine[0]})
    for warband in (table.bell, table.nine):
        play.walked(table.scope, table.ilse, mission, warband)
    ilse = table.phone(table.ilse)
    page = ilse.page
    page.goto(table.url(""))
    ilse.tap(page.locator("summary", has_text="More").locator("visible=true"))
    ilse.tap_link("Corrections")
    ilse.tap(page.get_by_role("link", name=re.compile(" beat ")))
    ilse.tap_link("Correct the report")
    ilse.tap(page.locator(f"label.as-killer:has([value='{mine[2]}'])"))
    ilse.tap(page.locator(f".as-victim[value='{theirs[1]}']"))
    ilse.tap_button("See what would change")
    page.get_by_label("Why").fill("It was the Ferrymen")
    ilse.fine()
    ilse.tap_button("Apply the correction")
    expect(page.locator("main")).to_contain_text("It was the Ferrymen")
    [kill] = play.state_of(table.scope).missions[mission].kills
    assert (kill.victim, kill.killer) == (theirs[1], mine[2])
    assert ilse.taps == promised("Correct a report")


@pytest.mark.in_turn(7, kind="journeys")
def test_everybodys_new_sheet_is_one_file(table: Table) -> None:
    ilse = table.phone(table.ilse)
    ilse.page.goto(table.url(""))
    ilse.tap_link("Warbands")
    ilse.tap_button("Print all sheets")
    expect(ilse.page).to_have_url(re.compile(r"/print/\d+/$"))
    assert ilse.taps == promised("Print everybody")


def test_one_s_own_new_sheet_is_a_tap_away(table: Table) -> None:
    mission = play.played(table.scope, table.ilse, table.bell, table.nine)
    play.walked(table.scope, table.ilse, mission, table.bell)
    marta = table.phone(table.marta)
    marta.page.goto(table.url(f"m/{mission}/"))
    sheet = marta.page.get_by_role("link", name="Print the new sheet")
    with marta.page.expect_download() as got:
        marta.tap(sheet)
    assert got.value.suggested_filename.endswith(".pdf")
    assert marta.taps == promised("Print one's new sheet")
