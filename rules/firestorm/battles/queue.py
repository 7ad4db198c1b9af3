"""A third faction's battle waits for the one before it, and is fought against whoever holds the place then.

The app does both steps by itself: it applies the battle before, and, once its banners have left, prepares the
next. Source: FS-171, FS-178
"""

from __future__ import annotations

from dataclasses import replace

from rules.engine.effects import Effect
from rules.engine.procedure import Procedure
from rules.firestorm.aftermath.applying import apply_battle
from rules.firestorm.aftermath.fates import leaving, scattered_banners
from rules.firestorm.battles.admission import battle_of, earlier_battle_problem, preceding_battle
from rules.firestorm.battles.locking import SETTLED, lock_battle
from rules.firestorm.book import FirestormInForce
from rules.firestorm.effects import BattleApplied, BattleDecided, OwnerChanged
from rules.firestorm.faction_figures import banners_at, battles_this_turn, garrison
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.glory.victory import won_at_once
from rules.firestorm.phases.admission import phase_problems
from rules.firestorm.phases.moving_on import WAITING, leave_finished_phase
from rules.firestorm.state import Battle, Firestorm
from rules.firestorm.work import FirestormWork
from rules.turns.problems import stop


def fighting(state: Firestorm, book: FirestormInForce) -> list[str]:
    """Factions with a battle that is not decided, and those whose banners first have to go where they go.

    Source: FS-50, FS-178
    """
    waiting = {f for one in battles_this_turn(state) if one.status not in SETTLED for f in one.factions}
    if waiting:
        gone = [banner for _, banner in leaving(state)]
        waiting |= {one.faction for one in gone or scattered_banners(state)}
    return [key for key, one in sorted(state.factions.items()) if key in waiting and one.status == "active"]


def queued(state: Firestorm) -> list[Battle]:
    """Battles of this turn that wait for another, in the order they were opened. Source: FS-171"""
    return [one for one in battles_this_turn(state) if one.status == "queued"]


def due(state: Firestorm) -> list[Battle]:
    """Those whose turn has come for a step: the battle before is decided, or has been left. Source: FS-178"""
    return [one for one in queued(state) if may_apply(state, one) or may_prepare(state, one)]


def may_apply(state: Firestorm, battle: Battle) -> bool:
    """Whether the battle before is decided and not applied. Source: FS-178"""
    first = preceding_battle(state, battle)
    return first.status == "settled" and not first.applied


def may_prepare(state: Firestorm, battle: Battle) -> bool:
    """Whether the battle before is over and its banners have gone where they go. Source: FS-178"""
    return preceding_battle(state, battle).applied and not leaving(state) and not scattered_banners(state)


@GAME.procedure(
    "prepare_battle", rules=("FS-171", "FS-178"), slot="battle:{battle}:prepare", by="clock", repeat=True
)
def prepare_battle(ctx: FirestormCtx, *, battle: str) -> Procedure[tuple[Effect, ...]]:
    """Take the next step for a waiting battle: apply the result of the one before, or find out who defends.

    Where nobody is left and no garrison, the newcomer claims the place. Source: FS-171, FS-178
    """
    state, book = ctx.state, ctx.book
    found = battle_of(state, book, battle)
    yield from stop(phase_problems(state, book, "prepare_battle", found.turn))
    if found not in due(state):
        yield from stop([earlier_battle_problem(state, book, found)])
    work = FirestormWork(ctx)
    if may_apply(state, found):
        apply_battle(work, preceding_battle(state, found))
    else:
        _prepare(work, found)
    return work.done()


def _prepare(work: FirestormWork, battle: Battle) -> None:
    """Who holds the place defends it, and nobody who waits there for a battle. Source: FS-105, FS-171"""
    place = work.state.territories[battle.territory]
    waiting = {one.attacker for one in queued(work.state)}
    holding = (one for one in banners_at(work.state, place.id) if one.id not in waiting)
    enemy = next((one for one in holding if one.faction != battle.attack), None)
    holds = enemy.faction if enemy else place.owner
    points = garrison(work.book, place) if holds == place.owner != battle.attack else 0
    if enemy or points:
        defended = replace(battle, defender=enemy.id if enemy else "", defend=holds, garrison=points)
        lock_battle(work, defended)
        return
    if place.owner != battle.attack:
        work.do(
            OwnerChanged(
                territory=place.id, owner=battle.attack, before=place.owner, banner=battle.attacker,
                rule="FS-171",
            )
        )  # fmt: skip
    work.do(BattleDecided(battle=battle.id, attack=battle.attack, status="claimed", method="", rule="FS-171"))
    work.do(BattleApplied(battle=battle.id, rule="FS-171"))
    won_at_once(work)
    leave_finished_phase(work)


WAITING["battles"] = fighting
