"""What others learn of a faction's build points and purchases, and when.

Where the league builds in secret, what a faction buys in the running Build phase, what is left to it and the
glory it brings reach others when the phase closes. Source: FS-162
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rules.firestorm.book import FirestormInForce
from rules.firestorm.building.shop import FIRST
from rules.firestorm.faction_figures import TOWER
from rules.firestorm.state import Firestorm, LedgerRow, Territory

BUILT = "built:"  # the occasion of a purchase: `built:forge`
SCEPTER, LEVEL = "scepter", "level"

type Owns = Callable[[str], bool]  # whether somebody may know what a faction knows


def keeps_secrets(state: Firestorm, book: FirestormInForce) -> bool:
    """Whether factions keep anything of their build points from each other now. Source: FS-162"""
    return not book.settings.public_bp or builds_in_secret(state, book)


def builds_in_secret(state: Firestorm, book: FirestormInForce) -> bool:
    """Whether what is bought now is seen later. Source: FS-162"""
    return book.settings.secret_build and state.now.phase == "build"


def is_purchase(row: LedgerRow) -> bool:
    """Whether something was bought with this row, or glory came with what was bought. Source: FS-76, FS-88"""
    return row.occasion.startswith((BUILT, FIRST)) or row.occasion in (SCEPTER, LEVEL)


def bought_now(state: Firestorm, faction: str) -> list[LedgerRow]:
    """What a faction has bought in this turn's Build phase, in order. Source: FS-75"""
    rows = (one for one in state.ledger.values() if one.turn == state.now.turn and is_purchase(one))
    return [one for one in rows if one.faction == faction]


def hidden(state: Firestorm, book: FirestormInForce, owns: Owns) -> list[LedgerRow]:
    """The rows of what others have bought in secret, in order. Source: FS-162"""
    if not builds_in_secret(state, book):
        return []
    return [row for one in state.factions if not owns(one) for row in bought_now(state, one)]


def without_secret_buildings(state: Firestorm, book: FirestormInForce, owns: Owns) -> Firestorm:
    """The league as somebody sees it who may know what the factions know that `owns` names.

    While anything is secret everything that could tell of it has one shape, whoever bought or bought nothing.
    Source: FS-162
    """
    if not keeps_secrets(state, book) or all(owns(one) for one in state.factions):
        return state
    rows = hidden(state, book, owns)
    gone = {one.id for one in rows} | ({*_purses(state, owns)} if not book.settings.public_bp else set())
    for row in reversed(rows):
        state = _unbought(state, book, row)
    if builds_in_secret(state, book):
        state = replace(state, territories={key: _plain(book, one) for key, one in state.territories.items()})
    return replace(state, ledger={key: row for key, row in state.ledger.items() if key not in gone})


def _purses(state: Firestorm, owns: Owns) -> list[str]:
    rows = state.ledger.values()
    return [one.id for one in rows if one.coin == "build" and not owns(one.faction)]


def _unbought(state: Firestorm, book: FirestormInForce, row: LedgerRow) -> Firestorm:
    """The league without what a row of the ledger paid for."""
    if row.coin != "build":
        return state
    if row.occasion == SCEPTER:
        return state.change("factions", row.faction, scepter=False)
    place = state.territories[row.territory]
    if row.occasion == LEVEL:
        return state.change("territories", place.id, level=place.level - 1)
    item = row.occasion.removeprefix(BUILT)
    before = book.item(item).replaces
    kept = tuple(one for one in place.items if one != item)
    return state.change("territories", place.id, items=(*kept, before) if before else kept)


def _plain(book: FirestormInForce, place: Territory) -> Territory:
    """A territory in which nothing tells in what order things were built, nor of a level that is no more."""
    items = tuple(one for one in book.book.items if one in place.items)
    level = place.level if "stronghold" in items or TOWER in items else 0
    return replace(place, items=items, level=level)
