"""Orders under a seal that an organiser has broken, which everybody knows: for organisers who play for no
rival of that faction, whoever broke it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from campaigns.engine.passage.seals import broken_seal
from maps.firestorm.acting.standing_in import may_read_broken
from maps.firestorm.here import FirestormHere
from rules.firestorm.orders.plans import in_sequence
from rules.firestorm.orders.sealing import sheet_of
from rules.firestorm.orders.sheet import plans_of, sheet_key
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


def broken_page(here: FirestormHere, faction: Faction) -> BrokenPage | None:
    """The orders; None for whom they are not, and while the seal is whole, opened again, or another one."""
    sheet = sheet_of(here.state, faction.id)
    if not may_read_broken(here, faction.id) or not sheet.broken or not sheet.entry:
        return None
    return BrokenPage(
        name=here.state.name_of(faction.id),
        colour=faction.colour,
        turn=sheet.turn,
        orders=tuple(_orders(here, broken_seal(here, sheet.entry, sheet_key(sheet.turn, faction.id)))),
    )


def _orders(here: FirestormHere, sealed: object) -> Iterator[SealedOrder]:
    state = here.state
    for plan in sorted(plans_of(sealed).values(), key=lambda one: in_sequence(state, one)):
        stands = state.banners[plan.banner].territory
        way = " › ".join(state.name_of(one) for one in (stands, *plan.path))
        yield SealedOrder(state.name_of(plan.banner), here.book.book.orders[plan.kind].name, way)
