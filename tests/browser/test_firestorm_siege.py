"""A battle and a siege by taps alone: two people on phones, the organiser at a desk."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from campaigns.engine.stored.journal import reconcile
from campaigns.models import Dialogue
from rules.firestorm.state import Battle
from tests.browser.conftest import DESK, PHONE, leads_on, sideways, small_targets, tap, violations
from tests.browser.test_map_walk import signed_in
from tests.maps.firestorm import fights
from tests.maps.firestorm.play import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHOTS = os.environ.get("MUSTERROLL_SHOTS", "")


class Fight:
    """Both sides of a battle in their own browsers."""

    def __init__(self, league: Table, battle: Battle, pages: dict[str, Page]) -> None:
        self.league, self.battle, self.pages, self.shots = league, battle, pages, 0

    def look(self, name: str, what: str) -> Page:
        """Somebody opens the battle; the page is fit to be looked at."""
        page = self.pages[name]
        page.goto(self.league.url("battle", self.battle.id))
        self.shot(name, what)
        return page

    def shot(self, name: str, what: str) -> None:
        page = self.pages[name]
        assert sideways(page) <= 0, what
        if SHOTS:
            self.shots += 1
            Path(SHOTS).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=f"{SHOTS}/{self.shots:02}-{what}-{name}.png", full_page=True)

    def tap(self, name: str, words: str) -> None:
        leads_on(self.pages[name].get_by_role("button", name=words).locator("visible=true").first)

    def answer(self, name: str) -> None:
        """Dice by the app, otherwise the first answer, as long as this person is asked."""
        page = self.pages[name]
        for _ in range(20):
            roll = page.locator("button[name=roll_all], button[name=roll]")
            chosen = page.locator("button[name=value]:not([disabled])")
            label = page.locator("label:has(input[name=value]:not([disabled]))")
            if "/d/" not in page.url or not roll.count() + chosen.count() + label.count():
                return
            if roll.count() or chosen.count():
                tap((roll if roll.count() else chosen).first)
            else:
                tap(label.first)
                tap(page.locator(".btn-brass:visible").first)
        raise AssertionError(page.url)

    def answered(self) -> None:
        """Whoever is asked finds the question on the battle's page, until nothing is open."""
        for name in ("Marta", "Kwame") * 4:
            if not Dialogue.objects.filter(scope=self.league.scope).exists():
                return
            page = self.look(name, "asked")
            asked = page.get_by_role("link", name="Answer", exact=True).or_(page.locator("[name=roll_all]"))
            if asked.count():
                leads_on(asked.first)
                self.answer(name)
        raise AssertionError("a question that nobody is asked")

    @property
    def step(self) -> str:
        return self.league.state.sieges[self.battle.id].step


def fight_of(league: Table, battle: Battle, open_page: Callable[..., Page], live_server: Any) -> Fight:
    looks = {"Marta": (PHONE, False), "Kwame": (PHONE, True), "Organiser": (DESK, False)}
    pages = {
        name: signed_in(open_page(size=size, dark=dark), league.seats[name], live_server)
        for name, (size, dark) in looks.items()
    }
    return Fight(league, battle, pages)


def begun(fight: Fight) -> None:
    """Marta says it is a siege, Kwame lays it and rolls the opening."""
    page = fight.look("Marta", "offered")
    assert violations(page) + small_targets(page) == []
    fight.tap("Marta", "Make it a siege")
    fight.look("Kwame", "start")
    fight.tap("Kwame", "Lay siege to it")
    fight.shot("Kwame", "opening")
    fight.answer("Kwame")
    assert fight.step == "timer"


def patience(fight: Fight) -> None:
    """The besieger's die; where help is on its way none is thrown."""
    page = fight.pages["Kwame"]
    leads_on(
        page.get_by_role("button", name=re.compile("Roll for me|Continue")).locator("visible=true").first
    )
    fight.answer("Kwame")


def siege_turn(fight: Fight, number: int) -> None:
    """Patience, then one option each."""
    fight.look("Kwame", "timer")
    patience(fight)
    if fight.step == "assault":
        return
    page = fight.look("Kwame", "options")
    if number == 1:
        assert violations(page) + small_targets(page) == []
        page.locator("summary", has_text="Undermine").click()
        page.get_by_label("Which wall?").fill("North wall")
        fight.shot("Kwame", "undermine")
        leads_on(page.locator("details[open] .siege-targets").get_by_role("button", name="Roll for it"))
    else:
        fight.tap("Kwame", "Bombardment")
    fight.look("Marta", "besieged")
    fight.tap("Marta", "Build siege equipment")
    fight.answer("Marta")
    fight.answered()
    assert fight.step == "timer"


def to_the_assault(fight: Fight) -> None:
    """Two siege turns unless the besieger's patience ends; then the assault."""
    for number in (1, 2):
        if fight.step == "timer":
            siege_turn(fight, number)
    if fight.step == "timer":
        fight.look("Kwame", "timer-again")
        patience(fight)
    if fight.step == "besieger":
        page = fight.look("Kwame", "before-the-assault")
        page.locator("summary", has_text="Begin the Final Assault").click()
        fight.tap("Kwame", "Begin the Final Assault")
    assert fight.step == "assault"


def assaulted(fight: Fight) -> None:
    """Marta buys something, Kwame reports, Marta agrees."""
    page = fight.look("Marta", "assault")
    assert violations(page) + small_targets(page) == []
    page.locator("summary", has_text="Rocks").click()
    page.get_by_label("On which wall?").fill("North wall")
    fight.tap("Marta", "Buy")
    page = fight.look("Kwame", "assault")
    page.locator("label.chip", has_text="won").first.click()
    fight.shot("Kwame", "assault-report")
    fight.tap("Kwame", "Send the report")
    fight.shot("Kwame", "assault-sent")
    fight.look("Marta", "assault-confirm")
    fight.tap("Marta", "Agree")
    fight.shot("Marta", "settled")


@pytest.mark.in_turn(7, kind="journeys")
def test_a_siege_from_two_phones(open_page: Callable[..., Page], live_server: Any) -> None:
    league, battle = fights.at_the_tower()
    fight = fight_of(league, battle, open_page, live_server)
    begun(fight)
    to_the_assault(fight)
    assaulted(fight)
    assert league.phase == "aftermath"
    page = fight.look("Organiser", "settled")
    expect(page.locator("main")).to_contain_text("Decided by the Final Assault.")
    assert violations(page) == []
    page = fight.pages["Marta"]
    page.goto(league.url("aftermath"))
    fight.shot("Marta", "aftermath")
    assert violations(page) + small_targets(page) == []
    leads_on(page.locator(".action.is-brass").first)
    fight.shot("Marta", "fate")
    fight.answer("Marta")
    assert reconcile(league.scope) == []


@pytest.mark.in_turn(7, kind="journeys")
def test_a_battle_in_the_field_from_two_phones(open_page: Callable[..., Page], live_server: Any) -> None:
    league, battle = fights.in_the_field()
    fight = fight_of(league, battle, open_page, live_server)
    attacker, defender = fights.both(league, battle)
    page = fight.look("Organiser", "field")
    assert violations(page) == []
    page = fight.look(attacker, "field")
    assert violations(page) + small_targets(page) == []
    page.locator("#before > summary").click()
    page.get_by_label("Points in a banner’s army").fill("1500")
    fight.shot(attacker, "before")
    fight.tap(attacker, "Agreed")
    fight.tap(attacker, "Send the report")
    expect(fight.pages[attacker].locator("#report")).to_contain_text("Choose how it ended.")
    fight.shot(attacker, "refused")
    fight.pages[attacker].locator("label.chip", has_text="Minor victory").first.click()
    fight.tap(attacker, "Send the report")
    fight.shot(attacker, "reported")
    fight.look(defender, "to-confirm")
    fight.tap(defender, "Agree")
    assert league.state.battles[battle.id].result == "minor_victory"
    fight.shot(defender, "beaten")
