"""On which days the nights of a rule fall, in plain dates; the hour is the night's to say."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time

from dateutil.rrule import MONTHLY, WEEKLY, rrule, weekday

from campaigns.models import Repeats

LAST = -1
MOST_TIMES = 4  # a month has every weekday as often, and some a fifth time


def days(repeats: str, first: date, after: date | None, until: date) -> Iterator[date]:
    """The days of a rule that begins on `first`, later than `after`, up to and with `until`."""
    begin = datetime.combine(first, time())
    end = datetime.combine(until, time())
    if repeats == Repeats.MONTH:
        found = rrule(
            MONTHLY, dtstart=begin, until=end, byweekday=weekday(first.weekday(), place_in_month(first))
        )
    else:
        found = rrule(WEEKLY, interval=int(repeats), dtstart=begin, until=end)
    return (one.date() for one in found if after is None or one.date() > after)


def place_in_month(day: date) -> int:
    """1 for the first of its weekday in the month, and so on; a fifth one is the last."""
    place = (day.day - 1) // 7 + 1
    return place if place <= MOST_TIMES else LAST
