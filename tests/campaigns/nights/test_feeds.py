"""Calendars for other programs, read by another library than the one that writes them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from ical.calendar import Calendar
from ical.calendar_stream import IcsCalendarStream
from ical.event import Event

from campaigns.models import CalendarFeed, Night, PlannedGame, Seat
from campaigns.nights import acts
from campaigns.nights.feeds import feeds
from campaigns.nights.games import plans
from campaigns.nights.games.plans import When
from campaigns.people import seats as people
from campaigns.people import signin
from tests.campaigns import play
from tests.campaigns.nights.conftest import EVENING, Evening, announced
from tests.factories import new_organiser, signed_in


def fetched(feed: CalendarFeed) -> HttpResponse:
    """What somebody who is not signed in reads at an address."""
    answer = Client().get(feeds.feed_url(feed))
    assert isinstance(answer, HttpResponse)
    return answer


def written(feed: CalendarFeed) -> bytes:
    """The calendar of an open address."""
    now = timezone.now()
    found = feeds.feed_by(str(feed.word))
    assert found is not None
    return feeds.calendar(feeds.feed_name(found), feeds.events_of(found, now), "https://club.example")


def parsed(text: bytes) -> Calendar:
    return IcsCalendarStream.calendar_from_ics(text.decode())


def events(feed: CalendarFeed) -> dict[str, Event]:
    return {str(one.summary): one for one in parsed(written(feed)).events}


def test_whoever_has_the_address_is_sent_the_calendar(evening: Evening) -> None:
    feed = mine(evening.marta)
    answer = fetched(feed)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    (sent,) = parsed(answer.content).events
    assert {sent.uid} == {one.uid for one in events(feed).values()}
    assert CalendarFeed.objects.get().last_read_at is not None


def mine(seat: Seat) -> CalendarFeed:
    return feeds.open_feed(person=seat.person)


def test_a_night_stands_in_it_in_the_worlds_time_with_its_page(evening: Evening) -> None:
    (found,) = events(mine(evening.marta)).values()
    assert found.summary == "Club night, The Brass Lantern"
    assert found.dtstart == evening.night.begins_at.astimezone(UTC)
    assert found.dtend == evening.night.ends_at.astimezone(UTC)
    assert (found.location, found.sequence, found.status) == ("Back room", 0, "CONFIRMED")
    assert str(found.url).endswith(evening.path())


def test_a_change_keeps_the_id_and_counts_up(evening: Evening) -> None:
    feed = mine(evening.marta)
    (before,) = events(feed).values()
    day = evening.night.day + timedelta(days=1)
    acts.update_night(
        night=evening.night, day=day, facts={**EVENING, "place": "The Anchor; room 2, upstairs"}
    )
    (after,) = events(feed).values()
    assert (after.uid, after.sequence, after.location) == (before.uid, 1, "The Anchor; room 2, upstairs")
    assert before.dtstart is not None
    assert after.dtstart == before.dtstart + timedelta(days=1)


def test_what_is_called_off_stays_as_cancelled_and_says_so(evening: Evening) -> None:
    feed = mine(evening.marta)
    acts.mark_night_off(night=evening.night, why="The pub is closed.")
    (found,) = events(feed).values()
    assert (found.summary, found.status) == ("Called off: Club night, The Brass Lantern", "CANCELLED")
    assert (found.sequence, found.description) == (1, "The pub is closed.")


def test_my_games_are_mine_and_a_leagues_are_the_leagues(evening: Evening) -> None:
    scope = play.found_league(evening.ilse, name="The Iron Winter")
    game = plans.propose_game(
        by=evening.marta, others=[evening.tom], when=When.on(evening.night, 2), scope=scope
    )
    plans.propose_game(by=evening.jun, others=[evening.ilse], when=When.on(evening.night, 3))
    found = events(mine(evening.tom))
    assert set(found) == {"Club night, The Brass Lantern", "Marta v Tom"}
    assert found["Marta v Tom"].status == "TENTATIVE"
    assert found["Marta v Tom"].location == "Back room, table 2"
    assert set(events(feeds.open_feed(person=evening.wren.person, scope=scope))) == {"Marta v Tom"}
    assert len(events(feeds.open_feed(person=evening.wren.person, club=evening.club))) == 3
    plans.reply_to_plan(by=evening.tom, plan=game, accepts=True)
    assert events(mine(evening.tom))["Marta v Tom"].status == "CONFIRMED"
    plans.mark_plan_off(by=evening.tom, plan=game, why="ill")
    off = events(mine(evening.tom))["Called off: Marta v Tom"]
    assert (off.status, off.sequence) == ("CANCELLED", 2)


def test_where_a_night_is_and_how_long_reaches_the_calendar_of_its_games(evening: Evening) -> None:
    game = plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night, 2))
    feed = mine(evening.tom)
    before = events(feed)["Marta v Tom"]
    changed = {**EVENING, "ends": time(22, 30), "place": "The Anchor"}
    acts.update_night(night=evening.night, day=evening.night.day, facts=changed)
    after = events(feed)["Marta v Tom"]
    assert (after.location, after.dtstart) == ("The Anchor, table 2", before.dtstart)
    assert after.dtend == Night.objects.get().ends_at.astimezone(UTC)
    assert (before.sequence, after.sequence) == (0, 1)
    assert PlannedGame.objects.get(pk=game.pk).changed_at > game.changed_at
    acts.update_night(
        night=evening.night, day=evening.night.day, facts={**changed, "words": "Bring a friend."}
    )
    assert events(feed)["Marta v Tom"].sequence == 1


def test_a_game_that_nobody_played_or_answered_says_so(
    evening: Evening, at: Callable[[datetime], None]
) -> None:
    agreed = plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night))
    plans.reply_to_plan(by=evening.tom, plan=agreed, accepts=True)
    no = plans.propose_game(by=evening.marta, others=[evening.ilse], when=When.on(evening.night))
    plans.reply_to_plan(by=evening.ilse, plan=no, accepts=False)
    plans.propose_game(by=evening.marta, others=[evening.jun], when=When.on(evening.night))
    later = evening.night.ends_at + timedelta(days=15)
    scope = play.found_league(evening.ilse, name="The Iron Winter")
    PlannedGame.objects.filter(pk=agreed.pk).update(scope=scope)
    plans.by_itself(later)
    found = events(mine(evening.marta))
    assert {name for name, one in found.items() if one.status == "CANCELLED"} == {
        "Not played: Marta v Tom", "Declined: Marta v Ilse", "Lapsed without an answer: Marta v Jun",
    }  # fmt: skip


def test_of_a_merged_person_every_phone_reads_on_until_the_address_ends(evening: Evening) -> None:
    plans.propose_game(by=evening.marta, others=[evening.ilse], when=When.on(evening.night))
    kept, theirs = mine(evening.marta), mine(evening.tom)
    club = feeds.open_feed(person=evening.tom.person, club=evening.club)
    signin.merge_seats(by=evening.ilse, keep=evening.marta, drop=evening.tom)
    assert set(events(kept)) == set(events(theirs)) == {"Club night, The Brass Lantern", "Marta v Ilse"}
    assert len(events(club)) == 2
    browser = signed_in(Seat.objects.get(pk=evening.marta.pk))
    page = f"/clubs/{evening.club.slug}/calendars/"
    links = " ".join(one.link for one in browser.get(page).context["lines"])
    for feed in (kept, club):
        assert feeds.feed_url(feed) in links
    assert len(browser.get(reverse("people:my_file")).json()["person"]["calendars"]) == 3
    browser.post(f"{page}change/", {"kind": "mine", "end": "1"})
    assert [fetched(one).status_code for one in (kept, theirs, club)] == [404, 404, 200]


def test_a_new_address_ends_the_old_one_and_an_ended_one_is_gone(evening: Evening) -> None:
    browser = signed_in(evening.marta)
    page, change = (f"/clubs/{evening.club.slug}/calendars/{rest}" for rest in ("", "change/"))
    browser.post(change, {"kind": "mine"})
    first = CalendarFeed.objects.get()
    assert fetched(first).status_code == 200
    assert feeds.feed_url(first) in " ".join(one.link for one in browser.get(page).context["lines"])
    browser.post(change, {"kind": "mine"})
    second = CalendarFeed.objects.get(revoked_at=None)
    assert (fetched(first).status_code, fetched(second).status_code) == (404, 200)
    browser.post(change, {"kind": "mine", "end": "1"})
    assert fetched(second).status_code == 404
    assert browser.post(change, {"kind": "league-999"}).status_code == 404
    assert signed_in(evening.sven).get(page).status_code == 404
    assert browser.get(change).status_code == 405


def test_whoever_leaves_the_club_reads_it_no_more(evening: Evening) -> None:
    club, own = (feeds.open_feed(person=evening.marta.person, club=one) for one in (evening.club, None))
    people.remove_seat(by=evening.ilse, seat=evening.marta)
    assert fetched(club).status_code == 404
    assert events(own) == {}


def test_whoever_is_erased_leaves_no_address(evening: Evening) -> None:
    feed = mine(evening.marta)
    path = feeds.feed_url(feed)
    found = signed_in(evening.marta).get(reverse("people:my_file")).json()
    assert [one["revoked_at"] for one in found["person"]["calendars"]] == [None]
    signin.erase_person(person=evening.marta.person)
    assert Client().get(path).status_code == 404
    assert not CalendarFeed.objects.exists()


def test_an_address_is_not_kept_in_the_database(evening: Evening) -> None:
    feed = mine(evening.marta)
    assert feed.word
    kept = CalendarFeed.objects.values().get()
    assert feed.word not in str(kept)


@pytest.mark.parametrize(
    "odd", ["a\nBEGIN:VEVENT", "x" * 500, '; , \\ : "quoted"', "\u202eright\u2028left", "🂡 ö"]
)
def test_names_break_no_line(evening: Evening, odd: str) -> None:
    Night.objects.update(place=odd[:80], words=odd[:200])
    evening.club.name = odd[:60]
    evening.club.save()
    feed = feeds.open_feed(person=evening.marta.person, club=evening.club)
    text = written(feed)
    assert len(parsed(text).events) == 1
    assert all(len(line) <= 75 for line in text.split(b"\r\n"))


def test_seven_in_the_evening_in_summer_and_in_winter(
    evening: Evening, at: Callable[[datetime], None]
) -> None:
    sven = new_organiser()
    at(datetime(2026, 10, 10, 12, tzinfo=UTC))
    announced(sven, ahead=1, repeats="1")
    hours = {
        one.dtstart.hour for one in parsed(written(mine(sven))).events if isinstance(one.dtstart, datetime)
    }
    assert hours == {17, 18}


def test_a_calendar_of_a_season_is_read_with_few_statements(
    evening: Evening, django_assert_max_num_queries: Callable[[int], object]
) -> None:
    announced(evening.ilse, ahead=1, repeats="1")
    for table in range(1, 6):
        plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night, table))
    feed = mine(evening.marta)
    with django_assert_max_num_queries(7):  # type: ignore[attr-defined]
        fetched(feed)


def sent_to(seat: Seat) -> bytes:
    """The calendar of somebody, as their phone gets it."""
    answer: bytes = fetched(mine(seat)).getvalue()
    return answer


def test_a_calendar_speaks_its_owners_language_and_tells_places_and_notes_whole(evening: Evening) -> None:
    """As a calendar server reads it: no cookies, no language asked for."""
    address = "Friedrich-Wilhelm-von-Steinbach-Straße 1234, Hinterhaus links, 12345 Musterstadt-Ortsteil Süd"
    place = "Community centre, large hall on the first floor, entrance from the courtyard"
    words = ("Doors open at half past six, and whoever comes early helps with the tables. " * 3)[:190].strip()
    facts = {**EVENING, "place": place, "address": address, "words": words}
    acts.update_night(night=evening.night, day=evening.night.day, facts=facts)
    evening.marta.person.language = "de"
    evening.marta.person.save(update_fields=["language"])
    calendar = parsed(sent_to(evening.marta))
    (night,) = calendar.events
    assert str(night.summary) == "Clubabend, The Brass Lantern"
    assert night.location == f"{place}, {address}"
    assert night.description == words
    evening.tom.person.language = ""
    assert b"Club night" in sent_to(evening.tom)


def test_a_long_title_ends_with_a_mark_that_it_goes_on() -> None:
    assert feeds.title_line("x" * 300) == "x" * 119 + "…"
    assert feeds.title_line("short") == "short"
