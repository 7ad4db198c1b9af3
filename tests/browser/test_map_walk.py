"""A whole round of a map league by taps alone: three people, two on phones, each in their own browser."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Page

from campaigns.engine.stored.journal import reconcile
from campaigns.models import Seat
from tests import factories
from tests.browser.conftest import DESK, PHONE, at_rest, leads_on, sideways, tap
from tests.maps.conquest import play
from tests.maps.conquest.play import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHOTS = os.environ.get("MUSTERROLL_SHOTS", "")


class Walk:
    """Three browsers on one league; every tap is a person's."""

    def __init__(self, league: Table, pages: dict[str, Page]) -> None:
        self.league, self.pages, self.shots = league, pages, 0
        self.home = reverse("maps:map", args=[league.scope.pk])

    def shot(self, name: str, what: str) -> None:
        page = self.pages[name]
        assert sideways(page) <= 0, what
        if SHOTS:
            self.shots += 1
            Path(SHOTS).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=f"{SHOTS}/{self.shots:02}-{what}-{name}.png")

    def active(self) -> str:
        state = self.league.state
        return self.league.player(state.now.active or self.league.ask("turn")["waiting"][0])

    def map(self, name: str, place: str = "") -> Page:
        """Somebody opens the map, and taps a territory on it."""
        page = self.pages[name]
        page.goto(self.home)
        if place:
            at_rest(page)
            page.locator(f'svg.map a[data-t="{place}"]').first.dispatch_event("click")
            page.wait_for_selector(f"#panel:not([hidden]) .map-label:text-is('{place}')")
            at_rest(page)
        return page

    def tap(self, name: str, words: str, *, inside: str = "main") -> None:
        """The first button with these words, and the page it leads to."""
        leads_on(self.pages[name].locator(f"{inside} button:has-text('{words}'):visible").first)

    def spend(self, name: str, words: str) -> None:
        """An act that unfolds what it leaves before it is done."""
        offer = self.pages[name].locator(f"#panel details.map-sure:has-text('{words}')").first
        tap(offer.locator("> summary"))
        leads_on(offer.locator("button"))

    def answer(self, name: str) -> None:
        """Questions of a dialogue: dice by the app, otherwise the first answer that is free."""
        page = self.pages[name]
        for _ in range(30):
            if "/d/" not in page.url:
                return
            roll = page.locator("button[name=roll_all], button[name=roll]")
            chosen = page.locator("button[name=value]:not([disabled])")
            if roll.count():
                tap(roll.first)
            elif chosen.count():
                tap(chosen.first)
            else:
                tap(page.locator("label:has(input[name=value]:not([disabled]))").first)
                tap(page.locator(".btn-brass:visible").first)
        raise AssertionError(page.url)


def signed_in(page: Page, seat: Seat, live_server: Any) -> Page:
    cookie = factories.signed_in(seat).cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}]
    )
    return page


@pytest.mark.in_turn(7, kind="journeys")
def test_a_round_by_taps_from_three_browsers(open_page: Callable[..., Page], live_server: Any) -> None:
    league = play.table("Marta", "Kwame", "Ilse")
    looks = {"Marta": (PHONE, False), "Kwame": (PHONE, True), "Ilse": (DESK, False)}
    pages = {
        name: signed_in(open_page(size=size, dark=dark), league.seats[name], live_server)
        for name, (size, dark) in looks.items()
    }
    league.answered("Organiser", league.post("Organiser", "begin_play"))
    walk = Walk(league, pages)
    capitals(walk)
    events(walk)
    challenges(walk)
    battles(walk)
    spending(walk)
    assert league.state.now.round == 2
    assert reconcile(league.scope) == []


def capitals(walk: Walk) -> None:
    while walk.league.phase == "capitals":
        name = walk.active()
        walk.map(name)
        walk.shot(name, "capitals")
        walk.map(name, walk.league.ask("capitals")[0]["territory"])
        walk.shot(name, "capital")
        walk.tap(name, "Make this my capital")


def events(walk: Walk) -> None:
    while walk.league.phase in ("events", "revenue"):
        name, phase = walk.active(), walk.league.phase
        walk.map(name)
        walk.shot(name, phase)
        walk.tap(name, "Choose an event" if phase == "events" else "Roll for my mines")
        walk.shot(name, f"{phase}-question")
        walk.answer(name)


def challenges(walk: Walk) -> None:
    while walk.league.phase in ("challenge", "choice"):
        name, phase = walk.active(), walk.league.phase
        page = walk.map(name)
        walk.shot(name, phase)
        if phase == "choice":
            walk.tap(name, "One battle against each")
        else:
            leads_on(page.locator("#now button.action:visible").first)


def battles(walk: Walk) -> None:
    league = walk.league
    while league.phase == "battle":
        key = next(k for k, one in league.state.battles.items() if one.status == "open")
        one = league.state.battles[key]
        attacker, defender = league.player(one.attackers[0]), league.player(one.defenders[0])
        page = walk.map(attacker)
        walk.shot(attacker, "battles")
        at = reverse("maps:battle", args=[league.scope.pk, key])
        leads_on(page.locator(f'#lead a[href="{at}"]').first)
        walk.shot(attacker, "battle")
        page.fill("#points", "1500")
        walk.tap(attacker, "We agreed on this")
        for side, figures in (("attack", (900, 2, 8)), ("defend", (300, 6, 8))):
            for n, field in enumerate(("vp", "lost", "bp")):
                page.fill(f"input[name={side}-0-{field}]", str(figures[n]))
        page.locator("label:has(input[name=defend-withdrew])").click()
        walk.tap(attacker, "Work it out")
        walk.shot(attacker, "battle-verdict")
        walk.tap(attacker, "Send the report")
        walk.shot(attacker, "battle-sent")
        walk.map(defender)
        walk.shot(defender, "battle-to-confirm")
        leads_on(walk.pages[defender].locator(f'#lead a[href="{at}"]').first)
        walk.shot(defender, "battle-confirm")
        walk.tap(defender, "Agree")


def spending(walk: Walk) -> None:
    league = walk.league
    while league.phase == "conquest":
        name, active = walk.active(), league.state.now.active
        walk.map(name)
        walk.shot(name, "conquest")
        near = [
            one for one in league.ask("reachable", realm=active) if one["act"] == "claim" and not one["dear"]
        ]
        if near:
            walk.map(name, near[0]["territory"])
            walk.shot(name, "conquest-panel")
            walk.spend(name, "Claim")
        else:
            unfolds = walk.pages[name].locator("details.map-sure:has-text('End my turn') > summary")
            if unfolds.count():  # points that lapse are asked about
                tap(unfolds.first)
            walk.tap(name, "End my turn")
    walk.map("Marta")
    walk.shot("Marta", "next-round")
