"""Battles that are struck out: nobody has won, and whoever came to fight for the place leaves it again.

Source: FS-15, FS-50, FS-107
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from rules.engine.effects import Effect
from rules.engine.procedure import Procedure
from rules.firestorm.aftermath.applying import fate_id
from rules.firestorm.battles.admission import battle_of
from rules.firestorm.battles.games import settle_battle
from rules.firestorm.battles.locking import SETTLED
from rules.firestorm.effects import BattleApplied, BattleDecided, BoutChanged, FateKnown, GamesAgreed
from rules.firestorm.faction_figures import battles_this_turn, bouts_of, is_siege_battle
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.league.admission import ruling_reason
from rules.firestorm.phases.admission import phase_problems
from rules.firestorm.phases.moving_on import leave_finished_phase
from rules.firestorm.siege_effects import SiegeMoved
from rules.firestorm.state import Battle, Fate, Grade, SideName
from rules.firestorm.work import FirestormWork
from rules.turns.problems import stop


@GAME.procedure("strike", rules=("FS-50",), slot="battle:{battle}:strike", by="organiser", repeat=True)
def strike_battle(ctx: FirestormCtx, *, battle: str, words: str) -> Procedure[tuple[Effect, ...]]:
    """Strike out a battle that has not been decided: no glory, no build points, no conquest.

    Banners whose faction owns the territory stay in it; the others leave as after a draw. The rulebook knows
    no such battle. Source: FS-15, FS-50
    """
    state, book = ctx.state, ctx.book
    found, said = battle_of(state, book, battle), ruling_reason(words, "FS-50")
    yield from stop(phase_problems(state, book, "strike", found.turn))
    if found.status in SETTLED:
        yield from stop([book.problem("E43").about("battle")])
    work = FirestormWork(ctx)
    settle_struck_battle(work, found, said)
    leave_finished_phase(work)
    return work.done()


def settle_struck_battle(
    work: FirestormWork, battle: Battle, words: str, method: Literal["", "ruled"] = "ruled"
) -> None:
    """Nobody has won; whoever owns the place stays. Source: FS-15, FS-50

    `method`: empty where nobody ruled and the battle ended with its phase.
    """
    work.do(replace(ruled(battle, "struck", words=words), method=method))
    void_games(work, battle)
    if is_siege_battle(work.state, battle.id):
        over = replace(work.state.sieges[battle.id], step="closed")
        work.do(SiegeMoved(siege=over, rule="FS-144"))
    work.do(BattleApplied(battle=battle.id, rule="FS-50"))
    owner = work.state.territories[battle.territory].owner
    for banner in battle.banners:
        if work.state.banners[banner].faction == owner:
            stays = Fate(
                id=fate_id(battle, banner), battle=battle.id, banner=banner, kind="stays", settled=True
            )
            work.do(FateKnown(fate=stays, rule="FS-68"))


def ruled(
    battle: Battle,
    status: Literal["settled", "struck", "open"],
    *,
    result: Grade | Literal[""] = "",
    third_won: bool = False,
    tabled: tuple[SideName, ...] = (),
    words: str = "",
) -> BattleDecided:
    """The organiser's word about a battle. Source: FS-50, FS-107"""
    return BattleDecided(
        battle=battle.id,
        attack=battle.attack,
        defend=battle.defend,
        third=battle.third_faction,
        result=result,
        third_won=third_won,
        tabled=tabled,
        status=status,
        method="ruled" if status != "open" else "",
        words=words,
        rule="FS-107",
    )


def void_games(work: FirestormWork, battle: Battle) -> None:
    """Games of a battle that is not one any more count no longer. Source: FS-107"""
    for one in bouts_of(work.state, battle.id):
        work.do(BoutChanged(bout=replace(one, status="void", accounts=()), rule="FS-107"))


def strike_the_rest(work: FirestormWork, words: str) -> None:
    """When the phase is ended by force: games that count decide their battle, and what nobody has reported is
    struck out. Source: FS-50, FS-160
    """
    for one in battles_this_turn(work.state):
        battle = work.state.battles[one.id]
        if battle.status in SETTLED:
            continue
        played = len(bouts_of(work.state, battle.id, "confirmed"))
        if played:
            work.do(GamesAgreed(battle=battle.id, games=played, rule="FS-50"))
            settle_battle(work, work.state.battles[battle.id])
        else:
            settle_struck_battle(work, battle, words, method="")
    leave_finished_phase(work)
