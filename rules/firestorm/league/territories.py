"""What the organiser corrects on the map: whose a territory is, what stands on it, its level.

Source: FS-79, FS-80, FS-82, FS-142
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.engine.effects import Effect
from rules.engine.procedure import Procedure
from rules.firestorm.book import FirestormInForce
from rules.firestorm.effects import ItemsChanged, OwnerChanged
from rules.firestorm.faction_figures import TOWER, banners_at
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.glory.victory import won_at_once
from rules.firestorm.league.admission import begun_problems, fought_problems, playing_problems, ruling_reason
from rules.firestorm.phases.admission import require_place
from rules.firestorm.phases.moving_on import leave_finished_phase
from rules.firestorm.state import Firestorm
from rules.firestorm.work import FirestormWork
from rules.turns.problems import TurnProblem, stop

LEVELLED = (TOWER, "stronghold")


@GAME.procedure(
    "correct", rules=("FS-79", "FS-80", "FS-82", "FS-142"), slot="correct:{territory}", by="organiser",
    repeat=True,
)  # fmt: skip
def correct_holding(
    ctx: FirestormCtx, *, territory: str, owner: str, items: tuple[str, ...], words: str, level: int = 0
) -> Procedure[tuple[Effect, ...]]:
    """Correct who owns a territory, what stands on it and the level of its stronghold.

    Nothing is paid and no glory booked for what stands there from now on. Source: FS-79, FS-80, FS-82, FS-142
    """
    state, book, said = ctx.state, ctx.book, ruling_reason(words, "FS-99")
    place = require_place(state, book, territory)
    yield from stop(playing_problems(state, book, owner, "owner") if owner else begun_problems(state, book))
    yield from stop(fought_problems(state, book, territory))
    yield from stop(owner_problems(state, book, territory, owner))
    yield from stop(items_problems(book, items, level))
    high = max(level, 1) if any(one in LEVELLED for one in items) else 0
    work = FirestormWork(ctx)
    if owner != place.owner:
        work.do(
            OwnerChanged(
                territory=territory, owner=owner, before=place.owner, how="ruled", words=said, rule="FS-99"
            )
        )
    if (items, high) != (place.items, place.level):
        work.do(
            ItemsChanged(
                territory=territory, items=items, before=place.items, level=high, how="ruled", words=said,
                rule="FS-82",
            )
        )  # fmt: skip
    if not work.effects:
        raise book.problem("E47").refused()
    won_at_once(work)
    leave_finished_phase(work)
    return work.done()


def owner_problems(
    state: Firestorm, book: FirestormInForce, territory: str, owner: str
) -> Iterator[TurnProblem]:
    """Whoever stands in a territory owns it. Source: FS-16"""
    for one in banners_at(state, territory):
        if one.faction != owner:
            names = {"banner": state.name_of(one.id), "place": state.name_of(territory)}
            yield book.problem("E139", **names).about("owner")


def items_problems(book: FirestormInForce, items: tuple[str, ...], level: int) -> Iterator[TurnProblem]:
    """What cannot stand in one territory, and no level there is. Source: FS-79, FS-80, FS-82, FS-142"""
    if any(one not in book.book.items for one in items):
        yield book.problem("E140").about("items")
        return
    if TOWER in items and len(items) > 1:
        yield book.problem("E60").about("items")
    rows = [book.item(one) for one in items]
    for row in [row for row in rows if row.star][1:]:
        yield book.problem("E61", item=row.name).about("items")
    chains = Counter(row.chain or row.name for row in rows)
    for row in rows:
        if chains[row.chain or row.name] > 1:
            yield book.problem("E63", item=row.name).about("items")
    if not 0 <= level <= book.figures.most_level:
        yield book.problem("E71", most=book.figures.most_level).about("level")
