"""The Build phase: income at its start, items, the Scepter and levels bought.

Source: FS-74 … FS-83, FS-88, FS-97, FS-142
"""

from __future__ import annotations

from rules.engine.effects import Effect
from rules.engine.procedure import Procedure
from rules.firestorm.benefits import income
from rules.firestorm.building.shop import (
    FIRST,
    build_problems,
    first_glory,
    level_problems,
    missing_sites,
    scepter_problems,
)
from rules.firestorm.effects import ItemsChanged, ScepterForged
from rules.firestorm.faction_figures import factions
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.glory.victory import won_at_once
from rules.firestorm.phases.moving_on import BEGIN
from rules.firestorm.work import FirestormWork
from rules.turns.problems import stop


@GAME.procedure(
    "build", rules=("FS-75", "FS-76", "FS-78", "FS-79", "FS-80", "FS-81", "FS-82", "FS-83", "FS-88"),
    slot="build:{faction}", by="side:{faction}", repeat=True,
)  # fmt: skip
def build_item(
    ctx: FirestormCtx, *, faction: str, territory: str, item: str
) -> Procedure[tuple[Effect, ...]]:
    """Buy an item for a territory; it takes effect immediately. Source: FS-75 … FS-83, FS-88"""
    yield from stop(build_problems(ctx.state, ctx.book, faction, territory, item))
    work, row = FirestormWork(ctx), ctx.book.item(item)
    glory = first_glory(work.state, work.book, faction, item)
    work.enter("build", faction, -row.cost, f"built:{item}", "FS-76", territory=territory)
    place = work.state.territories[territory]
    kept = tuple(one for one in place.items if one != row.replaces)
    level = max(place.level, 1) if item == "stronghold" else place.level
    work.do(
        ItemsChanged(territory=territory, items=(*kept, item), before=place.items, level=level, rule="FS-81")
    )
    work.enter("glory", faction, glory, FIRST + item, "FS-88", territory=territory)
    won_at_once(work)
    return work.done()


@GAME.procedure("forge_scepter", rules=("FS-97",), slot="scepter:{faction}", by="side:{faction}", repeat=True)
def forge_scepter(ctx: FirestormCtx, *, faction: str) -> Procedure[tuple[Effect, ...]]:
    """Forge the Scepter of Flame. Source: FS-97, FS-101"""
    yield from stop(scepter_problems(ctx.state, ctx.book, faction))
    work, figures = FirestormWork(ctx), ctx.book.figures
    work.enter("build", faction, -figures.scepter_price, "scepter", "FS-97")
    work.do(ScepterForged(faction=faction, rule="FS-97"))
    work.enter("glory", faction, figures.scepter_glory, "scepter", "FS-101")
    won_at_once(work)
    return work.done()


@GAME.procedure("raise_level", rules=("FS-142",), slot="level:{faction}", by="side:{faction}", repeat=True)
def raise_level(ctx: FirestormCtx, *, faction: str, territory: str) -> Procedure[tuple[Effect, ...]]:
    """Buy another level for a stronghold, where the league sells them. Source: FS-142"""
    yield from stop(level_problems(ctx.state, ctx.book, faction, territory))
    work, place = FirestormWork(ctx), ctx.state.territories[territory]
    work.enter("build", faction, -ctx.book.settings.level_price, "level", "FS-142", territory=territory)
    work.do(
        ItemsChanged(
            territory=territory, items=place.items, before=place.items, level=place.level + 1, rule="FS-142"
        )
    )
    return work.done()


def begin_build_phase(work: FirestormWork) -> None:
    """What the phase brings by itself: income, and the end of a Scepter whose sites are lost.

    Source: FS-74, FS-77, FS-97
    """
    for one in factions(work.state):
        points = income(work.state, work.book, one.id)
        work.enter("build", one.id, points, "income", "FS-74")
        if work.book.settings.scepter_scope == "lost" and one.scepter:
            _lose_scepter(work, one.id)


def _lose_scepter(work: FirestormWork, faction: str) -> None:
    if not missing_sites(work.state, work.book, faction):
        return
    work.do(ScepterForged(faction=faction, has=False, rule="FS-97"))
    taken = {one.reverses for one in work.state.ledger.values()}
    for row in list(work.state.ledger.values()):
        if (row.coin, row.faction, row.occasion) == ("glory", faction, "scepter") and row.id not in taken:
            work.enter("glory", faction, -row.amount, "scepter_lost", "FS-97", reverses=row.id)


BEGIN["build"] = begin_build_phase
