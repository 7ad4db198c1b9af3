"""A league that an organiser ends before anybody has glory enough. Source: FS-105, FA-56"""

from __future__ import annotations

from rules.engine.games import ActTrait, Effects
from rules.engine.procedure import Procedure
from rules.engine.state import altered
from rules.firestorm.battles.locking import SETTLED
from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import battles_this_turn, factions, is_siege_battle
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.glory.counting import glory
from rules.firestorm.league.admission import begun_problems, ruling_reason
from rules.firestorm.league.striking import ruled, void_games
from rules.firestorm.league_effects import FirestormWon
from rules.firestorm.muster_effects import ObjectiveChanged
from rules.firestorm.setting_up.objectives import opened
from rules.firestorm.siege_effects import SiegeMoved
from rules.firestorm.state import Battle, Firestorm
from rules.firestorm.work import FirestormWork
from rules.turns.problems import stop


def ahead(state: Firestorm, book: FirestormInForce) -> list[str]:
    """Who has the most glory now of all still in the league; several when they are equal. Source: FS-105"""
    scores = {one.id: glory(state, book, one.id) for one in factions(state)}
    return [one for one, score in scores.items() if score == max(scores.values())]


def unsettled_battles(state: Firestorm) -> list[Battle]:
    """Battles that fall when the league ends now. Source: FS-105"""
    return [one for one in battles_this_turn(state) if one.status not in SETTLED]


@GAME.procedure(
    "close",
    rules=("FS-105", "FS-04"),
    slot="end",
    by="organiser",
    repeat=True,
    traits=(ActTrait.CLOSES_LEAGUE,),
)
def close_firestorm(ctx: FirestormCtx, *, words: str = "") -> Procedure[Effects]:
    """End the league now; the faction with the most glory wins, and ties share the victory.

    What is not decided changes nothing, sealed orders stay sealed, objectives are shown.
    Source: FS-105, FA-56
    """
    state, said = ctx.state, ruling_reason(words, "FS-105")
    yield from stop(begun_problems(state, ctx.book))
    work = FirestormWork(ctx)
    for one in state.objectives.values():
        if one.state == "drawn" and one.player in state.players:
            card = yield from opened(ctx, one)
            work.do(ObjectiveChanged(objective=altered(one, card=card, state="shown"), rule="FS-04"))
    for battle in unsettled_battles(state):
        work.do(ruled(battle, "struck", words=said))
        void_games(work, battle)
        if is_siege_battle(work.state, battle.id):
            over = altered(work.state.sieges[battle.id], step="closed")
            work.do(SiegeMoved(siege=over, rule="FS-144"))
    work.do(FirestormWon(factions=tuple(ahead(state, ctx.book)), how="ruled", words=said, rule="FS-105"))
    return work.done()
