"""What an organiser should look at in a league, reckoned from nights, answers and games.

Pure: people are numbers, moments come in. Nobody is measured by a calendar, only by the nights they said they
would come to; so whoever comes every second week is never behind for that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations

type Pair = frozenset[int]

BEHIND = 2  # nights without a game from which on it is said; one night sat out is nothing
SILENT = 3  # nights nobody heard a word about
OFTEN = 3  # meetings of the same two
LATER = timedelta(hours=6)  # how long after a night's end its games may still be told
WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class PastNight:
    """A night that is over. `elsewhere` came and had a game of another league, or of none."""

    begins: datetime
    ends: datetime
    coming: frozenset[int]
    answered: frozenset[int]
    elsewhere: frozenset[int] = frozenset()

    def has(self, at: datetime) -> bool:
        """Whether what ended at this moment was played on this night."""
        return self.begins <= at <= self.ends + LATER


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """Something that was played in the league: when it ended, or began, and by whom."""

    at: datetime
    people: frozenset[int]


@dataclass(frozen=True, slots=True)
class MemberRecord:
    """How a member has played: `games` in all, `needed` by the nights they came to.

    `idle`: the nights since their last game they came to without having one, of `since` nights in all.
    """

    person: int
    games: int
    needed: int
    last: datetime | None
    idle: int
    since: int

    @property
    def behind(self) -> int:
        return max(self.needed - self.games, 0)

    @property
    def is_behind(self) -> bool:
        """Whether they came for nothing several times, and lately too."""
        return self.behind >= BEHIND and self.idle > 0


def member_record(
    person: int, since: datetime, nights: Iterable[PastNight], games: Iterable[PlayedGame]
) -> MemberRecord:
    """How somebody who is in the league `since` then has played. A night with a game of another league does
    not count; a game on no night makes up for one."""
    own = sorted(game.at for game in games if person in game.people)
    last = own[-1] if own else None
    there = [night for night in nights if night.begins >= since]
    came = [night for night in there if person in night.coming and _counts(night, person, own)]
    after = [night for night in there if last is None or (night.begins > last and not night.has(last))]
    return MemberRecord(person, len(own), len(came), last, sum(night in after for night in came), len(after))


def _counts(night: PastNight, person: int, own: Sequence[datetime]) -> bool:
    return person not in night.elsewhere or any(night.has(at) for at in own)


def is_silent(person: int, since: datetime, nights: Sequence[PastNight], games: Iterable[PlayedGame]) -> bool:
    """Whether somebody said nothing about the last nights, and played on none of them."""
    there = [night for night in nights if night.begins >= since][-SILENT:]
    own = [game.at for game in games if person in game.people]
    return len(there) == SILENT and not any(
        person in night.answered or any(night.has(at) for at in own) for night in there
    )


def meeting_counts(games: Iterable[PlayedGame]) -> Counter[Pair]:
    """How often two have sat at the same table."""
    return Counter(frozenset(pair) for game in games for pair in combinations(sorted(game.people), 2))


@dataclass(frozen=True, slots=True)
class Rut:
    """Two who meet again and again, and two who could meet instead, one of them the same."""

    pair: tuple[int, int]
    times: int
    instead: tuple[int, int]
    met: int


def rut(people: Collection[int], met: Mapping[Pair, int], apart: Collection[Pair] = ()) -> Rut | None:
    """The two of a league who met most, where one of them has hardly met somebody else there."""
    pairs = [frozenset(pair) for pair in combinations(sorted(people), 2)]
    worst = max(pairs, key=lambda pair: met.get(pair, 0), default=frozenset[int]())
    times = met.get(worst, 0)
    others = [pair for pair in pairs if len(pair & worst) == 1 and pair not in apart]
    seldom = min(others, key=lambda pair: met.get(pair, 0), default=None)
    if times < OFTEN or seldom is None or times - met.get(seldom, 0) < OFTEN:
        return None
    one, other = sorted(worst)
    first, second = sorted(seldom, key=lambda person: person not in worst)
    return Rut((one, other), times, (first, second), met.get(seldom, 0))


def by_week(games: Iterable[PlayedGame], now: datetime, most: int) -> list[int]:
    """How many games were played in each of the last weeks, this week last; from the first game on."""
    ago = [(now - game.at) // WEEK for game in games if game.at <= now]
    weeks = min(max(ago, default=-1) + 1, most)
    return [ago.count(week) for week in reversed(range(weeks))]
