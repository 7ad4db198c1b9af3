"""The end of a turn: everybody's score is kept, and whoever has glory enough has won.

Source: FS-105, FS-106
"""

from __future__ import annotations

from rules.engine.effects import Effect
from rules.engine.language import listed, say
from rules.engine.procedure import Procedure
from rules.engine.questions import ORGANISER, YesNo
from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import factions
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.glory.counting import glory, glory_audit
from rules.firestorm.league_effects import FirestormWon, TurnEnded
from rules.firestorm.phases.admission import phase_problems
from rules.firestorm.phases.moving_on import enter_turn_phase
from rules.firestorm.state import Firestorm, Score
from rules.firestorm.work import FirestormWork
from rules.turns.problems import stop


def glory_leaders(state: Firestorm, book: FirestormInForce) -> list[str]:
    """The factions with glory enough, the highest alone; several when they are equal. Source: FS-105"""
    scores = {one.id: glory(state, book, one.id) for one in factions(state)}
    most = max(scores.values(), default=0)
    if most < book.settings.glory_target:
        return []
    return [one for one, score in scores.items() if score == most]


def won_at_once(work: FirestormWork) -> None:
    """Where the league looks at once: whoever alone has glory enough has won now. Source: FS-105"""
    if work.book.settings.victory_check != "at_once" or work.is_over:
        return
    found = glory_leaders(work.state, work.book)
    if len(found) == 1:
        work.do(FirestormWon(factions=tuple(found), rule="FS-105"))


@GAME.procedure("score", rules=("FS-105", "FS-106"), slot="turn:{turn}:score", by="clock")
def score_turn(ctx: FirestormCtx, *, turn: int) -> Procedure[tuple[Effect, ...]]:
    """Record everybody’s score for the turn, and see whether somebody has won.

    When several share the lead, the organiser says whether they share the victory. Source: FS-105, FS-106
    """
    yield from stop(phase_problems(ctx.state, ctx.book, "score", turn))
    work = FirestormWork(ctx)
    everybody = [glory_audit(work.state, work.book, one) for one in sorted(work.state.factions)]
    scores = tuple(Score(faction=one.faction, holdings=one.held, ledger=one.earned) for one in everybody)
    work.do(TurnEnded(turn=turn, scores=scores, rule="FS-106"))
    found = glory_leaders(work.state, work.book)
    shared = len(found) < 2 or (yield _shared(ctx.state, found))
    if found and shared:
        work.do(FirestormWon(factions=tuple(found), rule="FS-105"))
    else:
        enter_turn_phase(work, "preparation")
    return work.done()


def _shared(state: Firestorm, found: list[str]) -> YesNo:
    names = listed([state.name_of(one) for one in found])
    return YesNo(
        "share",
        say("{factions} have the same glory, and enough to win. How does the league end?", factions=names),
        rule="FS-105",
        who=ORGANISER,
        yes=say("They share the victory"),
        no=say("Play on"),
    )
