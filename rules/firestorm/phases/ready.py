"""A faction says that it is ready; what it still has to do in the phase stands in its way.

Source: FS-160
"""

from __future__ import annotations

from rules.engine.games import Effects
from rules.engine.procedure import Procedure
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.phases.admission import faction_problems
from rules.firestorm.phases.moving_on import done, unfinished_problems
from rules.firestorm.work import FirestormWork
from rules.turns.problems import stop


@GAME.procedure("ready", rules=("FS-160",), slot="step:{step}:ready:{faction}", by="side:{faction}")
def declare_ready(ctx: FirestormCtx, *, step: int, faction: str) -> Procedure[Effects]:
    """Mark your faction as ready; when all are, the next phase begins. Source: FS-160"""
    state, book = ctx.state, ctx.book
    if step != state.now.step:
        yield from stop([book.problem("E04")])
    yield from stop(faction_problems(state, book, "ready", faction))
    yield from stop(unfinished_problems(state, book, faction))
    work = FirestormWork(ctx)
    if faction not in state.now.done:
        done(work, faction)
    return work.done()
