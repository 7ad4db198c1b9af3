"""The shop, glory and factions of a Firestorm league on a phone and a desk, by day and by night."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Page

from tests.browser.conftest import leads_on
from tests.browser.looks import ALL_FOUR, PHONE_LIGHT, faults
from tests.maps.firestorm.driving import act, building
from tests.maps.firestorm.play import Table, begun

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def season() -> Table:
    """A league in its Build phase: something is built, somebody marches under a banner."""
    table = begun("Marta", "Kwame", "Ilse", "Jun", more=(("Oskar", "Marta"),))
    mine = table.factions["Marta"]
    (banner,) = [one.id for one in table.state.banners.values() if one.faction == mine]
    for name, kind in (("Aleska of the Kiln", "commander"), ("The Oathless", "unit")):
        act(table, "Marta", "list_character", faction=mine, banner=banner, name=name, kind=kind)
    leader = next(one.id for one in table.state.characters.values() if one.kind == "commander")
    act(table, "Marta", "bring_upgrade", faction=mine, character=leader, name="Iron Will")
    building(table)
    for item in ("mustering_ground", "forge", "fortified_camp", "stronghold"):
        act(table, "Marta", "build", faction=mine, territory="T02", item=item)
    return table


def addresses(table: Table) -> dict[str, str]:
    mine = table.factions["Marta"]
    return {
        "shop": table.url("shop") + "?on=T02",
        "by-building": table.url("shop") + "?by=item&on=forge",
        "standings": table.url("standings"),
        "audit": table.url("audit", mine),
        "faction": table.url("faction", mine),
        "receipt": table.url("faction", mine) + "?why=banners",
        "cards": table.url("cards"),
        "print": table.url("print"),
    }


def opened(open_page: Callable[..., Page], table: Table, name: str) -> Page:
    page = open_page()
    cookie = table.browsers[name].cookies[settings.SESSION_COOKIE_NAME]
    page.context.add_cookies(
        [{"name": cookie.key, "value": cookie.value, "domain": "localhost", "path": "/"}]
    )
    return page


@pytest.mark.in_turn(7, kind="screens")
def test_every_page_fits_is_read_and_hit(open_page: Callable[..., Page]) -> None:
    table = season()
    page = opened(open_page, table, "Marta")
    for name, address in addresses(table).items():
        assert page.goto(address).status == 200, name  # type: ignore[union-attr]
        assert faults(page, name, ALL_FOUR) == []


def test_a_chart_is_written_on_a_phone(open_page: Callable[..., Page]) -> None:
    table = begun()
    page = opened(open_page, table, "Organiser")
    page.goto(table.url("deck", "unit"))
    assert faults(page, "deck", [PHONE_LIGHT]) == []
    page.locator("#first-3").fill("2")
    leads_on(page.get_by_role("button", name="Save"))
    assert "Listed twice: 2." in page.locator("main").inner_text()
    page.locator("#first-3").fill("3")
    leads_on(page.get_by_role("button", name="Save"))
    assert "unit" in table.state.now.own


def test_buying_unfolds_what_is_left_and_the_shelf_stays_open(open_page: Callable[..., Page]) -> None:
    table = season()
    page = opened(open_page, table, "Kwame")
    page.goto(table.url("shop"))
    page.locator("#s-T10 > summary").click()
    offer = page.locator("#s-T10 details.map-sure", has_text="Arcane Sanctum")
    offer.locator("summary").click()
    assert "BP left. Purchases cannot be returned." in offer.inner_text()
    assert not table.state.territories["T10"].items
    leads_on(offer.get_by_role("button", name="Buy for 1 BP"))
    assert page.locator("#s-T10").get_attribute("open") is not None
    assert table.state.territories["T10"].items == ("arcane_sanctum",)
    leads_on(page.get_by_role("button", name="We’re ready"))
    assert table.factions["Kwame"] in table.state.now.done
