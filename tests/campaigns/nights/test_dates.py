"""On which days nights fall, and what the clock then shows: in summer, in winter, after a move."""

from __future__ import annotations

import itertools
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.models import Club, Night, Repeats
from campaigns.nights.dates import days, place_in_month

THURSDAY = date(2026, 10, 15)


def test_every_second_thursday() -> None:
    found = list(days(Repeats.SECOND, THURSDAY, None, date(2026, 12, 1)))
    assert found == [date(2026, 10, 15), date(2026, 10, 29), date(2026, 11, 12), date(2026, 11, 26)]


def test_the_third_thursday_of_every_month() -> None:
    found = list(days(Repeats.MONTH, THURSDAY, None, date(2027, 1, 31)))
    assert found == [date(2026, 10, 15), date(2026, 11, 19), date(2026, 12, 17), date(2027, 1, 21)]


def test_a_fifth_thursday_means_the_last_one() -> None:
    found = list(days(Repeats.MONTH, date(2026, 10, 29), None, date(2026, 12, 31)))
    assert found == [date(2026, 10, 29), date(2026, 11, 26), date(2026, 12, 31)]


def test_what_has_been_made_is_not_made_again() -> None:
    found = list(days(Repeats.WEEK, THURSDAY, date(2026, 10, 22), date(2026, 11, 5)))
    assert found == [date(2026, 10, 29), date(2026, 11, 5)]


DAYS = st.dates(date(2020, 1, 1), date(2060, 1, 1))


@given(first=DAYS, repeats=st.sampled_from(list(Repeats)), ahead=st.integers(0, 400), cut=st.integers(0, 400))
def test_in_two_steps_come_the_same_days_as_in_one(first: date, repeats: str, ahead: int, cut: int) -> None:
    until, middle = first + timedelta(days=ahead), first + timedelta(days=min(cut, ahead))
    whole = list(days(repeats, first, None, until))
    parts = [*days(repeats, first, None, middle), *days(repeats, first, middle, until)]
    assert parts == whole
    assert whole[0] == first
    assert {one.weekday() for one in whole} == {first.weekday()}
    if repeats != Repeats.MONTH:
        apart = {(b - a).days for a, b in itertools.pairwise(whole)}
        assert apart <= {7 * int(repeats)}
    else:
        months = [(one.year, one.month) for one in whole]
        assert len(set(months)) == len(months)
        assert {place_in_month(one) for one in whole} <= {place_in_month(first), -1}


def night(day: date, starts: time = time(19), ends: time = time(23), zone: str = "Europe/Berlin") -> Night:
    return Night(club=Club(time_zone=zone), day=day, starts=starts, ends=ends)


@pytest.mark.parametrize(("day", "hour"), [(date(2026, 10, 22), 17), (date(2026, 10, 29), 18)])
def test_seven_stays_seven_when_the_clocks_change(day: date, hour: int) -> None:
    begins = night(day).begins_at
    assert (begins.hour, begins.astimezone(UTC).hour) == (19, hour)


def test_a_night_ends_after_midnight() -> None:
    found = night(THURSDAY, ends=time(1))
    assert found.ends_at == datetime(2026, 10, 16, 1, tzinfo=ZoneInfo("Europe/Berlin"))


@given(
    day=DAYS,
    starts=st.times(),
    ends=st.times(),
    zone=st.sampled_from(["Europe/Berlin", "UTC", "America/Chicago"]),
)
def test_it_never_ends_before_it_begins(day: date, starts: time, ends: time, zone: str) -> None:
    found = night(day, starts, ends, zone)
    gap = found.ends_at.replace(tzinfo=None) - found.begins_at.replace(tzinfo=None)
    assert timedelta() < gap <= timedelta(days=1)
    assert found.begins_at.astimezone(ZoneInfo(zone)).replace(fold=0) == found.begins_at or starts.hour < 4
