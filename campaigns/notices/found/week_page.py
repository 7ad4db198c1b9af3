"""The page of a person's week, as it stands now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.utils import timezone

from campaigns.models import LetIn, Person
from campaigns.notices.found.inbox import InboxLine, inbox_lines
from campaigns.notices.kinds import todos
from campaigns.notices.kinds.weeks import week_of
from config.dates import clock_time


@dataclass(frozen=True, slots=True)
class WeekChapter:
    name: str
    lines: tuple[InboxLine, ...]


@dataclass(frozen=True, slots=True)
class WeekPage:
    chapters: tuple[WeekChapter, ...]
    more: int


def _day(at: datetime) -> str:
    """On which day of the week something has happened."""
    return clock_time(at, at.tzinfo or UTC)


def _nothing(at: datetime) -> str:
    """What is to come says in its sentence when; when it was first told is no matter."""
    return ""


def week_page(person: Person, now: datetime | None = None, *, let_in: Sequence[LetIn] = ()) -> WeekPage:
    """The week as it stands now; `let_in`: by whose word the device came in, if not by theirs."""
    week = week_of(person, now or timezone.now(), kept_back=todos.unread_by(let_in, person))
    chapters = tuple(
        WeekChapter(name, inbox_lines(told, _day if told is week.happened else _nothing))
        for name, told in week.chapters()
    )
    return WeekPage(chapters, week.more)
