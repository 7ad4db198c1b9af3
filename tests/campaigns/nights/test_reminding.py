"""Who has not answered is reminded by an organiser."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.utils import timezone

from campaigns.models import Notice, NoticeKind
from campaigns.nights import acts
from campaigns.notices.found import finding
from campaigns.notices.found.inbox import notification_sentence
from campaigns.notices.kinds.every_kind import is_so
from tests.away import away
from tests.campaigns.nights.conftest import Evening, today
from tests.factories import signed_in
from tests.pages import page_of

type Clock = Callable[[datetime], None]


def test_an_organiser_reminds_who_has_not_answered_once_a_day(evening: Evening, at: Clock) -> None:
    acts.set_attendance(seat=evening.marta, night=evening.night, come="no")
    browser, path = signed_in(evening.ilse), evening.path("remind/")

    def act() -> tuple[str, bool]:
        (found,) = [one for one in page_of(browser.get(evening.path())).acts if one.icon == "megaphone"]
        return found.title, found.is_tap

    assert act() == ("Remind Jun, Tom and Wren", True)
    for _twice in range(2):
        browser.post(path)
    told = Notice.objects.filter(kind=NoticeKind.NIGHT_ASKED)
    assert {one.person.display_name for one in told} == {"Jun", "Tom", "Wren"}
    assert notification_sentence(told[0]).startswith(
        "Ilse is asking whether you’re coming to the club night on "
    )
    assert act() == ("Reminded today: Jun, Tom and Wren", False)
    assert is_so(told.get(person=evening.tom.person), timezone.now())
    acts.set_attendance(seat=evening.tom, night=evening.night, come="yes")
    assert not is_so(told.get(person=evening.tom.person), timezone.now())
    at(timezone.now() + timedelta(days=1))
    assert act() == ("Remind Jun and Wren", True)
    at(evening.night.begins_at)
    assert not any(one.icon == "megaphone" for one in page_of(browser.get(evening.path())).acts)
    browser.post(path)
    assert told.count() == 3


def test_whose_holiday_a_night_lies_in_is_down_as_away_and_not_reminded(evening: Evening, at: Clock) -> None:
    """Neither by an organiser nor by the clock, also of a night about which they have said nothing."""
    days = (evening.night.day - today(evening.club)).days
    away(signed_in(evening.tom), evening.tom, days, days + 1)
    browser = signed_in(evening.ilse)
    page = page_of(browser.get(evening.path()))
    (group,) = [one for one in page.groups if one.word == "on holiday"]
    assert [one.name for one in group.guests] == ["Tom"]
    assert "Tom" not in next(one.title for one in page.acts if one.icon == "megaphone")
    browser.post(evening.path("remind/"))
    at(evening.night.begins_at - timedelta(hours=40))
    finding.catch_up(timezone.now())
    asked = Notice.objects.filter(kind=NoticeKind.NIGHT_ASKED)
    assert "Jun" in {one.person.display_name for one in asked}
    assert "Tom" not in {one.person.display_name for one in asked}
