"""A person's week: what is open, what is due, what has happened; told once a week, on Sunday evening.

It is found at the first look after that moment, by the reader's clock, and at no other: who has nothing to
read then is told nothing that week. What it says is put together anew whenever it is read or sent, from
notices, games and nights, in their own sentences: it knows nothing that the inbox would not say.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.engine.chores import alone
from campaigns.models import (
    Club,
    Come,
    Night,
    NightAnswer,
    Notice,
    NoticeKind,
    Person,
    PlannedGame,
    Seat,
    Topic,
)
from campaigns.notices.kinds import todos
from campaigns.notices.kinds.kind import Look, NotificationKind
from campaigns.notices.kinds.kinds import KINDS
from campaigns.notices.kinds.reading import NotificationReading, notices_of
from config.dates import dated

WEEK, LATE = timedelta(days=7), timedelta(days=1)
SUNDAY, EVENING = 6, time(18)
MOST = 30  # lines of what has happened
OLDEST = timedelta(days=60)  # a notice whose matter may still be open
OPEN = [kind for kind, one in KINDS.items() if one.week == "open"]
HAPPENED = [kind for kind, one in KINDS.items() if one.week == "happened"]


# When it is told


def of_weeks(since: datetime, now: datetime) -> Iterator[Notice]:
    """One for everybody whose Sunday evening has begun since the last look, if it has something to say."""
    begun = {zone: at for zone in _zones() if max(since, now - LATE) < (at := evening_before(now, zone))}
    for person, (club, zone) in (_homes() if begun else {}).items():
        with alone():
            if zone in begun and has_something(person, begun[zone]):
                key = f"{NoticeKind.WEEK}-{begun[zone].date()}"
                yield Notice(person=person, club=club, kind=NoticeKind.WEEK, key=key, at=begun[zone])


def evening_before(now: datetime, zone: ZoneInfo) -> datetime:
    """The latest Sunday evening there that has begun."""
    here = now.astimezone(zone)
    at = datetime.combine(here.date() - timedelta(days=(here.weekday() - SUNDAY) % 7), EVENING, zone)
    return at if at <= now else datetime.combine(at.date() - WEEK, EVENING, zone)


def _zones() -> set[ZoneInfo]:
    """All clocks that somebody goes by."""
    found = _seats().values_list("person__telling__zone", "club__time_zone").distinct()
    return {ZoneInfo(own or clubs) for own, clubs in found.order_by()}


def _homes() -> dict[Person, tuple[Club, ZoneInfo]]:
    """Everybody's club, one that speaks if there is one, and the clock they go by."""
    found: dict[Person, tuple[Club, ZoneInfo]] = {}
    speaks_first = F("club__silent_since").asc(nulls_first=True)
    for seat in _seats().select_related("person__telling", "club").order_by(speaks_first, "pk"):
        own = getattr(getattr(seat.person, "telling", None), "zone", "")
        found.setdefault(seat.person, (seat.club, ZoneInfo(own or seat.club.time_zone)))
    return found


def _seats() -> QuerySet[Seat]:
    return Seat.objects.active().filter(person__erased_at=None)


# What it says


@dataclass(frozen=True, slots=True)
class WeekTold:
    """`more`: how many things have happened beyond those listed."""

    open: tuple[Notice, ...]
    due: tuple[Notice, ...]
    happened: tuple[Notice, ...]
    more: int = 0

    @property
    def is_empty(self) -> bool:
        return not (self.open or self.due or self.happened)

    def chapters(self) -> Iterator[tuple[str, tuple[Notice, ...]]]:
        """With their headings, those in which there is something."""
        names = (_("Waiting for you"), _("Due in the next few days"), _("What has happened"))
        each = zip(names, (self.open, self.due, self.happened), strict=True)
        return ((name, told) for name, told in each if told)


def mailed_week(notice: Notice, now: datetime) -> WeekTold:
    """What leaves the office with the notice of a week: only of clubs that let something out."""
    return week_of(notice.person, now, until=notice.at, aloud=True)


def is_worth(notice: Notice, now: datetime) -> bool:
    """Whether it is still Sunday evening, nearly, and there is still something to say."""
    return now < notice.at + LATE and has_something(notice.person, now, until=notice.at, aloud=True)


def has_something(
    person: Person, now: datetime, *, until: datetime | None = None, aloud: bool = False
) -> bool:
    """Whether a week says anything; it is read only to know whether what may be open still is."""
    mine = _of_late(person, now, aloud)
    if _happened(mine, until or now).exists() or any(_ahead(person, now, aloud)):
        return True
    may_be_open = mine.filter(kind__in=[*todos.OF_TODOS, *OPEN]).exists()
    return may_be_open and not week_of(person, now, until=until, aloud=aloud).is_empty


def week_of(
    person: Person,
    now: datetime,
    *,
    until: datetime | None = None,
    aloud: bool = False,
    kept_back: Collection[int] = (),
) -> WeekTold:
    """What is open, what is due within seven days, and what has happened in the seven days `until` then;
    nothing of what is `kept_back`."""
    mine = _of_late(person, now, aloud).exclude(pk__in=kept_back)
    found = list(mine.filter(kind__in=[*todos.OF_TODOS, *OPEN]))
    read = NotificationReading(found)
    asked = [one for one in found if one.kind in OPEN and KINDS[NoticeKind(one.kind)].is_so(one, now, read)]
    told = [one for one in found if one.kind in todos.OF_TODOS]
    ends = {one: owed.until(now) for one in told if (owed := read.owed(one)) and owed.left(now)}
    soon = [(end, one) for one, end in ends.items() if end and end <= now + WEEK]
    due = [*soon, *_ahead(person, now, aloud)]
    happened = _happened(mine, until or now)
    latest = tuple(happened[:MOST])
    return WeekTold(
        open=(
            *asked,
            *(one for one, end in ends.items() if not end or end > now + WEEK),
        ),
        due=tuple(one for _at, one in sorted(due, key=lambda pair: pair[0])),
        happened=latest,
        more=happened.count() - MOST if len(latest) == MOST else 0,
    )


def _of_late(person: Person, now: datetime, aloud: bool) -> QuerySet[Notice]:
    mine = notices_of(person).filter(at__gt=now - OLDEST)
    return mine.filter(club__silent_since=None) if aloud else mine


def _happened(mine: QuerySet[Notice], end: datetime) -> QuerySet[Notice]:
    return mine.filter(kind__in=HAPPENED, at__gt=end - WEEK, at__lte=end)


def _ahead(person: Person, now: datetime, aloud: bool) -> Iterator[tuple[datetime, Notice]]:
    """The next seven days: games that are agreed, and nights somebody comes to or has said nothing about.

    As notices that are not kept, since nobody may have been told of them yet.
    """
    clubs = Club.objects.filter(seats__in=Seat.objects.active().filter(person=person))
    days = (now.date() - timedelta(days=1), (now + WEEK).date() + timedelta(days=1))
    near = {"club__in": clubs.filter(silent_since=None) if aloud else clubs, "day__range": days}
    games = PlannedGame.objects.to_play().filter(**near, sides__seat__person=person)
    for plan in games.select_related("club", "scope").prefetch_related("sides__seat"):
        if now < plan.begins_at <= now + WEEK:
            yield plan.begins_at, _unkept(person, NoticeKind.AGREED, plan.club, plan.begins_at, plan=plan)
    nights = Night.objects.filter(**near, called_off_at=None).select_related("club")
    for night in nights.exclude(answers__in=_noes(person)):
        if now < night.begins_at <= now + WEEK:
            begins, kind = night.begins_at, NoticeKind.NIGHT_SOON
            yield begins, _unkept(person, kind, night.club, begins, night=night)


def _unkept(
    person: Person, kind: NoticeKind, club: Club, at: datetime, **about: PlannedGame | Night
) -> Notice:
    return Notice(person=person, club=club, kind=kind, at=at, read_at=at, **about)


def _noes(person: Person) -> QuerySet[NightAnswer]:
    return NightAnswer.objects.filter(seat__person=person, come__in=(Come.NO, Come.WAIT))


# All that is the same of them


def _says(notice: Notice, read: NotificationReading) -> str:
    day = dated(date.fromisoformat(notice.key.removeprefix(f"{NoticeKind.WEEK}-")), "l j F")
    return _("Your week up to %(day)s: what is open, what is due and what has happened") % {"day": day}


def _place(notice: Notice) -> str:
    return reverse("campaigns:week")


def _is_so(notice: Notice, now: datetime, read: NotificationReading) -> bool:
    return is_worth(notice, now)


def _finds(look: Look) -> Iterator[Notice]:
    return of_weeks(look.seen, look.now)


WEEKS = NotificationKind(
    topic=Topic.WEEK, icon="list-ul", says=_says, place=_place, is_so=_is_so, finds=_finds
)
