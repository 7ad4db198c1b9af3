"""What acts about a battle and its games are asked first. Source: FS-50, FS-161, FS-178"""

from __future__ import annotations

from collections.abc import Iterator

from rules.firestorm.battles.locking import SETTLED
from rules.firestorm.book import FirestormInForce
from rules.firestorm.phases.admission import faction_of, phase_problems
from rules.firestorm.state import Battle, Bout, Firestorm
from rules.turns.problems import TurnProblem


def battle_of(state: Firestorm, book: FirestormInForce, battle: str) -> Battle:
    """The battle, or the refusal that there is none. Source: FS-50"""
    if battle not in state.battles:
        raise book.problem("E41").about("battle").refused()
    return state.battles[battle]


def preceding_battle(state: Firestorm, battle: Battle) -> Battle:
    """The battle this one waits for; one that was struck out leaves the one before it. Source: FS-178"""
    found = state.battles[battle.after]
    while found.status == "struck" and found.after:
        found = state.battles[found.after]
    return found


def earlier_battle_problem(state: Firestorm, book: FirestormInForce, battle: Battle) -> TurnProblem:
    """The refusal that another battle comes first, which it leads to. Source: FS-178"""
    problem = book.problem("E44").about("battle")
    return problem.leading(battle=preceding_battle(state, battle).id) if battle.after else problem


def bout_of(state: Firestorm, book: FirestormInForce, bout: str) -> Bout:
    """The game, or the refusal that there is none. Source: FS-50"""
    if bout not in state.bouts or state.bouts[bout].status == "void":
        raise book.problem("E83").about("bout").refused()
    return state.bouts[bout]


def battle_problems(
    state: Firestorm, book: FirestormInForce, act: str, battle: Battle, faction: str | None = None
) -> Iterator[TurnProblem]:
    """Over, paused, wrong phase, an earlier turn, not in it, queued, settled. Source: FS-161"""
    yield from phase_problems(state, book, act, battle.turn)
    if faction is not None:
        faction_of(state, book, faction)
        if faction not in battle.factions:
            yield book.problem("E42", faction=state.name_of(faction)).about("faction")
    if battle.status == "queued":
        yield earlier_battle_problem(state, book, battle)
    if battle.status in SETTLED:
        yield book.problem("E43").about("battle").leading(battle=battle.id)
