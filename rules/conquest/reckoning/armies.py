"""What may be fielded in a battle, and the modifiers of one that is rolled off.

Bonuses come from the unmodified share and are rounded down one by one. Source: CQ-61 … CQ-70, CQ-151, CQ-156.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.conquest.book import ConquestInForce
from rules.conquest.realm_figures import has_event, largest_this_round
from rules.conquest.state import Battle, Conquest
from rules.engine.language import say, signed


@dataclass(frozen=True, slots=True)
class FieldedPoints:
    """Points one realm fields: its share, what the bonuses add, the sum."""

    realm: str
    base: int
    largest: int
    gold: int

    @property
    def total(self) -> int:
        return self.base + self.largest + self.gold


def largest_bonus(book: ConquestInForce, points: int) -> int:
    """Extra points of the largest empire. Source: CQ-62, CQ-64."""
    return points // book.figures.largest_divisor


def gold_bonus(book: ConquestInForce, points: int, gold: int) -> int:
    """Extra points for gold. Source: CQ-63, CQ-64."""
    return points * gold // book.figures.gold_divisor


def fielded_points(state: Conquest, book: ConquestInForce, battle: Battle, realm: str) -> FieldedPoints:
    """What `realm` may field in the battle as it is set up now. Source: CQ-62 … CQ-65"""
    base = dict(battle.shares).get(realm, battle.points)
    most = largest_bonus(book, base) if largest_this_round(state) == realm else 0
    return FieldedPoints(realm, base, most, gold_bonus(book, base, dict(battle.gold).get(realm, 0)))


def has_edge(state: Conquest, battle: Battle, realm: str, event: str) -> bool:
    """Whether an event helps this side; one member's serves all, Scouts on both cancel. Source: CQ-33."""
    mine, theirs = _sides(battle, realm)
    ours = any(has_event(state, one, event) for one in mine)
    return ours and not (event == "scouts" and any(has_event(state, one, event) for one in theirs))


def _sides(battle: Battle, realm: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if realm in battle.attackers:
        return battle.attackers, battle.defenders
    return battle.defenders, battle.attackers


@dataclass(frozen=True, slots=True)
class Modifier:
    """One line of an abstract battle's reckoning; the defender's count below zero.

    `key` is an event's, "largest" or "gold".
    """

    side: str
    key: str
    amount: int


def modifiers(state: Conquest, book: ConquestInForce, battle: Battle) -> list[Modifier]:
    """Everything added to the two dice. Source: CQ-151, CQ-156."""
    return [
        *_side_modifiers(state, book, battle, battle.attackers, 1),
        *_side_modifiers(state, book, battle, battle.defenders, -1),
    ]


def _side_modifiers(
    state: Conquest, book: ConquestInForce, battle: Battle, members: tuple[str, ...], sign: int
) -> list[Modifier]:
    side = "attack" if sign > 0 else "defend"
    found = [
        Modifier(side, row.key, sign * row.strategy)
        for row in book.events
        if row.strategy and has_edge(state, battle, members[0], row.key)
    ]
    if largest_this_round(state) in members:
        found.append(Modifier(side, "largest", sign))
    gold = sum(dict(battle.gold).get(one, 0) for one in members)
    hundreds = min(gold // book.figures.abstract_gold_step, book.figures.abstract_gold_most)
    return [*found, Modifier(side, "gold", sign * hundreds)] if hundreds else found


def modifier_words(book: ConquestInForce, key: str) -> str:
    """What adds to the dice of a roll-off, by its key, as people call it. Source: CQ-151"""
    if key == "largest":
        return say("Largest empire")
    return say("Gold") if key == "gold" else book.event(key).name


def modifiers_told(book: ConquestInForce, added: Iterable[tuple[str, int]]) -> str:
    """(("scouts", 1), ("largest", -1)) -> "Scouts +1, Largest empire −1". Source: CQ-151"""
    told = [f"{modifier_words(book, key)} {signed(amount)}" for key, amount in added]
    return ", ".join(told) or say("no modifiers")
