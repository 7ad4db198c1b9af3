"""A page that follows the league keeps what somebody has begun to answer, and leads on when it is settled."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone
from playwright.sync_api import Locator, Page, Route, expect
from pytest_django import DjangoDbBlocker

from campaigns.engine import door
from campaigns.engine.who.rights import Actor
from campaigns.models import Scope, Seat
from tests import factories
from tests.browser.conftest import at_rest, tap
from tests.browser.streaming import served
from tests.campaigns import play
from tests.campaigns.opr.table.evening import Evening
from tests.campaigns.play import act
from tests.maps.conquest import play as conquest
from tests.maps.firestorm.orders.test_orders import banner, tapped, writing

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
        door.answer_question(self.scope.pk, Actor(self.tom), self.slot, key, value)

    def phone(self, seat: Seat) -> Page:
        return self.on(seat, f"d/{self.slot}/")

    def sign_in(self, page: Page, seat: Seat) -> None:
        cookie = factories.signed_in(seat).cookies[settings.SESSION_COOKIE_NAME].value
        page.context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": self.address}]
        )

    def on(self, seat: Seat, tail: str) -> Page:
        """A page of the league on somebody's phone, while it follows."""
        page = self.open_page()
        self.sign_in(page, seat)
        page.goto(f"{self.address}{self.url(tail)}")
        page.wait_for_selector("body.is-live")
        at_rest(page)
        return page

    def something_else(self) -> None:
        act(self.scope, self.ilse, "give_points", warband=self.bell, amount=5, words="A late prize.")


@pytest.fixture(scope="module")
def office(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """One server for all of them: pages and streams of a test's own league."""
    with django_db_blocker.unblock():
        ours = sessions()
    with served() as address:
        yield address
    until = time.monotonic() + 10  # a database is not dropped while the server's last session is there
    with django_db_blocker.unblock():
        while sessions() - ours and time.monotonic() < until:
            time.sleep(0.02)
    connection.close()


def sessions() -> set[int]:
    """The processes in which the database's server serves somebody else."""
    with connection.cursor() as cursor:
        return {pid for (pid,) in cursor.execute(f"SELECT pid {OTHERS}").fetchall()}


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


OTHERS = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
UNDER_WAY = f"SELECT count(*) {OTHERS} AND state <> 'idle'"


def is_sent(route: Route) -> bool:
    return route.request.method == "POST"


def marked(page: Page) -> None:
    page.locator("#dialogue").evaluate("part => part.dataset.before = '1'")


def renewed(page: Page) -> None:
    expect(page.locator("#dialogue:not([data-before])")).to_be_attached()
    at_rest(page)


@pytest.mark.in_turn(7, kind="journeys")
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
    assert "which warband?" in marta.locator("#dialogue h2").first.inner_text()


def test_whoever_looks_on_is_led_on_when_it_is_settled(asked: Asked) -> None:
    tom = asked.phone(asked.tom)
    with tom.expect_navigation():
        asked.say("eligible", asked.units(asked.bell)[:1])
    expect(tom.locator("#mission")).to_be_visible()


TWICE = """
() => [...document.querySelectorAll("[id]")].map((one) => one.id)
  .filter((id, place, ids) => ids.indexOf(id) !== place)
"""
BRASS = """
(buttons) => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.backgroundColor = "var(--brass)";
  const brass = getComputedStyle(probe).backgroundColor;
  probe.remove();
  return buttons.filter((one) => one.checkVisibility() && getComputedStyle(one).backgroundColor === brass)
    .map((one) => one.textContent.trim());
}
"""


def test_two_phones_on_one_question_hold_nothing_twice(asked: Asked) -> None:
    marta, tom = asked.phone(asked.marta), asked.phone(asked.tom)
    for page in (marta, tom):
        marked(page)
    for unit in (asked.units(asked.bell)[0], asked.units(asked.raiders)[0]):
        marta.locator(f"#dialogue input[value='{unit}']").check(force=True)
    marta.locator("#dialogue [data-answer]").click()
    for page in (marta, tom):
        renewed(page)
        expect(page.locator("#dialogue h2").first).to_contain_text("which warband?")
        assert page.evaluate(TWICE) == []
        expect(page.locator("#dialogue").locator("#bars, #aside")).to_have_count(0)
        expect(page.locator("#bars i.done")).to_have_count(3)


def test_what_somebody_has_chosen_is_what_the_brass_button_sends(asked: Asked) -> None:
    """Until then it draws; afterwards drawing is the other button, and the choice is not lost by a tap."""
    asked.say("eligible", [asked.units(asked.bell)[0], asked.units(asked.raiders)[0]])
    tom = asked.phone(asked.tom)
    buttons = tom.locator("#dialogue .actionbar button")
    assert buttons.evaluate_all(BRASS) == ["Draw for me"]
    option = tom.locator("#dialogue label.pick").last
    name = option.locator(".line-title").inner_text()
    option.click()
    assert buttons.evaluate_all(BRASS) == [name]
    with tom.expect_request(lambda request: request.method == "POST") as sent:
        tom.get_by_role("button", name=name).click()
    at_rest(tom)
    assert "value=" in str(sent.value.post_data)
    assert "roll=" not in str(sent.value.post_data)


def test_home_follows_every_league_of_mine(asked: Asked) -> None:
    another = play.found_league(asked.ilse, name="The Rust Frontier")
    marta = asked.phone(asked.marta)
    marta.goto(f"{asked.address}/")
    marta.wait_for_selector("body.is-live")
    play.found_warband(another, asked.marta, "The Late Lamps")
    expect(marta.locator("#leagues")).to_contain_text("The Late Lamps")
    expect(marta.locator("#invitations")).not_to_contain_text("Bring your army")
    act(asked.scope, asked.ilse, "rename_warband", warband=asked.bell, name="The Third Bell")
    expect(marta.locator("#leagues")).to_contain_text("The Third Bell")


def test_the_sign_at_home_counts_what_the_list_shows(asked: Asked) -> None:
    marta = asked.on(asked.marta, "")
    marta.goto(f"{asked.address}/")
    marta.wait_for_selector("body.is-live")
    sign = marta.locator("#todos-tab")
    before = marta.locator("#todos .line").count()
    asked.scope, bands = before_it_starts(asked)
    play.answer_all(asked.scope, asked.ilse, act(asked.scope, asked.ilse, "start"))
    opened = act(asked.scope, asked.ilse, "open_mission", warbands=bands)
    marta.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(marta.locator("#todos")).to_contain_text(asked.scope.name)
    assert opened.settled
    assert before != marta.locator("#todos .line").count()
    expect(sign).to_contain_text(str(marta.locator("#todos .line").count()))


def test_a_part_that_could_not_be_fetched_breaks_nothing(asked: Asked) -> None:
    """The server is away for a moment: an error of the script would fail the test when the page is closed."""
    page = asked.phone(asked.marta)
    page.route("**/*", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        asked.something_else()
    page.wait_for_timeout(100)


def narrowest(page: Page) -> float:
    """The least width of a button under the thumb."""
    buttons = page.locator("#bar .btn").all()
    return min(box["width"] for one in buttons if (box := one.bounding_box()))


def test_a_mission_that_somebody_else_begins_shows_its_round_and_what_comes_next(asked: Asked) -> None:
    asked.scope, bands = before_it_starts(asked)
    play.answer_all(asked.scope, asked.ilse, act(asked.scope, asked.ilse, "start"))
    opened = act(asked.scope, asked.marta, "open_mission", warbands=bands)
    mission = f"{opened.slot}.mission"
    ilse, tom = (asked.on(seat, f"m/{mission}/") for seat in (asked.ilse, asked.tom))
    act(asked.scope, asked.marta, "begin", mission=mission)
    for page in (ilse, tom):
        expect(page.locator("#round .round-now")).to_be_visible()
        expect(page.locator("#bar")).to_contain_text("A unit is out")
        assert narrowest(page) > 120


def before_it_starts(asked: Asked) -> tuple[Scope, list[str]]:
    """A league that has not begun, with two warbands."""
    scope = play.found_league(asked.ilse, name="The Rust Frontier")
    seats = (asked.marta, asked.tom)
    return scope, [play.found_warband(scope, seat, f"Band of {seat.name}") for seat in seats]


def test_the_button_of_a_new_mission_comes_when_the_league_starts(asked: Asked) -> None:
    asked.scope, _bands = before_it_starts(asked)
    marta = asked.on(asked.marta, "")
    expect(marta.locator(".head").get_by_role("link", name="New mission")).to_have_count(0)
    play.answer_all(asked.scope, asked.ilse, act(asked.scope, asked.ilse, "start"))
    expect(marta.locator(".head").get_by_role("link", name="New mission")).to_be_visible()


def test_a_page_before_the_first_round_follows_and_leads_on_to_the_map(asked: Asked) -> None:
    league = conquest.table("Marta", "Kwame")
    asked.scope = league.scope
    page = asked.on(league.seats["Marta"], "")
    kwame = league.state.realms[league.realm("Kwame")]
    sent = {"realm": kwame.id, "name": "The Bell Wardens", "colour": kwame.colour}
    assert league.post("Kwame", "rename", **sent).status_code == 302
    expect(page.locator("#joined")).to_contain_text("The Bell Wardens")
    with page.expect_navigation():
        league.answered("Organiser", league.post("Organiser", "begin_play"))
    expect(page.locator("#board")).to_be_visible()


def test_whoever_is_cut_off_reads_so_once_in_place_of_live(asked: Asked) -> None:
    marta = asked.on(asked.marta, "")
    sign = marta.locator(".live").first
    expect(sign).to_contain_text("live")
    marta.context.set_offline(True)
    expect(sign).to_have_text("No network. The page shows the last known state.")
    expect(marta.locator("#toasts > *")).to_have_count(0)
    marta.context.set_offline(False)
    expect(sign).to_contain_text("live")


def test_a_draft_of_my_faction_comes_to_my_page_and_leaves_other_factions_in_peace(
    office: str, answered: None, open_page: Callable[..., Page]
) -> None:
    table = writing("Marta", "Kwame", more=(("Ilse", "Marta"),))
    pages = {}
    for who in ("Marta", "Kwame"):
        page = pages[who] = open_page()
        cookie = table.browsers[who].cookies[settings.SESSION_COOKIE_NAME].value
        page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": office}])
        page.goto(f"{office}{table.url('orders')}")
        page.wait_for_selector("body.is-live")
        at_rest(page)
        page.locator("#board").evaluate("part => part.dataset.before = '1'")
    asked: list[str] = []
    pages["Kwame"].on("request", lambda request: asked.append(request.url))
    tapped(table, "Ilse", banner(table, "Marta"), step="T07")
    expect(pages["Marta"].locator(".orders-way")).to_contain_text("Ashen Orchard")
    assert asked == []
    tapped(table, "Ilse", banner(table, "Marta"), seal="1")  # that everybody sees
    expect(pages["Kwame"].locator("#board:not([data-before])")).to_contain_text("sealed")


# A mission in play: a tap is answered in place


class AtTable(Asked):
    """Marta and Tom beside the table, the page of their mission open on both phones."""

    def __init__(self, asked: Asked) -> None:
        vars(self).update(vars(asked))
        other = Evening()
        self.scope, self.ilse, self.marta, self.tom = other.scope, other.ilse, other.marta, other.tom
        self.bell, self.raiders = other.bell, other.raiders
        self.played = self.mission()
        self.hers, self.his = (self.unfolded(seat) for seat in (self.marta, self.tom))

    def unfolded(self, seat: Seat) -> Page:
        """The mission's page with both sides open."""
        page = self.on(seat, f"m/{self.played}/")
        tap(page.locator("#mission > details.ledger:not([open]) > summary"))
        return page

    def row(self, page: Page, warband: str, number: int = 0) -> Locator:
        return page.locator(f"#u-{self.units(warband)[number]}".replace(".", "\\."))


@pytest.fixture
def table(asked: Asked) -> AtTable:
    return AtTable(asked)


def asks(page: Page) -> list[str]:
    """What this page asks the server for from now on."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(f"{request.method} {request.resource_type} {request.url}"))
    return sent


def body_text(page: Page) -> str:
    return " ".join(page.locator("#mission").inner_text().split())


def kills(page: Page, killer: str, victim: str) -> None:
    """In the ledger's sheet, with a finger."""
    tap(page.locator("#bar").get_by_role("link", name="A unit is out"))
    expect(page.locator("#ledger")).to_be_visible()
    tap(page.locator(f'#ledger .as-killer:has([value="{killer}"])'))
    tap(page.locator(f'#ledger .as-victim[value="{victim}"]'))
    expect(page.locator("#ledger")).not_to_be_visible()


def test_a_tap_at_the_table_loads_no_page_and_opens_no_stream(table: AtTable) -> None:
    sent = asks(table.hers)
    stunned = table.row(table.hers, table.bell).locator("button")
    tap(stunned)
    expect(stunned).to_have_class("tag tag-brass tag-tap")
    expect(table.row(table.his, table.bell).locator("button")).to_have_text("stunned")
    kills(table.hers, table.units(table.bell)[1], table.units(table.raiders)[0])
    for page in (table.hers, table.his):
        expect(table.row(page, table.raiders)).to_contain_text("out, round 1")
    tap(table.hers.locator("#saved").locator("button"))
    for page in (table.hers, table.his):
        expect(table.row(page, table.raiders)).not_to_contain_text("out, round 1")
    tap(stunned)
    expect(table.row(table.his, table.bell).locator("button")).to_have_text("stunned?")
    assert not [one for one in sent if " document " in one or "/live/" in one]
    assert len([one for one in sent if one.startswith("POST")]) == 4
    assert table.hers.evaluate("performance.getEntriesByType('navigation').length") == 1


def test_a_tick_is_shown_before_it_is_answered_and_taken_back_when_it_is_refused(table: AtTable) -> None:
    page, held = table.hers, list[Route]()
    page.route("**/down/", lambda route: held.append(route))
    stunned = table.row(page, table.bell).locator("button")
    tap(stunned)
    expect(stunned).to_have_text("stunned")
    Scope.objects.filter(pk=table.scope.pk).update(archived_at=timezone.now())
    held.pop().continue_()
    expect(page.locator("#refused")).to_contain_text("This league is in the archive.")
    expect(stunned).to_have_text("stunned?")
    expect(stunned).to_have_class("tag tag-pencil tag-tap")
    Scope.objects.filter(pk=table.scope.pk).update(archived_at=None)
    tap(stunned)
    held.pop().abort()
    expect(page.locator("#toasts")).to_contain_text("No network.")
    expect(stunned).to_have_text("stunned?")
    tap(stunned)
    held.pop().continue_()
    expect(page.locator("#refused")).to_be_empty()
    expect(table.row(table.his, table.bell).locator("button")).to_have_text("stunned")


def test_two_who_tap_at_once_end_alike_and_like_a_page_opened_anew(table: AtTable) -> None:
    held: list[Route] = []
    for page in (table.hers, table.his):
        page.route("**/down/", lambda route: held.append(route))
    taps = [(table.hers, table.bell, 0), (table.his, table.raiders, 0), (table.hers, table.raiders, 1)]
    for page, warband, number in taps:
        tap(table.row(page, warband, number).locator("button"))
        expect(table.row(page, warband, number).locator("button")).to_have_text("stunned")
    for _tap in taps:
        while not held:
            table.hers.wait_for_timeout(20)
        held.pop().continue_()
    for _page, warband, number in taps:
        for page in (table.hers, table.his):
            button = table.row(page, warband, number).locator("button")
            expect(button).to_have_attribute("data-then", "down")
    for page, seat in ((table.hers, table.marta), (table.his, table.tom)):
        at_rest(page)
        assert body_text(page) == body_text(table.unfolded(seat))


def test_back_shows_a_mission_as_it_is(table: AtTable) -> None:
    page = table.hers
    tap(table.row(page, table.bell).locator("button"))
    expect(table.row(page, table.bell).locator("button")).to_have_text("stunned")
    at_rest(page)
    page.goto(f"{table.address}{table.url()}")
    tap(table.row(table.his, table.raiders).locator("button"))
    expect(table.row(table.his, table.raiders).locator("button")).to_have_text("stunned")
    page.go_back()
    expect(table.row(page, table.bell).locator("button")).to_have_text("stunned")
    expect(table.row(page, table.raiders).locator("button")).to_have_text("stunned")


@pytest.mark.in_turn(7, kind="journeys")
def test_what_is_chosen_in_the_ledger_stays_while_others_tick(table: AtTable) -> None:
    page, killer = table.hers, table.units(table.bell)[1]
    tap(page.locator("#bar").get_by_role("link", name="A unit is out"))
    tap(page.locator(f'#ledger .as-killer:has([value="{killer}"])'))
    mine, his = table.units(table.bell)[0], table.units(table.raiders)
    kills(table.his, his[2], mine)
    expect(page.locator(f'#ledger .is-gone[href$="{mine}"]')).to_be_attached()
    kills(table.his, killer, his[0])
    expect(page.locator(f'#ledger .is-gone[href$="{his[0]}"]')).to_be_attached()
    expect(page.locator(f'#ledger [name="killer"][value="{killer}"]')).to_be_checked()
    tap(page.locator(f'#ledger .as-victim[value="{his[1]}"]'))
    expect(table.row(table.his, table.raiders, 1)).to_contain_text("out, round 1")
