"""A faction that comes back by the organiser's word. Source: FS-179"""

from __future__ import annotations

from rules.engine.effects import Effect
from rules.engine.procedure import Procedure
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.league.admission import begun_problems, ruling_reason
from rules.firestorm.league_effects import FactionOut, InitiativeRolled
from rules.firestorm.phases.admission import faction_of
from rules.firestorm.work import FirestormWork
from rules.turns.problems import stop


@GAME.procedure("revive", rules=("FS-179",), slot="revive:{faction}", by="organiser", repeat=True)
def revive(ctx: FirestormCtx, *, faction: str, words: str) -> Procedure[tuple[Effect, ...]]:
    """Bring a faction back; give it land and a banner before the turn ends, or it is out again.

    Where the order of the turn is rolled, it reveals last. Source: FS-179
    """
    state, book, said = ctx.state, ctx.book, ruling_reason(words, "FS-179")
    yield from stop(begun_problems(state, book))
    if faction_of(state, book, faction).status == "active":
        yield from stop([book.problem("E141", faction=state.name_of(faction)).about("faction")])
    work, now = FirestormWork(ctx), state.now
    work.do(FactionOut(faction=faction, status="active", words=said, rule="FS-179"))
    if now.phase == "orders" and faction not in now.initiative:
        rolled = state.turns[f"turn:{now.turn}"].rolled
        order = (*now.initiative, faction)
        work.do(InitiativeRolled(turn=now.turn, order=order, rolled=rolled, rule="FS-179"))
    return work.done()
