"""What the games of a battle add up to, and which of them decide it. Source: FS-55 … FS-59, FS-144"""

from __future__ import annotations

from collections.abc import Sequence

from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import assault_of, bouts_of, is_siege_battle
from rules.firestorm.state import Battle, Bout, Firestorm, GameAccount, Grade, SideName


def overall(book: FirestormInForce, results: Sequence[Grade]) -> Grade:
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


def deciding(state: Firestorm, battle: Battle) -> list[Bout]:
    """The games that say how a battle ended: all that count, of a siege its Final Assault alone.

    Source: FS-57, FS-144
    """
    assault = assault_of(state, battle.id)
    if assault is not None and assault.status == "confirmed":
        return [assault]
    return bouts_of(state, battle.id, "confirmed")


def is_complete(state: Firestorm, battle: Battle) -> bool:
    """Whether every game of a battle is confirmed, of a siege its Final Assault. Source: FS-50, FS-144"""
    if is_siege_battle(state, battle.id):
        assault = assault_of(state, battle.id)
        return assault is not None and assault.status == "confirmed"
    return len(bouts_of(state, battle.id, "confirmed")) >= battle.games


def same_game(one: Bout | GameAccount, other: Bout | GameAccount) -> bool:
    """Whether two reports tell the same of a game: its result, who won of three, who was tabled, who gave a
    condition away, and who played where both say so; not their words. Source: FS-49, FS-50
    """
    told = [(b.result, b.third_won, set(b.tabled), b.condition or "none") for b in (one, other)]
    return told[0] == told[1] and same_people(one, other)


def same_people(one: Bout | GameAccount, other: Bout | GameAccount) -> bool:
    """Whether nobody is said to have played in one of them alone. Source: FS-110"""
    pairs = (one.attack, other.attack), (one.defend, other.defend), (set(one.fought), set(other.fought))
    return all(a == b for a, b in pairs if a and b)


def is_twin(state: Firestorm, bout: Bout) -> bool:
    """Whether the other side had told the same of a game of this battle before: silence never counts both.

    Source: FS-50
    """
    there = bouts_of(state, bout.battle)
    before = [one for one in there[: there.index(bout)] if one.reported_by not in ("", bout.reported_by)]
    return any(same_game(one, bout) for one in before)


def has_room(state: Firestorm, battle: Battle) -> bool:
    """Whether another game of a battle may be written down; a siege has one Final Assault.

    Source: FS-49, FS-144
    """
    if is_siege_battle(state, battle.id):
        return assault_of(state, battle.id) is None
    return len(bouts_of(state, battle.id)) < battle.games
