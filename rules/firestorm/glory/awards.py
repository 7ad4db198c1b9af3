"""Glory and its reversal for one battle. Source: FS-96, FS-101 … FS-104, FS-107, FS-108"""

from __future__ import annotations

from typing import get_args

from rules.firestorm.faction_figures import assault_of, balance, bouts_of
from rules.firestorm.state import Battle, Coin, Grade, SideName
from rules.firestorm.work import FirestormWork

GRADES: tuple[Grade, ...] = get_args(Grade.__value__)  # best first: the mirror of one is the one from behind
WON: tuple[Grade, ...] = ("major_victory", "minor_victory")


def mirrored(grade: Grade) -> Grade:
    """The same result from the other side. Source: FS-49"""
    return GRADES[-1 - GRADES.index(grade)]


def graded(side: SideName, result: Grade, *, third_won: bool = False) -> Grade:
    """A side's result from the attacker's.

    How three at one table share a result the rulebook leaves open: here one of them wins and both others are
    beaten as high, or all three draw. Source: FS-58, FS-171
    """
    if side == "attack":
        return result
    if side == "defend":
        return result if third_won else mirrored(result)
    return mirrored(result) if third_won else max(result, mirrored(result), key=GRADES.index)


def side_on(battle: Battle, faction: str) -> SideName:
    """The side a faction fights on. Source: FS-52, FS-171"""
    if faction == battle.attack:
        return "attack"
    return "third" if faction and faction == battle.third_faction else "defend"


def grades(battle: Battle) -> dict[str, Grade]:
    """The overall result of a battle for each faction in it. Source: FS-102"""
    result = battle.result
    if not result:
        return {}
    return {one: graded(side_on(battle, one), result, third_won=battle.third_won) for one in battle.factions}


def award(work: FirestormWork, battle: Battle) -> None:
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


def _counting(work: FirestormWork, battle: Battle, faction: str) -> tuple[Grade, ...]:
    """The games that count one by one, from a faction's side; none of a walk-over or a ruling.

    What counted in the field before a siege was laid comes beside its Final Assault. Source: FS-102, FS-144
    """
    if not work.book.settings.glory_per_game or battle.method not in ("played", "siege"):
        return ()
    assault, side = assault_of(work.state, battle.id), side_on(battle, faction)
    played = [one for one in bouts_of(work.state, battle.id, "confirmed") if one != assault]
    grades = [graded(side, one.result, third_won=one.third_won) for one in played if one.result]
    if battle.method == "siege" and battle.result:
        grades.append(graded(side, battle.result))
    return tuple(grades)


def reverse(
    work: FirestormWork, battle: str, words: str = "", coins: tuple[Coin, ...] = ("glory", "build")
) -> None:
    """Take back what a battle brought by rows of their own; build points that are spent stay spent.

    Source: FS-76, FS-107
    """
    taken = {one.reverses for one in work.state.ledger.values() if one.reverses}
    for row in list(work.state.ledger.values()):
        if row.battle != battle or row.coin not in coins or row.reverses or row.id in taken:
            continue
        amount = row.amount if row.coin == "glory" else min(row.amount, balance(work.state, row.faction))
        work.enter(
            row.coin, row.faction, -amount, "reversed", "FS-107", battle=battle, reverses=row.id, words=words
        )
