"""A page that follows the league keeps what somebody has begun to answer, and leads on when it is settled."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.db import connection
from playwright.sync_api import Page, Route, expect
from pytest_django import DjangoDbBlocker

from campaigns.engine import door
from campaigns.engine.rights import Actor
from campaigns.models import Seat
from tests import factories
from tests.browser.conftest import at_rest
from tests.browser.streaming import served
from tests.campaigns import play
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.play import act

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.xdist_group("following"),
]
LEDGE = 41  # an event that meets one of those the table ticks


class Asked(Evening):
    """Who is near the ledge? The table has not answered yet; everybody's phone follows the league."""

    def __init__(self, open_page: Callable[..., Page], address: str) -> None:
        super().__init__()
        self.open_page, self.address = open_page, address
        self.slot = act(self.scope, self.marta, "round", mission=self.mission(), round=1).slot
        for key, value in (("event-check", 6), ("event", LEDGE)):
            self.say(key, value)

    def say(self, key: str, value: object) -> None:
        door.answer(self.scope.pk, Actor(self.tom), self.slot, key, value)

    def phone(self, seat: Seat) -> Page:
        page = self.open_page()
        cookie = factories.signed_in(seat).cookies[settings.SESSION_COOKIE_NAME].value
        page.context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": self.address}]
        )
        page.goto(f"{self.address}{self.url(f'd/{self.slot}/')}")
        page.wait_for_selector("body.is-live")
        at_rest(page)
        return page

    def something_else(self) -> None:
        act(self.scope, self.ilse, "give_points", warband=self.bell, amount=5, words="A late prize.")


@pytest.fixture(scope="module")
def office(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """One server for all of them: pages and streams of a test's own league."""
    with served() as address:
        yield address
    until = time.monotonic() + 10  # a database is not dropped while the server's last session is there
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        while cursor.execute(OTHERS).fetchone() != (0,) and time.monotonic() < until:
            time.sleep(0.02)
    connection.close()


@pytest.fixture
def asked(office: str, answered: None, open_page: Callable[..., Page]) -> Asked:
    return Asked(open_page, office)


@pytest.fixture
def answered() -> Iterator[None]:
    """What the server was asked last it has answered before the database is emptied for the next test."""
    yield
    with connection.cursor() as cursor:
        while cursor.execute(UNDER_WAY).fetchone() != (0,):
            time.sleep(0.02)


OTHERS = """
SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
UNDER_WAY = f"{OTHERS} AND state <> 'idle'"


def is_sent(route: Route) -> bool:
    return route.request.method == "POST"


def marked(page: Page) -> None:
    page.locator("#dialogue").evaluate("part => part.dataset.before = '1'")


def renewed(page: Page) -> None:
    expect(page.locator("#dialogue:not([data-before])")).to_be_attached()
    at_rest(page)


def test_what_is_ticked_stays_ticked_while_the_league_goes_on(asked: Asked) -> None:
    marta = asked.phone(asked.marta)
    box = marta.locator("#dialogue input[type=checkbox]").nth(1)
    box.check(force=True)
    marked(marta)
    asked.something_else()
    renewed(marta)
    expect(box).to_be_checked()
    expect(marta.locator("#dialogue input[type=checkbox]:checked")).to_have_count(1)


def test_a_finger_that_is_down_ticks_what_it_stands_on(asked: Asked) -> None:
    marta, tom = asked.phone(asked.marta), asked.phone(asked.tom)
    for page in (marta, tom):
        page.evaluate("Math.random = () => 0")  # what is stale is fetched at once
        marked(page)
    label = marta.locator("#dialogue label:has(input[type=checkbox])").first
    label.scroll_into_view_if_needed()
    place = label.bounding_box()
    assert place
    marta.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    marta.mouse.down()
    asked.something_else()
    renewed(tom)
    marta.mouse.up()
    renewed(marta)
    expect(marta.locator("#dialogue input[type=checkbox]").first).to_be_checked()


def test_what_others_do_while_my_answer_is_on_its_way_is_not_missed(asked: Asked) -> None:
    marta = asked.phone(asked.marta)

    def slow(route: Route) -> None:
        answered = route.fetch()
        asked.something_else()
        expect(marta.locator("#dialogue[data-refreshing]")).to_be_attached()  # the stream has told of it
        route.fulfill(response=answered)

    for unit in (asked.units(asked.bell)[0], asked.units(asked.raiders)[0]):
        marta.locator(f"#dialogue input[value='{unit}']").check(force=True)
    marta.route(
        lambda address: "/d/" in address, lambda route: slow(route) if is_sent(route) else route.continue_()
    )
    with marta.expect_request(lambda request: request.url == marta.url and request.method == "GET"):
        marta.locator("#dialogue [data-answer]").click()
    at_rest(marta)
    assert "whom?" in marta.locator("#dialogue h2").first.inner_text()


def test_whoever_looks_on_is_led_on_when_it_is_settled(asked: Asked) -> None:
    tom = asked.phone(asked.tom)
    with tom.expect_navigation():
        asked.say("eligible", asked.units(asked.bell)[:1])
    expect(tom.locator("#mission")).to_be_visible()


def test_home_follows_every_league_of_mine(asked: Asked) -> None:
    another = play.found_league(asked.ilse, name="The Rust Frontier")
    marta = asked.phone(asked.marta)
    marta.goto(f"{asked.address}/")
    marta.wait_for_selector("body.is-live")
    play.found_warband(another, asked.marta, "The Late Lamps")
    expect(marta.locator("#leagues")).to_contain_text("The Late Lamps")
    expect(marta.locator("#todos")).not_to_contain_text("Bring your army")
    act(asked.scope, asked.ilse, "rename_warband", warband=asked.bell, name="The Third Bell")
    expect(marta.locator("#leagues")).to_contain_text("The Third Bell")


def test_a_part_that_could_not_be_fetched_breaks_nothing(asked: Asked) -> None:
    """The server is away for a moment: an error of the script would fail the test when the page is closed."""
    page = asked.phone(asked.marta)
    page.route("**/*", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        asked.something_else()
    page.wait_for_timeout(100)
