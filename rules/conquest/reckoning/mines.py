"""Mines: who collects, how many dice, what they are worth. Source: CQ-39 … CQ-44."""

from __future__ import annotations

from rules.conquest.book import ConquestInForce
from rules.conquest.realm_figures import active_realms, empire_territories, targeted
from rules.conquest.state import Conquest, Territory


def mines(state: Conquest, realm: str) -> list[Territory]:
    """The realm's mines, in id order. Source: CQ-39"""
    return [one for one in empire_territories(state, realm) if one.building == "mine"]


def with_mines(state: Conquest, book: ConquestInForce) -> list[str]:
    """Realms that collect this round; Fool's Gold passes somebody over entirely. Source: CQ-29, CQ-43."""
    return [
        one.id
        for one in active_realms(state)
        if mines(state, one.id) and not targeted(state, one.id, "fools_gold")
    ]


def mine_dice(book: ConquestInForce, place: Territory) -> int:
    """Dice of a mine; mountain counts before river. Source: CQ-39, CQ-40."""
    if place.terrain == "mountain":
        return book.figures.mine_mountain_dice
    return book.figures.mine_river_dice


def mine_yield(book: ConquestInForce, dice: list[int]) -> tuple[int, bool]:
    """Gold from these dice, and whether the mine runs out. Source: CQ-39, CQ-41."""
    return sum(dice) * book.figures.gold_per_pip, len(set(dice)) == 1
