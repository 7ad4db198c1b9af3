"""A whole club night: announced, answered, paired, read by a calendar, played, reported, told in the chat."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from urllib.request import urlopen

import pytest
from django.utils import timezone
from ical.calendar_stream import IcsCalendarStream
from playwright.sync_api import Page, expect

from campaigns.leagues.clock import clock_tick
from campaigns.models import Chat, ChatShape, Notice, PlannedGame, Scope
from campaigns.notices.found import finding
from campaigns.notices.ways import outbox
from campaigns.people import seats as people
from tests.browser.conftest import DESK, leads_on, tap, violations
from tests.browser.test_people import sign_in
from tests.campaigns import play
from tests.campaigns.notices.sinks import ChatSink, chat_sink
from tests.factories import new_seat

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenPage = Callable[..., Page]


@pytest.fixture
def chat(settings: Any) -> Iterator[ChatSink]:
    settings.OUTWARD = ["127.0.0.0/8"]
    with chat_sink() as sink:
        yield sink


class Hall:
    """Four people of one league, a browser each; the club's chat hears what all may read."""

    def __init__(self, open_page: OpenPage, chat: ChatSink) -> None:
        self.ilse = people.found_club(name="The Brass Lantern", organiser_name="Ilse").organiser
        self.club = self.ilse.club
        self.seats = [self.ilse, *(new_seat(club=self.club, name=one) for one in ("Marta", "Tom", "Jun"))]
        self.scope: Scope = play.found_league(self.ilse, name="The Iron Winter", parallel_play="on")
        for seat in self.seats:
            play.found_warband(self.scope, seat, f"{seat.name}'s band", units=play.band(150))
        play.answer_all(self.scope, self.ilse, play.act(self.scope, self.ilse, "start"))
        finding.catch_up(timezone.now() - timedelta(minutes=1))
        made_at = timezone.now() - timedelta(seconds=1)
        self.chat, url = chat, chat.url
        Chat.objects.create(
            club=self.club, name="#campaign", shape=ChatShape.DISCORD, url=url, made_at=made_at
        )
        self.pages = {
            seat.name: open_page(size=DESK) if seat == self.ilse else open_page(touch=True)
            for seat in self.seats
        }
        for seat in self.seats:
            sign_in(self.pages[seat.name], seat)

    def said(self) -> str:
        """What the chat has heard, once the clock has ticked and the sender has been there."""
        clock_tick()
        outbox.send_due()
        return "\n".join(json.loads(one.body)["content"] for one in self.chat.posts)


@pytest.fixture
def hall(open_page: OpenPage, chat: ChatSink, live_server: Any) -> Hall:
    return Hall(open_page, chat)


def announced(desk: Page) -> None:
    leads_on(desk.get_by_role("link", name="Calendar"))
    leads_on(desk.get_by_role("link", name="Announce the first one"))
    desk.get_by_label("Day*").fill(timezone.localdate().isoformat())
    desk.get_by_label("From").fill("00:00")
    desk.get_by_label("Until").fill("00:00")
    desk.get_by_label("Where").fill("The Anchor")
    leads_on(desk.get_by_role("button", name="Announce it"))


def calendar_of(page: Page, hall: Hall, address: str) -> list[str]:
    """What a calendar program reads at the address somebody has made for it."""
    page.goto(f"/clubs/{hall.club.slug}/calendars/")
    leads_on(page.get_by_role("button", name="Create an address").first)
    made = page.get_by_role("link", name="Add it to this device’s calendar").first.get_attribute("href")
    path = str(made).split("/", 3)[3]
    with urlopen(f"{address}/{path}") as answer:
        return [
            str(one.summary) for one in IcsCalendarStream.calendar_from_ics(answer.read().decode()).events
        ]


def reported(page: Page, mine: str) -> None:
    """Begun from the game's page, played, and reported by whoever has won."""
    leads_on(page.get_by_role("button", name="Start the game"))
    leads_on(page.get_by_role("button", name="Start playing"))
    leads_on(page.get_by_role("link", name="The mission is over"))
    tap(page.locator("label.chip", has_text=mine).first)
    leads_on(page.get_by_role("button", name="Send report"))
    expect(page.get_by_text("It counts once an opponent agrees")).to_be_visible()


@pytest.mark.in_turn(7, kind="journeys")
@pytest.mark.journey
def test_a_club_night_from_the_announcement_to_the_chat(hall: Hall, live_server: Any) -> None:
    desk = hall.pages["Ilse"]
    announced(desk)
    for seat in hall.seats:
        hall.pages[seat.name].goto("/")
        leads_on(hall.pages[seat.name].get_by_role("button", name="I’ll be there"))
    leads_on(desk.get_by_role("link", name="Club night, 00:00"))
    leads_on(desk.get_by_role("link", name="Pair up those without a game"))
    assert violations(desk) == []
    leads_on(desk.get_by_role("button", name="Publish 2 pairings"))
    heard = hall.said()
    assert "Club night" in heard
    assert "The Anchor" in heard

    plan = PlannedGame.objects.filter(sides__seat=hall.seats[1]).get()
    rival = next(one.seat for one in plan.sides.select_related("seat") if one.seat != hall.seats[1])
    marta, theirs = hall.pages["Marta"], hall.pages[rival.name]
    read = calendar_of(marta, hall, live_server.url)
    assert any(rival.name in one for one in read)
    assert any("Club night" in one for one in read)

    marta.goto("/inbox/")
    expect(marta.locator("main")).to_contain_text(rival.name)
    marta.goto(f"/clubs/{hall.club.slug}/games/{plan.pk}/")
    reported(marta, "Marta's band")
    theirs.goto("/")
    leads_on(theirs.get_by_role("button", name="Agree"))
    heard = hall.said()
    assert f"The Iron Winter: Marta's band beat {rival.name}'s band." in heard
    told = Notice.objects.filter(person=rival.person).count()
    hall.said()
    assert Notice.objects.filter(person=rival.person).count() == told
