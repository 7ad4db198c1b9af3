"""The mail of the week: once, on time, only where there is something to say, stopped by itself."""

from __future__ import annotations

import email
import re
from collections.abc import Callable
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.engine import reports
from campaigns.engine.who.rights import Actor
from campaigns.leagues.clock import clock_tick
from campaigns.models import MailAddress, Night, Notice, NoticeKind, Outgoing, Seat, Telling, Topic, Wish
from campaigns.nights import acts
from campaigns.nights.games import plans
from campaigns.nights.games.plans import When
from campaigns.notices.found import finding
from campaigns.notices.found.inbox import notification_sentence, notification_target_url
from campaigns.notices.kinds import weeks
from campaigns.notices.ways import outbox
from config.dates import dated
from tests import factories
from tests.campaigns.engine.evening import founded
from tests.campaigns.nights.conftest import Evening, at, evening
from tests.campaigns.notices.sinks import MailSink
from tests.campaigns.notices.test_mail import BASE, post
from tests.factories import signed_in
from tests.maps.firestorm.orders.test_orders import writing
from tests.pages import page_of, text_of

__all__ = ["at", "evening", "post"]
pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def sunday(evening: Evening, weeks_on: int = 0) -> datetime:
    """The club’s next Sunday, 18:00, with hours before it to look."""
    here = timezone.now().astimezone(evening.club.tz)
    day = here.date() + timedelta(days=(6 - here.weekday()) % 7)
    if datetime.combine(day, time(18), evening.club.tz) < here + timedelta(hours=4):
        day += timedelta(days=7)
    return datetime.combine(day + timedelta(days=7 * weeks_on), time(18), evening.club.tz)


def looked(at: Callable[[datetime], None], *moments: datetime) -> None:
    """The worker looks then."""
    for moment in moments:
        at(moment)
        clock_tick()


def told(seat: Seat) -> list[str]:
    return [
        notification_sentence(one) for one in Notice.objects.filter(person=seat.person, kind=NoticeKind.WEEK)
    ]


def with_mail(seat: Seat) -> MailAddress:
    """Somebody who reads mail and does not come to the nights there are: on some weekdays these are so near
    that they would ask for an answer by mail, too."""
    for night in Night.objects.filter(club=seat.club):
        acts.set_attendance(seat=seat, night=night, come="no")
    name = f"{seat}@example.org".lower()
    return MailAddress.objects.create(person=seat.person, address=name, confirmed_at=timezone.now())


def body(raw: bytes) -> str:
    text = email.message_from_bytes(raw).get_payload(decode=True)
    assert isinstance(text, bytes)
    return text.decode().replace("\r\n", "\n")


def test_that_somebody_has_nothing_to_read_is_known_from_few_tables(evening: Evening) -> None:
    """Every Sunday everybody of a large office is asked for."""
    nobody = factories.new_seat(club=factories.new_organiser().club)
    with CaptureQueriesContext(connection) as captured:
        assert not weeks.has_something(nobody.person, timezone.now())
    assert max(one["sql"].count(" JOIN ") for one in captured) < 8


def test_it_comes_once_on_sunday_evening_to_who_has_something_to_read(
    post: MailSink, evening: Evening, at: Callable[[datetime], None]
) -> None:
    with_mail(evening.tom)
    moment = sunday(evening)
    later = moment + timedelta(days=2)
    plans.propose_game(by=evening.marta, others=[evening.tom], when=When(day=later.date(), starts=time(19)))
    for one in (evening.tom, evening.jun, evening.ilse, evening.wren):
        acts.set_attendance(seat=one, night=evening.night, come="no")
    looked(at, moment - timedelta(hours=6), moment - MINUTE)
    outbox.send_due()
    post.mails.clear()
    assert told(evening.tom) == []
    looked(at, moment + MINUTE, moment + 2 * MINUTE, moment + timedelta(hours=1))
    outbox.send_due()
    day = dated(moment.date(), "l j F")
    words = f"Your week up to {day}: what is open, what is due and what has happened"
    assert told(evening.tom) == [words]
    assert [told(one) for one in (evening.jun, evening.wren)] == [[], []], "nothing to say"
    (raw,) = post.mails
    assert email.message_from_bytes(raw)["Subject"] == words
    text = body(raw)
    assert (
        f"== Waiting for you\n\nMarta would like a game with you on {dated(later.date(), 'l j F')}, 19:00\n"
        in text
    )
    assert "== What has happened" not in text
    assert (outbox.send_due(), len(post.mails)) == (0, 1)


def test_each_week_has_its_own(evening: Evening, at: Callable[[datetime], None]) -> None:
    first, second = sunday(evening), sunday(evening, 1)
    for moment in (first, second):
        announced_for(evening, moment)
    looked(at, first - MINUTE, first + MINUTE, second - MINUTE, second + MINUTE, second + 5 * MINUTE)
    keys = Notice.objects.filter(person=evening.jun.person, kind=NoticeKind.WEEK).order_by("at")
    assert [one.key for one in keys] == [f"week-{first.date()}", f"week-{second.date()}"]
    assert [one.at for one in keys] == [first, second]


def announced_for(evening: Evening, moment: datetime) -> None:
    """A club night two days after a moment."""
    day = (moment + timedelta(days=2)).date()
    acts.create_night(by=evening.ilse, day=day, repeats="", facts={**FACTS})


FACTS: dict[str, object] = {
    "starts": time(19), "ends": time(23), "doors": None, "place": "", "address": "", "tables": 2,
    "places": None, "words": "",
}  # fmt: skip


def test_what_comes_later_waits_for_the_next_week(evening: Evening, at: Callable[[datetime], None]) -> None:
    """Who has nothing to read at that moment is told nothing minutes later."""
    moment = sunday(evening)
    acts.mark_night_off(night=evening.night, why="")
    looked(at, moment - MINUTE, moment + MINUTE)
    announced_for(evening, moment)
    looked(at, moment + 3 * MINUTE, moment + timedelta(hours=5))
    assert told(evening.jun) == []


def test_a_worker_that_stood_still_tells_it_the_same_evening_and_not_days_later(
    evening: Evening, at: Callable[[datetime], None]
) -> None:
    moment = sunday(evening)
    announced_for(evening, moment)
    looked(at, moment - timedelta(days=1), moment + timedelta(hours=3))
    assert len(told(evening.jun)) == 1
    next_one = sunday(evening, 1)
    announced_for(evening, next_one)
    looked(at, next_one - timedelta(days=1), next_one + weeks.LATE)
    assert len(told(evening.jun)) == 1


def test_by_the_readers_clock_and_not_in_quiet_hours(
    post: MailSink, evening: Evening, at: Callable[[datetime], None]
) -> None:
    for seat in (evening.tom, evening.jun):
        with_mail(seat)
    tokyo = ZoneInfo("Asia/Tokyo")
    Telling.objects.create(person=evening.tom.person, zone="Asia/Tokyo")
    quiet = {"quiet_from": time(17), "quiet_until": time(9)}
    Telling.objects.create(person=evening.jun.person, zone="Asia/Tokyo", **quiet)
    here = sunday(evening)
    moment = datetime.combine(here.date(), time(18), tokyo)
    announced_for(evening, here)
    looked(at, moment - MINUTE)
    assert told(evening.tom) == []
    looked(at, moment + MINUTE)
    outbox.send_due()
    assert post.to == [["tom@example.org"]]
    at(datetime.combine(here.date() + timedelta(days=1), time(9, 1), tokyo))
    outbox.send_due()
    assert post.to == [["tom@example.org"], ["jun@example.org"]]


def test_sent_late_it_is_not_sent(post: MailSink, evening: Evening, at: Callable[[datetime], None]) -> None:
    with_mail(evening.tom)
    moment = sunday(evening)
    announced_for(evening, moment)
    looked(at, moment - MINUTE, moment + MINUTE)
    assert Outgoing.objects.filter(notice__kind=NoticeKind.WEEK).count() == 1
    at(moment + weeks.LATE)
    assert (outbox.send_due(), post.mails) == (0, [])


def test_what_is_gone_before_it_leaves_is_not_said(
    post: MailSink, evening: Evening, at: Callable[[datetime], None]
) -> None:
    with_mail(evening.tom)
    moment = sunday(evening)
    acts.mark_night_off(night=evening.night, why="")
    later = (moment + timedelta(days=2)).date()
    plan = plans.propose_game(by=evening.marta, others=[evening.tom], when=When(day=later, starts=time(19)))
    Wish.objects.create(person=evening.tom.person, topic=Topic.GAMES, way="mail", on=False)
    looked(at, moment - MINUTE, moment + MINUTE)
    assert len(told(evening.tom)) == 1
    plans.mark_plan_off(by=evening.marta, plan=plan, why="")
    Notice.objects.exclude(kind=NoticeKind.WEEK).delete()
    assert (outbox.send_due(), post.mails) == (0, [])


def test_one_click_stops_the_week_alone(
    post: MailSink, evening: Evening, at: Callable[[datetime], None]
) -> None:
    address = with_mail(evening.tom)
    moment = sunday(evening)
    announced_for(evening, moment)
    looked(at, moment - MINUTE, moment + MINUTE)
    outbox.send_due()
    (raw,) = post.mails
    path = f"/mail/stop/week/{address.pk}/{address.word('stop-week')}/"
    assert f"\r\nList-Unsubscribe: <{BASE}{path}>\r\n".encode() in raw
    assert b"\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n" in raw
    program = Client(enforce_csrf_checks=True)
    assert program.get(path).status_code == 200
    assert not Wish.objects.exists(), "opening a link does nothing"
    assert program.get(path.replace(address.word("stop-week"), address.word("stop"))).status_code == 404
    assert program.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    next_one = sunday(evening, 1)
    announced_for(evening, next_one)
    later = (next_one + timedelta(days=2)).date()
    looked(at, next_one - MINUTE)
    plans.propose_game(by=evening.marta, others=[evening.tom], when=When(day=later, starts=time(19)))
    looked(at, next_one + MINUTE)
    outbox.send_due()
    subjects = [email.message_from_bytes(one)["Subject"] for one in post.mails[1:]]
    assert len(told(evening.tom)) == 2, "the inbox has it"
    assert subjects, "single mails go on"
    assert not [one for one in subjects if one.startswith("Your week")]


def test_who_has_one_mail_a_day_gets_the_week_by_itself(
    post: MailSink, evening: Evening, at: Callable[[datetime], None]
) -> None:
    with_mail(evening.tom)
    Telling.objects.create(person=evening.tom.person, daily=True)
    moment = sunday(evening)
    announced_for(evening, moment)
    later = (moment + timedelta(days=2)).date()
    looked(at, moment - timedelta(hours=3))
    for _ in range(2):
        plans.propose_game(by=evening.marta, others=[evening.tom], when=When(day=later, starts=time(19)))
    looked(at, moment - MINUTE, moment + MINUTE)
    outbox.send_due()
    subjects = sorted(email.message_from_bytes(raw)["Subject"][:10] for raw in post.mails)
    assert subjects == ["2 updates ", "Your week "]


def test_a_silent_club_has_no_part_in_what_leaves(evening: Evening, at: Callable[[datetime], None]) -> None:
    moment = sunday(evening)
    announced_for(evening, moment)
    evening.club.silent_since = timezone.now()
    evening.club.save()
    assert not weeks.week_of(evening.tom.person, moment).is_empty
    assert weeks.week_of(evening.tom.person, moment, aloud=True).is_empty


def test_turns_are_due_and_results_have_happened() -> None:
    """A turn with a deadline is due; a report that waits is open, one that counts has happened."""
    table = writing("Marta", "Kwame")
    marta = table.seats["Marta"].person
    finding.catch_up(timezone.now())
    week = weeks.week_of(marta, timezone.now())
    assert [one.kind for one in week.due] == ["my_turn"]
    assert week.open == ()
    end = table.state.now.deadline
    assert end is not None
    assert weeks.week_of(marta, end).is_empty
    early = weeks.week_of(marta, end - timedelta(days=8))
    assert ([one.kind for one in early.open], early.due) == (["my_turn"], ())
    league = founded()
    finding.catch_up(timezone.now())
    report = league.report()
    finding.catch_up(timezone.now())
    assert [one.kind for one in weeks.week_of(league.tom.person, timezone.now()).open] == ["reported"]
    reports.agree_report(report, Actor(league.ilse))
    finding.catch_up(timezone.now())
    week = weeks.week_of(league.marta.person, timezone.now())
    assert [one.kind for one in week.happened] == ["counts"]
    assert weeks.week_of(league.tom.person, timezone.now()).open == ()


def test_its_line_leads_to_a_page_of_the_same(evening: Evening, at: Callable[[datetime], None]) -> None:
    moment = sunday(evening)
    announced_for(evening, moment)
    looked(at, moment - MINUTE, moment + MINUTE)
    mine = Notice.objects.get(person=evening.tom.person, kind=NoticeKind.WEEK)
    assert notification_target_url(mine) == "/inbox/week/"
    browser = signed_in(evening.tom)
    assert browser.get(f"/inbox/{mine.pk}/")["Location"] == "/inbox/week/"
    page = page_of(browser.get("/inbox/week/"))
    (chapter,) = page.chapters
    assert chapter.name == "Due in the next few days"
    assert re.match(r"/clubs/.*/nights/\d+/", chapter.lines[0].url)
    assert chapter.lines[0].note == evening.night.club.name  # its sentence says when
    assert "A quiet week" in text_of(signed_in(evening.sven).get("/inbox/week/"))
    assert signed_in(None).get("/inbox/week/").status_code == 404
