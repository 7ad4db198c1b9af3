"""Which spell a caster tries: a die, its level, and the way round its list until one fits.

Source: SOLO-62, SOLO-63.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.solo.deciding.scores import rating
from rules.solo.printed import Printed
from rules.solo.state import Unit


@dataclass(frozen=True, slots=True)
class SpellOffer:
    """A spell of the list; `target`: somebody valid is there."""

    number: int
    cost: int = 1
    target: bool = False


def caster_level(unit: Unit) -> int:
    """X of Caster(X), 0 for units that cast nothing. Source: SOLO-63"""
    return rating(unit.all_rules, Printed.CASTER)


def d3(face: int) -> int:
    """A D6 read as a D3. Source: SOLO-63"""
    return (face + 1) // 2


def round_the_list(face: int, level: int, count: int) -> list[int]:
    """Places in the list (from 0) in the order they are tried: from D3 + level upward, then from the first.

    Source: SOLO-63.
    """
    start = (d3(face) + level - 1) % count if count else 0
    return [(start + step) % count for step in range(count)]


def choose_spell(face: int, level: int, spells: Sequence[SpellOffer], tokens: int) -> int | None:
    """The number of the first spell that can be paid and has a target; None after a full circle.

    Source: SOLO-63
    """
    listed = sorted(spells, key=lambda spell: spell.number)
    for at in round_the_list(face, level, len(listed)):
        if listed[at].cost <= tokens and listed[at].target:
            return listed[at].number
    return None


def tokens_at_round_start(unit: Unit, most: int) -> int:
    """Tokens after a caster got its level's worth, capped. Source: SOLO-63"""
    return max(unit.tokens, min(unit.tokens + caster_level(unit), most))
