"""Glory: what a faction holds, counted from the map each time, and what its ledger says; the audit of both.

Source: FS-99 … FS-101, FS-106
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.firestorm.benefits import counted_copies
from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import faction_territories
from rules.firestorm.state import Firestorm, LedgerRow


@dataclass(frozen=True, slots=True)
class Holding:
    """What one territory is worth: `land`, what stands there (`items`), and the map's `bonus`."""

    territory: str
    land: int
    items: int
    bonus: int

    @property
    def total(self) -> int:
        return self.land + self.items + self.bonus


@dataclass(frozen=True, slots=True)
class Audit:
    """A faction's glory line by line; `total` is the scoreboard's."""

    faction: str
    holdings: tuple[Holding, ...]
    rows: tuple[LedgerRow, ...]

    @property
    def held(self) -> int:
        return sum(one.total for one in self.holdings)

    @property
    def earned(self) -> int:
        return sum(one.amount for one in self.rows)

    @property
    def total(self) -> int:
        return self.held + self.earned


def holdings(state: Firestorm, book: FirestormInForce, faction: str) -> tuple[Holding, ...]:
    """What each of its territories is worth now, in id order. Source: FS-84, FS-100"""
    left = {
        key: counted_copies(state, book, faction, key) for key, row in book.book.items.items() if row.glory
    }
    found = []
    for one in faction_territories(state, faction):
        worth = 0
        for item in one.items:
            if left.get(item):
                left[item] -= 1
                worth += book.item(item).glory
        land = book.figures.special_glory if one.special else book.figures.territory_glory
        found.append(Holding(one.id, land, worth, one.bonus))
    return tuple(found)


def ledger(state: Firestorm, faction: str) -> tuple[LedgerRow, ...]:
    """Its rows of glory in the order they were entered. Source: FS-101"""
    rows = state.ledger.values()
    return tuple(one for one in rows if (one.coin, one.faction) == ("glory", faction))


def glory_audit(state: Firestorm, book: FirestormInForce, faction: str) -> Audit:
    """Every holding and every row of a faction. Source: FS-106"""
    return Audit(faction, holdings(state, book, faction), ledger(state, faction))


def glory(state: Firestorm, book: FirestormInForce, faction: str) -> int:
    """A faction's glory now. Source: FS-99"""
    return glory_audit(state, book, faction).total


def scoreboard(state: Firestorm, book: FirestormInForce) -> list[Audit]:
    """Every faction that ever played, most glory first. Source: FS-99, FS-179"""
    audits = [glory_audit(state, book, one) for one in sorted(state.factions)]
    return sorted(audits, key=lambda one: -one.total)
