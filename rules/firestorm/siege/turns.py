"""A siege turn: the timer, the besieger's option or the assault, the besieged's option, and both resolved.

Source: FS-146 … FS-155
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from rules.engine.effects import Effect
from rules.engine.language import say
from rules.engine.procedure import Procedure
from rules.engine.questions import Roll, side
from rules.firestorm.battles.admission import battle_of
from rules.firestorm.book import FirestormInForce
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.siege.resolving import ResolvedOption, resolve
from rules.firestorm.siege.siege_rules import (
    is_gate,
    is_option_open,
    may_be_damaged,
    options_of_side,
    siege_side,
    siege_turn_problems,
)
from rules.firestorm.siege_effects import SiegeMoved
from rules.firestorm.siege_state import Besieging, Siege, Step
from rules.firestorm.state import Firestorm
from rules.firestorm.work import FirestormWork
from rules.turns.problems import TurnProblem, stop

MOST_TARGET = 80
LOWEST, HIGHEST = 1, 6  # of the die that may force the assault
ASSAULT = "assault"


@GAME.procedure(
    "siege_turn", rules=("FS-146", "FS-147"), slot="siege:{battle}:turn:{turn}", by="side:{faction}"
)
def siege_turn(ctx: FirestormCtx, *, battle: str, faction: str, turn: int) -> Procedure[tuple[Effect, ...]]:
    """Roll to see whether the assault must come now; `turn` counts siege turns from 1.

    Where no face or every face forces it, nobody rolls. Source: FS-146, FS-147
    """
    state, book = ctx.state, ctx.book
    found = battle_of(state, book, battle)
    yield from stop(siege_turn_problems(state, book, "siege_turn", found, faction, "timer"))
    now = state.sieges[battle]
    if siege_side(found, faction) != "besieger" or turn != now.completed + 1:
        yield from stop([book.problem("E113").about("faction")])
    face, least = 0, forced_assault_face(book, now)
    if is_rolled(book, now):
        face = yield Roll(
            f"timer:{battle}:{turn}", say("Must the assault begin now?"), rule="FS-146", who=side(faction),
            about=battle, how=_from(least),
        )  # fmt: skip
    step: Step = "assault" if max(face, LOWEST) >= least else "besieger"
    return (SiegeMoved(siege=replace(now, step=step), roll=face, rule="FS-146"),)


def forced_assault_face(book: FirestormInForce, siege: Siege) -> int:
    """The face from which on this turn’s die forces the Final Assault. Source: FS-146, FS-147"""
    return book.siege.figures.assault_at - siege.completed + siege.help_timer


def is_rolled(book: FirestormInForce, siege: Siege) -> bool:
    """Whether the die of this turn decides anything. Source: FS-146, FS-147"""
    return LOWEST < forced_assault_face(book, siege) <= HIGHEST


def _from(least: int) -> str:
    if least == HIGHEST:
        return say("The assault begins on a {least}.", least=least)
    return say("The assault begins on {least} or more.", least=least)


@GAME.procedure(
    "take_option", rules=("FS-148", "FS-149", "FS-150", "FS-151", "FS-152", "FS-153", "FS-154"),
    slot="siege:{battle}:{faction}:option:{turn}", by="side:{faction}",
)  # fmt: skip
def take_option(
    ctx: FirestormCtx, *, battle: str, faction: str, turn: int, option: str, target: str = "",
    how: Literal["", "quick", "battleplan"] = "",
) -> Procedure[tuple[Effect, ...]]:  # fmt: skip
    """Choose what your side does this siege turn; the besieger goes first, openly, and may `assault`.

    `how` says at once whether it is rolled for or played, else that is asked. When the besieged have chosen,
    both are resolved, the besieger's first. Source: FS-148 … FS-154
    """
    state, book = ctx.state, ctx.book
    found = battle_of(state, book, battle)
    mine = siege_side(found, faction)
    yield from stop(siege_turn_problems(state, book, "take_option", found, faction, mine))
    now = state.sieges[battle]
    if turn != now.completed + 1:
        yield from stop([book.problem("E113").about("turn")])
    if mine == "besieger" and option == ASSAULT:
        return (SiegeMoved(siege=replace(now, step="assault"), rule="FS-148"),)
    yield from stop(option_problems(state, book, now, mine, option, target))
    if option == "repair" and not may_be_damaged(state, book, now, target):
        yield from stop([book.problem("E148", piece=target).about("target")])
    if mine == "besieger":
        chosen = replace(now, step="besieged", option=option, target=target, how=how)
        return (SiegeMoved(siege=chosen, rule="FS-149"),)
    work = FirestormWork(ctx)
    yield from resolve(ResolvedOption(ctx, work, found, "besieger", now.option, now.target, now.how))
    yield from resolve(ResolvedOption(ctx, work, found, "besieged", option, target, how))
    left = work.state.sieges[battle]
    over = replace(left, step="timer", completed=now.completed + 1, option="", target="", how="")
    work.do(SiegeMoved(siege=over, rule="FS-148"))
    return work.done()


def option_problems(
    state: Firestorm, book: FirestormInForce, siege: Siege, mine: Besieging, option: str, target: str
) -> Iterator[TurnProblem]:
    """Why a side does not choose this now. Source: FS-148, FS-151, FS-153, FS-154"""
    row = options_of_side(book, mine).get(option)
    if row is None:
        yield book.problem("E114").about("option")
        return
    wants = bool(row.target)
    if wants != bool(target.strip()) or len(target) > MOST_TARGET:
        yield book.problem("E116").about("target")
    if row.target == "wall" and is_gate(book, target):
        yield book.problem("E122").about("target")
    if row.target == "sally" and target not in book.siege.sallies:
        yield book.problem("E116").about("target")
        return
    if option == "artillery" and siege.level < (least := book.siege.figures.artillery_level):
        yield book.problem("E147", option=row.name, least=least, level=siege.level).about("option")
    elif not is_option_open(state, book, siege, option, target):
        yield book.problem("E115", option=row.name).about("option")
