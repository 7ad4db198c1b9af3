"""A game against the app on a phone: three taps to the table, one thumb through four rounds, two phones.

`MUSTERROLL_SHOTS=folder` keeps pictures of the screens; `-s` prints the taps of every activation.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Locator, Page, expect

from campaigns.journal import reconcile
from campaigns.models import Scope, Seat
from rules.solo.state import SoloState, Unit
from tests import factories
from tests.browser.conftest import DESK, PHONE, sideways, small_targets, violations
from tests.campaigns import play
from tests.campaigns.solo.test_mission import Story
from tests.campaigns.solo.walk import Walk, new_game, signed_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHOTS = os.environ.get("MUSTERROLL_SHOTS", "")
MOST_TAPS = 6


def visitor(page: Page, seat: Seat, live_server: Any) -> Page:
    cookie = factories.signed_in(seat).cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}]
    )
    return page


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"))


class Thumb:
    """Taps what the screen offers: the most long-winded answers, the first unit, the brass button."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, button: Locator) -> None:
        self.taps += 1
        self.page.locator("#solo").evaluate("part => part.dataset.before = '1'")
        button.tap()
        self.page.wait_for_selector("#solo:not([data-before])")

    def on(self) -> None:
        """One tap onward."""
        key = self.page.locator("[name=key]").first.input_value() if self.is_asked() else ""
        said = "yes" if key.startswith("shoot") else "no"
        for choice in (f"[name=value][value={said}]", ".order-bar .btn-brass", ".tap", ".solo-next"):
            button = self.page.locator(choice).first
            if button.count():
                return self.tap(button)
        return self.tap(self.page.locator(".actionbar .btn-brass").first)

    @property
    def title(self) -> str:
        return self.page.locator("#solo-head h1").inner_text()

    def is_asked(self) -> bool:
        return bool(self.page.locator(".solo-ask [name=key]").count())


def is_plain(unit: Unit) -> bool:
    """A unit without special rules, weapons included."""
    return not unit.all_rules and not any(weapon.rules for weapon in unit.weapons) and not unit.army_rules


def test_a_whole_game_in_a_phone_sized_browser(open_page: Callable[..., Page], live_server: Any) -> None:
    seat = factories.new_seat(name="Marta")
    page = visitor(open_page(touch=True), seat, live_server)
    page.goto(f"/clubs/{seat.club.slug}/")
    page.get_by_role("link", name="Against the app").tap()
    page.get_by_role("button", name="New practice game").tap()
    page.wait_for_selector("#solo")
    thumb = Thumb(page)
    scope = Scope.objects.get(game="solo")
    assert "Draw the lists" in page.locator(".solo-next").inner_text()
    page.get_by_text("Choose instead of drawing").tap()
    page.get_by_label("Which list").select_option("iron-lantern")  # has units without special rules
    page.get_by_role("button", name="Give them this list").tap()
    page.wait_for_selector("#solo .is-pencil")
    counted: dict[str, Counter[int]] = {"plain": Counter(), "special": Counter()}
    for _ in range(700):
        if thumb.title == "The game is over":
            break
        if thumb.is_asked() and thumb.title.startswith("AI turn"):
            before = thumb.taps
            while thumb.is_asked():
                thumb.on()
            unit = newest(scope)
            counted["plain" if is_plain(unit) else "special"][thumb.taps - before] += 1
        else:
            thumb.on()
    print(f"\ntaps of an activation: {counted}, of the whole game: {thumb.taps}")
    assert thumb.title == "The game is over"
    assert counted["plain"]
    assert max(counted["plain"]) <= MOST_TAPS
    assert play.state_of(scope).game.round == 4
    assert reconcile(scope) == []


def newest(scope: Scope) -> Unit:
    """The unit whose activation was closed last."""
    state: SoloState = play.state_of(scope)
    last = max(state.activations.values(), key=lambda one: (one.round, one.number))
    return state.units[last.unit]


def test_a_second_phone_follows_and_a_spectator_watches(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    seat = factories.new_seat(name="Marta")
    watcher = factories.new_seat(club=seat.club, name="Pip", role="spectator")
    scope = new_game(signed_in(seat), seat)
    first = visitor(open_page(), seat, live_server)
    second = visitor(open_page(), watcher, live_server)
    for page in (first, second):
        page.goto(f"/l/{scope.pk}/solo/")
    assert second.locator(".solo-next").count() == 0
    first.get_by_role("button", name="Draw the lists").click()  # the third tap of a practice game
    expect(first.get_by_text("How the app’s units fight")).to_be_visible()
    second.reload()
    expect(second.get_by_text("How the app’s units fight")).to_be_visible()
    assert second.locator(".actionbar button").count() == 0


SCREENS = {
    "lists": lambda page: page.step and page.step.phase == "setup",
    "types": lambda page: page.step and page.step.phase == "types",
    "markers": lambda page: page.step and page.step.phase == "markers",
    "spot": lambda page: page.asking.ask and page.asking.ask.question.key.startswith("spot"),
    "deployment": lambda page: page.step and page.step.phase == "deployment",
    "place": lambda page: page.asking.ask and page.asking.ask.question.key.startswith("place"),
    "between": lambda page: page.step and page.step.phase == "between",
    "turn": lambda page: page.step and page.step.do == "human_turn",
    "marker": lambda page: page.asking.ask and page.asking.ask.question.key.startswith("marker"),
    "way": lambda page: page.asking.ask and page.asking.ask.question.key.startswith("way:"),
    "rush": lambda page: page.asking.ask and page.asking.ask.question.key.startswith("rush_only"),
    "order": lambda page: page.asking.ask and page.asking.ask.widget == "order",
    "target": lambda page: page.asking.ask and page.asking.ask.question.kind == "unit",
    "holders": lambda page: page.asking.several and not page.asking.several.dice,
    "strikes": lambda page: page.step and page.step.strikes,
    "over": lambda page: page.step and page.step.phase == "over",
}


def _long(question: Any) -> Any:
    """Answers that lead past every kind of screen."""
    return {"way": "no", "rush_only": "no"}.get(question.key.split(":")[0])


def test_every_screen_is_accessible_and_fits(open_page: Callable[..., Page], live_server: Any) -> None:
    """Light and dark, phone and desk, each screen once: axe, nothing sideways, thumbs hit."""
    seat = factories.new_organiser(name="Marta")
    browser = signed_in(seat)
    scope = new_game(browser, seat, challenge="on", rounds="2")
    pages = {
        f"{kind}-{'dark' if dark else 'light'}": visitor(
            open_page(size=size, dark=dark, touch=size is PHONE), seat, live_server
        )
        for kind, size in (("phone", PHONE), ("desk", DESK))
        for dark in (False, True)
    }
    walk = Walk(browser, scope, _long)
    walk.post(do="choose_list", side="app1", list="thornmarch")  # has units of every type
    left = dict(SCREENS)
    wrong: list[str] = []
    for _ in range(300):
        for name in [name for name, is_it in left.items() if is_it(walk.page)]:
            wrong += _looked_at(pages, f"/l/{scope.pk}/solo/", name)
            del left[name]
            if name == "turn":
                wrong += _sides_looked_at(pages, scope)
        if walk.page.step is not None and walk.page.step.phase == "over":
            break
        walk.step()
    wrong += _looked_at(pages, f"/l/{scope.pk}/solo/log/", "log")
    for name, path in {"games": "", "pool": "lists/"}.items():
        wrong += _looked_at(pages, f"/clubs/{seat.club.slug}/solo/{path}", name)
    assert wrong == []
    assert not set(left) - {"target", "strikes"}, left.keys()


def test_a_mission_s_page_against_the_app(open_page: Callable[..., Page], live_server: Any) -> None:
    """The league's side of it, before and after a game."""
    story = Story()
    pages = {
        f"phone-{'dark' if dark else 'light'}": visitor(open_page(dark=dark), story.ilse, live_server)
        for dark in (False, True)
    }
    pages["desk-light"] = visitor(open_page(size=DESK), story.ilse, live_server)
    wrong = _looked_at(pages, story.address, "mission")
    walk = story.started(story.ilse, **{"set:standin": "always"})
    walk.until("over")
    wrong += _looked_at(pages, story.address, "mission-over")
    wrong += _looked_at(pages, f"/l/{walk.scope.pk}/solo/settings/", "settings")
    assert wrong == []


def _sides_looked_at(pages: dict[str, Page], scope: Scope) -> list[str]:
    """Both sides in mid-game, a unit of the app and one of ours."""
    state: SoloState = play.state_of(scope)
    theirs, ours = (state.on_table(camp)[0].id for camp in ("ai", "human"))
    wanted = {"units": "units/", "unit": f"units/{theirs}/", "own": f"units/{ours}/"}
    return [
        one for name, path in wanted.items() for one in _looked_at(pages, f"/l/{scope.pk}/solo/{path}", name)
    ]


def _looked_at(pages: dict[str, Page], address: str, name: str) -> list[str]:
    found = []
    for look, page in pages.items():
        page.goto(address)
        shot(page, f"solo-{name}-{look}")
        said = [*violations(page)] if look in ("phone-light", "phone-dark") else []
        said += [f"{sideways(page)} px too wide"] if sideways(page) else []
        said += small_targets(page) if look == "phone-light" else []
        found += [f"{name} {look}: {' '.join(one.split())}" for one in said]
    return found
