"""What the organiser does about time: end a phase, move its deadline, pause, open the orders again.

Going back further than the orders that nobody has seen is the journal's, not a rule's. Source: FS-160, FS-163
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from rules.engine.effects import Effect
from rules.engine.games import ActTrait
from rules.engine.language import say
from rules.engine.procedure import Procedure, admit
from rules.firestorm.book import FirestormInForce
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.league.admission import begun_problems, ruling_reason
from rules.firestorm.league.silence import is_through
from rules.firestorm.league.striking import strike_the_rest
from rules.firestorm.league_effects import (
    FirestormDeadlineSet,
    FirestormPaused,
    FirestormResumed,
    OrdersReopened,
    PhaseForced,
    SheetChanged,
)
from rules.firestorm.phases.admission import phase_problems
from rules.firestorm.phases.moving_on import WAITS, factions_to_act, leave_turn_phase
from rules.firestorm.state import Firestorm, OrderSheet
from rules.firestorm.work import FirestormWork
from rules.turns.problems import TurnProblem, stop


@GAME.procedure("advance", rules=("FS-160",), slot="step:{step}:advance", by="organiser", repeat=True)
def end_phase(ctx: FirestormCtx, *, step: int, words: str = "") -> Procedure[tuple[Effect, ...]]:
    """End the phase even though somebody has not acted; also done when its time is up.

    What silence brings comes first: where that takes dice the app does it step by step, and the phase ends
    with the last of them. Battles nobody has reported are struck out then. Source: FS-13, FS-29, FS-160
    """
    state, book = ctx.state, ctx.book
    yield from stop(advance_problems(state, book, step))
    work = FirestormWork(ctx)
    waiting = tuple(factions_to_act(state, book))
    work.do(PhaseForced(phase=state.now.phase, waiting=waiting, words=words.strip(), rule="FS-160"))
    if not is_through(work.state, book):
        return work.done()
    if state.now.phase == "battles":
        strike_the_rest(work, words.strip())
    else:
        leave_turn_phase(work, forced=True)
    return work.done()


def advance_problems(state: Firestorm, book: FirestormInForce, step: int) -> Iterator[TurnProblem]:
    """Why the present phase cannot be ended. Source: FS-160"""
    yield from phase_problems(state, book, "advance")
    if step != state.now.step:
        yield book.problem("E04").about("step")
    yield from begun_problems(state, book)
    if state.now.phase in WAITS:
        yield book.problem("E134")
    if state.now.forced and not is_through(state, book):
        yield book.problem("E146")


@GAME.procedure("extend", rules=("FS-160",), slot="extend", by="organiser", repeat=True)
def set_phase_deadline(
    ctx: FirestormCtx, *, until: datetime | None = None, words: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Give the current phase a new deadline, or none, even when its time is up. Source: FS-160"""
    late = until is not None and ctx.now is not None and until <= ctx.now
    yield from admit(not late, "FS-160", say("Choose a time in the future."), "until")
    return (FirestormDeadlineSet(deadline=until, words=words.strip(), rule="FS-160"),)


@GAME.procedure(
    "pause", rules=("FS-161",), slot="pause", by="organiser", repeat=True, traits=(ActTrait.PAUSES_LEAGUE,)
)
def pause_turns(ctx: FirestormCtx, *, words: str = "") -> Procedure[tuple[Effect, ...]]:
    """Pause the league and all its deadlines. Source: FS-161"""
    yield from admit(not ctx.state.now.paused, "FS-161", say("The league is already paused."))
    return (FirestormPaused(at=ctx.now, words=words.strip(), rule="FS-161"),)


@GAME.procedure(
    "resume", rules=("FS-161",), slot="resume", by="organiser", repeat=True, traits=(ActTrait.RESUMES_LEAGUE,)
)
def resume_turns(ctx: FirestormCtx) -> Procedure[tuple[Effect, ...]]:
    """Continue after a pause; deadlines are put back by its length. Source: FS-161"""
    now = ctx.state.now
    yield from admit(now.paused, "FS-161", say("The league is not paused."))
    deadline = now.deadline
    if deadline and ctx.now and now.paused_at:
        deadline += ctx.now - now.paused_at
    return (FirestormResumed(deadline=deadline, rule="FS-161"),)


@GAME.procedure(
    "reopen_orders", rules=("FS-160", "FS-163"), slot="turn:{turn}:orders:reopen", by="organiser", repeat=True
)
def reopen_orders(
    ctx: FirestormCtx, *, turn: int, words: str, until: datetime | None = None
) -> Procedure[tuple[Effect, ...]]:
    """Open the orders again before anything is revealed: every seal is void, and everybody is notified.

    Source: FS-160, FS-163
    """
    state, book = ctx.state, ctx.book
    said = ruling_reason(words, "FS-163")
    yield from stop(reopening_problems(state, book, turn))
    work = FirestormWork(ctx)
    for one in _sealed(state):
        void = replace(one, entry="", silent=False, broken=False)
        work.do(SheetChanged(sheet=void, words=said, rule="FS-163"))
    deadline = until or work.deadline("orders")
    work.do(OrdersReopened(turn=turn, deadline=deadline, words=said, rule="FS-160"))
    return work.done()


def reopening_problems(state: Firestorm, book: FirestormInForce, turn: int) -> Iterator[TurnProblem]:
    """Why the orders of this turn are not opened again. Source: FS-160, FS-163"""
    if turn != state.now.turn:
        yield book.problem("E04").about("turn")
    if state.now.phase not in ("orders", "reveal"):
        yield book.problem("E132")
    elif state.now.phase == "orders" and not _sealed(state):
        yield book.problem("E133")


def _sealed(state: Firestorm) -> list[OrderSheet]:
    """Sheets of this turn that are sealed, also those of the silent."""
    return [one for one in state.sheets.values() if one.turn == state.now.turn and (one.entry or one.silent)]
