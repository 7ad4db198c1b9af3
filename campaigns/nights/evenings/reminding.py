"""An organiser reminds those who have not said whether they come to a night; each of them once a day."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from campaigns.engine.stored import topics
from campaigns.models import Night, Notice, NoticeKind, Seat
from campaigns.nights import evening
from campaigns.nights.evening import Guest
from rules.engine.refusals import Refused


def unanswered_seats(guests: Iterable[Guest], by: Seat) -> list[Seat]:
    """Who has not answered and is not on holiday then, besides whoever asks."""
    return [one.seat for one in guests if not one.come and one.seat.person_id != by.person_id]


def reminded(night: Night) -> set[int]:
    """The people who were reminded today."""
    return set(Notice.objects.filter(key=_key(night)).values_list("person", flat=True))


def _key(night: Night) -> str:
    today = timezone.now().astimezone(night.club.tz).date()
    return f"{NoticeKind.NIGHT_ASKED}-{night.pk}-{today}"


@transaction.atomic
def remind_unanswered(*, by: Seat, night: Night, only: int | None = None) -> list[Seat]:
    """Who is reminded now, `only` one seat of them; twice on a day is once."""
    if night.is_off:
        raise Refused("", _("This night has been called off."))
    now, known = timezone.now(), reminded(night)
    if night.begins_at <= now:
        raise Refused("", _("This night has already begun."))
    silent = unanswered_seats(evening.guests_of(night, evening.members(night.club)), by)
    fresh = [one for one in silent if one.person_id not in known and only in (None, one.pk)]
    about = {"club": night.club, "kind": NoticeKind.NIGHT_ASKED, "key": _key(night), "night": night}
    told = [Notice(person_id=one.person_id, actor=by, at=now, **about) for one in fresh]
    Notice.objects.bulk_create(told, ignore_conflicts=True)
    topics.tell_club(night.club_id, topics.NOTICES)
    return fresh
