"""The world's clock in a story of many weeks: it stands still until somebody moves it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, tzinfo
from unittest import mock


class Clock:
    """What `django.utils.timezone` takes for now, in models' defaults too."""

    def __init__(self, begins: datetime) -> None:
        self.at = begins

    def to(self, moment: datetime) -> None:
        assert moment >= self.at, "no clock goes back"
        self.at = moment


class _EveryDatetime(type):
    def __instancecheck__(cls, one: object) -> bool:
        return isinstance(one, datetime)


@contextmanager
def moved_by_hand(begins: datetime) -> Iterator[Clock]:
    """A clock in place of the machine's."""
    clock = Clock(begins)

    class Moved(datetime, metaclass=_EveryDatetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return clock.at.astimezone(tz)

    with mock.patch("django.utils.timezone.datetime", Moved):
        yield clock
