"""One row of a turn: a table of them reads like the rulebook's list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

type Acting = Literal["organiser", "in_turn", "everybody", "app", "nobody"]


@dataclass(frozen=True, slots=True)
class Phase[N: str]:
    """Who acts, what they may do (`acts` are the procedures it admits), what comes next, when it is over.

    `title` and `ends` are marked, to be said where they are shown.
    """

    name: N
    title: str
    acting: Acting
    next: tuple[N, ...]
    acts: tuple[str, ...]
    ends: str
    rule: str
