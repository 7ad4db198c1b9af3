"""Who played a side before it went to somebody else: what was played by then stays theirs.

A side keeps a `Predecessor` for everybody who plays it no more. Its figures go on with it; whose a game was
is read here, by every book and by whoever tells of one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Predecessor:
    """Somebody who played a side until a moment, and what they played: the games that were over by then, and
    those named in `games`, of books whose games have no clock."""

    owner: str
    until: datetime | None = None
    games: tuple[str, ...] = ()


def predecessor_in(predecessors: Iterable[Predecessor], game: str) -> Predecessor | None:
    """Who played a side in a game; None where that is who plays it now."""
    return next((one for one in predecessors if game in one.games), None)


def predecessor_at(predecessors: Iterable[Predecessor], at: datetime | None) -> Predecessor | None:
    """Who played a side at a moment; None where that is who plays it now."""
    return next((one for one in predecessors if at and one.until and at <= one.until), None)


def games_of(predecessors: Iterable[Predecessor]) -> set[str]:
    """The games that are somebody's already."""
    return {game for one in predecessors for game in one.games}
