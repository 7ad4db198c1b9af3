"""Mail as another computer gets it: whole headers, one recipient, the same id again, a stop of one click."""

from __future__ import annotations

import email
import re
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from email.message import Message

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from campaigns.engine.stored.state_cache import state_of
from campaigns.leagues.clock import clock_tick
from campaigns.models import (
    Entry,
    MailAddress,
    Notice,
    NoticeKind,
    Outgoing,
    OutStatus,
    Scope,
    Telling,
)
from campaigns.nights.games import leagues, plans
from campaigns.nights.games.plans import When
from campaigns.notices.found import finding
from campaigns.notices.kinds.reading import NotificationReading
from campaigns.notices.ways import addresses, mail, outbox
from campaigns.notices.ways.way import Batch
from campaigns.people import signin
from rules.engine.refusals import Refused
from tests.campaigns import play
from tests.campaigns.nights.conftest import Evening, at, evening, move_to_noon
from tests.campaigns.notices.sinks import MailSink, mail_sink
from tests.factories import new_organiser, signed_in
from tests.pages import page_of, page_text, text_of

__all__ = ["at", "evening"]
pytestmark = pytest.mark.django_db
BASE = "https://a-rather-long-name-for-a-club.tabletop-society.example.org"
TOLD = "/me/told/"


@pytest.fixture
def post(settings: object) -> Iterator[MailSink]:
    with mail_sink() as sink:
        options = {"host": "127.0.0.1", "port": sink.port, "timeout": 5}
        smtp = {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": options}
        for name, value in {"MAILERS": {"default": smtp}, "MAIL_IS_ON": True, "PUBLIC_URL": BASE}.items():
            setattr(settings, name, value)
        finding.catch_up(timezone.now() - timedelta(minutes=1))
        yield sink


@pytest.fixture
def noon(at: Callable[[datetime], None], evening: Evening) -> datetime:
    return move_to_noon(at, evening)


def tom_has_mail(evening: Evening) -> MailAddress:
    return MailAddress.objects.create(
        person=evening.tom.person, address="tom@example.org", confirmed_at=timezone.now()
    )


def asked(evening: Evening, table: int = 1) -> None:
    plans.propose_game(by=evening.marta, others=[evening.tom], when=When.on(evening.night, table))
    clock_tick()


def read(raw: bytes) -> Message:
    return email.message_from_bytes(raw)


def links(raw: bytes) -> list[str]:
    text = read(raw).get_payload(decode=True)
    assert isinstance(text, bytes)
    return re.findall(rf"{BASE}(\S+)", text.decode())


def test_nothing_but_the_link_goes_to_an_address_before_it_is_confirmed(
    post: MailSink, evening: Evening, noon: datetime
) -> None:
    browser = signed_in(evening.tom)
    assert browser.post(f"{TOLD}mail/", {"address": "tom@example.org"}).status_code == 302
    asked(evening)
    outbox.send_due()
    (raw,) = post.mails
    assert b"Marta" not in raw
    text = read(raw).get_payload(decode=True)
    assert isinstance(text, bytes)
    assert f"entered this email address at {evening.tom.club}." in text.decode()
    (link,) = links(raw)
    stranger = Client()
    assert stranger.get(link).status_code == 200
    assert not addresses.mail_address_of(evening.tom.person).is_open  # type: ignore[union-attr]
    assert stranger.post(link).status_code == 200
    asked(evening, 2)
    outbox.send_due()
    assert len(post.mails) == 2
    assert stranger.get(link[:-2] + "x/").status_code == 404


def test_a_mail_says_it_all_to_one(post: MailSink, evening: Evening, noon: datetime) -> None:
    address = tom_has_mail(evening)
    asked(evening)
    outbox.send_due()
    (raw,) = post.mails
    came, row = read(raw), Outgoing.objects.get()
    assert post.to == [["tom@example.org"]]
    assert came["Subject"].startswith("Marta would like a game with you on ")
    assert str(row.word) in came["Message-ID"]
    stop = f"{BASE}/mail/stop/{address.pk}/{address.word('stop')}/"
    assert f"\r\nList-Unsubscribe: <{stop}>\r\n".encode() in raw
    assert b"\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n" in raw
    assert all(one.startswith("/") for one in links(raw))
    assert row.status == OutStatus.SENT


def test_one_click_stops_it_without_cookie_or_token(post: MailSink, evening: Evening, noon: datetime) -> None:
    address = tom_has_mail(evening)
    path = f"/mail/stop/{address.pk}/{address.word('stop')}/"
    program = Client(enforce_csrf_checks=True)
    asks = program.get(path)
    address.refresh_from_db()
    assert address.is_open
    done = program.post(path, {"List-Unsubscribe": "One-Click"})
    assert done.status_code == 200
    assert all(f'href="{TOLD}"' in page_text(one) for one in (asks, done))  # some of it, or some of it again
    asked(evening)
    assert (outbox.send_due(), post.mails) == (0, [])
    assert "Switch email back on" in text_of(signed_in(evening.tom).get(TOLD))
    signed_in(evening.tom).post(f"{TOLD}mail/", {"again": "1"})
    address.refresh_from_db()
    assert address.is_open


def test_killed_between_taking_and_noting_the_same_mail_comes_again(
    post: MailSink, evening: Evening, noon: datetime, at: Callable[[datetime], None]
) -> None:
    """The other computer has it, and nobody here noted that."""
    tom_has_mail(evening)
    asked(evening)
    taken = outbox.take(noon) or []
    mail.deliver_mail(taken[0], Batch(taken))
    at(noon + outbox.IN_DOUBT)
    outbox.send_due()
    assert len({read(raw)["Message-ID"] for raw in post.mails}) == 1
    assert len(post.mails) == 2
    assert outbox.send_due() == 0


def test_the_mail_of_the_day(
    post: MailSink, evening: Evening, noon: datetime, at: Callable[[datetime], None]
) -> None:
    tom_has_mail(evening)
    Telling.objects.create(person=evening.tom.person, daily=True)
    asked(evening)
    asked(evening, 2)
    assert outbox.send_due() == 0
    at(noon + timedelta(hours=6))
    assert outbox.send_due() == 2
    (raw,) = post.mails
    assert read(raw)["Subject"] == "2 updates from your club"
    assert len(links(raw)) == 4


def test_a_refused_address_ends_it_and_a_busy_one_waits(
    post: MailSink, evening: Evening, noon: datetime, at: Callable[[datetime], None]
) -> None:
    tom_has_mail(evening)
    post.refuses["tom@example.org"] = "450 busy"
    asked(evening)
    outbox.send_due()
    assert Outgoing.objects.get().status == OutStatus.WAITING
    post.refuses["tom@example.org"] = "550 nobody here"
    at(noon + timedelta(seconds=6))
    outbox.send_due()
    assert Outgoing.objects.get().status == OutStatus.FAILED


def three_have_mail(evening: Evening) -> None:
    """And each is asked for a game."""
    now = timezone.now()
    for seat in (evening.marta, evening.tom, evening.jun):
        person, address = seat.person, f"{seat.person.display_name.lower()}@example.org"
        MailAddress.objects.create(person=person, address=address, confirmed_at=now)
    others = [evening.marta, evening.tom, evening.jun]
    plans.propose_game(by=evening.ilse, others=others, when=When.on(evening.night, 1))
    clock_tick()


def test_all_mails_go_by_one_connection(post: MailSink, evening: Evening, noon: datetime) -> None:
    three_have_mail(evening)
    assert outbox.send_due() == 3
    assert (len(post.mails), len(set(post.peers))) == (3, 1)


def test_after_a_fault_the_next_mail_goes_by_another_connection(
    post: MailSink, evening: Evening, noon: datetime
) -> None:
    three_have_mail(evening)
    _first, second, _third = Outgoing.objects.order_by("pk")
    refused = MailAddress.objects.get(pk=second.address)
    post.refuses[refused.address] = "550 nobody here"
    assert outbox.send_due() == 3
    assert len(post.to) == 2
    assert len(set(post.peers)) == 2


def test_a_server_that_has_hung_up_after_a_mail_gets_the_next_one_all_the_same(post: MailSink) -> None:
    post.hangs_up = True
    with mail.Connection() as line:
        for number in range(2):
            line.send(EmailMessage("x", "y", "a@example.org", [f"{number}@example.org"]))
            end = time.monotonic() + 10
            while line._open is None or not mail.has_hung_up(line._open):
                assert time.monotonic() < end
                time.sleep(0.01)
    assert post.to == [["0@example.org"], ["1@example.org"]]


def test_what_the_chronicle_says_is_read_for_many_in_the_language_of_each() -> None:
    ilse = new_organiser(name="Ilse")
    scope = play.found_league(ilse, campaign_type="endless")
    play.started(scope, ilse, "Marta", "Tom")
    entry = Entry.objects.filter(scope=scope).order_by("pk")[0]
    told = Notice(person=ilse.person, club=ilse.club, kind=NoticeKind.ACTED_FOR, entry=entry, key="x")
    together = NotificationReading([told])
    said = []
    for language in ("de", "en", "de"):
        with override(language):
            assert together.said_of(entry) == NotificationReading([told]).said_of(entry)
            said.append(together.said_of(entry))
    assert said[0] == said[2] != said[1]


def test_a_league_that_cannot_be_read_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    ilse = new_organiser(name="Ilse")
    broken, whole = (play.found_league(ilse, name=name, campaign_type="endless") for name in ("A", "B"))

    def read(scope: Scope) -> object:
        if scope.pk == broken.pk:
            raise LookupError(scope.pk)
        return state_of(scope)

    monkeypatch.setattr("campaigns.nights.games.leagues.state_of", read)
    both = leagues.Leagues([broken.pk, whole.pk])
    assert both[whole.pk].scope == whole
    with pytest.raises(LookupError):
        _ = both[broken.pk]


def test_what_is_chosen_is_kept(post: MailSink, evening: Evening, noon: datetime) -> None:
    tom_has_mail(evening)
    browser = signed_in(evening.tom)
    ticks = {"reports-mail": "on", "quiet_from": "21:00", "quiet_until": "09:00", "zone": "Berlin"}
    assert browser.post(TOLD, ticks).status_code == 302
    asked(evening)
    assert outbox.send_due() == 0
    telling = Telling.objects.get(person=evening.tom.person)
    assert (telling.quiet, telling.zone, f"{telling.quiet_from:%H:%M}") == (False, "Europe/Berlin", "21:00")
    assert browser.post(TOLD, {**ticks, "zone": "Atlantis"}).status_code == 422


def test_without_mail_the_page_says_so(evening: Evening, settings: object) -> None:
    page = signed_in(evening.tom).get(TOLD)
    assert page_of(page).no_mail == "This club’s computer cannot send email."
    with pytest.raises(Refused):
        addresses.type_address(evening.tom.person, "tom@example.org")


def test_nobody_is_flooded(post: MailSink, evening: Evening, noon: datetime) -> None:
    for _ in range(3):
        addresses.type_address(evening.tom.person, "tom@example.org")
    with pytest.raises(Refused):
        addresses.type_address(evening.marta.person, "Tom@example.org")
    evening.club.silent_since = noon
    evening.club.save()
    with pytest.raises(Refused):
        addresses.type_address(evening.jun.person, "jun@example.org")


def test_it_is_mine_to_have_and_goes_with_me(post: MailSink, evening: Evening, noon: datetime) -> None:
    tom_has_mail(evening)
    asked(evening)
    outbox.send_due()
    found = signed_in(evening.tom).get("/me/file/").json()["person"]
    assert found["mail"][0]["address"] == "tom@example.org"
    assert [one["status"] for one in found["sent"]] == ["sent"]
    signin.erase_person(person=evening.tom.person)
    assert not MailAddress.objects.exists()
    assert not Outgoing.objects.exists()
