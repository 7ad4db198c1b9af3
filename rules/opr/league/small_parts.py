"""Small parts of a league's rows: its teams (A-60), an underdog point that was spent (OPR-26)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Team:
    """Warbands that belong together; `colour` is the name of an emblem."""

    id: str
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class Spent:
    """One underdog point: which roll of which round it changed, and by how much."""

    round: int = 0
    by: int = 1
    roll: str = ""  # an id of the roll if the table gave it one
    words: str = ""
