"""When somebody may be told: not in quiet hours, once a day where they want that. Held back, not lost."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from campaigns.models import Club, Person, Telling

DAILY = time(18)  # when the day's mail goes out


def telling_of(person: Person) -> Telling:
    """How somebody is told; what goes for everybody where they have not said."""
    return Telling.objects.filter(person=person).first() or Telling(person=person)


def zone_of(telling: Telling, club: Club | None) -> ZoneInfo:
    return ZoneInfo(telling.zone or (club.time_zone if club else "UTC"))


def is_quiet(telling: Telling, at: time) -> bool:
    begins, ends = telling.quiet_from, telling.quiet_until
    if not telling.quiet or begins == ends:
        return False
    return begins <= at < ends if begins < ends else at >= begins or at < ends


def free_at(telling: Telling, club: Club | None, now: datetime) -> datetime:
    """The next moment outside quiet hours, by the reader's clock."""
    zone = zone_of(telling, club)
    here = now.astimezone(zone)
    return next_at(telling.quiet_until, here) if is_quiet(telling, here.time()) else now


def day_s_mail_at(telling: Telling, club: Club | None, now: datetime) -> datetime:
    """When the next mail of the day goes out."""
    return free_at(telling, club, next_at(DAILY, now.astimezone(zone_of(telling, club))))


def next_at(wanted: time, here: datetime) -> datetime:
    """The next moment when a clock here shows that: in autumn it may do so twice in a night."""
    days = (here.date(), here.date() + timedelta(days=1))
    shown = (datetime.combine(day, wanted.replace(fold=fold), here.tzinfo) for day in days for fold in (0, 1))
    now = here.astimezone(UTC)  # moments of one zone are compared by their clock, which goes back
    return next(one for one in shown if one.astimezone(UTC) > now)
