"""Who gives a sudden death condition away: too many mortal wounds in a turn, or too much summoned.

Source: FS-127 … FS-133
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.firestorm.book import FirestormInForce

type Gives = Literal["none", "attack", "defend"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SuddenDeathArmy:
    """A side's starting points, the mortal wounds of its best turn, and the points it summoned."""

    points: int
    wounds: int = 0
    summoned: int = 0


def summon_limit(book: FirestormInForce, mine: int, theirs: int) -> int:
    """Points a side may summon: a share of the smaller army, and what it lacks in points. Source: FS-128"""
    share = min(mine, theirs) * book.figures.summon_percent // 100
    return share + max(0, theirs - mine)


def gives_away(book: FirestormInForce, mine: SuddenDeathArmy, other: SuddenDeathArmy) -> bool:
    """Whether a side gives a condition away, at most one. Source: FS-127, FS-128, FS-130"""
    too_many = mine.wounds >= book.figures.mortal_wounds
    return too_many or mine.summoned > summon_limit(book, mine.points, other.points)


def sudden_death(book: FirestormInForce, attack: SuddenDeathArmy, defend: SuddenDeathArmy) -> Gives:
    """Which side gives a condition away; none when both do. Source: FS-131, FS-132, FS-133"""
    if not book.settings.sudden_death:
        return "none"
    ours, theirs = gives_away(book, attack, defend), gives_away(book, defend, attack)
    if ours == theirs:
        return "none"
    return "attack" if ours else "defend"
