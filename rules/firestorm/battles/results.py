"""What the games of a battle add up to. Source: FS-55 … FS-59"""

from __future__ import annotations

from collections.abc import Sequence

from rules.firestorm.book import InForce
from rules.firestorm.state import Battle, Bout, Firestorm, Grade, SideName


def bouts_of(state: Firestorm, battle: str, *statuses: str) -> list[Bout]:
    """Games of a battle in the order they were written down; with `statuses`, those alone. Source: FS-49"""
    found = (one for one in state.bouts.values() if one.battle == battle and one.status != "void")
    return [one for one in found if not statuses or one.status in statuses]


def overall(book: InForce, results: Sequence[Grade]) -> Grade:
    """The overall result of a banner from its games. Source: FS-55, FS-56, FS-57"""
    if len(results) == 1:
        return results[0]
    worth = [book.book.worth[one] for one in results]
    total, most = sum(worth), book.book.worth["major_victory"]
    if book.settings.aggregate == "unanimous":
        major = all(one == worth[0] for one in worth) and abs(worth[0]) == most
    else:
        major = abs(total) >= most
    if not total:
        return "draw"
    if total > 0:
        return "major_victory" if major else "minor_victory"
    return "major_defeat" if major else "minor_defeat"


def tabled(bouts: Sequence[Bout]) -> tuple[SideName, ...]:
    """The sides that were tabled in every game. Source: FS-59"""
    sides: tuple[SideName, ...] = ("attack", "defend", "third")
    return tuple(side for side in sides if bouts and all(side in one.tabled for one in bouts))


def is_complete(state: Firestorm, battle: Battle) -> bool:
    """Whether every game of a battle is confirmed. Source: FS-50"""
    return len(bouts_of(state, battle.id, "confirmed")) >= battle.games
