"""A browser shows notices to who sits at it and to nobody else; two people who are one are told as one."""

from __future__ import annotations

from datetime import time
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from campaigns.models import (
    Browser,
    MailAddress,
    Notice,
    NoticeKind,
    Outgoing,
    OutStatus,
    Seat,
    Telling,
    Topic,
    Wish,
)
from campaigns.notices.found import finding
from campaigns.notices.ways import browsers, outbox
from campaigns.people import signin
from campaigns.people.seats import make_way_back, way_back_path
from tests.campaigns.nights.conftest import Evening, evening
from tests.campaigns.notices.sinks import ChatSink
from tests.campaigns.notices.test_push import PHONE, Phone, asked, phone, sink
from tests.factories import signed_in

__all__ = ["evening", "phone", "sink"]
pytestmark = pytest.mark.django_db


def shows_here(browser: Client, phone: Phone, endpoint: str) -> Browser:
    """Whoever sits at this browser lets it show notices."""
    typed = {"endpoint": endpoint, **phone.said}
    assert browser.post("/me/told/browser/", typed, HTTP_USER_AGENT=PHONE).status_code == 302
    return Browser.objects.get(endpoint=endpoint)


ENDPOINT = "https://push.example.org/abc"


def test_who_signs_out_takes_push_along(evening: Evening, phone: Phone) -> None:
    finding.catch_up(timezone.now())
    browser, other = signed_in(evening.tom), signed_in(evening.tom)
    shows_here(browser, phone, ENDPOINT)
    stays = shows_here(other, phone, f"{ENDPOINT}d")
    browser.post("/me/sign-out/")
    assert list(Browser.objects.all()) == [stays]


def test_nothing_goes_to_a_browser_that_was_signed_out(
    evening: Evening, sink: ChatSink, phone: Phone
) -> None:
    finding.catch_up(timezone.now())
    Telling.objects.create(person=evening.tom.person, quiet=False)
    browser = signed_in(evening.tom)
    shows_here(browser, phone, f"{sink.url}/tom".replace("http:", "https:"))
    Browser.objects.update(endpoint=f"{sink.url}/tom")
    asked(evening)
    browser.post("/me/sign-out/")
    outbox.send_due()
    assert sink.posts == []
    assert Outgoing.objects.get(way="push").status == OutStatus.DROPPED


def test_who_signs_in_as_somebody_else_has_not_their_notices(evening: Evening, phone: Phone) -> None:
    browser = signed_in(evening.tom)
    shows_here(browser, phone, ENDPOINT)
    browser.post(way_back_path(make_way_back(person=evening.marta.person)))
    assert not Browser.objects.exists()


def test_signed_out_everywhere_else_only_this_browser_goes_on(evening: Evening, phone: Phone) -> None:
    here, there = signed_in(evening.tom), signed_in(evening.tom)
    stays = shows_here(here, phone, ENDPOINT)
    shows_here(there, phone, f"{ENDPOINT}d")
    here.post("/me/sign-out-everywhere/")
    assert list(Browser.objects.all()) == [stays]


def test_a_browser_that_has_another_address_goes_on(evening: Evening, phone: Phone) -> None:
    kept = browsers.subscribe_browser(evening.tom.person, endpoint=ENDPOINT, agent=PHONE, **phone.said)
    program = Client(enforce_csrf_checks=True)
    said = {"former": ENDPOINT, "endpoint": f"{ENDPOINT}/new", **phone.said}
    assert (
        program.post("/push/renew/", {**said, "former": "https://push.example.org/none"}).status_code == 404
    )
    assert program.post("/push/renew/", {**said, "endpoint": "http://inside"}).status_code == 404
    assert program.get("/push/renew/").status_code == 405
    assert program.post("/push/renew/", said).status_code == 204
    kept.refresh_from_db()
    assert (kept.endpoint, kept.person) == (f"{ENDPOINT}/new", evening.tom.person)
    assert program.post("/push/renew/", said).status_code == 404, "the former address opens nothing any more"


def test_the_worker_script_hears_of_another_address(client: Client) -> None:
    script = client.get("/push/worker.js").content.decode()
    assert 'addEventListener("pushsubscriptionchange"' in script
    assert "/push/renew/" in script


# Two who are one


def merged(evening: Evening) -> None:
    signin.merge_seats(by=evening.ilse, keep=evening.marta, drop=evening.tom)


def note(seat: Seat, key: str) -> Notice:
    return Notice.objects.create(person=seat.person, club=seat.club, kind=NoticeKind.COUNTS, key=key)


def test_two_inboxes_become_one_and_nothing_is_there_twice(evening: Evening) -> None:
    for seat, key in ((evening.marta, "a"), (evening.tom, "a"), (evening.tom, "b")):
        note(seat, key)
    merged(evening)
    assert sorted(Notice.objects.values_list("person", "key")) == [
        (evening.marta.person_id, "a"),
        (evening.marta.person_id, "b"),
    ]


def test_browsers_wishes_and_hours_come_along(evening: Evening, phone: Phone) -> None:
    marta, tom = evening.marta.person, evening.tom.person
    browsers.subscribe_browser(tom, endpoint=ENDPOINT, agent=PHONE, **phone.said)
    Telling.objects.create(person=tom, quiet_from=time(21))
    Wish.objects.create(person=tom, topic=Topic.GAMES, way="push", on=True)
    Wish.objects.create(person=tom, topic=Topic.NIGHTS, way="push", on=True)
    Wish.objects.create(person=marta, topic=Topic.NIGHTS, way="push", on=False)
    merged(evening)
    assert Browser.objects.get().person == marta
    assert Telling.objects.get().person == marta
    wishes = Wish.objects.filter(person=marta).values_list("topic", "on")
    assert sorted(wishes) == [("games", True), ("nights", False)]
    assert not Wish.objects.filter(person=tom).exists()
    found: Any = signed_in(evening.marta).get("/me/file/").json()["person"]
    assert [one["endpoint"] for one in found["browsers"]] == [ENDPOINT]
    assert len(found["wishes"]) == 2


@pytest.mark.parametrize(
    ("hers", "his", "stays"),
    [(None, True, "tom"), (True, True, "marta"), (False, True, "tom"), (True, False, "marta")],
    ids=["only his", "both", "hers not confirmed", "his not confirmed"],
)
def test_one_mail_address_stays(evening: Evening, hers: bool | None, his: bool, stays: str) -> None:
    for seat, confirmed in ((evening.marta, hers), (evening.tom, his)):
        if confirmed is not None:
            at = timezone.now() if confirmed else None
            address = f"{seat.person.display_name.lower()}@example.org"
            MailAddress.objects.create(person=seat.person, address=address, confirmed_at=at)
    merged(evening)
    (left,) = MailAddress.objects.all()
    assert (left.person, left.address) == (evening.marta.person, f"{stays}@example.org")


def test_what_is_on_its_way_leaves_in_the_order_of_whose_it_is_now(evening: Evening, phone: Phone) -> None:
    kept = browsers.subscribe_browser(evening.tom.person, endpoint=ENDPOINT, agent=PHONE, **phone.said)
    outbox.row_to("push", str(kept.pk), person=evening.tom.person, notice=note(evening.tom, "b")).save()
    merged(evening)
    row = Outgoing.objects.get()
    assert (row.person, row.lane) == (evening.marta.person, f"push:{evening.marta.person_id}:{kept.pk}")


def test_erased_nothing_is_left(evening: Evening, phone: Phone) -> None:
    browsers.subscribe_browser(evening.tom.person, endpoint=ENDPOINT, agent=PHONE, **phone.said)
    Telling.objects.create(person=evening.tom.person)
    note(evening.tom, "a")
    signin.erase_person(person=evening.tom.person)
    for kept in (Browser, Telling, Wish, MailAddress, Notice, Outgoing):
        assert not kept._default_manager.filter(person=evening.tom.person).exists()
