"""How a league is, reckoned: whoever comes and plays is never behind, however seldom they come."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from campaigns.leagues.health.reckoning import (
    BEHIND,
    SILENT,
    PastNight,
    PlayedGame,
    by_week,
    is_silent,
    meeting_counts,
    member_record,
    rut,
)

FIRST = datetime(2026, 3, 5, 19, tzinfo=UTC)
WEEK = timedelta(days=7)
ADA, BEN, CLEO, DIRK = 1, 2, 3, 4


def night(n: int, coming: set[int], *, elsewhere: Collection[int] = ()) -> PastNight:
    begins = FIRST + n * WEEK
    return PastNight(
        begins, begins + timedelta(hours=4), frozenset(coming), frozenset(coming), frozenset(elsewhere)
    )


def game(n: int, *people: int, hours: float = 2) -> PlayedGame:
    return PlayedGame(FIRST + n * WEEK + timedelta(hours=hours), frozenset(people))


def test_two_nights_without_a_game_are_two_games_behind() -> None:
    nights = [night(n, {ADA, BEN}) for n in range(4)]
    record = member_record(ADA, FIRST, nights, [game(0, ADA, BEN), game(1, ADA, BEN)])
    assert (record.games, record.needed, record.behind, record.idle) == (2, 4, 2, 2)
    assert record.is_behind
    assert record.last == FIRST + WEEK + timedelta(hours=2)


def test_one_night_sat_out_is_nothing() -> None:
    record = member_record(ADA, FIRST, [night(n, {ADA}) for n in range(2)], [game(0, ADA, BEN)])
    assert record.behind == 1
    assert not record.is_behind


def test_a_night_with_a_game_of_another_league_does_not_count() -> None:
    nights = [night(0, {ADA}), *(night(n, {ADA}, elsewhere={ADA}) for n in range(1, 4))]
    record = member_record(ADA, FIRST, nights, [game(0, ADA, BEN)])
    assert (record.needed, record.behind) == (1, 0)


def test_both_on_one_night_count_for_both() -> None:
    nights = [night(0, {ADA}, elsewhere={ADA})]
    record = member_record(ADA, FIRST, nights, [game(0, ADA, BEN)])
    assert (record.games, record.needed, record.idle) == (1, 1, 0)


def test_a_game_told_after_midnight_is_the_nights() -> None:
    record = member_record(ADA, FIRST, [night(0, {ADA})], [game(0, ADA, BEN, hours=6)])
    assert (record.behind, record.idle) == (0, 0)


def test_nights_before_somebody_came_in_are_not_theirs() -> None:
    record = member_record(ADA, FIRST + 3 * WEEK, [night(n, {ADA}) for n in range(4)], [])
    assert (record.needed, record.since) == (1, 1)


def test_who_caught_up_elsewhere_is_not_behind() -> None:
    nights = [night(n, {ADA}) for n in range(3)]
    at_home = [PlayedGame(FIRST + 3 * WEEK - timedelta(days=n), frozenset({ADA, BEN})) for n in (1, 2)]
    assert not member_record(ADA, FIRST, nights, [game(0, ADA, BEN), *at_home]).is_behind


@given(st.lists(st.booleans(), max_size=20), st.integers(0, 3))
def test_who_plays_whenever_they_come_is_never_behind(comes: list[bool], more: int) -> None:
    """However seldom that is, and whatever else they play."""
    nights = [night(n, {ADA} if there else set()) for n, there in enumerate(comes)]
    games = [game(n, ADA, BEN) for n, there in enumerate(comes) if there]
    games += [PlayedGame(FIRST + timedelta(days=100 + n), frozenset({ADA})) for n in range(more)]
    assert member_record(ADA, FIRST, nights, games).behind == 0


@given(st.lists(st.booleans(), min_size=1, max_size=12), st.integers(0, 11))
def test_one_more_game_never_puts_anybody_behind(comes: list[bool], at: int) -> None:
    nights = [night(n, {ADA} if there else set()) for n, there in enumerate(comes)]
    before = member_record(ADA, FIRST, nights, [])
    after = member_record(ADA, FIRST, nights, [game(at, ADA, BEN)])
    assert after.behind <= before.behind
    assert after.idle <= before.idle


def test_three_nights_without_a_word_are_silence() -> None:
    nights = [night(0, {ADA}), *(night(n, {BEN}) for n in range(1, 1 + SILENT))]
    assert is_silent(ADA, FIRST, nights, [])
    assert not is_silent(BEN, FIRST, nights, [])
    assert not is_silent(ADA, FIRST, nights[:-1], []), "of two of them not yet"
    assert not is_silent(ADA, FIRST, nights, [game(2, ADA, BEN)]), "who played was there"
    assert not is_silent(ADA, FIRST + 2 * WEEK, nights, []), "before they came in nobody asked them"


def test_a_no_is_a_word() -> None:
    nights = [
        PastNight(FIRST + n * WEEK, FIRST + n * WEEK + timedelta(hours=4), frozenset(), frozenset({ADA}))
        for n in range(5)
    ]
    assert not is_silent(ADA, FIRST, nights, [])
    assert member_record(ADA, FIRST, nights, []).behind == 0 < BEHIND


def test_two_who_always_meet_are_told_whom_one_of_them_has_not_met() -> None:
    met = {frozenset({ADA, BEN}): 4, frozenset({ADA, CLEO}): 1, frozenset({CLEO, DIRK}): 0}
    found = rut([ADA, BEN, CLEO, DIRK], met)
    assert found is not None
    assert (found.pair, found.times, found.instead, found.met) == ((ADA, BEN), 4, (ADA, DIRK), 0)


def test_two_who_keep_apart_are_never_proposed() -> None:
    met = {frozenset({ADA, BEN}): 4}
    apart = [frozenset({ADA, CLEO}), frozenset({BEN, CLEO})]
    assert rut([ADA, BEN, CLEO], met, apart) is None


def test_where_everybody_meets_everybody_as_often_nothing_is_said() -> None:
    met = {frozenset(pair): 4 for pair in ((ADA, BEN), (ADA, CLEO), (BEN, CLEO))}
    assert rut([ADA, BEN, CLEO], met) is None
    assert rut([ADA, BEN], met) is None, "two alone have nobody else"
    assert rut([], {}) is None


def test_games_are_counted_by_week_from_the_first_on() -> None:
    now = FIRST + 2 * WEEK + timedelta(hours=5)
    assert by_week([game(0, ADA), game(0, BEN), game(2, ADA)], now, 12) == [2, 0, 1]
    assert by_week([game(0, ADA), game(2, ADA)], now, 2) == [0, 1]
    assert by_week([], now, 12) == []


def test_everybody_at_a_table_has_met_everybody_there() -> None:
    met = meeting_counts([game(0, ADA, BEN), game(1, ADA, BEN, CLEO)])
    assert met == {frozenset({ADA, BEN}): 2, frozenset({ADA, CLEO}): 1, frozenset({BEN, CLEO}): 1}
