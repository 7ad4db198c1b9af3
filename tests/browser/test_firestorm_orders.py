"""Orders on a phone in a real browser: tapped, walked by keyboard, sealed, opened, sealed again, revealed.

`MUSTERROLL_SHOTS=folder` keeps a picture of each screen.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from maps.models import OrderDraft
from tests.browser.conftest import DESK, PHONE, at_rest, leads_on, tap
from tests.browser.looks import ALL_FOUR, below_the_fold, faults
from tests.browser.test_map import signed_in
from tests.maps.firestorm.orders.test_orders import banner, tapped, writing
from tests.maps.firestorm.play import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def at_orders(page: Page, table: Table) -> Page:
    page.goto(table.url("orders"))
    at_rest(page)
    return page


def place(page: Page, territory: str) -> Any:
    return page.locator(f'svg.map a[data-t="{territory}"]')


def order(table: Table) -> tuple[str, list[str]]:
    row = OrderDraft.objects.get(scope=table.scope, kind__gt="")
    return row.kind, row.path


def on_the_map(page: Page, territory: str) -> None:
    """Tap a territory and wait for the page to have drawn the step."""
    at_rest(page)
    with page.expect_response(re.compile("/orders/")):
        place(page, territory).click()
    at_rest(page)


@pytest.mark.in_turn(7, kind="journeys")
@pytest.mark.journey
def test_a_way_is_tapped_on_the_phone_sealed_opened_and_sealed_again(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    table = writing("Marta", "Kwame")
    page = at_orders(signed_in(open_page(size=PHONE, touch=True), table.seats["Marta"], live_server), table)
    expect(page.get_by_text("no order yet", exact=True).first).to_be_visible()
    expect(page.locator("#bar")).to_contain_text("1 banner has no order yet and will hold.")
    tap(page.get_by_role("button", name="Forced March"))
    expect(page.locator("#bar")).not_to_contain_text("no order yet")
    on_the_map(page, "T07")
    expect(page.locator(".m-reach")).not_to_have_count(0)  # what lies next is lit
    on_the_map(page, "T12")
    expect(page.locator(".orders-way")).to_contain_text("Cinderwatch › Ashen Orchard › Sulphur Ford")
    expect(page.get_by_text("Marching is tiring: −1 to hit")).to_be_visible()
    assert order(table) == ("forced_march", ["T07", "T12"])
    tap(page.get_by_role("button", name="Undo the last step"))
    assert order(table) == ("forced_march", ["T07"])
    leads_on(page.get_by_role("button", name="Seal the order"))
    expect(page.get_by_text("You can open it again until").first).to_be_visible()
    expect(page.get_by_role("button", name="Forced March")).to_have_count(0)
    leads_on(page.get_by_role("button", name="Open the seal"))
    on_the_map(page, "T12")
    leads_on(page.get_by_role("button", name="Seal the order"))
    expect(page.get_by_text("sealed 2 times so far")).to_be_visible()
    tapped(table, "Kwame", banner(table, "Kwame"), seal="1")
    assert table.state.banners[banner(table, "Marta")].territory == "T12"


def test_the_keyboard_walks_the_map_and_goes_on_to_a_territory(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    table = writing("Marta", "Kwame")
    page = at_orders(signed_in(open_page(size=DESK), table.seats["Marta"], live_server), table)
    tap(page.get_by_role("button", name="Forced March"))
    place(page, "T01").focus()
    page.keyboard.press("ArrowRight")
    expect(place(page, "T02")).to_be_focused()
    with page.expect_response(re.compile("/orders/")):
        page.keyboard.press("Enter")
    at_rest(page)
    assert order(table) == ("forced_march", ["T02"])
    expect(place(page, "T02")).to_be_focused()  # the keyboard goes on from where it was
    page.keyboard.press("ArrowRight")
    with page.expect_response(re.compile("/orders/")):
        page.keyboard.press("Enter")
    at_rest(page)
    assert order(table) == ("forced_march", ["T02", "T03"])


def test_without_script_every_step_is_a_button_and_the_table_does_the_same(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    table = writing("Marta", "Kwame")
    page = signed_in(open_page(size=PHONE, script=False), table.seats["Marta"], live_server)
    page.goto(table.url("orders"))
    leads_on(page.get_by_role("button", name=re.compile("Ashen Orchard")).first)
    assert order(table) == ("move", ["T07"])
    page.get_by_text("As a table").click()
    leads_on(page.get_by_role("button", name="Go to Kiln Road"))
    assert order(table) == ("move", ["T06"])


def test_the_table_does_the_same_with_scripts(open_page: Callable[..., Page], live_server: Any) -> None:
    table = writing("Marta", "Kwame")
    page = at_orders(signed_in(open_page(size=PHONE), table.seats["Marta"], live_server), table)
    page.get_by_text("As a table").click()
    for name in ("Ashen Orchard", "Kiln Road"):
        tap(page.get_by_role("button", name=f"Go to {name}"))
    expect(page.locator(".orders-way")).to_contain_text("Kiln Road")
    assert order(table) == ("move", ["T06"])


@pytest.mark.in_turn(7, kind="screens")
def test_the_screens_stand_on_phone_and_desk(open_page: Callable[..., Page], live_server: Any) -> None:
    table = writing("Marta", "Kwame", "Ilse", more=(("Ana-Sofía", "Marta"),))
    mine = banner(table, "Marta")
    tapped(table, "Ana-Sofía", mine, kind="forced_march")
    tapped(table, "Ana-Sofía", mine, step="T07")
    table.do("Organiser", "deal_objectives")
    table.browsers["Ana-Sofía"].post(table.url("write_note"), {"note": "He will go for the ford."})
    page = signed_in(open_page(), table.seats["Marta"], live_server)
    wrong: list[str] = []

    def look(name: str, address: str) -> None:
        page.goto(address)
        wrong.extend(faults(page, name, ALL_FOUR))
        if name != "map":  # it comes after what one can do now
            wrong.extend(f"{name}: {one}" for one in below_the_fold(page))

    look("map", table.url("map"))
    look("orders", table.url("orders"))
    look("room", table.url("room"))
    for who in ("Marta", "Kwame", "Ilse"):
        tapped(table, who, banner(table, who), seal="1")
    look("reveal", f"{table.url('reveal', 1)}?at=1")
    look("reveal-end", f"{table.url('reveal', 1)}?at=3")
    assert wrong == []


def revealed() -> Table:
    table = writing("Marta", "Kwame")
    tapped(table, "Marta", banner(table, "Marta"), step="T07")
    for who in ("Marta", "Kwame"):
        tapped(table, who, banner(table, who), seal="1")
    return table


def count(page: Page) -> str:
    return page.locator("[data-part=count] p").inner_text()


@pytest.mark.in_turn(7, kind="journeys")
@pytest.mark.journey
def test_the_reveal_goes_along_for_everybody_until_somebody_takes_the_wheel(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    table = revealed()
    page = signed_in(open_page(size=PHONE), table.seats["Kwame"], live_server)
    page.goto(table.url("reveal", 1))
    assert "everybody sees the same step" in count(page)
    expect(page.locator("[data-part=count] p")).to_contain_text("Step 2 of 2")  # by itself
    page.get_by_role("link", name="Previous step").click()
    expect(page.locator("[data-part=count] p")).to_have_text("Step 1 of 2")
    expect(page.get_by_text("not shown yet")).to_have_count(1)


@pytest.mark.in_turn(7, kind="journeys")
def test_the_league_s_board_has_its_map_and_plays_the_reveal_by_itself(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    table = revealed()
    page = signed_in(open_page(size=DESK), table.seats["Kwame"], live_server)
    page.goto(reverse("campaigns:board", args=[table.scope.pk]))
    expect(page.locator(".board-map svg")).to_be_visible()
    expect(page.get_by_text("The reveal of turn 1")).to_be_visible()
    expect(page.locator(".board-now .now")).to_have_count(1)  # the first step, by itself
    expect(page.get_by_text("The reveal of turn 1")).to_have_count(0, timeout=15_000)  # and on to the phase
    expect(page.locator(".board-map svg")).to_be_visible()


def test_a_reveal_is_played_again_step_by_step(open_page: Callable[..., Page], live_server: Any) -> None:
    table = revealed()
    page = signed_in(open_page(size=DESK), table.seats["Kwame"], live_server)
    page.clock.install()
    page.goto(f"{table.url('reveal', 1)}?at=0")
    page.clock.pause_at(datetime.now() + timedelta(hours=1))
    expect(page.get_by_text("not shown yet")).to_have_count(2)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("[data-part=count] p")).to_have_text("Step 1 of 2")
    page.clock.run_for(4000)
    expect(page.locator("[data-part=count] p")).to_have_text("Step 2 of 2")
    expect(page.get_by_text("not shown yet")).to_have_count(0)
    expect(page.get_by_text("Check the seals")).to_be_visible()
    page.goto(f"{table.url('reveal', 1)}?at=0")
    page.get_by_role("link", name="Skip to the end").click()
    expect(page.locator("[data-part=count] p")).to_have_text("Step 2 of 2")
