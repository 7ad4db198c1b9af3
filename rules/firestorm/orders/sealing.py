"""Sealing orders, opening one's own seal, and what becomes of the silent.

The sheet is answered under a seal: what it says reaches the rules only in the reveal. Source: FS-26, FS-163
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.engine.effects import Effect
from rules.engine.games import ActTrait
from rules.engine.language import say
from rules.engine.procedure import Procedure
from rules.engine.questions import YesNo
from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import factions, on_map
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.league_effects import FactionDone, SheetChanged
from rules.firestorm.orders.sheet import orders_question, sealer
from rules.firestorm.phases.admission import faction_problems, phase_problems
from rules.firestorm.phases.moving_on import LEAVE, WAITING, done
from rules.firestorm.state import Firestorm, OrderSheet
from rules.firestorm.work import FirestormWork
from rules.turns.problems import TurnProblem, stop


def order_sheet(state: Firestorm, faction: str) -> OrderSheet:
    """The faction's sheet of this turn; an unsealed one when there is none yet. Source: FS-26"""
    turn = state.now.turn
    plain = OrderSheet(id=f"turn:{turn}:{faction}", turn=turn, faction=faction)
    return state.sheets.get(plain.id, plain)


def commanding(state: Firestorm, book: FirestormInForce) -> list[str]:
    """Factions with a banner to give orders to. Source: FS-26, FS-179"""
    return [one.id for one in factions(state) if on_map(state, one.id)]


@GAME.procedure(
    "seal_orders",
    rules=("FS-26", "FS-30", "FS-163"),
    slot="turn:{turn}:orders:{faction}",
    by="side:{faction}",
    repeat=True,
)
def seal_orders(ctx: FirestormCtx, *, turn: int, faction: str) -> Procedure[tuple[Effect, ...]]:
    """Seal your faction’s orders; nobody outside it can read them before the reveal.

    Source: FS-26, FS-30, FS-163
    """
    state, book = ctx.state, ctx.book
    yield from stop(faction_problems(state, book, "seal_orders", faction, turn))
    mine = order_sheet(state, faction)
    if mine.entry:
        yield from stop([book.problem("E22")])
    if on_map(state, faction):
        yield orders_question(state, book, faction)
    work = FirestormWork(ctx)
    sealed = replace(mine, entry=ctx.entry, times=mine.times + 1, broken=False)
    work.do(SheetChanged(sheet=sealed, rule="FS-163"))
    done(work, faction)
    return work.done()


@GAME.procedure(
    "open_seal", rules=("FS-163",), slot="turn:{turn}:orders:{faction}:open", by="side:{faction}", repeat=True
)
def open_seal(ctx: FirestormCtx, *, turn: int, faction: str) -> Procedure[tuple[Effect, ...]]:
    """Open your own seal to change your orders, as long as the phase lasts.

    Where the founder alone seals, the founder is asked, whoever began. Source: FS-26, FS-163
    """
    yield from stop(_sealed(ctx.state, ctx.book, "open_seal", faction, turn))
    if ctx.book.settings.seal_by == "founder":
        sure: bool = yield open_seal_question(ctx.state, ctx.book, faction)
        if not sure:
            return ()
    opened = replace(order_sheet(ctx.state, faction), entry="")
    return (
        SheetChanged(sheet=opened, rule="FS-163"),
        FactionDone(faction=faction, done=False, rule="FS-163"),
    )


def open_key(turn: int, faction: str) -> str:
    """The key of the question whether a seal is opened. Source: FS-163"""
    return f"open:{turn}:{faction}"


def open_seal_question(state: Firestorm, book: FirestormInForce, faction: str) -> YesNo:
    """Whether the seal is opened, asked of who seals. Source: FS-26, FS-163"""
    text = say("Open {faction}’s seal to change the orders?", faction=state.name_of(faction))
    key = open_key(state.now.turn, faction)
    return YesNo(key, text, rule="FS-163", who=sealer(state, book, faction), about=faction)


@GAME.procedure(
    "break_seal",
    rules=("FS-162",),
    slot="turn:{turn}:orders:{faction}:break",
    by="organiser:{faction}",
    repeat=True,
    traits=(ActTrait.TELLS_EVERYBODY,),
)
def break_seal(
    ctx: FirestormCtx, *, turn: int, faction: str, words: str = ""
) -> Procedure[tuple[Effect, ...]]:
    """Break a faction’s seal and read its orders; everybody is notified.

    Only an organiser who plays for no rival may. Source: FS-162
    """
    yield from stop(_sealed(ctx.state, ctx.book, "break_seal", faction, turn))
    broken = replace(order_sheet(ctx.state, faction), broken=True)
    return (SheetChanged(sheet=broken, words=words, rule="FS-162"),)


def _sealed(
    state: Firestorm, book: FirestormInForce, act: str, faction: str, turn: int
) -> Iterator[TurnProblem]:
    yield from faction_problems(state, book, act, faction, turn)
    if not order_sheet(state, faction).entry:
        yield book.problem("E23")


@GAME.procedure("close_orders", rules=("FS-29",), slot="turn:{turn}:orders:close", by="clock")
def close_orders(ctx: FirestormCtx, *, turn: int) -> Procedure[tuple[Effect, ...]]:
    """Close the orders: if a faction has sealed none, its banners hold. Also done when the time is up.

    Source: FS-29
    """
    yield from stop(phase_problems(ctx.state, ctx.book, "close_orders", turn))
    work = FirestormWork(ctx)
    for faction in commanding(ctx.state, ctx.book):
        if not work.is_over and work.state.now.phase == "orders" and faction not in work.state.now.done:
            done(work, faction)
    return work.done()


def seal_the_silent(work: FirestormWork) -> None:
    """Whoever has sealed nothing holds with all banners; everybody may see that. Source: FS-29"""
    for faction in commanding(work.state, work.book):
        mine = order_sheet(work.state, faction)
        if not mine.entry:
            work.do(SheetChanged(sheet=replace(mine, silent=True), rule="FS-29"))


WAITING["orders"] = commanding
LEAVE["orders"] = seal_the_silent
