"""Quiet hours by the reader's clock, in the nights in which it is put forward and back."""

from __future__ import annotations

from datetime import UTC, datetime, time

import pytest

from campaigns.models import Telling
from campaigns.notices.ways.hours import free_at, is_quiet, zone_of


def telling(until: time) -> Telling:
    return Telling(zone="Europe/Berlin", quiet_from=time(22), quiet_until=until)


def utc(said: str) -> datetime:
    return datetime.fromisoformat(said).replace(tzinfo=UTC)


# On 25 October 2026 it is 02:00 to 03:00 twice in Berlin; on 29 March 2026 never.
NIGHTS = {
    "before the clock goes back": ("2026-10-24T23:30", time(8), "2026-10-25T07:00"),
    "in the first of the two hours": ("2026-10-25T00:10", time(2, 30), "2026-10-25T00:30"),
    "in the second": ("2026-10-25T01:10", time(2, 30), "2026-10-25T01:30"),
    "in the second, until morning": ("2026-10-25T01:10", time(8), "2026-10-25T07:00"),
    "before the clock goes forward": ("2026-03-28T23:30", time(8), "2026-03-29T06:00"),
    "until an hour that is left out": ("2026-03-29T00:50", time(2, 30), "2026-03-29T01:30"),
    "after it": ("2026-03-29T01:10", time(2, 30), "2026-03-29T01:10"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("night", NIGHTS)
def test_the_next_free_moment_is_free_and_never_over(night: str) -> None:
    now, until, free = NIGHTS[night]
    said = telling(until)
    found = free_at(said, None, utc(now))
    assert found.astimezone(UTC) == utc(free)
    assert not is_quiet(said, found.astimezone(zone_of(said, None)).time())
