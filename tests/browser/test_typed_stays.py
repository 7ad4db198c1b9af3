"""What somebody has filled in and not sent survives whatever the others do meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from campaigns.models import Report
from rules.firestorm.state import Battle
from tests.browser.conftest import PHONE, at_rest
from tests.browser.test_evening import Phone, swept
from tests.browser.test_evening import Table as League
from tests.browser.test_map_walk import signed_in
from tests.maps.conquest import play as conquest
from tests.maps.firestorm import fights
from tests.maps.firestorm.play import Table
from tests.scenario import scenario

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def hears(page: Page) -> None:
    """The page fetches all that follows the league, as after an event or on coming back to it."""
    page.evaluate(
        "document.querySelectorAll('[data-from]').forEach((part) => { part.dataset.before = '1'; })"
    )
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("[data-from][data-before]")).to_have_count(0)
    at_rest(page)


@scenario
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
    page.get_by_role("button", name="Work it out").click()
    at_rest(page)
    expect(field).to_have_value("7")


@pytest.fixture
def league(open_page: Callable[..., Page], live_server: Any) -> League:
    return League(open_page, live_server.url)


def begun(league: League, phone: Phone) -> list[str]:
    """Somebody has tapped who won and whom a unit took out, and sent nothing: the boxes of those."""
    phone.tap(phone.page.locator(".won-lost label").first)
    victims = league.units(league.nine)[1:3]
    swept(phone, league.units(league.bell)[0], *victims)
    return [f"out:{one}" for one in victims]


def ticked(page: Page) -> list[str]:
    found: list[str] = page.locator(".tick-red:checked").evaluate_all("all => all.map((one) => one.name)")
    return sorted(found)


def stored(page: Page) -> int:
    return int(page.evaluate("Object.keys(localStorage).filter((one) => one.startsWith('typed:')).length"))


def test_a_report_half_filled_in_is_offered_again_after_a_reload_and_gone_once_sent(league: League) -> None:
    marta = league.phone(league.marta)
    page = marta.page
    page.goto(league.url("report/"))
    out = begun(league, marta)
    page.reload()
    offer = page.locator("[data-typed]")
    expect(offer).to_contain_text("You started this at")
    expect(offer.locator("[data-changed]")).to_be_hidden()
    assert ticked(page) == []
    marta.fine()
    marta.tap_button("Continue")
    assert ticked(page) == out
    expect(page.locator(".as-victim.is-before")).to_have_count(2)
    expect(offer).to_be_hidden()
    marta.tap_button("Send report")
    expect(page.get_by_text("It counts once an opponent agrees")).to_be_visible()
    assert stored(page) == 0
    page.go_back()  # one press leads to the form's address, and nothing is sent again
    expect(page.get_by_role("heading", name="The same game, or another one?")).to_be_visible()
    assert Report.objects.count() == 1


def test_a_report_begun_anew_forgets_what_was_there(league: League) -> None:
    marta = league.phone(league.marta)
    page = marta.page
    page.goto(league.url("report/"))
    begun(league, marta)
    page.reload()
    marta.tap_button("Start again")
    assert (stored(page), ticked(page)) == (0, [])
    page.reload()
    expect(page.locator(".report-form")).to_be_visible()
    expect(page.locator("[data-typed]")).to_be_hidden()


def test_a_report_of_a_game_that_has_changed_says_so_before_it_is_sent(league: League) -> None:
    mission = league.begun()
    marta = league.phone(league.marta)
    page = marta.page
    page.goto(league.url(f"m/{mission}/result/"))
    begun(league, marta)
    killer, fallen = league.units(league.nine)[0], league.units(league.bell)[3]
    browser = Client()
    browser.force_login(league.tom.person.user)
    browser.post(league.url(f"m/{mission}/out/"), {"killer": killer, "victim": fallen, "round": 1})
    page.reload()
    expect(page.get_by_text("Something has changed here since")).to_be_visible()
    marta.tap_button("Continue")
    expect(page.get_by_text("Something has changed here since")).to_be_visible()


def test_what_was_refused_is_kept_and_going_back_from_the_report_sends_nothing(league: League) -> None:
    marta = league.phone(league.marta)
    page = marta.page
    page.goto(league.url("report/"))
    marta.tap(page.locator(".won-lost label").first)
    page.locator("#rounds").fill("1")
    marta.tap_button("Send report")
    expect(page.get_by_role("button", name="Yes, send it as it is")).to_be_visible()
    page.reload()
    marta.tap_button("Continue")
    expect(page.locator("#rounds")).to_have_value("1")
    marta.tap_button("Send report")
    marta.tap_button("Yes, send it as it is")
    expect(page.get_by_text("It counts once an opponent agrees")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="The same game, or another one?")).to_be_visible()
    assert Report.objects.count() == 1


def test_what_somebody_typed_is_never_shown_to_another_and_signing_out_forgets_it(league: League) -> None:
    marta = league.phone(league.marta)
    page = marta.page
    page.goto(league.url("report/"))
    begun(league, marta)
    assert stored(page) == 1
    tom = Phone(page, league.tom, league.address)
    page.goto(league.url("report/"))
    expect(page.locator("[data-typed]")).to_be_hidden()
    assert stored(page) == 0
    begun(league, tom)
    assert stored(page) == 1
    page.goto("/me/sign-out/")
    tom.tap_button("Sign out")
    expect(page.locator("[data-forgets]")).to_be_visible()
    assert stored(page) == 0


def test_cq_91_a_half_filled_report_is_offered_again_in_conquest(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    table = conquest.at_battles("Marta", "Kwame")
    battle = next(iter(table.state.battles.values()))
    page = signed_in(open_page(size=PHONE), table.seats["Marta"], live_server)
    page.goto(reverse("maps:battle", args=[table.scope.pk, battle.id]))
    field = page.locator("#report .battle-figures input").first
    field.fill("7")
    page.reload()
    page.get_by_role("button", name="Continue").click()
    expect(field).to_have_value("7")
    page.get_by_role("button", name="Work it out").click()
    at_rest(page)
    expect(field).to_have_value("7")
    expect(page.locator("[data-typed]")).to_be_hidden()


def test_fa_28_a_half_filled_siege_report_is_offered_again_and_gone_once_sent(
    assault: tuple[Table, Battle, Page],
) -> None:
    _league, _battle, page = assault
    page.locator("#report label", has_text="won").first.click()
    page.reload()
    expect(page.locator("#report [name=winner]:checked")).to_have_count(0)
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("#report [name=winner]").first).to_be_checked()
    hears(page)
    expect(page.locator("#report [name=winner]").first).to_be_checked()
    expect(page.locator("[data-typed]")).to_be_hidden()
    page.get_by_role("button", name="Send the report").click()
    at_rest(page)
    page.goto("/")
    page.go_back()
    at_rest(page)
    expect(page.locator("[data-typed]:visible")).to_have_count(0)


def test_fs_49_a_half_filled_report_of_a_game_is_offered_again(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    table, battle = fights.in_the_field()
    page = signed_in(open_page(size=PHONE, dark=True), table.seats["Marta"], live_server)
    page.goto(table.url("battle", battle.id))
    page.locator("#report label.chip").first.click()
    page.get_by_text("Anything else?").click()
    page.locator("#report-words").fill("We ran out of time.")
    page.reload()
    offer = page.locator("[data-typed]:visible")
    expect(offer).to_be_in_viewport()
    expect(page.locator("#report-words")).to_have_value("")
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("#report-words")).to_have_value("We ran out of time.")
    expect(page.locator("#report-words")).to_be_visible()
    expect(page.locator("#report :checked").first).to_be_checked()
    expect(offer).to_have_count(0)


def test_going_back_to_a_page_that_refused_a_form_asks_for_no_sending_anew(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    """The form's address takes nothing but what is sent: back leads to the page it was sent from."""
    league = conquest.begun()
    page = signed_in(open_page(size=PHONE), league.seats["Organiser"], live_server)
    page.goto(f"{live_server.url}{reverse('maps:map', args=[league.scope.pk])}")
    here = page.url
    page.locator("details.map-desk > summary").click()
    desk = page.locator("details.map-desk")
    desk.locator("summary").filter(has_text="Skip").click()
    desk.get_by_role("button", name="Skip").click()
    expect(desk.locator("[aria-invalid=true]").first).to_be_visible()
    assert page.url == here
    page.goto(f"{live_server.url}/")
    page.go_back()
    assert page.url == here
    expect(page.locator("details.map-desk > summary")).to_be_visible()
    page.reload()
    expect(page.locator("details.map-desk > summary")).to_be_visible()
