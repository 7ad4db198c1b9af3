"""What a game puts on the club-night board, in plain values: its map, its standings, what goes on now."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One line of the standings; `figure` is what ranks."""

    rank: str
    name: str
    note: str
    emblem: str
    figure: str
    moved: int = 0

    @property
    def is_long(self) -> bool:
        """Whether the name needs smaller letters to be shown whole."""
        return len(self.name) > LONG_NAME


LONG_NAME = 44


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that goes on now: where, and what counts there; step `at` of `count` where it has steps."""

    where: str
    title: str
    text: str = ""
    dice: tuple[int, ...] = ()
    emblem: str = ""
    at: int = 0
    count: int = 0

    @property
    def steps(self) -> tuple[str, ...]:
        """What became of each step: it is done, it is shown now, or it comes later."""
        numbers = range(1, self.count + 1)
        return tuple("done" if one < self.at else "now" if one == self.at else "" for one in numbers)


@dataclass(frozen=True, slots=True)
class BoardNews:
    """Something that has happened; `day` is empty for today."""

    at: datetime
    sentence: str
    emblem: str
    day: str = ""


@dataclass(frozen=True, slots=True)
class Ranking:
    """What a game puts on its board.

    `nobody` is said while there is no row; `teams`: the table of teams, a line each; `waited` are the names
    of everybody it waits for; `map`: the ground it is played on, as everybody may see it; `wait`:
    milliseconds until something else is shown by itself, 0 where nothing is.
    """

    counting: str
    rows: tuple[BoardRow, ...]
    nobody: str
    now: tuple[Happening, ...] = ()
    waited: tuple[str, ...] = ()
    news: tuple[BoardNews, ...] = ()
    map: SafeString | None = None
    credit: str = ""
    wait: int = 0
    teams: tuple[str, ...] = ()
