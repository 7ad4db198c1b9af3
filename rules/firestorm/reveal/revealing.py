"""The reveal: in order of initiative each faction shows its orders and moves, before the next one does.

The whole is reckoned at once and booked as one entry, whose effects tell it step by step.
Source: FS-27 … FS-29, FS-164 … FS-176
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from rules.engine.effects import Effect
from rules.engine.language import say, with_heading
from rules.engine.procedure import Procedure, unsealed
from rules.engine.questions import side
from rules.firestorm.battles.locking import lock_battle
from rules.firestorm.book import FirestormInForce
from rules.firestorm.effects import OrderShown
from rules.firestorm.faction_figures import battles_this_turn, engaged, on_map, order_id
from rules.firestorm.game import GAME, FirestormCtx
from rules.firestorm.glory.victory import won_at_once
from rules.firestorm.orders.plans import MOVING, OrderPlan, in_sequence, is_legal
from rules.firestorm.orders.sealing import order_sheet
from rules.firestorm.orders.sheet import sealed_order_plans, sheet_key
from rules.firestorm.phases.admission import phase_problems
from rules.firestorm.phases.moving_on import enter_turn_phase
from rules.firestorm.reveal.walking import walk
from rules.firestorm.state import Banner, Firestorm, Order, OrderKind, Reason
from rules.firestorm.work import FirestormWork
from rules.turns.problems import stop

SAYS: dict[Reason, str] = {
    "": "FS-27",
    "none_given": "FS-29",
    "illegal": "FS-29",
    "attacked_first": "FS-28",
}

type Sheets = Mapping[str, Mapping[str, OrderPlan]]  # by faction, then by banner


@GAME.procedure("reveal", rules=("FS-27", "FS-164", "FS-176"), slot="turn:{turn}:reveal", by="clock")
def reveal_orders(ctx: FirestormCtx, *, turn: int) -> Procedure[tuple[Effect, ...]]:
    """Reveal all orders and move all banners.

    Source: FS-27, FS-28, FS-29, FS-164, FS-176
    """
    yield from stop(phase_problems(ctx.state, ctx.book, "reveal", turn))
    sheets: dict[str, Mapping[str, OrderPlan]] = {}
    for faction in ctx.state.now.initiative:
        sheets[faction] = yield from _opened(ctx.state, ctx.book, faction)
    work = FirestormWork(ctx)
    settle_reveal(work, sheets)
    if not work.is_over:
        enter_turn_phase(work, "battles")
    return work.done()


def _opened(state: Firestorm, book: FirestormInForce, faction: str) -> Procedure[Mapping[str, OrderPlan]]:
    """What a faction has sealed; nothing when it has not. Source: FS-26, FS-29"""
    mine = order_sheet(state, faction)
    if not mine.entry or not on_map(state, faction):
        return {}
    text = say("{faction}’s orders", faction=state.name_of(faction))
    key = sheet_key(state.now.turn, faction)
    called = partial(_orders_told, state, book)
    content: object = yield from unsealed(
        mine.entry, key, text, rule="FS-27", who=side(faction), called=called
    )
    return sealed_order_plans(content)


def _orders_told(state: Firestorm, book: FirestormInForce, content: object) -> str:
    """What was on the sheet: each banner with its order and where it was to go."""
    plans = sealed_order_plans(content).values()
    return ", ".join(_order_told(state, book, plan) for plan in plans) or say("no orders")


def _order_told(state: Firestorm, book: FirestormInForce, plan: OrderPlan) -> str:
    order = with_heading(state.name_of(plan.banner), book.book.orders[plan.kind].name)
    ways = " › ".join(state.name_of(one) for one in plan.path)
    return f"{order} › {ways}" if ways else order


def settle_reveal(work: FirestormWork, sheets: Sheets) -> None:
    """Move all factions, highest first, and fix the points of every battle that can begin.

    Where the league looks at once, whoever wins by what their banners claim ends it, and nobody moves after.
    Source: FS-24, FS-27, FS-105, FS-176, FS-178
    """
    for faction in work.state.now.initiative:
        show_and_walk(work, faction, sheets.get(faction, {}))
        won_at_once(work)
        if work.is_over:
            return
    for battle in battles_this_turn(work.state):
        if battle.status == "open":
            lock_battle(work, battle)


def show_and_walk(work: FirestormWork, faction: str, plans: Mapping[str, OrderPlan]) -> None:
    """One faction's turn in the reveal. Source: FS-27, FS-28, FS-29, FS-164"""
    going: list[OrderPlan] = []
    for banner in on_map(work.state, faction):
        plan = plans.get(banner.id)
        kind, reason = order_outcome(work.state, work.book, banner, plan)
        shown = plan or OrderPlan(banner=banner.id)
        order = Order(
            id=order_id(work.state.now.turn, banner.id),
            turn=work.state.now.turn,
            faction=faction,
            banner=banner.id,
            kind=shown.kind,
            path=shown.path,
            seq=shown.seq,
            carried=kind,
            reason=reason,
        )
        work.do(OrderShown(order=order, rule=SAYS[reason]))
        if kind in MOVING:
            going.append(shown)
    walk(work, sorted(going, key=lambda one: in_sequence(work.state, one)))


def order_outcome(
    state: Firestorm, book: FirestormInForce, banner: Banner, plan: OrderPlan | None
) -> tuple[OrderKind, Reason]:
    """What an order comes to, and why; of several reasons the first that holds. Source: FS-28, FS-29"""
    if plan is None:
        return "hold", "none_given"
    if not is_legal(state, book, banner, plan):
        return "hold", "illegal"
    if plan.kind in MOVING and engaged(state, banner.id):
        return "hold", "attacked_first"
    return plan.kind, ""
