"""Glory and its reversal for one battle. Source: FS-96, FS-101 … FS-104, FS-107, FS-108"""

from __future__ import annotations

from typing import get_args

from rules.firestorm.state import Battle, Grade
from rules.firestorm.work import Work

GRADES: tuple[Grade, ...] = get_args(Grade.__value__)  # best first: the mirror of one is the one from behind
WON: tuple[Grade, ...] = ("major_victory", "minor_victory")


def mirrored(grade: Grade) -> Grade:
    """The same result from the other side. Source: FS-49"""
    return GRADES[-1 - GRADES.index(grade)]


def grades(battle: Battle) -> dict[str, Grade]:
    """The overall result of a battle for each faction in it. Source: FS-102"""
    if not battle.result:
        return {}
    found: dict[str, Grade] = {battle.attack: battle.result}
    if battle.defend:
        found[battle.defend] = mirrored(battle.result)
    return found


def award(work: Work, battle: Battle) -> None:
    """Book the glory of a battle for both sides, once; in leagues that say so, of each of its games.

    A garrison earns it for its faction like a banner. Source: FS-96, FS-101, FS-102, FS-103, FS-104
    """
    for faction, grade in grades(battle).items():
        for one in _counting(work, battle, faction) or (grade,):
            amount = work.book.book.glory[one]
            work.enter("glory", faction, amount, one, "FS-101", battle=battle.id, territory=battle.territory)
        if grade in WON and faction in battle.gears:
            gears = work.book.figures.gears_glory
            work.enter("glory", faction, gears, "gears", "FS-96", battle=battle.id)


def _counting(work: Work, battle: Battle, faction: str) -> tuple[Grade, ...]:
    """The games that count one by one, from a faction's side. A siege's are none."""
    if not work.book.settings.glory_per_game or battle.method == "siege":
        return ()
    played = [
        one for one in work.state.bouts.values() if (one.battle, one.status) == (battle.id, "confirmed")
    ]
    results = [one.result for one in played if one.result]
    return tuple(one if faction == battle.attack else mirrored(one) for one in results)


def reverse(work: Work, battle: str, words: str = "") -> None:
    """Take back what a battle brought, glory and build points, by rows of their own. Source: FS-107"""
    taken = {one.reverses for one in work.state.ledger.values() if one.reverses}
    for row in list(work.state.ledger.values()):
        if row.battle == battle and not row.reverses and row.id not in taken:
            work.enter(
                row.coin, row.faction, -row.amount, "reversed", "FS-107", battle=battle, reverses=row.id,
                words=words,
            )  # fmt: skip
