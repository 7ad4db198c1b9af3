"""A kind of notification: all that is the same of every one of them, in one object.

Each module here has those it finds; `kinds` has them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from django.urls import reverse

from campaigns.models import Notice, Topic
from campaigns.notices.kinds.reading import NotificationReading

AGAIN = timedelta(minutes=10)  # what a transaction may take to commit
AGAIN_ENTRIES = 500


@dataclass(frozen=True, slots=True)
class Look:
    """When it is, and what was looked through before: since when at all, until when, up to which entry.

    `todos`: what somebody had to do before that an older release has told them.
    """

    now: datetime
    begun: datetime
    seen: datetime
    entry: int
    todos: datetime

    @property
    def since(self) -> datetime:
        """From when on rows are looked at again."""
        return max(self.seen - AGAIN, self.begun)

    @property
    def after(self) -> int:
        """The entry from which on they are."""
        return self.entry - AGAIN_ENTRIES


type Finder = Callable[[Look], Iterable[Notice]]


def always(notice: Notice, now: datetime, read: NotificationReading) -> bool:
    """It stays so."""
    return True


def without_end(notice: Notice, now: datetime) -> datetime | None:
    """It is worth telling for as long as anything is."""
    return None


def to_the_league(notice: Notice) -> str:
    return reverse("campaigns:league", args=[notice.scope_id])


@dataclass(frozen=True, slots=True, kw_only=True)
class NotificationKind:
    """`says(notice, read)`: its sentence; `place(notice)`: where it leads; `is_so(notice, now, read)`:
    whether it is still so, and its occasion still to come, read or not; `ends(notice, now)`: when it is too
    late to tell. `week`: under which heading a person's week has it. `finds`: who finds them, None where it
    is written at once.
    """

    topic: Topic
    says: Callable[[Notice, NotificationReading], str]
    place: Callable[[Notice], str]
    icon: str = "bell"
    is_so: Callable[[Notice, datetime, NotificationReading], bool] = always
    ends: Callable[[Notice, datetime], datetime | None] = without_end
    week: Literal["", "open", "happened"] = ""
    finds: Finder | None = None
