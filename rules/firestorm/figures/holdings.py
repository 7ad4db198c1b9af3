"""Figures of what a faction holds: the shop, build points, glory and its audit."""

from __future__ import annotations

from rules.firestorm.benefits import card_item_keys, income
from rules.firestorm.book import FirestormInForce
from rules.firestorm.building.shop import ShopItem, level_problems, scepter_problems, shop_item, shop_items
from rules.firestorm.faction_figures import balance
from rules.firestorm.figures.league import problem_values
from rules.firestorm.figures.lines import (
    AuditLine,
    BuildPoints,
    HoldingLine,
    Reason,
    RowLine,
    ScoreLine,
    ShopLine,
)
from rules.firestorm.game import GAME
from rules.firestorm.glory.counting import Audit, Holding, glory, glory_audit, scoreboard
from rules.firestorm.state import Firestorm, LedgerRow
from rules.turns.problems import first_of


@GAME.figure("shop")
def shop_of(state: Firestorm, book: FirestormInForce, faction: str, territory: str = "") -> list[ShopLine]:
    """Every item in a faction's territories, or in one: its price, what it brings, or why not.

    Source: FS-75, FS-76, FS-79 … FS-83, FS-88
    """
    found = shop_items(state, book, faction)
    if territory:
        items = [key for key, row in book.book.items.items() if row.buildable]
        found = [shop_item(state, book, faction, territory, one) for one in items]
    return [_offer(book, one) for one in found]


def _offer(book: FirestormInForce, one: ShopItem) -> ShopLine:
    return {
        "territory": one.territory,
        "item": one.item,
        "name": book.item(one.item).name,
        "price": one.price,
        "glory": one.glory,
        "idle": one.idle,
        "why_not": problem_values(one.why_not),
    }


@GAME.figure("why_no_scepter")
def why_no_scepter(state: Firestorm, book: FirestormInForce, faction: str) -> Reason | None:
    """Why a faction cannot forge the Scepter now, null when it can. Source: FS-97"""
    return problem_values(first_of(scepter_problems(state, book, faction)))


@GAME.figure("why_no_level")
def why_no_level(state: Firestorm, book: FirestormInForce, faction: str, territory: str) -> Reason | None:
    """Why a stronghold's level cannot be raised now, null when it can. Source: FS-142"""
    return problem_values(first_of(level_problems(state, book, faction, territory)))


@GAME.figure("benefits")
def benefits(state: Firestorm, book: FirestormInForce, faction: str) -> list[str]:
    """The items and special objects whose cards a faction plays with. Source: FS-90, FS-94, FS-95, FS-98"""
    return card_item_keys(state, book, faction)


@GAME.figure("build_points")
def build_points(state: Firestorm, book: FirestormInForce, faction: str) -> BuildPoints:
    """A faction's build points: the balance, what comes each turn, every row. Source: FS-73, FS-74, FS-76"""
    rows = [one for one in state.ledger.values() if (one.coin, one.faction) == ("build", faction)]
    return {
        "faction": faction,
        "balance": balance(state, faction),
        "income": income(state, book, faction),
        "rows": [_row(one) for one in rows],
    }


def _row(one: LedgerRow) -> RowLine:
    return {
        "id": one.id,
        "turn": one.turn,
        "amount": one.amount,
        "occasion": one.occasion,
        "battle": one.battle,
        "territory": one.territory,
        "rule": one.rule,
        "reverses": one.reverses,
        "words": one.words,
    }


@GAME.figure("glory")
def glory_of(state: Firestorm, book: FirestormInForce, faction: str) -> int:
    """A faction's glory now. Source: FS-99"""
    return glory(state, book, faction)


@GAME.figure("audit")
def audit_of(state: Firestorm, book: FirestormInForce, faction: str) -> AuditLine:
    """Every holding with its value and every row; they add up to the scoreboard. Source: FS-106"""
    found = glory_audit(state, book, faction)
    return {
        "faction": faction,
        "holdings": [_holding(one) for one in found.holdings],
        "rows": [_row(one) for one in found.rows],
        "held": found.held,
        "earned": found.earned,
        "total": found.total,
    }


def _holding(one: Holding) -> HoldingLine:
    return {
        "territory": one.territory,
        "land": one.land,
        "items": one.items,
        "bonus": one.bonus,
        "total": one.total,
    }


@GAME.figure("scoreboard")
def scoreboard_now(state: Firestorm, book: FirestormInForce) -> list[ScoreLine]:
    """Every faction by its glory, with what it still wants. Source: FS-99, FS-105, FS-179"""
    return [_score(state, book, one) for one in scoreboard(state, book)]


def _score(state: Firestorm, book: FirestormInForce, one: Audit) -> ScoreLine:
    return {
        "faction": one.faction,
        "holdings": one.held,
        "ledger": one.earned,
        "total": one.total,
        "to_win": max(0, book.settings.glory_target - one.total),
        "status": state.factions[one.faction].status,
    }


@GAME.figure("scores")
def turn_scores(state: Firestorm, book: FirestormInForce) -> list[dict[str, int | str]]:
    """The score of every turn's end, as it was kept. Source: FS-106"""
    turns = sorted(state.turns.values(), key=lambda one: one.number)
    return [
        {"turn": one.number, "faction": row.faction, "holdings": row.holdings, "ledger": row.ledger}
        for one in turns
        for row in one.scores
    ]
