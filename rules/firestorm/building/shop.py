"""What may be built where, for how much, why not, and when it would bring nothing.

Source: FS-75, FS-76, FS-79 … FS-83
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.engine.language import listed
from rules.firestorm.benefits import counted_copies, income
from rules.firestorm.book import FirestormInForce, ItemRow
from rules.firestorm.faction_figures import TOWER, balance, faction_territories
from rules.firestorm.phases.admission import faction_problems, require_place
from rules.firestorm.state import Firestorm, LedgerRow, Territory
from rules.turns.problems import TurnProblem, first_of

FIRST = "first:"  # the occasion of glory for the first of its kind: `first:shrine`


@dataclass(frozen=True, slots=True)
class ShopItem:
    """One item in one territory: its price in build points, and why not. `idle`: it would bring nothing now.

    `glory` is what building it brings at once.
    """

    territory: str
    item: str
    price: int
    why_not: TurnProblem | None
    idle: bool
    glory: int


def shop_items(state: Firestorm, book: FirestormInForce, faction: str) -> list[ShopItem]:
    """Everything that can be bought, in every territory of a faction. Source: FS-75"""
    items = [key for key, row in book.book.items.items() if row.buildable]
    return [
        shop_item(state, book, faction, one.id, item)
        for one in faction_territories(state, faction)
        for item in items
    ]


def shop_item(state: Firestorm, book: FirestormInForce, faction: str, territory: str, item: str) -> ShopItem:
    """One line of the shop. Source: FS-75, FS-83, FS-88"""
    return ShopItem(
        territory=territory,
        item=item,
        price=book.item(item).cost,
        why_not=first_of(build_problems(state, book, faction, territory, item)),
        idle=brings_nothing(state, book, faction, item),
        glory=first_glory(state, book, faction, item),
    )


def build_problems(
    state: Firestorm, book: FirestormInForce, faction: str, territory: str, item: str
) -> Iterator[TurnProblem]:
    """Why this is not built here now, the first reason first. Source: FS-75, FS-76, FS-79 … FS-82"""
    yield from faction_problems(state, book, "build", faction)
    place = require_place(state, book, territory)
    row = book.book.items.get(item)
    if row is None or not row.buildable:
        yield book.problem("E65").about("item")
        return
    if place.owner != faction:
        yield book.problem("E46", faction=state.name_of(faction)).about("territory")
    yield from _room_problems(book, place, item, row)
    has = balance(state, faction)
    if has < row.cost:
        yield _too_dear(book, row.name, row.cost, has).about("item")


def _too_dear(book: FirestormInForce, name: str, price: int, has: int) -> TurnProblem:
    return book.problem("E64", item=name, price=price, balance=has, missing=price - has)


def _room_problems(
    book: FirestormInForce, place: Territory, item: str, row: ItemRow
) -> Iterator[TurnProblem]:
    """Whether the territory has room for it, and what has to stand there first. Source: FS-79 … FS-82"""
    if TOWER in place.items:
        yield book.problem("E60").about("territory")
    if item in place.items:
        yield book.problem("E63", item=row.name).about("item")
    if row.replaces and row.replaces not in place.items:
        yield book.problem("E62", item=row.name, before=book.item(row.replaces).name).about("item")
    for other in place.items:
        there = book.item(other)
        if other in (row.replaces, item):
            continue
        if row.star and there.star:
            yield book.problem("E61", item=there.name).about("item")
        elif row.chain and there.chain == row.chain:
            yield book.problem("E63", item=there.name).about("item")


def brings_nothing(state: Firestorm, book: FirestormInForce, faction: str, item: str) -> bool:
    """Whether one more would only stand by as a spare. Source: FS-83"""
    row = book.item(item)
    if row.income:
        return row.income <= income(state, book, faction)
    if not row.counts or first_glory(state, book, faction, item):
        return False
    return counted_copies(state, book, faction, item) >= row.counts


def first_glory(state: Firestorm, book: FirestormInForce, faction: str, item: str) -> int:
    """Glory for the first one built, 0 when that has been paid. Source: FS-88"""
    once = book.item(item).once
    alone = book.settings.once_scope == "faction"
    paid = (
        one for one in state.ledger.values() if one.occasion == FIRST + item and not _reversed(state, one)
    )
    return 0 if any(one.faction == faction or not alone for one in paid) else once


def _reversed(state: Firestorm, row: LedgerRow) -> bool:
    return any(one.reverses == row.id for one in state.ledger.values())


# The Scepter of Flame, and levels


def scepter_problems(state: Firestorm, book: FirestormInForce, faction: str) -> Iterator[TurnProblem]:
    """Why a faction cannot forge the Scepter now. Source: FS-97"""
    yield from faction_problems(state, book, "forge_scepter", faction)
    if state.factions[faction].scepter:
        yield book.problem("E67")
    if book.settings.scepter_scope == "unique":
        for one in state.factions.values():
            if one.scepter and one.id != faction:
                yield book.problem("E68", faction=state.name_of(one.id))
    if missing := missing_sites(state, book, faction):
        yield book.problem("E66", places=listed([book.book.places[one].name for one in missing]))
    price, has = book.figures.scepter_price, balance(state, faction)
    if has < price:
        yield _too_dear(book, book.book.scepter.name, price, has)


def missing_sites(state: Firestorm, book: FirestormInForce, faction: str) -> list[str]:
    """The Scepter's sites a faction does not own; all three on a map that lacks one. Source: FS-97, FS-182"""
    held = {one.role for one in faction_territories(state, faction)}
    return [one for one in book.book.scepter_sites if one not in held]


def level_problems(
    state: Firestorm, book: FirestormInForce, faction: str, territory: str
) -> Iterator[TurnProblem]:
    """Why a stronghold's level cannot be raised now. Source: FS-142"""
    yield from faction_problems(state, book, "raise_level", faction)
    place, price = require_place(state, book, territory), book.settings.level_price
    if place.owner != faction:
        yield book.problem("E46", faction=state.name_of(faction)).about("territory")
    if "stronghold" not in place.items:
        yield book.problem("E69").about("territory")
    if not price:
        yield book.problem("E70").about("territory")
    most = book.figures.most_level
    if place.level >= most:
        yield book.problem("E71", most=most).about("territory")
    has = balance(state, faction)
    if has < price:
        name = book.item("stronghold").name
        yield _too_dear(book, name, price, has).about("territory")
