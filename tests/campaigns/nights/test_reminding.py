"""Who has not answered is reminded by an organiser."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.utils import timezone

from campaigns.models import Notice, NoticeKind
from campaigns.nights import acts
from campaigns.notices.found.inbox import notification_sentence
from campaigns.notices.kinds.every_kind import is_so
from tests.campaigns.nights.conftest import Evening
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
