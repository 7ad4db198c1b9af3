"""A season of a club: fourteen people, three leagues of different books, a clock that is moved.

`make test` plays two weeks of it; `make season` all twelve.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from ical.calendar_stream import IcsCalendarStream

from campaigns.engine.stored.journal import reconcile
from campaigns.models import Notice, Person, PlannedGame
from campaigns.nights.feeds import feeds
from campaigns.nights.games.games import plan_result_url, planned_game_lines
from campaigns.nights.games.leagues import league_of_club, past_meetings
from campaigns.notices.found import finding
from tests.season import told
from tests.season.clock import Clock, moved_by_hand
from tests.season.hearing import Hearing
from tests.season.society import EVENING, gathered, posting
from tests.season.weeks import Weeks

pytestmark = [pytest.mark.django_db, pytest.mark.season]
ALL = os.environ.get("MUSTERROLL_SEASON") == "1"
WEEKS = 12 if ALL else 2
BEGINS = datetime(2026, 9, 6, 8, tzinfo=UTC)  # a Sunday; the clocks change in the seventh week after
FIRST = date(2026, 9, 10)
STATUS = {"agreed": "CONFIRMED", "paired": "CONFIRMED", "begun": "CONFIRMED", "asked": "TENTATIVE"}


@pytest.fixture
def clock() -> Iterator[Clock]:
    with moved_by_hand(BEGINS) as found:
        yield found


@pytest.fixture
def weeks(clock: Clock, settings: Any) -> Iterator[Weeks]:
    with posting(settings) as (mails, posts):
        club = gathered(FIRST, posts.url)
        finding.catch_up(clock.at)
        names = {seat.person_id: name for name, seat in club.seats.items()}
        yield Weeks(club, clock, Hearing(names, mails, posts), FIRST, random.Random(17))


@pytest.mark.timeout(3600)
@pytest.mark.in_turn(7, kind="seasons")
def test_a_season_of_nights_loses_no_game_and_tells_everybody_once(weeks: Weeks) -> None:
    changes: dict[str, int] = {}
    for number in range(WEEKS):
        weeks.week(number)
        no_game_is_lost(weeks)
        every_calendar_is_read(weeks, changes)
    assert [reconcile(one) for one in weeks.club.leagues] == [[], [], []]
    assert weeks.hearing.killed
    assert {"asked", "agreed", "night_soon", "night_off", "reported", "counts"} <= set(weeks.hearing.told)
    assert "game_soon" in weeks.hearing.told
    assert not ALL or {"night_asked", "steps"} <= set(weeks.hearing.told)
    assert weeks.turns
    assert weeks.hearing.pushed
    the_chat_dies(weeks)
    if ALL:
        told.keep("weeks", chapter(weeks))


def the_chat_dies(weeks: Weeks) -> None:
    """It says that it is gone; whoever organises hears of it."""
    weeks.hearing.posts.answers = [(410, {})] * 20
    weeks.club.post("Ilse", "night_new", day=f"{weeks.clock.at.date() + timedelta(days=30)}", **EVENING)
    weeks.hearing.of("chat_dead", "the chat", [weeks.club.seats["Ilse"]])
    outbox_before = weeks.hearing.last
    weeks.look()
    assert weeks.hearing.last > outbox_before


def chapter(weeks: Weeks) -> dict[str, object]:
    """What was counted, for the page of seasons."""
    ends = Counter(weeks.ends.values())
    return {
        "club": "fourteen people, three leagues",
        "weeks": WEEKS,
        "games planned": len(weeks.ends),
        **{f"of them {end}": ends[end] for end in ("begun", "called off", "declined", "lapsed")},
        "looks of the worker": weeks.looks,
        "notices": Notice.objects.count(),
        "mails": len(weeks.hearing.mails.mails),
        "pushed": weeks.hearing.pushed,
        "posts to the chat": len(weeks.hearing.posts.posts) - weeks.hearing.pushed,
        "workers killed while sending": len(weeks.hearing.killed),
        "turns and deadlines told": weeks.turns,
        "battles of the map": weeks.evenings.battles,
    }


def no_game_is_lost(weeks: Weeks) -> None:
    """Every game is what people would say of it, and what was played stands in its league."""
    plans = PlannedGame.objects.filter(pk__in=weeks.ends).select_related("scope", "club", "night")
    words = {"off": "called off"}
    assert {one.pk: words.get(one.status, one.status) for one in plans} == weeks.ends
    for plan in plans.exclude(became="").filter(status="begun"):
        assert weeks.club.browsers["Ilse"].get(plan_result_url(plan)).status_code in (200, 302)
        assert weeks.meant.get(plan.pk) in ("", None, plan.became)
        (line,) = planned_game_lines([plan], 0)
        assert line.tone == "won", line
    counted = {
        frozenset(map(weeks.club.name, pair)): one.times
        for pair, one in past_meetings(league_of_club(weeks.club.warbands)).items()
    }
    assert counted == dict(weeks.evenings.met)


def every_calendar_is_read(weeks: Weeks, changes: dict[str, int]) -> None:
    """By another library: each game of mine as it stands, under one id whose changes only count up. What is
    further back than calendars go has left them."""
    plans = {f"game-{one.pk}@musterroll": one for one in PlannedGame.objects.filter(pk__in=weeks.ends)}
    first = weeks.clock.at.date() - feeds.BEFORE
    for feed in weeks.club.calendars:
        text = Client().get(feeds.feed_url(feed)).content.decode()
        events = {str(one.uid): one for one in IcsCalendarStream.calendar_from_ics(text).events}
        for uid, event in events.items():
            assert event.sequence is not None
            assert event.sequence >= changes.get(uid, 0)
            changes[uid] = event.sequence
            if uid in plans:
                end = weeks.ends[plans[uid].pk]
                assert str(event.status).rpartition(".")[2] == STATUS.get(end, "CANCELLED"), (uid, end)
                assert event.dtstart == plans[uid].begins_at
        if feed.club is None and feed.scope is None:
            mine = {f"game-{one}@musterroll" for one in games_of(feed.person, weeks, first)}
            assert mine == {uid for uid in events if uid.startswith("game-")}


def games_of(person: Person, weeks: Weeks, first: date) -> Iterator[int]:
    """The games somebody was asked to since a day."""
    found = PlannedGame.objects.filter(pk__in=weeks.ends, sides__seat__person=person, day__gte=first)
    yield from found.values_list("pk", flat=True)
