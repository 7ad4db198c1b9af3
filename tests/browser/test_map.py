"""Map leagues in a real browser: every screen of a round, on phone and desk, in both themes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Page, expect

from campaigns.models import Seat
from tests import factories
from tests.browser.conftest import PHONE, tap
from tests.browser.looks import THREE_WIDTHS, below_the_fold, faults
from tests.maps.conquest import play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def signed_in(page: Page, seat: Seat, live_server: Any) -> Page:
    cookie = factories.signed_in(seat).cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}]
    )
    return page


@pytest.mark.in_turn(7, kind="screens")
def test_the_screens_of_a_round(open_page: Callable[..., Page], live_server: Any) -> None:
    league = play.table("Marta", "Kwame", "Ilse")
    pages = {n: signed_in(open_page(), s, live_server) for n, s in league.seats.items()}
    home = reverse("maps:map", args=[league.scope.pk])
    wrong: list[str] = []

    def look(name: str, who: str, address: str = home) -> None:
        pages[who].goto(address)
        wrong.extend(faults(pages[who], name, THREE_WIDTHS))
        if league.phase == "setup" or not address.startswith(home):  # in play what one can do comes first
            wrong.extend(f"{name}: {one}" for one in below_the_fold(pages[who]))

    look("setup", "Organiser")
    look("setup-player", "Marta")
    league.answered("Organiser", league.post("Organiser", "begin_play"))
    first = league.player(league.state.now.active)
    look("capitals", first, f"{home}?t={league.ask('capitals')[0]['territory']}")
    while league.phase == "capitals":
        place = league.ask("capitals")[0]["territory"]
        league.do(league.player(league.state.now.active), "pick_capital", territory=place)
    look("events", league.player(league.state.now.active))
    play.events(league)
    play.revenue(league)
    look("challenge", league.player(league.state.now.active))
    play.challenges(league)
    battle = next(iter(league.state.battles))
    attacker = league.player(play.sides(league, battle)[0][0])
    defender = league.player(play.sides(league, battle)[1][0])
    at_battle = reverse("maps:battle", args=[league.scope.pk, battle])
    look("battles", attacker)
    look("battle", attacker, at_battle)
    play.sized(league, attacker, battle, 1500)
    play.gold(league, battle)
    play.reported(league, attacker, battle, attack=(900, 2, 8), defend=(300, 6, 8), fled="defend")
    look("battle-confirm", defender, at_battle)
    league.do(defender, "confirm", battle=battle)
    look("battle-settled", defender, at_battle)
    play.battles(league)
    spender = league.state.now.active
    for one in league.ask("reachable", realm=spender)[:1]:
        look("conquest", league.player(spender), f"{home}?t={one['territory']}")
    look("organiser", "Organiser", f"{home}?t={league.state.realms[spender].capital}")
    play.spending(league)
    look("next-round", "Marta")
    look("past", "Marta", reverse("maps:past", args=[league.scope.pk]))
    pk, capital = league.scope.pk, league.state.realms[spender].capital
    look("standings", "Marta", reverse("maps:standings", args=[pk]))
    look("empire", "Marta", reverse("maps:realm", args=[pk, league.realm("Marta")]))
    look("receipt", "Marta", reverse("maps:realm", args=[pk, league.realm("Marta")]) + "?why=ep")
    look("paper", "Marta", reverse("maps:print", args=[pk]))
    look("ground", "Organiser", f"{reverse('maps:ground', args=[pk])}?t={capital}")
    look("correct", "Organiser", reverse("maps:correct", args=[pk, battle]))
    assert wrong == [], "\n".join(wrong)


def test_a_tap_marks_the_neighbours_at_once_and_opens_the_panel(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    league = play.begun("Marta", "Kwame")
    page = signed_in(open_page(size=PHONE), league.seats["Marta"], live_server)
    page.goto(reverse("maps:map", args=[league.scope.pk]))
    page.wait_for_function("() => document.documentElement.classList.contains('has-script')")
    marked = page.evaluate(
        """() => {
            const link = document.querySelector('svg.map a[data-t="C3"]');
            link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
            return [...document.querySelectorAll("svg.map a.is-near")].map((one) => one.dataset.t);
        }"""
    )  # at once: nothing has been fetched yet
    near = {two for one in league.state.links.values() for two in (one.a, one.b) if "C3" in (one.a, one.b)}
    assert set(marked) == near - {"C3"}
    page.wait_for_selector("#panel:not([hidden]) .map-label:text-is('C3')")
    assert page.url.endswith("t=C3")
    tap(page.locator("[data-close-panel]").first)
    expect(page.locator("#panel")).to_be_hidden()
