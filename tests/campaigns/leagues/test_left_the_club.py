"""Somebody leaves the club, or a league: its organisers hear so once, and its pages say that nobody plays."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Notice, NoticeKind
from campaigns.notices.found import finding
from campaigns.notices.found.inbox import notification_target_url
from campaigns.people.seats import remove_seat
from tests.campaigns.engine.evening import founded
from tests.campaigns.notices.test_inbox import looked, told
from tests.factories import new_organiser, new_seat, signed_in
from tests.maps.conquest import play as conquest
from tests.pages import text_of

pytestmark = pytest.mark.django_db
__all__ = ["looked"]
NOBODY = "The player of Marta's band has left the club, so nobody plays it any more"


def test_the_organisers_hear_once_which_side_nobody_plays(looked: None) -> None:
    evening = founded()
    remove_seat(by=evening.marta, seat=evening.marta)
    assert told(evening.ilse) == [NOBODY]
    assert told(evening.ilse) == []
    assert told(evening.tom) == []
    notice = Notice.objects.get(kind=NoticeKind.ACTED_FOR, person=evening.ilse.person)
    assert notification_target_url(notice) == reverse("campaigns:desk", args=[evening.scope.pk])


def test_an_organiser_who_removes_somebody_hears_nothing_of_it_and_the_others_do(looked: None) -> None:
    evening = founded()
    kim = new_organiser(name="Kim", club=evening.scope.club)
    remove_seat(by=evening.ilse, seat=evening.marta)
    assert told(kim) == [NOBODY]
    assert told(evening.ilse) == []


def test_of_who_played_nothing_they_hear_that_somebody_left(looked: None) -> None:
    ilse = new_organiser(name="Ilse")
    wren = new_seat(club=ilse.club, name="Wren")
    remove_seat(by=wren, seat=wren)
    assert told(ilse) == ["Wren has left the club"]
    notice = Notice.objects.get(person=ilse.person)
    assert notification_target_url(notice) == reverse("people:people", args=[ilse.club.slug])


def test_the_chronicle_and_the_table_say_so() -> None:
    evening = founded()
    remove_seat(by=evening.marta, seat=evening.marta)
    browser = signed_in(evening.ilse)
    chronicle = browser.get(reverse("campaigns:chronicle", args=[evening.scope.pk]))
    assert NOBODY in text_of(chronicle)
    league = text_of(browser.get(reverse("campaigns:league", args=[evening.scope.pk])))
    assert "Marta has left" in league
    assert "nobody plays it any more" in text_of(
        browser.get(reverse("campaigns:desk", args=[evening.scope.pk]))
    )


def test_cq_an_empire_left_alone_is_told_too(looked: None) -> None:
    league = conquest.begun("Marta", "Kwame")
    name = league.state.name_of(league.realm("Marta"))
    finding.catch_up(timezone.now())
    remove_seat(by=league.seats["Marta"], seat=league.seats["Marta"])
    found = told(league.seats["Organiser"])
    assert f"The player of {name} has left the club, so nobody plays it any more" in found


def test_who_leaves_a_league_is_told_to_its_organisers(looked: None) -> None:
    league = conquest.begun("Marta", "Kwame", "Ilse")
    told(league.seats["Organiser"])
    league.do("Marta", "leave", realm=league.realm("Marta"))
    assert [one for one in told(league.seats["Organiser"]) if one.startswith("Marta: ")]
