"""A moment is told with its clock: the league's for everybody, the reader's own where they have said one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.template import Context, Template
from django.utils import timezone
from django.utils.translation import override

from campaigns.leagues.mine.mine import gather_my_leagues
from campaigns.leagues.mine.todos import todos_of
from campaigns.models import Notice, NoticeKind, Person, Scope, Seat, Telling
from campaigns.nights.feeds import feeds
from campaigns.notices.found import finding
from campaigns.notices.found.inbox import inbox_page, notification_sentence
from campaigns.people import clubs
from config.dates import clock_named, clock_time, deadline_time, zone_city
from tests.campaigns.nights.conftest import Evening, evening
from tests.factories import signed_in
from tests.maps.firestorm.orders.test_orders import banner, tapped, writing
from tests.maps.firestorm.play import Table
from tests.pages import text_of

__all__ = ["evening"]
BERLIN, ANGELES = ZoneInfo("Europe/Berlin"), ZoneInfo("America/Los_Angeles")


@pytest.fixture
def monday(monkeypatch: pytest.MonkeyPatch) -> datetime:
    """Monday, 30 November 2026, 02:58 UTC, seen from the Friday before."""
    now = datetime(2026, 11, 27, 12, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: now)
    return datetime(2026, 11, 30, 2, 58, tzinfo=UTC)


def test_a_moment_is_told_by_the_clock_of_its_reader(monday: datetime) -> None:
    assert clock_time(monday, BERLIN) == "Monday, 03:58"
    assert clock_time(monday, BERLIN, ANGELES) == "Sunday, 18:58 your time"
    assert clock_time(monday, BERLIN, ZoneInfo("Europe/Paris")) == "Monday, 03:58", (
        "the same hour is no other clock"
    )
    assert clock_named(monday, BERLIN) == "Monday, 03:58 (Berlin)"
    with override("de"):
        assert clock_time(monday, BERLIN, ANGELES) == "Sonntag, 18:58 deiner Zeit"


def test_from_six_days_on_a_weekday_has_its_date(monday: datetime) -> None:
    now = timezone.now()
    assert clock_time(now + timedelta(days=5), BERLIN) == "Wednesday, 13:00"
    assert clock_time(now + timedelta(days=6), BERLIN) == "Thursday 3 December, 13:00"
    assert clock_time(now - timedelta(days=5), BERLIN) == "Sunday, 13:00"
    assert clock_time(now - timedelta(days=6), BERLIN) == "Saturday 21 November, 13:00"


def test_on_a_page_for_all_a_moment_says_its_clock(monday: datetime) -> None:
    told = Template('{{ at|moment }} {{ at|moment:"D j M, H:i" }} {{ none|moment }}')
    with timezone.override(BERLIN):
        page = told.render(Context({"at": monday, "none": None}))
    start = '<time datetime="2026-11-30T03:58+01:00" data-clock="Berlin">'
    end = "<noscript> Berlin</noscript></time>"
    assert page == f"{start}Monday, 03:58{end} {start}Mon 30 Nov, 03:58{end} "
    assert zone_city("America/Los_Angeles") == "Los Angeles"


def _deadlines(table: Table, name: str) -> list[str]:
    """What home says until when something is to be done."""
    return [one.deadline for one in todos_of(gather_my_leagues(table.seats[name].person)) if one.deadline]


@pytest.mark.django_db
def test_two_readers_of_one_deadline_are_each_told_their_own() -> None:
    table = writing("Marta", "Kwame")
    at, zone = table.state.now.deadline, ZoneInfo(table.scope.time_zone)
    assert at is not None
    Telling.objects.create(person=table.seats["Kwame"].person, zone="America/Los_Angeles")
    assert _deadlines(table, "Marta") == [f"by {clock_time(at, zone)}"]
    theirs = clock_time(at, zone, ANGELES)
    assert theirs.endswith(" your time")
    assert _deadlines(table, "Kwame") == [f"by {theirs}"]
    finding.catch_up(timezone.now())
    kwame = Notice.objects.get(person=table.seats["Kwame"].person, kind=NoticeKind.MY_TURN)
    assert notification_sentence(kwame) == f"It’s your turn in {table.scope.name}: you have until {theirs}"
    (line,) = inbox_page(kwame.person).days[0].lines
    assert line.at.utcoffset() == kwame.at.astimezone(ANGELES).utcoffset(), (
        "the inbox goes by their clock, too"
    )


@pytest.mark.django_db
def test_a_sealed_order_says_of_which_day_the_hour_is() -> None:
    table = writing("Marta", "Kwame")
    at = table.state.now.deadline
    assert at is not None
    tapped(table, "Marta", banner(table, "Marta"), seal="1")
    page = text_of(signed_in(table.seats["Marta"]).get(f"/l/{table.scope.pk}/firestorm/orders/"))
    told = clock_time(at, ZoneInfo(table.scope.time_zone))
    assert f"Sealed. You can open it again until {told} Berlin." in page


# A club that goes by another clock


def _events(seat: Seat) -> dict[str, feeds.FeedEvent]:
    feed = feeds.open_feed(person=seat.person, club=seat.club)
    return {one.uid: one for one in feeds.events_of(feed, timezone.now())}


def test_a_club_that_changes_its_zone_tells_calendars_a_change_of_each_night(evening: Evening) -> None:
    before = _events(evening.marta)
    page = signed_in(evening.ilse).post(
        f"/clubs/{evening.club.slug}/settings/",
        {"name": "The Brass Lantern", "time_zone": "London", "paper": "A4"},
    )
    assert page.status_code == 302
    marta = Seat.objects.get(pk=evening.marta.pk)
    assert marta.club.time_zone == "Europe/London"
    after = _events(marta)
    for uid, told in after.items():
        assert told.sequence == before[uid].sequence + 1
        assert told.changed > before[uid].changed
        assert told.begins == before[uid].begins + timedelta(hours=1), "seven in the evening stays seven"
    finding.catch_up(timezone.now())
    changed = Notice.objects.filter(kind=NoticeKind.NIGHT_CHANGED)
    assert not changed.exists(), "it is the same evening for whoever goes there"


def test_leagues_go_along_with_their_club_but_for_those_with_a_zone_of_their_own(evening: Evening) -> None:
    with_club, own = (
        Scope.objects.create(club=evening.club, name=zone, game="opr", edition="aofs-3.5.0", time_zone=zone)
        for zone in ("Europe/Berlin", "America/Los_Angeles")
    )
    given = {"name": evening.club.name, "paper": "A4"}
    clubs.change_club(by=evening.ilse, time_zone="Europe/London", **given)
    zones = dict(Scope.objects.values_list("pk", "time_zone"))
    assert zones == {with_club.pk: "Europe/London", own.pk: "America/Los_Angeles"}
    clubs.change_club(by=evening.ilse, time_zone="Europe/London", **given)
    evening.club.refresh_from_db()
    assert evening.club.clock_changes == 1, "who saves the page unchanged changes no clock"


@pytest.mark.django_db
def test_who_has_said_no_zone_goes_by_no_clock_of_their_own() -> None:
    table = writing("Marta", "Kwame")
    person = Person.objects.get(pk=table.seats["Marta"].person_id)
    assert person.own_clock is None
    Telling.objects.create(person=person, zone="")
    assert Person.objects.get(pk=person.pk).own_clock is None


@pytest.mark.parametrize(
    ("hours", "told"),
    [(1, "today, 13:00"), (11, "today, 23:00"), (12, "tomorrow, 00:00"), (35, "tomorrow, 23:00")],
)
def test_a_deadline_of_today_or_tomorrow_is_told_as_such(
    monkeypatch: pytest.MonkeyPatch, hours: int, told: str
) -> None:
    noon = datetime(2026, 11, 30, 12, tzinfo=BERLIN)
    monkeypatch.setattr(timezone, "now", lambda: noon)
    at = noon + timedelta(hours=hours)
    assert deadline_time(at, BERLIN) == told
    for other in (noon + timedelta(hours=36), noon - timedelta(hours=13)):
        assert deadline_time(other, BERLIN) == clock_time(other, BERLIN)
    assert deadline_time(noon + timedelta(hours=15), BERLIN, ANGELES) == "today, 18:00 your time"
