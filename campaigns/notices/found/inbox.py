"""A person's inbox: what concerns them, newest first, each in a sentence that needs no context."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import LetIn, Notice, Person
from campaigns.notices.kinds import todos
from campaigns.notices.kinds.every_kind import notification_kind
from campaigns.notices.kinds.reading import NotificationReading, notices_of
from config.dates import dated

MOST = 100


@dataclass(frozen=True, slots=True)
class InboxLine:
    sentence: str
    note: str
    emblem: str
    icon: str
    url: str
    unread: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class InboxDay:
    name: str
    lines: tuple[InboxLine, ...]


@dataclass(frozen=True, slots=True)
class InboxPage:
    days: tuple[InboxDay, ...]
    unread: int
    count: str


def inbox_page(person: Person, now: datetime | None = None, *, let_in: Sequence[LetIn] = ()) -> InboxPage:
    """The last of them, by day as the reader's clock counts days, or that of each line's club: its hour is
    told by it, too. Without what called them to something that is over, and
    words that were taken down. `let_in`: by whose word the device
    came in, if not by theirs."""
    kept_back = todos.unread_by(let_in, person)
    told = notices_of(person).filter(word__down_at=None).exclude(pk__in=kept_back)
    moment, latest = now or timezone.now(), list(told[:MOST])
    days: dict[tuple[date, str], list[InboxLine]] = {}
    read = NotificationReading(latest, None if let_in else person)
    shown = [one for one in latest if one.kind not in todos.OF_TODOS or not read.is_over(one)]
    for line in (_line(one, read, _clock) for one in shown):
        day = line.at.date()
        today = moment.astimezone(line.at.tzinfo).date()
        days.setdefault((day, _day(day, today)), []).append(line)
    folded = {one.pk for one in latest} - {one.pk for one in shown}
    unread = Notice.objects.filter(person=person, read_at=None).exclude(pk__in=folded | kept_back).count()
    return InboxPage(
        days=tuple(InboxDay(name, tuple(lines)) for (_day_of, name), lines in days.items()),
        unread=unread,
        count=ngettext("%(n)s unread", "%(n)s unread", unread) % {"n": unread} if unread else _("all read"),
    )


def _day(day: date, today: date) -> str:
    apart = (today - day).days
    words = {0: _("Today"), 1: _("Yesterday")}
    return words.get(apart) or (date_format(day, "l") if 0 < apart < 7 else dated(day, "l j F"))


def _clock(at: datetime) -> str:
    return f"{at:%H:%M}"


def inbox_lines(told: Iterable[Notice], when: Callable[[datetime], str] = _clock) -> tuple[InboxLine, ...]:
    """Notices as lines, each with its moment by the reader's or its club's clock, said as `when` says it."""
    kept = list(told)
    read = NotificationReading(kept)
    return tuple(_line(one, read, when) for one in kept)


def _line(notice: Notice, read: NotificationReading, when: Callable[[datetime], str]) -> InboxLine:
    at = notice.at.astimezone(notice.person.own_clock or notice.club.tz)
    return InboxLine(
        sentence=notification_sentence(notice, read),
        note=" · ".join(filter(None, [notice_place(notice), when(at)])),
        emblem=notice.actor.emblem if notice.actor else "",
        icon=notification_kind(notice).icon,
        url=notification_url(notice),
        unread=notice.read_at is None,
        at=at,
    )


def notice_place(notice: Notice) -> str:
    """The league or club it is about."""
    if notice.plan is not None:
        return notice.plan.scope.name if notice.plan.scope else notice.club.name
    about = notice.report or notice.request or notice.entry
    scope = notice.scope or (about.scope if about else None)
    return scope.name if scope else notice.club.name


def notification_sentence(notice: Notice, read: NotificationReading | None = None) -> str:
    """What happened, who and what named; `read` for many at once."""
    return notification_kind(notice).says(notice, read or NotificationReading([notice]))


def notification_url(notice: Notice) -> str:
    """Its link: to its place, and read from then on; one that is not kept leads straight there."""
    return reverse("campaigns:notice", args=[notice.pk]) if notice.pk else notification_target_url(notice)


def notification_target_url(notice: Notice) -> str:
    """Where a notice leads."""
    return notification_kind(notice).place(notice)
