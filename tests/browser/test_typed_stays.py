"""What somebody has filled in and not sent survives whatever the others do meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from rules.firestorm.state import Battle
from tests.browser.conftest import PHONE, at_rest
from tests.browser.test_map_walk import signed_in
from tests.maps.conquest import play as conquest
from tests.maps.firestorm import fights
from tests.maps.firestorm.play import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def hears(page: Page) -> None:
    """The page fetches all that follows the league, as after an event or on coming back to it."""
    page.evaluate(
        "document.querySelectorAll('[data-from]').forEach((part) => { part.dataset.before = '1'; })"
    )
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("[data-from][data-before]")).to_have_count(0)
    at_rest(page)


def at_the_assault() -> tuple[Table, Battle]:
    league, battle = fights.at_the_tower()
    about = {"Marta": league.factions["Marta"], "Kwame": league.factions["Kwame"]}
    fights.done(league, "Marta", battle.id, "offer_siege", faction=about["Marta"], siege="true")
    fights.done(league, "Kwame", battle.id, "start_siege", faction=about["Kwame"], storm="true")
    fights.answered(league)
    assert league.state.sieges[battle.id].step == "assault"
    return league, battle


@pytest.fixture
def assault(open_page: Callable[..., Page], live_server: Any) -> tuple[Table, Battle, Page]:
    league, battle = at_the_assault()
    page = signed_in(open_page(size=PHONE), league.seats["Marta"], live_server)
    page.goto(league.url("battle", battle.id))
    return league, battle, page


def test_fa_28_a_half_filled_siege_report_stays_while_the_league_goes_on(
    assault: tuple[Table, Battle, Page],
) -> None:
    _league, _battle, page = assault
    page.locator("#report label", has_text="won").first.click()
    hears(page)
    expect(page.locator("#report [name=winner]").first).to_be_checked()


def test_fa_28_a_report_that_was_refused_stays_filled_in(assault: tuple[Table, Battle, Page]) -> None:
    _league, _battle, page = assault
    page.locator("#report .chips").last.locator("label").last.click()
    page.get_by_role("button", name="Send the report").click()
    at_rest(page)
    ticked = page.locator("#report [type=checkbox]:checked")
    expect(ticked).to_have_count(1)
    hears(page)
    expect(ticked).to_have_count(1)
    hears(page)
    expect(ticked).to_have_count(1)


def test_fa_28_a_half_filled_report_stays_when_the_other_side_sends_theirs(
    assault: tuple[Table, Battle, Page],
) -> None:
    league, battle, page = assault
    page.locator("#report label", has_text="won").first.click()
    kwame = league.factions["Kwame"]
    fights.done(league, "Kwame", battle.id, "end_siege", faction=kwame, winner="besieger")
    hears(page)
    expect(page.locator("#report [name=winner]").first).to_be_checked()
    expect(page.get_by_text("What you’ve filled in is still below.")).to_have_count(1)
    hears(page)
    expect(page.locator("#report [name=winner]").first).to_be_checked()
    expect(page.get_by_text("What you’ve filled in is still below.")).to_have_count(1)


def test_a_report_that_was_worked_out_stays_in_conquest(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    league = conquest.at_battles("Marta", "Kwame")
    battle = next(iter(league.state.battles.values()))
    page = signed_in(open_page(size=PHONE), league.seats["Marta"], live_server)
    page.goto(reverse("maps:battle", args=[league.scope.pk, battle.id]))
    field = page.locator("#report .battle-figures input").first
    field.fill("7")
    field.blur()
    hears(page)
    expect(field).to_have_value("7")
    page.get_by_role("button", name="What does that mean?").click()
    at_rest(page)
    expect(field).to_have_value("7")
