"""Web push: encrypted for one browser, taken by a sink that decrypts; forgotten where it is gone."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import time, timedelta
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils import timezone
from py_vapid import Vapid02

from campaigns.models import Browser, Night, Notice, Outgoing, OutStatus, Seat, Telling, Topic, Wish
from campaigns.nights.games import plans
from campaigns.nights.games.plans import When
from campaigns.notices.found import finding
from campaigns.notices.ways import browsers, outbox, push
from campaigns.people import signin
from tests.campaigns.nights.conftest import Evening, at, evening
from tests.campaigns.notices.sinks import ChatSink, chat_sink
from tests.factories import signed_in
from tests.maps.firestorm.orders.test_orders import writing
from tests.pages import page_of

__all__ = ["at", "evening"]
PHONE = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"


@dataclass
class Phone:
    """A browser of somebody's: it alone can read what comes."""

    key: ec.EllipticCurvePrivateKey
    auth: bytes

    @property
    def said(self) -> dict[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"key": _text(point), "auth": _text(self.auth)}

    def reads(self, body: bytes) -> dict[str, str]:
        told = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        found: dict[str, str] = json.loads(told)
        return found


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


@pytest.fixture
def phone() -> Phone:
    return Phone(ec.derive_private_key(7_190_418, push.CURVE), b"sixteen letters.")


@pytest.fixture
def sink(settings: Any) -> Iterator[ChatSink]:
    settings.OUTWARD, settings.HTTPS = ["127.0.0.0/8"], True
    settings.PUBLIC_URL = "https://muster.example.org"
    with chat_sink() as found:
        yield found


@pytest.fixture
def toms(evening: Evening, sink: ChatSink, phone: Phone) -> Browser:
    """Tom's phone is told; the worker has looked before anything of the test happens."""
    finding.catch_up(timezone.now() - timedelta(minutes=1))
    Telling.objects.create(person=evening.tom.person, quiet=False)
    return browsers.subscribe_browser(
        evening.tom.person, endpoint=f"{sink.url}/told/tom", agent=PHONE, **phone.said
    )


def asked(evening: Evening) -> None:
    plans.propose_game(
        by=evening.marta, others=[evening.tom], when=When.on(evening.night, 1), words="The crooked well."
    )
    finding.catch_up(timezone.now())
    outbox.fill_outbox()


def test_a_notice_is_readable_by_that_browser_alone_and_leads_to_its_place(
    evening: Evening, toms: Browser, sink: ChatSink, phone: Phone
) -> None:
    asked(evening)
    outbox.send_due()
    (post,) = sink.posts
    assert b"Marta" not in post.body
    told = phone.reads(post.body)
    assert told["title"] == f"Marta would like a game with you on {evening.night}, 19:00"
    assert told["link"].startswith("https://muster.example.org/inbox/")
    assert "crooked well" not in json.dumps(told), "what they wrote to each other stays inside"
    assert (post.path, post.headers["content-encoding"]) == ("/hook/told/tom", "aes128gcm")
    assert 60 <= int(post.headers["ttl"]) <= 24 * 3600
    assert Vapid02.verify(post.headers["authorization"])


@pytest.mark.django_db
def test_a_deadline_is_kept_no_longer_than_until_it_is_over(sink: ChatSink, phone: Phone) -> None:
    table = writing("Marta", "Kwame")
    marta, at = table.seats["Marta"].person, table.state.now.deadline
    assert at is not None
    browsers.subscribe_browser(marta, endpoint=f"{sink.url}/marta", agent=PHONE, **phone.said)
    Telling.objects.create(person=marta, quiet=False)
    finding.catch_up(at - timedelta(hours=2))
    told = Notice.objects.get(person=marta, kind="due")
    row = outbox.row_to("push", "1", person=marta, notice=told)
    assert push._worth(row, at - timedelta(hours=1)) == 3600
    assert push._worth(row, at + timedelta(hours=1)) == 0


@pytest.mark.django_db
def test_what_somebody_has_to_do_is_shown_once_a_day_but_when_it_is_late_soon(
    sink: ChatSink, phone: Phone
) -> None:
    table, other = writing("Marta", "Kwame"), writing("Marta", "Kwame")
    marta, at = table.seats["Marta"].person, table.state.now.deadline
    assert at is not None
    Seat.objects.filter(pk=other.seats["Marta"].pk).update(person=marta)
    browsers.subscribe_browser(marta, endpoint=f"{sink.url}/marta", agent=PHONE, **phone.said)
    Telling.objects.create(person=marta, quiet=False)
    now = timezone.now()
    finding.catch_up(now)
    outbox.fill_outbox(now)
    zone = table.scope.club.tz
    days = [one.next_at.astimezone(zone).date() for one in Outgoing.objects.filter(way="push").order_by("pk")]
    today = now.astimezone(zone).date()
    assert days == [today, today + timedelta(days=1)]
    late = at - timedelta(hours=23)
    finding.catch_up(late)
    outbox.fill_outbox(late)
    again = Outgoing.objects.filter(way="push", status=OutStatus.WAITING, notice__scope=table.scope)
    assert [one.next_at for one in again] == [late]


@pytest.mark.django_db
def test_on_an_evening_every_turn_is_shown(evening: Evening, sink: ChatSink, phone: Phone) -> None:
    table, other = writing("Marta", "Kwame"), writing("Marta", "Kwame")
    marta = table.seats["Marta"].person
    Seat.objects.filter(pk=other.seats["Marta"].pk).update(person=marta)
    browsers.subscribe_browser(marta, endpoint=f"{sink.url}/marta", agent=PHONE, **phone.said)
    Telling.objects.create(person=marta, quiet=False)
    now = timezone.now()
    for club in (table.scope.club, other.scope.club):
        day = now.astimezone(club.tz)
        Night.objects.create(club=club, day=day.date() - timedelta(days=1), starts=time(0), ends=time(0))
        Night.objects.create(club=club, day=day.date(), starts=time(0), ends=time(0))
    finding.catch_up(now)
    outbox.fill_outbox(now)
    found = Outgoing.objects.filter(way="push", notice__kind="my_turn").order_by("pk")
    assert [one.next_at for one in found] == [now, now]


def test_sent_again_it_takes_the_place_of_the_first(
    evening: Evening, toms: Browser, sink: ChatSink, phone: Phone
) -> None:
    sink.answers = [(503, {})]
    asked(evening)
    outbox.send_due()
    outbox.send_due(timezone.now() + timedelta(minutes=10))
    first, second = sink.posts
    assert first.headers["topic"] == second.headers["topic"]
    assert len(first.headers["topic"]) <= 32
    assert phone.reads(first.body) == phone.reads(second.body)
    assert Outgoing.objects.get(way="push").status == OutStatus.SENT


@pytest.mark.parametrize(("status", "stays"), [(410, False), (404, False), (403, True)])
def test_a_browser_that_is_gone_is_forgotten_and_nothing_is_tried_again(
    evening: Evening, toms: Browser, sink: ChatSink, status: int, stays: bool
) -> None:
    sink.answers = [(status, {})]
    asked(evening)
    outbox.send_due()
    outbox.send_due(timezone.now() + timedelta(days=1))
    assert len(sink.posts) == 1
    assert Browser.objects.filter(pk=toms.pk).exists() == stays
    assert Outgoing.objects.get(way="push").status == OutStatus.FAILED


def test_only_what_is_ticked_and_only_by_https(
    evening: Evening, toms: Browser, sink: ChatSink, settings: Any
) -> None:
    Wish.objects.create(person=evening.tom.person, topic=Topic.GAMES, way="push", on=False)
    asked(evening)
    assert not Outgoing.objects.filter(way="push").exists()
    Wish.objects.all().delete()
    settings.HTTPS = False
    plans.propose_game(by=evening.jun, others=[evening.tom], when=When.on(evening.night, 2))
    finding.catch_up(timezone.now())
    outbox.fill_outbox()
    assert not Outgoing.objects.filter(way="push").exists()


def test_no_private_address_is_gone_to(
    evening: Evening, toms: Browser, sink: ChatSink, settings: Any
) -> None:
    settings.OUTWARD = []
    asked(evening)
    outbox.send_due()
    assert sink.posts == []
    assert Outgoing.objects.get(way="push").status == OutStatus.FAILED


# The page


def offered(seat: Seat, phone: Phone, **more: str) -> Any:
    said = {"endpoint": "https://push.example.org/abc", **phone.said, **more}
    return signed_in(seat).post("/me/told/browser/", said, headers={"user-agent": PHONE})


def test_a_browser_is_kept_tried_and_taken_away(evening: Evening, sink: ChatSink, phone: Phone) -> None:
    assert offered(evening.marta, phone).status_code == 302
    kept = Browser.objects.get(person=evening.marta.person)
    assert kept.name == "Chrome, Android"
    Browser.objects.update(endpoint=sink.url)
    browser = signed_in(evening.marta)
    page = page_of(browser.get("/me/told/"))
    assert page.push_key == push.public_key()
    assert [one.name for one in page.browsers] == ["Chrome, Android"]
    browser.post("/me/told/browser/", {"try": kept.pk})
    outbox.send_due()
    assert phone.reads(sink.posts[0].body)["title"] == "This is what notifications look like here"
    assert signed_in(evening.tom).post("/me/told/browser/", {"remove": kept.pk}).status_code == 404
    browser.post("/me/told/browser/", {"remove": kept.pk})
    assert not Browser.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "http://push.example.org/abc"}, {"endpoint": "javascript:alert(1)"}, {"endpoint": ""},
        {"endpoint": f"https://push.example.org/{'x' * 600}"}, {"key": "x" * 87}, {"key": "é"},
        {"auth": "c2hvcnQ"}, {"auth": "\0"},
    ],
)  # fmt: skip
def test_what_no_browser_says_is_not_kept(
    evening: Evening, sink: ChatSink, phone: Phone, wrong: dict[str, str]
) -> None:
    assert offered(evening.marta, phone, **wrong).status_code == 404
    assert not Browser.objects.exists()


def test_of_many_browsers_the_oldest_go_and_the_same_one_is_renewed(
    evening: Evening, sink: ChatSink, phone: Phone
) -> None:
    for number in range(browsers.MOST + 2):
        offered(evening.marta, phone, endpoint=f"https://push.example.org/{number}")
    assert Browser.objects.count() == browsers.MOST
    assert not Browser.objects.filter(endpoint__endswith="/0").exists()
    offered(evening.tom, phone, endpoint="https://push.example.org/5")
    assert Browser.objects.get(endpoint__endswith="/5").person == evening.tom.person


def test_without_https_the_page_says_so(evening: Evening, settings: Any) -> None:
    settings.HTTPS = False
    page = signed_in(evening.marta).get("/me/told/").content.decode()
    assert "from a site reached over https" in page
    assert 'name="endpoint"' not in page


def test_whoever_is_erased_leaves_no_browser(evening: Evening, toms: Browser) -> None:
    assert "told/tom" in str(signed_in(evening.tom).get("/me/file/").json())
    signin.erase_person(person=evening.tom.person)
    assert not Browser.objects.exists()


def test_the_worker_and_what_a_home_screen_needs_are_there(evening: Evening) -> None:
    browser = signed_in(evening.marta)
    worker = browser.get("/push/worker.js")
    assert worker.headers["Content-Type"].startswith("text/javascript")
    assert b"showNotification" in worker.content
    told = browser.get("/manifest.webmanifest").json()
    assert (told["display"], told["start_url"]) == ("standalone", "/")
    assert {one["sizes"] for one in told["icons"] if one["type"] == "image/png"} >= {"180x180", "512x512"}
    assert "manifest.webmanifest" in browser.get("/").content.decode()


def test_the_key_stays_the_same_and_hangs_on_the_servers_own(settings: Any) -> None:
    first = push.public_key()
    assert push.public_key() == first
    settings.SECRET_KEY = "another" * 10
    assert push.public_key() != first
    assert len(push.as_bytes(first)) == 65
