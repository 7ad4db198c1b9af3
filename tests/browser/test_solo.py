"""A game against the app on a phone: three taps to the table, one thumb through four rounds, two phones.

`-s` prints the taps of every activation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Locator, Page, expect

from campaigns.engine.stored.journal import reconcile
from campaigns.models import Scope, Seat
from rules.solo.state import SoloState, Unit
from tests import factories
from tests.browser.conftest import at_rest, leads_on
from tests.browser.looks import DESK_LIGHT, PHONE_DARK, PHONE_LIGHT, TARGETS, faults
from tests.browser.streaming import served
from tests.browser.test_evening import Phone
from tests.campaigns import play
from tests.campaigns.opr.against.test_against import Club
from tests.campaigns.opr.against.test_mission import Story
from tests.campaigns.solo.walk import Walk, new_game, signed_in
from tests.counted import promised

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOST_TAPS = 7


def visitor(page: Page, seat: Seat, live_server: Any) -> Page:
    cookie = factories.signed_in(seat).cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}]
    )
    return page


class Thumb:
    """Taps what the screen offers: the most long-winded answers, the first unit, the brass button."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, button: Locator) -> None:
        self.taps += 1
        if self.taps == 1:
            at_rest(self.page)
        self.page.evaluate("document.querySelector('#solo').dataset.before = '1'")
        button.tap()
        self.page.wait_for_selector("#solo:not([data-before])")
        at_rest(self.page)

    def on(self) -> None:
        """One tap onward."""
        key = self.page.locator("[name=key]").first.input_value() if self.is_asked() else ""
        said = "yes" if key.startswith("shoot") else "no"
        choices = [f"[name=value][value={said}]", ".order-bar .btn-brass", ".tap", ".solo-next"]
        offered = self.page.evaluate("all => all.find((one) => document.querySelector(one))", choices)
        self.tap(self.page.locator(offered or ".actionbar .btn-brass").first)

    @property
    def title(self) -> str:
        return self.page.locator("#solo-head h1").inner_text()

    def is_asked(self) -> bool:
        return bool(self.page.locator(".solo-ask [name=key]").count())


def is_plain(unit: Unit) -> bool:
    """A unit without special rules, weapons included."""
    return not unit.all_rules and not any(weapon.rules for weapon in unit.weapons) and not unit.army_rules


def test_a_lone_player_is_at_the_table_in_three_taps(
    open_page: Callable[..., Page], live_server: Any
) -> None:
    seat = factories.new_seat(name="Marta")
    page = visitor(open_page(touch=True), seat, live_server)
    page.goto(f"/clubs/{seat.club.slug}/")
    taps = 0
    for kind, name in (("link", "Against the app"), ("button", "New practice game")):
        leads_on(page.get_by_role(kind, name=name))  # type: ignore[arg-type]
        taps += 1
    thumb = Thumb(page)
    while not all(play.state_of(Scope.objects.get(game="solo")).units_of(camp) for camp in ("ai", "human")):
        thumb.on()
    assert taps + thumb.taps == promised("Begin a practice game")
    assert thumb.title == "Before the game"


@pytest.mark.in_turn(7, kind="journeys")
@pytest.mark.journey
def test_a_whole_game_in_a_phone_sized_browser(open_page: Callable[..., Page], live_server: Any) -> None:
    seat = factories.new_seat(name="Marta")
    page = visitor(open_page(touch=True), seat, live_server)
    page.goto(f"/clubs/{seat.club.slug}/")
    leads_on(page.get_by_role("link", name="Against the app"))
    leads_on(page.get_by_role("button", name="New practice game"))
    page.wait_for_selector("#solo")
    thumb = Thumb(page)
    scope = Scope.objects.get(game="solo")
    assert "Draw the lists" in page.locator(".solo-next").inner_text()
    page.get_by_text("Choose a list instead of drawing one").tap()
    page.get_by_label("Which list").select_option("iron-lantern")  # has units without special rules
    thumb.tap(page.get_by_role("button", name="Use this list"))
    page.wait_for_selector("#solo .is-pencil")
    counted: dict[str, Counter[int]] = {"plain": Counter(), "special": Counter()}
    for _ in range(700):
        if thumb.title == "The game is over":
            break
        if thumb.title.startswith("The app’s turn"):
            before = thumb.taps
            thumb.on()  # “The app’s next unit”
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
    every = counted["plain"] + counted["special"]
    assert sum(taps * times for taps, times in every.items()) / every.total() <= promised("An activation of")
    assert play.state_of(scope).game.round == 4
    assert reconcile(scope) == []


def newest(scope: Scope) -> Unit:
    """The unit whose activation was closed last."""
    state: SoloState = play.state_of(scope)
    last = max(state.activations.values(), key=lambda one: (one.round, one.number))
    return state.units[last.unit]


def seated(open_page: Callable[..., Page], seat: Seat, address: str, path: str) -> Page:
    """Somebody's phone at the table, with the stream open."""
    page = open_page(touch=True)
    cookie = factories.signed_in(seat).cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": address}])
    page.goto(f"{address}{path}")
    page.wait_for_selector("body.is-live")
    return page


@pytest.mark.in_turn(7, kind="journeys")
def test_two_phones_at_one_table_follow_each_other_by_the_live_stream(open_page: Callable[..., Page]) -> None:
    """The second phone meets the next question without a reload and answers it; a spectator only watches."""
    marta = factories.new_seat(name="Marta")
    tom = factories.new_seat(club=marta.club, name="Tom")
    pip = factories.new_seat(club=marta.club, name="Pip", role="spectator")
    scope = new_game(signed_in(marta), marta)
    Walk(signed_in(marta), scope).until("round")
    path = f"/l/{scope.pk}/solo/"
    with served() as address:
        phones = {seat.name: seated(open_page, seat, address, path) for seat in (marta, tom, pip)}
        for page in phones.values():
            page.evaluate("document.body.dataset.sameload = '1'")
        first, second, watcher = (phones[name] for name in ("Marta", "Tom", "Pip"))
        before = [key_of(page) for page in (first, second)]
        assert before[0] == before[1]
        for page in (first, second, first):
            tap_before_all(page, phones)
        texts = {told(page) for page in phones.values()}
        assert len(texts) == 1
        assert watcher.locator("#solo button").count() == 0
        assert "You’re watching" in watcher.locator("#solo").inner_text()
        assert all(page.evaluate("document.body.dataset.sameload") == "1" for page in phones.values())
        first.close()  # a dead phone: its owner goes on with another one, and the game stands where it stood
        again = seated(open_page, marta, address, path)
        assert told(again) in texts
        tap_before_all(again, {"Marta": again, "Tom": second})
        second.reload()
        assert told(second) == told(again)
    assert reconcile(scope) == []


def told(page: Page) -> str:
    return page.locator("#asked").inner_text()


def key_of(page: Page) -> str:
    key = page.locator(".solo-ask [name=key]").first
    return key.input_value() if key.count() else ""


def tap_before_all(page: Page, phones: dict[str, Page]) -> None:
    """One tap, and every phone shows what comes after it."""
    for one in phones.values():
        at_rest(one)
        one.locator("#solo").evaluate("part => part.dataset.before = '1'")
    one_tap(page)
    for one in phones.values():
        expect(one.locator("#solo:not([data-before])")).to_be_attached()
    at_rest(page)
    for one in phones.values():
        expect(one.locator("#asked")).to_have_text(told(page))


def one_tap(page: Page) -> None:
    for choice in ("[name=value][value=no]", ".order-bar .btn-brass", ".tap", ".solo-next"):
        button = page.locator(choice).first
        if button.count():
            return button.tap()
    return page.locator(".actionbar .btn-brass").first.tap()


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
    "then": lambda page: page.asking.ask and page.asking.ask.widget == "taps" and page.asking.ask.ahead,
    "aims": lambda page: page.asking.ask and page.asking.ask.aims,
    "order": lambda page: page.asking.ask and page.asking.ask.widget == "order",
    "target": lambda page: page.asking.ask and page.asking.ask.question.kind == "unit",
    "holders": lambda page: page.asking.several and not page.asking.several.dice,
    "strikes": lambda page: page.step and page.step.strikes,
    "over": lambda page: page.step and page.step.phase == "over",
}


def _long(question: Any) -> Any:
    """Answers that lead past every kind of screen."""
    return {"way": "no", "rush_only": "no"}.get(question.key.split(":")[0])


@pytest.mark.in_turn(7, kind="screens")
def test_every_screen_is_accessible_and_fits(open_page: Callable[..., Page], live_server: Any) -> None:
    """Light and dark, phone and desk, each screen loaded once: axe, nothing sideways, thumbs hit."""
    seat = factories.new_organiser(name="Marta")
    browser = signed_in(seat)
    scope = new_game(browser, seat, challenge="on", rounds="2")
    page = visitor(open_page(touch=True), seat, live_server)
    walk = Walk(browser, scope, _long)
    walk.post(do="choose_list", side="app1", list="thornmarch")  # has units of every type
    left = dict(SCREENS)
    wrong: list[str] = []
    for _ in range(300):
        for name in [name for name, is_it in left.items() if is_it(walk.page)]:
            wrong += _looked_at(page, f"/l/{scope.pk}/solo/", name)
            del left[name]
            if name == "turn":
                wrong += _sides_looked_at(page, scope)
        if walk.page.step is not None and walk.page.step.phase == "over":
            break
        walk.step()
    wrong += _looked_at(page, f"/l/{scope.pk}/solo/log/", "log")
    for name, path in {"games": "", "pool": "lists/"}.items():
        wrong += _looked_at(page, f"/clubs/{seat.club.slug}/solo/{path}", name)
    assert wrong == []
    assert not set(left) - {"target", "strikes"}, left.keys()


@pytest.mark.in_turn(7, kind="journeys")
def test_a_mission_s_page_against_the_app(open_page: Callable[..., Page], live_server: Any) -> None:
    """The league's side of it, before and after a game."""
    story = Story()
    page = visitor(open_page(), story.ilse, live_server)
    wrong = _looked_at(page, story.address, "mission")
    walk = story.started(story.ilse, **{"set:standin": "always"})
    walk.until("over")
    wrong += _looked_at(page, story.address, "mission-over")
    wrong += _looked_at(page, f"/l/{walk.scope.pk}/solo/settings/", "settings")
    assert wrong == []


def _sides_looked_at(page: Page, scope: Scope) -> list[str]:
    """Both sides in mid-game, a unit of the app and one of ours."""
    state: SoloState = play.state_of(scope)
    theirs, ours = (state.on_table(camp)[0].id for camp in ("ai", "human"))
    wanted = {"units": "units/", "unit": f"units/{theirs}/", "own": f"units/{ours}/"}
    return [
        one for name, path in wanted.items() for one in _looked_at(page, f"/l/{scope.pk}/solo/{path}", name)
    ]


def _looked_at(page: Page, address: str, name: str) -> list[str]:
    page.goto(address)
    return faults(page, f"solo-{name}", (PHONE_LIGHT, PHONE_DARK, replace(DESK_LIGHT, rules=TARGETS)))


@pytest.mark.in_turn(7, kind="journeys")
def test_a_league_s_game_from_its_page_to_a_level(open_page: Callable[..., Page], live_server: Any) -> None:
    """A mission against the app: made, played for four rounds, reported as a draft, confirmed, levelled."""
    club = Club()
    page = visitor(open_page(touch=True), club.ilse, live_server)
    page.goto(f"/l/{club.league.pk}/missions/")
    leads_on(page.get_by_role("link", name="Play against the app"))
    page.locator("label.pick", has_text="Marta's band").tap()
    assert _sound(page, "against") == []
    leads_on(page.get_by_role("button", name="Go to the table"))
    page.wait_for_selector("#solo")
    scope = Scope.objects.get(game="solo")
    thumb = Thumb(page)
    walk = Walk(signed_in(club.ilse), scope)  # a whole game by taps is the subject of another test
    for _ in range(700):
        if walk.page.title == "Round 4 begins":
            break
        walk.step()
    mine, theirs = _taken_out(page, scope)
    page.goto(f"/l/{scope.pk}/solo/")
    _play_until(thumb, "The game is over")
    _reported(page, len(theirs))
    _steps(Phone(page, club.ilse, live_server.url), club)
    killer = play.state_of(club.league).units[mine[0].source]
    assert (killer.xp, killer.level) == (1 + 2 + len(theirs) - 1, 1)
    assert reconcile(scope) == reconcile(club.league) == []


def _taken_out(page: Page, scope: Scope) -> tuple[list[Unit], list[Unit]]:
    """My first unit takes out everybody of the app's, one of which has taken out my last."""
    state: SoloState = play.state_of(scope)
    mine, theirs = state.on_table("human"), state.on_table("ai")
    for victim, killer in ((mine[-1], theirs[0]), *((unit, mine[0]) for unit in theirs)):
        page.goto(f"/l/{scope.pk}/solo/units/{victim.id}/")
        page.get_by_label("Taken out by").select_option(killer.id)
        page.get_by_role("button", name="Knocked out").tap()
        expect(page.get_by_role("button", name="It’s on the table after all")).to_be_visible()
    return mine, theirs


def _reported(page: Page, taken: int) -> None:
    """From the end of the game to a report that counts."""
    leads_on(page.get_by_role("link", name="Report it to the league"))
    leads_on(page.get_by_role("link", name="Report it to the league"))
    expect(page.locator("[name^='taken:']:checked")).to_have_count(taken)
    expect(page.locator("[name^='lost:']:checked")).to_have_count(1)
    page.locator("[name=won][value='1']").check(force=True)
    assert _sound(page, "handover") == []
    page.get_by_role("button", name="Send report").tap()
    expect(page.get_by_text("beat the app after 4 rounds")).to_be_visible()
    page.get_by_role("button", name="Accept it now, as organiser").tap()
    expect(page.get_by_role("button", name="Accept it now, as organiser")).to_have_count(0)


def mission_of(club: Club) -> str:
    told: str = play.state_of(club.league).warbands[club.bands["Marta"]].mission
    return told


def _play_until(thumb: Thumb, title: str) -> None:
    for _ in range(700):
        if thumb.title == title:
            return
        thumb.on()
    raise AssertionError(f"never got to {title}; it says {thumb.title}")


def _sound(page: Page, name: str) -> list[str]:
    return faults(page, f"solo-{name}", [PHONE_LIGHT])


def _steps(phone: Phone, club: Club) -> None:
    """Steps 3 to 6 of Marta's warband, with the app's dice and the first of every choice."""
    phone.page.goto(f"/l/{club.league.pk}/m/{mission_of(club)}/steps/{club.bands['Marta']}/")
    for button in (
        "Roll for the casualties",
        "Save the experience",
        "Finish upgrades",
        "Finish recruiting",
    ):
        if phone.page.get_by_role("button", name=button).count():  # else it begins with its dice
            phone.tap_button(button)
        for _ in range(20):
            if not phone.page.locator(".question").count():
                break
            phone.answer()
    assert (
        mission_of(club) == ""
        or play.state_of(club.league).missions[mission_of(club)].sides[0].step == "done"
    )
