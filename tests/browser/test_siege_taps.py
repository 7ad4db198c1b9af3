"""How many taps a siege turn takes two people with a phone each: from home, all of them in one count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from campaigns.engine.stored.journal import reconcile
from rules.firestorm.state import Battle
from tests.browser.conftest import PHONE, leads_on, sideways, small_targets, tap, violations
from tests.browser.test_map_walk import signed_in
from tests.counted import promised
from tests.maps.firestorm import fights
from tests.maps.firestorm.fights import answered, done, sent
from tests.maps.firestorm.play import Table
from tests.scenario import scenario

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


class SiegePhones:
    """Two phones at a siege; whatever is tapped on either is counted."""

    def __init__(self, league: Table, pages: dict[str, Page]) -> None:
        self.league, self.pages, self.taps = league, pages, list[str]()

    def tap(self, name: str, what: Locator) -> None:
        self.taps.append(f"{name}: {' '.join(what.inner_text().split())[:60]}")
        tap(what)

    def press(self, name: str, words: str, *, inside: str = "main") -> None:
        buttons = self.pages[name].locator(f"{inside} button:visible", has_text=words)
        self.tap(name, buttons.first)

    def home(self, name: str, words: str) -> None:
        """From home to what somebody has to do."""
        page = self.pages[name]
        page.goto("/")
        expect(page.locator("main .btn-brass:visible")).to_have_count(1)
        self.tap(name, page.get_by_role("link", name=words).locator("visible=true").first)

    def option(self, name: str, option: str) -> None:
        self.tap(name, self.pages[name].locator("summary.action", has_text=option))

    def fine(self, name: str) -> None:
        page = self.pages[name]
        assert violations(page) + small_targets(page) == []
        assert sideways(page) == 0


def good_dice(_seed: bytes) -> Callable[[str, int], int]:
    """The siege goes on, and whatever is tried works: the most that can be asked in a turn."""
    return lambda key, sides: 1 if key.startswith("timer") else sides


@scenario
def besieged() -> tuple[Table, Battle]:
    """A siege whose first turn begins."""
    league, battle = fights.at_the_tower()
    done(league, "Marta", battle.id, "offer_siege", siege="true")
    opening = {":how": "battleplan", ":winner": "besieger"}
    done(league, "Kwame", battle.id, "start_siege", storm="false", said=opening)
    return league, battle


@pytest.mark.in_turn(7, kind="journeys")
@pytest.mark.journey
def test_a_siege_turn_of_both_sides_takes_the_taps_that_are_promised(
    open_page: Callable[..., Page], live_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    league, battle = besieged()
    monkeypatch.setattr("campaigns.engine.transaction.dialogue.thrower", good_dice)
    looks = {"Marta": False, "Kwame": True}
    phones = SiegePhones(
        league,
        {
            name: signed_in(open_page(size=PHONE, dark=dark), league.seats[name], live_server)
            for name, dark in looks.items()
        },
    )
    phones.home("Kwame", "Go to the battle")
    phones.fine("Kwame")
    phones.press("Kwame", "Roll for me")
    phones.option("Kwame", "Undermine")
    phones.fine("Kwame")
    phones.pages["Kwame"].get_by_label("Which wall?").fill("North wall")
    phones.press("Kwame", "Roll for it", inside="details[open]")
    phones.home("Marta", "Go to the battle")
    phones.option("Marta", "Sally out")
    phones.fine("Marta")
    phones.press("Marta", "Roll for it", inside="details[open] form:has-text('Siege equipment')")
    expect(phones.pages["Marta"].locator("main")).to_contain_text("Waiting for")
    phones.home("Kwame", "Answer")
    phones.press("Kwame", "Roll for me")
    phones.press("Kwame", "Roll for me")
    phones.pages["Marta"].reload()  # as the live stream does
    phones.press("Marta", "Roll for me")
    phones.press("Marta", "Roll for me")
    assert league.state.sieges[battle.id].completed == 1
    assert len(phones.taps) == promised("A siege turn of both sides"), phones.taps
    assert reconcile(league.scope) == []


def test_one_press_of_back_leads_on_from_the_page_a_dialogue_began_on(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    """Not into what is settled, whose address leads to the same page again."""
    league, battle = besieged()
    page = signed_in(open_page(size=PHONE), league.seats["Kwame"], live_server)
    page.goto("/")
    home = page.url
    leads_on(page.get_by_role("link", name="Go to the battle").first)
    here = page.url
    leads_on(page.get_by_role("button", name="I’ll roll it myself"))
    tap(page.locator("label.face").first)
    page.wait_for_url(here)
    assert league.state.sieges[battle.id].step == "besieger"
    expect(page.locator("#siege")).to_contain_text("what will the besiegers do")
    page.go_back()
    assert page.url == home


@pytest.mark.in_turn(7, kind="journeys")
def test_one_press_of_back_leads_home_from_what_was_answered_from_there(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    league, battle = besieged()
    done(league, "Kwame", battle.id, "siege_turn", turn=1, said={":1": 1})
    done(league, "Kwame", battle.id, "take_option", turn=1, option="starve_out", how="quick")
    sent(league, "Marta", battle.id, "take_option", turn=1, option="construct_besieged")
    page = signed_in(open_page(size=PHONE), league.seats["Kwame"], live_server)
    page.goto("/")
    home = page.url
    leads_on(page.get_by_role("link", name="Answer").first)
    tap(page.locator("label.face").first)
    expect(page.locator("#siege")).to_contain_text("Siege turn 2")
    page.go_back()
    assert page.url == home


def test_one_press_of_back_leads_home_from_what_somebody_else_has_settled(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    """Whoever waits in a dialogue is led on when it is over, and not back into it."""
    league, battle = besieged()
    done(league, "Kwame", battle.id, "siege_turn", turn=1, said={":1": 1})
    done(league, "Kwame", battle.id, "take_option", turn=1, option="starve_out", how="quick")
    sent(league, "Marta", battle.id, "take_option", turn=1, option="construct_besieged")
    page = signed_in(open_page(size=PHONE), league.seats["Marta"], live_server)
    page.goto("/")
    home = page.url
    page.goto(league.url("battle", battle.id))
    here = page.url
    leads_on(page.get_by_role("link", name="Go to the question").first)
    answered(league)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # as the live stream does
    page.wait_for_url(here)
    expect(page.locator("#siege")).to_contain_text("Siege turn 2")
    page.go_back()
    assert page.url == home
