"""The habits of a club, as its organiser would tell them: who plays soon, who late, who not at all.

Days count from the first night of the season. A stand-in acts for who is away; who takes over plays on with
what somebody has left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

type Pace = Literal["soon", "evenings", "late", "silent"]


@dataclass(frozen=True)
class Habit:
    """How somebody plays. `evenings`: Thursdays and Sundays; `late`: in the last hours there are; `silent`:
    the league does it without them. `away`: first and last day of a holiday; `gone`: the day they leave the
    club, `back`: they come again; `after`: who takes over then. `games`: how many they play on an evening.
    """

    pace: Pace = "soon"
    away: tuple[int, int] | None = None
    stand_in: str = ""
    silent_from: int | None = None
    gone: int | None = None
    back: int | None = None
    after: str = ""
    games: int = 1


HABITS: Mapping[str, Habit] = {
    "Ilse": Habit(),
    "Marta": Habit(games=2),
    "Tom": Habit("late", gone=22, after="Pip"),
    "Jun": Habit(silent_from=5),
    "Ana": Habit("evenings", away=(3, 9)),
    "Priya": Habit(gone=8, after="Lena"),
    "Oskar": Habit("late", games=2),
    "Kwame": Habit("silent", gone=9, after="Marta"),
    "Lena": Habit("evenings"),
    "Kofi": Habit(away=(2, 6), stand_in="Pip", gone=24, after="Ana"),
    "Nadia": Habit("late", silent_from=9),
    "Halim": Habit(gone=10, back=30, after="Jun"),
    "Pip": Habit(),
    "Sven": Habit("evenings"),
}
GENERALS = ("Sven", "Pip", "Kofi", "Halim", "Lena")  # who begins a league of factions when one is over
LAST_HOURS = timedelta(hours=9)  # in which who is late acts


def paced(habit: Habit, day: int) -> Pace:
    """How somebody plays on a day of the season."""
    return "silent" if habit.silent_from is not None and day >= habit.silent_from else habit.pace
