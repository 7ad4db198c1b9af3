"""What the organiser corrects in the books: results of battles, glory and build points, dice.

No row and no die is ever changed: another one takes it back or names it. Where land and banners stand after a
battle that is applied stays as it is; that has acts of its own. Source: FS-106, FS-107, FS-135
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from rules.engine.effects import Effect
from rules.engine.language import say
from rules.engine.procedure import Procedure, ask_nothing, require
from rules.engine.questions import ORGANISER, Roll
from rules.firestorm.aftermath.applying import fate_id, leaves
from rules.firestorm.aftermath.fates import leaving
from rules.firestorm.battles.admission import battle_of
from rules.firestorm.battles.games import Winner, attackers, close_siege, tabled_sides, winner_problems
from rules.firestorm.book import FirestormInForce
from rules.firestorm.effects import FateKnown, RollCorrected
from rules.firestorm.faction_figures import balance
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.glory.awards import award, reverse
from rules.firestorm.glory.victory import won_at_once
from rules.firestorm.league.admission import playing_problems, ruling_reason
from rules.firestorm.league.striking import ruled, void_games
from rules.firestorm.siege_effects import SiegeMoved
from rules.firestorm.state import Battle, Fate, Grade
from rules.firestorm.work import FirestormWork
from rules.turns.problems import TurnProblem, stop

MOST_GIVEN = 100  # glory or build points at once
MOST_KEY = 120


@GAME.procedure("grant", rules=("FS-76", "FS-106"), slot="grant:{faction}", by="organiser", repeat=True)
def grant_to_faction(
    ctx: FirestormCtx, *, faction: str, words: str, glory: int = 0, build: int = 0
) -> Procedure[tuple[Effect, ...]]:
    """Give glory and build points or take some away, with a reason; build points never fall below 0.

    Source: FS-76, FS-106
    """
    state, book, said = ctx.state, ctx.book, ruling_reason(words, "FS-106")
    yield from stop(playing_problems(state, book, faction))
    for key, given in (("glory", glory), ("build", build)):
        require(
            abs(given) <= MOST_GIVEN,
            "FS-106",
            say("Give or take away at most {most} at a time.", most=MOST_GIVEN),
            key,
        )
    if not (glory or build):
        raise book.problem("E47").refused()
    has = balance(state, faction)
    if has + build < 0:
        raise book.problem("E135", faction=state.name_of(faction), balance=has).about("build").refused()
    work = FirestormWork(ctx)
    work.enter("glory", faction, glory, "organiser", "FS-106", words=said)
    work.enter("build", faction, build, "organiser", "FS-106", words=said)
    won_at_once(work)
    return work.done()


# Results


@GAME.procedure(
    "correct_result", rules=("FS-107",), slot="battle:{battle}:correct", by="organiser", repeat=True
)
def correct_result(
    ctx: FirestormCtx, *, battle: str, result: Grade, words: str, attacker_tabled: bool = False,
    defender_tabled: bool = False, third_tabled: bool = False, winner: Winner = "",
) -> Procedure[tuple[Effect, ...]]:  # fmt: skip
    """Correct the result of a battle: its glory is taken back and counted again. `result` is the attacker’s.

    Build points stay as they were rolled: each side gains them whatever the result. Source: FS-71, FS-107
    """
    state, book, said = ctx.state, ctx.book, ruling_reason(words, "FS-107")
    found = battle_of(state, book, battle)
    yield from stop(result_problems(book, found))
    yield from stop(winner_problems(book, found, "attack", result, winner))
    grade, third_won = attackers(found, "attack", result, winner)
    lost = tabled_sides(found, attacker_tabled, defender_tabled, third_tabled)
    if (grade, third_won, lost) == (found.result, found.third_won, found.tabled):
        yield from stop([book.problem("E131").about("result")])
    work = FirestormWork(ctx)
    reverse(work, battle, said, ("glory",))
    work.do(ruled(found, "settled", result=grade, third_won=third_won, tabled=lost, words=said))
    close_siege(work, found, grade)
    if found.applied:
        award(work, work.state.battles[battle])
        _let_stay(work, work.state.battles[battle])
        won_at_once(work)
    return work.done()


def result_problems(book: FirestormInForce, battle: Battle) -> Iterator[TurnProblem]:
    """Whether a battle has a result that could be another. Source: FS-107"""
    if battle.status != "settled":
        yield book.problem("E130").about("battle")


def _let_stay(work: FirestormWork, battle: Battle) -> None:
    """Who is not beaten after all, stands on land of their own and has not left yet stays. Source: FS-68"""
    for fought, banner in leaving(work.state):
        owner = work.state.territories[battle.territory].owner
        if fought.id == battle.id and banner.faction == owner and not leaves(work, battle, banner.id):
            name = fate_id(battle, banner.id)
            stays = Fate(id=name, battle=battle.id, banner=banner.id, kind="stays", settled=True)
            work.do(FateKnown(fate=stays, rule="FS-68"))


@GAME.procedure("void_result", rules=("FS-107",), slot="battle:{battle}:void", by="organiser", repeat=True)
def void_result(ctx: FirestormCtx, *, battle: str, words: str) -> Procedure[tuple[Effect, ...]]:
    """Void the result of a battle.

    Before it is applied it is open again, for another report, and a siege goes on where it stood; afterwards
    what it brought is taken back, and it counts as struck out. Source: FS-107, FS-141
    """
    state, book, said = ctx.state, ctx.book, ruling_reason(words, "FS-107")
    found = battle_of(state, book, battle)
    yield from stop(result_problems(book, found))
    work = FirestormWork(ctx)
    reverse(work, battle, said)
    work.do(ruled(found, "struck" if found.applied else "open", words=said))
    void_games(work, found)
    siege = state.sieges.get(battle)
    if siege and siege.step == "closed" and not found.applied:
        goes_on = replace(siege, step=siege.stood or "assault", winner="", stood="")
        work.do(SiegeMoved(siege=goes_on, rule="FS-144"))
    won_at_once(work)
    return work.done()


# Dice


@GAME.procedure("correct_roll", rules=("FS-135",), slot="roll:{entry}:{key}", by="organiser", repeat=True)
def correct_roll(
    ctx: FirestormCtx, *, entry: str, key: str, words: str, die: Literal["D3", "D6", "2D6"] = "D6"
) -> Procedure[tuple[Effect, ...]]:
    """Enter what a die actually showed. The new die refers to the old one by its entry and key.

    What followed from the old one is corrected by the acts for that. Source: FS-135
    """
    yield from ask_nothing()
    said = ruling_reason(words, "FS-135")
    for name, text in (("entry", entry), ("key", key)):
        fits = 0 < len(text.strip()) <= MOST_KEY
        require(fits, "FS-135", say("Choose the die you are correcting."), name)
    face: int = yield Roll(
        f"corrected:{entry}:{key}", say("What did the die actually show?"), rule="FS-135", who=ORGANISER,
        die=die,
    )  # fmt: skip
    return (RollCorrected(entry=entry, key=key, face=face, words=said, rule="FS-135"),)
