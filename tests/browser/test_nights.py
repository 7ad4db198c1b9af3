"""A club night in a real browser: announced, answered from home with one tap, the hall's screen follows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from campaigns.models import Night, NightAnswer, Seat
from campaigns.nights import acts
from campaigns.nights.feeds import feeds
from campaigns.nights.games import plans
from campaigns.notices.found import finding
from campaigns.people import seats as people
from tests.browser.conftest import DESK, leads_on, tap, violations
from tests.browser.looks import DESK_DARK, faults
from tests.browser.test_people import SMALL, sign_in
from tests.campaigns import play
from tests.campaigns.nights.conftest import announced
from tests.factories import new_seat

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenPage = Callable[..., Page]


@pytest.fixture
def ilse() -> Seat:
    return people.found_club(name="The Brass Lantern", organiser_name="Ilse").organiser


@pytest.mark.in_turn(7, kind="journeys")
def test_a_night_is_announced_and_answered_with_one_tap(open_page: OpenPage, ilse: Seat) -> None:
    marta = new_seat(club=ilse.club, name="Marta")
    desk, phone = open_page(size=DESK), open_page(script=False)
    sign_in(desk, ilse)
    leads_on(desk.get_by_role("link", name="Calendar"))
    leads_on(desk.get_by_role("link", name="Announce the first one"))
    desk.get_by_label("Day*").fill((timezone.now() + timedelta(days=2)).date().isoformat())
    desk.get_by_label("Where").fill("The Anchor")
    desk.get_by_label("Repeats").select_option(label="every other week")
    leads_on(desk.get_by_role("button", name="Announce it"))
    expect(desk.get_by_role("heading", name="Who is coming")).to_be_visible()

    sign_in(phone, marta)
    expect(phone.get_by_role("heading", name="Next club night")).to_be_visible()
    leads_on(phone.get_by_role("button", name="I’ll be there"))
    expect(phone.get_by_role("button", name="I’ll be there")).to_have_attribute("aria-pressed", "true")
    expect(phone.get_by_text("1 coming")).to_be_visible()
    assert NightAnswer.objects.get().seat == marta
    assert Night.objects.count() > 3

    tap(desk.get_by_role("button", name="Maybe"))
    expect(desk.locator(".line", has_text="maybe").get_by_text("Ilse")).to_be_visible()


def test_the_halls_screen_shows_who_is_there(open_page: OpenPage, ilse: Seat) -> None:
    marta = new_seat(club=ilse.club, name="Marta")
    night = announced(ilse, ahead=0)
    Night.objects.update(starts="00:00", ends="00:00")  # all day long, whenever this runs
    hall, phone = open_page(size={"width": 1280, "height": 800}), open_page()
    sign_in(hall, ilse)
    hall.goto(f"/clubs/{ilse.club.slug}/nights/{night.pk}/hall/")
    expect(hall.get_by_text("Nobody is here yet.")).to_be_visible()
    sign_in(phone, marta)
    phone.goto(f"/clubs/{ilse.club.slug}/nights/{night.pk}/here/")
    leads_on(phone.get_by_role("button", name="I’m here"))
    hall.reload()
    expect(hall.locator(".hall-guest", has_text="Marta")).to_be_visible()
    assert violations(hall) == []


@pytest.mark.in_turn(7, kind="screens")
def test_every_page_of_a_night_is_sound(open_page: OpenPage, ilse: Seat) -> None:
    jonas = new_seat(club=ilse.club, name="Jonas-Maximilian von Hohenschwangau")
    night = announced(ilse, ahead=2, repeats="1", address="Mill Lane 4", words="The key is at the bar.")
    plan = plans.propose_game(
        by=jonas, others=[ilse], when=plans.When.on(night, 2), words="Well?", stake="A pint"
    )
    plans.seek_game(seat=jonas, words="Anything short")
    club = f"/clubs/{ilse.club.slug}/nights/"
    page = open_page()
    sign_in(page, ilse)
    wrong = []
    games = f"/clubs/{ilse.club.slug}/games/"
    acts.set_attendance(seat=ilse, night=night, come="yes")
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    plans.propose_game(by=jonas, others=[ilse], when=plans.When.on(night, 3))
    finding.catch_up(timezone.now())
    feeds.open_feed(person=ilse.person)
    others = ("/inbox/", f"/clubs/{ilse.club.slug}/calendars/", f"{club}{night.pk}/pairs/")
    more = (*others, f"{games}new/", *(f"{games}{plan.pk}/{one}" for one in ("", "move/", "off/")))
    for path in (
        *more,
        "/",
        club,
        f"{club}new/",
        f"{club}month/?day={night.day}",
        *(f"{club}{night.pk}/{one}" for one in ("", "here/", "change/", "off/")),
    ):
        page.goto(path)
        wrong += faults(page, path, [SMALL, replace(DESK_DARK, thumb=40)])
    assert wrong == []


@pytest.mark.in_turn(7, kind="journeys")
def test_a_game_is_asked_for_accepted_and_begun(open_page: OpenPage, ilse: Seat) -> None:
    marta = new_seat(club=ilse.club, name="Marta")
    announced(ilse, ahead=0)
    Night.objects.update(starts="00:00", ends="00:00")  # all day long, whenever this runs
    desk, phone = open_page(size=DESK), open_page(script=False)
    sign_in(desk, ilse)
    leads_on(desk.get_by_role("link", name="Club night, 00:00"))
    leads_on(desk.get_by_role("link", name="Plan a game"))
    desk.get_by_role("checkbox", name="Marta").check()
    desk.get_by_label("Table").fill("3")
    desk.get_by_label("A note to them").fill("You still owe me a bridge.")
    assert violations(desk) == []
    leads_on(desk.get_by_role("button", name="Ask"))
    expect(desk.get_by_text("Not accepted yet")).to_be_visible()
    assert violations(desk) == []

    sign_in(phone, marta)
    leads_on(phone.get_by_role("link", name="Ilse would like a game"))
    expect(phone.get_by_text("You still owe me a bridge.")).to_be_visible()
    tops = [one.bounding_box() for one in phone.locator(".plan-side .emblem-lg").all()]
    assert len({round(box["y"]) for box in tops if box}) == 1  # beside each other, however long the names are
    for word in ("Accept", "Decline"):
        expect(phone.get_by_role("button", name=word)).to_be_in_viewport()
    leads_on(phone.get_by_role("button", name="Accept"))
    leads_on(phone.get_by_role("button", name="Start the game"))
    expect(phone.get_by_text("Started", exact=True)).to_be_visible()
    phone.goto("/")
    leads_on(phone.get_by_role("link", name="Club night, 00:00"))
    expect(phone.locator(".is-mine", has_text="Ilse")).to_contain_text("started")


@pytest.mark.in_turn(7, kind="journeys")
def test_pairs_are_made_swapped_and_published_without_script(open_page: OpenPage, ilse: Seat) -> None:
    seats = [ilse, *(new_seat(club=ilse.club, name=one) for one in ("Marta", "Tom", "Jun", "Priya"))]
    scope = play.found_league(ilse, name="The Iron Winter", parallel_play="on")
    for seat in seats:
        play.found_warband(scope, seat, units=play.band(150))
    night = announced(ilse, ahead=2)
    for seat in seats:
        acts.set_attendance(seat=seat, night=night, come="yes")
    desk = open_page(size=DESK, script=False)
    sign_in(desk, ilse)
    desk.goto(f"/clubs/{ilse.club.slug}/nights/{night.pk}/pairs/?league={scope.pk}")
    expect(desk.get_by_text("2 pairings, 1 sits out")).to_be_visible()
    names = desk.locator(".plate b").all_inner_texts()
    leads_on(desk.locator("a.plate").first)
    expect(desk.get_by_text("selected", exact=True)).to_be_visible()
    look = open_page(size=DESK)
    sign_in(look, ilse)
    look.goto(desk.url)
    assert violations(look) == []
    look.set_viewport_size({"width": 390, "height": 844})
    assert set(
        look.locator(".plate").evaluate_all("all => all.map(one => getComputedStyle(one).display)")
    ) == {"flex"}
    widths = look.locator(".plate").evaluate_all("all => all.map(one => one.offsetWidth)")
    assert min(widths) > 200, "a name beside its reasons is a letter wide"
    look.set_viewport_size({"width": 1280, "height": 800})
    desk.locator("button.plate", has_text=names[2]).focus()
    with desk.expect_navigation():
        desk.keyboard.press("Enter")
    assert desk.locator(".plate b").all_inner_texts() == [names[2], names[1], names[0], *names[3:]]
    look.goto(desk.url.split("&picked")[0])
    with look.expect_navigation():
        look.locator("a.plate").nth(1).drag_to(look.locator("a.plate").nth(4))
    dragged = [names[2], names[4], names[0], names[3], names[1]]
    assert look.locator(".plate b").all_inner_texts() == dragged
    desk.reload()
    assert desk.locator(".plate b").all_inner_texts() == dragged
    leads_on(desk.get_by_role("button", name="Publish 2 pairings"))
    expect(desk.locator(".line", has_text=names[2]).filter(has_text="The Iron Winter")).to_be_visible()
