"""What buildings and special places bring a faction: copies that count, income, upgrades, command points.

A captured building serves its new owner from the next time its effect is due, because every figure here is
counted from the map when it is asked for. Source: FS-74, FS-84, FS-85, FS-90, FS-91, FS-92
"""

from __future__ import annotations

from rules.firestorm.book import FirestormInForce
from rules.firestorm.faction_figures import faction_territories
from rules.firestorm.state import Firestorm


def copies(state: Firestorm, faction: str, item: str) -> int:
    """Territories of a faction with this item. Source: FS-83"""
    return sum(item in one.items for one in faction_territories(state, faction))


def counted_copies(state: Firestorm, book: FirestormInForce, faction: str, item: str) -> int:
    """Copies of an item its faction benefits from. Source: FS-84"""
    there, most = copies(state, faction, item), book.item(item).counts
    return min(there, most) if most else there


def income(state: Firestorm, book: FirestormInForce, faction: str) -> int:
    """Build points its best Forge or Foundry brings each turn. Source: FS-74, FS-91, FS-92"""
    return _best(state, faction, {key: row.income for key, row in book.book.items.items()})


def upgrades(state: Firestorm, book: FirestormInForce, faction: str) -> int:
    """Upgrades its buildings allow after a game, however many there are. Source: FS-84, FS-110"""
    return _best(state, faction, {key: row.upgrades for key, row in book.book.items.items()})


def _best(state: Firestorm, faction: str, worth: dict[str, int]) -> int:
    return max((worth[item] for one in faction_territories(state, faction) for item in one.items), default=0)


def command_points(state: Firestorm, book: FirestormInForce, faction: str) -> int:
    """Command points of its settlements, without the tower's die. Source: FS-84, FS-124"""
    return sum(
        row.commands * counted_copies(state, book, faction, key)
        for key, row in book.book.items.items()
        if row.commands
    )


def card_item_keys(state: Firestorm, book: FirestormInForce, faction: str) -> list[str]:
    """Keys of the items and special objects whose cards it plays with. Source: FS-90, FS-94, FS-95, FS-98"""
    items = [key for key, row in book.book.items.items() if row.card and copies(state, faction, key)]
    roles = {one.role for one in faction_territories(state, faction)}
    places = [key for key, row in book.book.places.items() if row.card and key in roles]
    return [*items, *places, *(["scepter"] if state.factions[faction].scepter else [])]
