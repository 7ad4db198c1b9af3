"""Marks planted in secrets, looked for in all that notices say: inbox, week, mail, push, the club's chat.

Source: FS-162
"""

from __future__ import annotations

import email
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from campaigns.engine import reports
from campaigns.engine.who.rights import Actor
from campaigns.models import Chat, Club, MailAddress, Notice, NoticeKind, Seat, Telling, Topic, Wish
from campaigns.nights.games import plans
from campaigns.nights.games.plans import When
from campaigns.notices.found import finding
from campaigns.notices.found.inbox import notice_place, notification_sentence, notification_target_url
from campaigns.notices.ways import browsers, outbox
from tests.campaigns.engine.evening import founded
from tests.campaigns.nights.conftest import Evening, at, evening
from tests.campaigns.notices.sinks import ChatSink, MailSink, chat_sink
from tests.campaigns.notices.test_mail import post
from tests.campaigns.notices.test_push import PHONE, Phone, phone
from tests.factories import signed_in
from tests.maps.firestorm.veils.test_secret_channels import DEED, NOTE, equipped, marched, sealed, stormed

__all__ = ["at", "evening", "phone", "post"]
pytestmark = pytest.mark.django_db


@dataclass
class Told:
    """All that was said to anybody, by how."""

    inbox: str = ""
    mail: str = ""
    push: str = ""
    chat: str = ""
    kinds: set[str] = field(default_factory=set)

    @property
    def each(self) -> dict[str, str]:
        return {"inbox": self.inbox, "mail": self.mail, "push": self.push, "chat": self.chat}


@dataclass
class Office:
    """A club of which everybody is told everything in every way."""

    post: MailSink
    sink: ChatSink
    phone: Phone

    def opens(self, club: Club) -> list[Seat]:
        """Everybody has mail and a phone, no quiet hours, and a tick at everything; the club has a chat."""
        seats = list(Seat.objects.active().filter(club=club).select_related("person"))
        early = timezone.now() - timedelta(hours=1)
        chat = Chat.objects.create(club=club, name="x", url=self.sink.url)
        Chat.objects.filter(pk=chat.pk).update(made_at=early)
        for seat in seats:
            self._told_everything(seat)
        finding.catch_up(early)
        return seats

    def _told_everything(self, seat: Seat) -> None:
        person, name = seat.person, f"p{seat.pk}"
        Telling.objects.create(person=person, quiet=False)
        MailAddress.objects.create(person=person, address=f"{name}@example.org", confirmed_at=timezone.now())
        browsers.subscribe_browser(person, endpoint=f"{self.sink.url}/{name}", agent=PHONE, **self.phone.said)
        for way in ("mail", "push"):
            Wish.objects.bulk_create(Wish(person=person, topic=one, way=way, on=True) for one in Topic)

    def tells(self, seats: list[Seat], *moments: datetime) -> Told:
        """What everybody has read after the worker has looked at these moments."""
        told = Told()
        for moment in moments:
            finding.catch_up(moment)
            _week_is_over(seats, moment)
            told.kinds |= set(Notice.objects.values_list("kind", flat=True))
            for one in Notice.objects.order_by("pk"):
                told.inbox += (
                    f"{notification_sentence(one)} {notice_place(one)} {notification_target_url(one)}\n"
                )
            outbox.fill_outbox(moment)
            outbox.post_news(moment)
            outbox.send_due(moment)
        for seat in seats:
            for page in ("/inbox/", "/inbox/week/"):
                told.inbox += signed_in(seat).get(page).content.decode()
        told.mail = "\n".join(_text(raw) for raw in self.post.mails)
        for posted in self.sink.posts:
            if "topic" in posted.headers:
                told.push += str(self.phone.reads(posted.body))
            else:
                told.chat += posted.body.decode()
        return told


def _week_is_over(seats: list[Seat], at: datetime) -> None:
    """As if it were Sunday evening."""
    Notice.objects.bulk_create(
        (
            Notice(person=one.person, club=one.club, kind=NoticeKind.WEEK, key=f"week-{at.date()}", at=at)
            for one in seats
        ),
        ignore_conflicts=True,
    )


def _text(raw: bytes) -> str:
    """A whole mail, headers decoded."""
    mail = email.message_from_bytes(raw)
    body = mail.get_payload(decode=True)
    assert isinstance(body, bytes)
    return "\n".join([*(f"{name}: {value}" for name, value in mail.items()), body.decode()])


@pytest.fixture
def office(post: MailSink, phone: Phone, settings: Any) -> Iterator[Office]:
    settings.OUTWARD, settings.HTTPS = ["127.0.0.0/8"], True
    with chat_sink() as sink:
        yield Office(post, sink, phone)


def nowhere(told: Told, *marks: str) -> None:
    for name, text in told.each.items():
        for mark in marks:
            assert not re.search(mark, text), (name, mark)


@pytest.mark.in_turn(5, kind="secrets")
def test_fs_162_no_notice_says_an_order_a_note_or_an_objective(office: Office) -> None:
    table = sealed()
    seats = office.opens(table.scope.club)
    marched(table)
    end = table.state.now.deadline
    assert end is not None
    told = office.tells(seats, timezone.now(), end - timedelta(hours=2), end - timedelta(minutes=50))
    assert {"my_turn", "due", "due_now", "week"} <= told.kinds
    assert "Your week up to" in told.mail
    assert all((told.inbox, told.mail, told.push))
    ways = [table.state.name_of(one) for one in ("T07", "T12")]
    nowhere(told, NOTE, DEED, " › ".join(ways), r"T01\W{1,24}T07\W{1,24}T12", *map(re.escape, ways))


@pytest.mark.in_turn(5, kind="secrets")
def test_fs_162_no_notice_says_what_a_siege_is_equipped_with(office: Office) -> None:
    table = stormed()
    seats = office.opens(table.scope.club)
    equipped(table)
    told = office.tells(seats, timezone.now())
    assert all((told.inbox, told.mail, told.push))
    nowhere(told, "Quillfeather", "(?i)mantlet")


MARK = "PLANTED"


@pytest.mark.in_turn(5, kind="secrets")
def test_what_two_say_to_each_other_of_a_game_stays_inside(office: Office, evening: Evening) -> None:
    seats = office.opens(evening.club)
    plan = plans.propose_game(
        by=evening.marta, others=[evening.tom], when=When.on(evening.night, 1), words=MARK, stake=MARK
    )
    first = office.tells(seats, timezone.now())
    plans.reply_to_plan(by=evening.tom, plan=plan, accepts=True, words=MARK)
    begins = evening.night.begins_at
    told = office.tells(seats, timezone.now(), begins - timedelta(hours=23))
    assert {"asked", "agreed", "game_soon"} <= told.kinds
    assert all(told.each.values())
    nowhere(first, MARK)
    nowhere(told, MARK)


def test_the_words_of_a_dispute_go_to_the_reporter_alone(office: Office) -> None:
    league = founded()
    seats = office.opens(league.scope.club)
    report = league.report()
    reports.dispute_report(report, Actor(league.tom), MARK)
    told = office.tells(seats, timezone.now())
    assert MARK in told.mail
    assert MARK in told.push, "whose report it is reads why"
    assert MARK not in told.chat
    mails = zip(office.post.mails, office.post.to, strict=True)
    assert {one for raw, to in mails if MARK in _text(raw) for one in to} == {
        f"p{league.marta.pk}@example.org"
    }
    phones = {one.path for one in office.sink.posts if MARK in _shown(office, one)}
    assert phones == {f"/hook/p{league.marta.pk}"}
    reports.agree_report(report, Actor(league.ilse))
    office.post.mails.clear()
    office.sink.posts.clear()
    later = office.tells(seats, timezone.now())
    assert "counts" in later.mail
    for text in (later.mail, later.push, later.chat):
        assert MARK not in text


def _shown(office: Office, one: Any) -> str:
    return str(office.phone.reads(one.body)) if "topic" in one.headers else ""
