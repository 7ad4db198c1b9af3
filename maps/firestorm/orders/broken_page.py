"""Orders under a seal that an organiser has broken, which everybody knows: for organisers who play for no
rival of that faction, whoever broke it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from campaigns.engine.transaction.seals import broken_seal
from maps.firestorm.acting.standing_in import may_read_broken
from maps.firestorm.viewer import FirestormViewer
from rules.firestorm.orders.plans import in_sequence
from rules.firestorm.orders.sealing import order_sheet
from rules.firestorm.orders.sheet import sealed_order_plans, sheet_key
from rules.firestorm.state import Faction


@dataclass(frozen=True, slots=True)
class SealedOrder:
    """A banner, what it is ordered, and its way."""

    banner: str
    order: str
    way: str


@dataclass(frozen=True)
class BrokenPage:
    """A faction's sealed orders of this turn."""

    name: str
    colour: str
    turn: int
    orders: tuple[SealedOrder, ...]


def broken_page(viewer: FirestormViewer, faction: Faction) -> BrokenPage | None:
    """The orders; None for whom they are not, and while the seal is whole, opened again, or another one."""
    sheet = order_sheet(viewer.state, faction.id)
    if not may_read_broken(viewer, faction.id) or not sheet.broken or not sheet.entry:
        return None
    return BrokenPage(
        name=viewer.state.name_of(faction.id),
        colour=faction.colour,
        turn=sheet.turn,
        orders=tuple(_orders(viewer, broken_seal(viewer, sheet.entry, sheet_key(sheet.turn, faction.id)))),
    )


def _orders(viewer: FirestormViewer, sealed: object) -> Iterator[SealedOrder]:
    state = viewer.state
    for plan in sorted(sealed_order_plans(sealed).values(), key=lambda one: in_sequence(state, one)):
        stands = state.banners[plan.banner].territory
        way = " › ".join(state.name_of(one) for one in (stands, *plan.path))
        yield SealedOrder(state.name_of(plan.banner), viewer.book.book.orders[plan.kind].name, way)
