"""Somebody says that they are away; an organiser says it for them; nobody else does."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.leagues.clock import clock_tick
from campaigns.models import Holiday, Notice, Role, Seat
from campaigns.notices.found.inbox import notification_target_url
from campaigns.people import signin
from campaigns.people.me.about_me import personal_data
from tests import factories
from tests.away import away, back, day, sent
from tests.maps.conquest.play import words_of
from tests.pages import page_text

pytestmark = pytest.mark.django_db


def test_it_is_said_on_a_page_of_ones_own_and_ended_with_one_tap() -> None:
    seat = factories.new_seat(name="Marta")
    browser = factories.signed_in(seat)
    assert reverse("people:my_holiday", args=[seat.club.slug]) in page_text(browser.get("/me/"))
    assert away(browser, seat, 2, 9).status_code == 302
    row = Holiday.objects.get()
    assert (row.begins, row.ends, row.stage, row.said_by) == (day(2), day(9), "comes", seat)
    assert "away from" in words_of(browser.get(reverse("people:my_holiday", args=[seat.club.slug])))
    back(browser, seat)
    assert not Holiday.objects.exists()


@pytest.mark.parametrize(
    ("first", "last", "says"),
    [
        (5, 2, "The last day comes before the first."),
        (-9, -3, "That day has passed."),
        (0, 900, "within a year"),
    ],
)
def test_days_that_make_no_sense_get_a_sentence_and_stay_in_the_form(
    first: int, last: int, says: str
) -> None:
    seat = factories.new_seat(name="Marta")
    answer = away(factories.signed_in(seat), seat, first, last)
    assert answer.status_code == 422
    assert says in words_of(answer)
    assert day(last).isoformat() in page_text(answer)
    assert not Holiday.objects.exists()


def test_an_organiser_says_it_for_somebody_and_others_do_not() -> None:
    organiser = factories.new_organiser(name="Ilse")
    seat = factories.new_seat(club=organiser.club, name="Marta")
    other = factories.new_seat(club=organiser.club, name="Tom")
    address = reverse("people:holiday", args=[seat.club.slug, seat.pk])
    assert factories.signed_in(other).post(address, sent(0, 3)).status_code == 404
    browser = factories.signed_in(organiser)
    assert address in page_text(browser.get(reverse("people:seat", args=[seat.club.slug, seat.pk])))
    assert browser.post(address, sent(0, 3)).status_code == 302
    assert Holiday.objects.get().said_by == organiser
    assert browser.post(address, {"back": "1"}).status_code == 302
    assert Holiday.objects.get().stage == "over"


def test_for_whom_an_organiser_says_it_hears_so_once_and_who_says_it_themselves_hears_nothing() -> None:
    organiser = factories.new_organiser(name="Ilse")
    seat = factories.new_seat(club=organiser.club, name="Marta")
    own, browser = factories.signed_in(seat), factories.signed_in(organiser)
    away(own, seat, 0, 3)
    back(own, seat)
    assert not Notice.objects.exists()
    address = reverse("people:holiday", args=[seat.club.slug, seat.pk])
    browser.post(address, sent(0, 3))
    browser.post(address, {"back": "1"})
    browser.post(address, {"back": "1"})
    inbox = words_of(own.get("/inbox/"))
    assert inbox.count("Ilse has entered a holiday for you") == 1
    assert inbox.count("Ilse has ended your holiday") == 1
    for notice in Notice.objects.filter(person=seat.person):
        assert notification_target_url(notice) == reverse("people:my_holiday", args=[seat.club.slug])


def test_nobody_stands_in_who_only_watches_or_is_somebody_elsewhere() -> None:
    seat = factories.new_seat(name="Marta")
    watching = factories.new_seat(club=seat.club, name="Wren", role="spectator")
    elsewhere = factories.new_seat(name="Zoe")
    for other in (watching, elsewhere, seat):
        answer = away(factories.signed_in(seat), seat, stand_in=other)
        assert answer.status_code == 422
        assert "Choose somebody else who plays in this club." in words_of(answer)


def test_who_stands_in_and_no_longer_can_is_said_with_the_reason() -> None:
    seat = factories.new_seat(name="Marta")
    other = factories.new_seat(club=seat.club, name="Tom")
    browser, page = factories.signed_in(seat), reverse("people:my_holiday", args=[seat.club.slug])
    away(browser, seat, stand_in=other)
    assert "Tom stands in." in words_of(browser.get(page))
    assert "too." not in words_of(browser.get(page))
    away(factories.signed_in(other), other, 0, 3)
    assert "Tom is away too." in words_of(browser.get(page))
    back(factories.signed_in(other), other)
    Seat.objects.filter(pk=other.pk).update(role=Role.SPECTATOR)
    assert "Choose somebody else who plays in this club." in words_of(browser.get(page))


def test_it_is_in_ones_file_and_goes_with_oneself() -> None:
    seat = factories.new_seat(name="Marta")
    away(factories.signed_in(seat), seat, 0, 3)
    (row,) = Holiday.objects.all()
    assert personal_data(seat.person)["holidays"] == [
        {"seat_id": seat.pk, "begins": day(0), "ends": day(3), "stand_in_id": None, "stage": row.stage}
    ]
    signin.erase_person(person=seat.person)
    assert not Holiday.objects.exists()


def test_nothing_is_kept_of_it_for_ever() -> None:
    seat = factories.new_seat(name="Marta")
    away(factories.signed_in(seat), seat, 0, 3)
    clock_tick(timezone.now() + timedelta(days=5))
    assert Holiday.objects.get().stage == "over"
    clock_tick(timezone.now() + timedelta(days=70))
    assert not Holiday.objects.exists()


def test_whoever_stands_in_reads_it_at_home_while_it_lasts() -> None:
    seat = factories.new_seat(name="Marta")
    rosa = factories.new_seat(club=seat.club, name="Rosa")
    browser, told = factories.signed_in(seat), "You’re standing in for Marta until"
    away(browser, seat, stand_in=rosa)
    assert told in words_of(factories.signed_in(rosa).get("/"))
    assert told not in words_of(browser.get("/"))
    back(browser, seat)
    assert told not in words_of(factories.signed_in(rosa).get("/"))
