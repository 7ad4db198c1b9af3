"""A whole turn with a siege by taps alone: four factions, two on phones, two at desks, by day and by night.

`MUSTERROLL_SHOTS=folder` keeps a picture of each screen.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from campaigns.engine.stored.journal import reconcile
from rules.firestorm.state import Battle
from tests.browser.conftest import DESK, PHONE, at_rest, leads_on, small_targets, tap, violations
from tests.browser.test_firestorm_siege import Fight, assaulted, begun, to_the_assault
from tests.browser.test_map import signed_in
from tests.maps.firestorm import fights, play
from tests.maps.firestorm.play import Table
from tests.older import asking
from tests.scenario import scenario

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TO_DO = ".action.is-brass:not(summary)"  # what is folded asks once more
LOOKS = {"Marta": (PHONE, False), "Kwame": (PHONE, True), "Ilse": (DESK, False), "Jun": (DESK, True)}
# What everybody orders, as they tap it: Kwame comes to Marta's tower, Jun to where Ilse stands.
TAPPED = {
    "Marta": ("Hold",),
    "Kwame": ("Forced March", "T02", "T01"),
    "Ilse": ("Fortify",),
    "Jun": ("Move", "T23"),
}


@scenario
def near_each_other() -> Table:
    """The second turn of four factions, who write their orders."""
    league = asking(play.begun(*LOOKS))
    fights.ordered(
        league,
        Marta={"T01": ("forced_march", ("T07", "T01"))},
        Kwame={"T05": ("forced_march", ("T04", fights.GOAL))},
        Ilse={"T21": ("forced_march", ("T22", "T23"))},
        Jun={"T25": ("move", ("T24",))},
    )
    fights.on_to_the_next_turn(league)
    league.ready()
    assert league.phase == "orders"
    return league


class Turn(Fight):
    """Everybody in their own browser; `battle` is the one that is looked at, once there are any."""

    def __init__(self, league: Table, pages: dict[str, Page]) -> None:
        self.league, self.pages, self.shots = league, pages, 0


def fit(page: Page, what: str) -> None:
    """Nothing wrong for axe, and on a phone nothing too small for a thumb."""
    small = small_targets(page) if page.viewport_size == PHONE else []
    assert violations(page) + small == [], what


def sealed(fight: Turn, name: str) -> None:
    """A faction's order by taps on the map, and its seal; the first of a phone and of a desk is looked at."""
    page, (kind, *way) = fight.pages[name], TAPPED[name]
    page.goto(fight.league.url("orders"))
    tap(page.get_by_role("button", name=kind, exact=True))
    for place in way:
        at_rest(page)
        with page.expect_response(re.compile("/orders/")):
            page.locator(f'svg.map a[data-t="{place}"]').click()
        at_rest(page)
    fight.shot(name, "orders")
    if name in ("Kwame", "Jun"):
        fit(page, f"orders of {name}")
    leads_on(page.get_by_role("button", name="Seal the order"))
    fight.shot(name, "sealed")


def revealed(fight: Turn) -> None:
    """The last seal has led to the reveal; everybody sees it to its end."""
    expect(fight.pages["Jun"]).to_have_url(re.compile("/reveal/2/"))
    for name, page in fight.pages.items():
        page.goto(fight.league.url("reveal", 2) + "?at=4")
        expect(page.locator("[data-part=count] p")).to_contain_text("Step 4 of 4")
        fight.shot(name, "reveal")
        if name in ("Marta", "Ilse"):
            fit(page, f"reveal of {name}")


def fought(fight: Turn) -> None:
    """The attacker reports, the defender agrees: each at a desk."""
    page = fight.look("Jun", "battle")
    fit(page, "battle")
    page.locator("label.chip", has_text="Minor victory").first.click()
    fight.tap("Jun", "Send the report")
    fight.look("Ilse", "to-confirm")
    fight.tap("Ilse", "Agree")
    fight.shot("Ilse", "agreed")


def besieged(fight: Turn) -> None:
    """From the choice of a siege to the report of its assault, on two phones."""
    begun(fight)
    to_the_assault(fight)
    assaulted(fight)


def chosen(fight: Turn) -> None:
    """Whoever has something to choose after the battles chooses, and all are done."""
    league = fight.league
    for number, name in enumerate([*fight.pages] * 4):
        if league.phase != "aftermath":
            return
        page = fight.pages[name]
        page.goto(league.url("aftermath"))
        if number in (0, 2):
            fit(page, f"aftermath of {name}")
        fight.shot(name, "aftermath")
        while page.locator(TO_DO).count():
            leads_on(page.locator(TO_DO).first)
            fight.answer(name)
            page.goto(league.url("aftermath"))
        if page.get_by_text("Remove The Cinder Watch 1").count():  # it has lost its tower
            page.locator("summary", has_text="Remove").click()
            fight.shot(name, "remove")
            fight.tap(name, "Remove The Cinder Watch 1")
        done = page.get_by_role("button", name="We’re done")
        if done.count():
            leads_on(done)
    raise AssertionError("nobody is asked, and somebody is waited for")


def built(fight: Turn) -> None:
    """The winner of the field builds; everybody is ready."""
    league = fight.league
    for name, page in fight.pages.items():
        page.goto(league.url("shop"))
        fight.shot(name, "shop")
        if name in ("Kwame", "Ilse"):
            fit(page, f"shop of {name}")
        if name == "Jun":
            page.locator("#s-T24 > summary").click()
            offer = page.locator("#s-T24 details.map-sure", has_text="Mustering Ground")
            offer.locator("summary").click()
            leads_on(offer.get_by_role("button", name="Buy for"))
            fight.shot(name, "bought")
        leads_on(page.get_by_role("button", name="We’re ready"))
    assert league.state.territories["T24"].items == ("mustering_ground",)


def at(league: Table, territory: str) -> Battle:
    return next(one for one in league.state.battles.values() if one.territory == territory)


@pytest.mark.in_turn(7, kind="journeys")
def test_a_turn_with_a_siege_from_four_browsers(open_page: Callable[..., Page], live_server: Any) -> None:
    league = near_each_other()
    pages = {
        name: signed_in(open_page(size=size, dark=dark, touch=size == PHONE), league.seats[name], live_server)
        for name, (size, dark) in LOOKS.items()
    }
    fight = Turn(league, pages)
    for name in pages:
        sealed(fight, name)
    revealed(fight)
    fight.battle = at(league, "T23")
    fought(fight)
    fight.battle = at(league, "T01")
    besieged(fight)
    chosen(fight)
    assert league.phase == "build"
    built(fight)
    assert (league.phase, league.state.now.turn) == ("preparation", 3)
    for name, page in pages.items():
        page.goto(league.url("map"))
        fight.shot(name, "next-turn")
        fit(page, f"map of {name}")
    assert reconcile(league.scope) == []
