"""Whom an AI unit shoots or charges: sort keys, best first, for each weapon's own rules.

Keys that data answers (hero, Tough, Defense, stunned, acted) are told apart from keys that need eyes (cover,
distance): the table is only asked for the latter. Source: SOLO-51 to SOLO-53, SOLO-61, SOLO-65, SOLO-70.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from rules.solo.deciding.scores import has
from rules.solo.printed import Printed

type Key = tuple[int, ...]
type Aim = Literal["shoot", "charge"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """An enemy that may be a target. `distance` in inches, `tough_left` wounds until all of it is gone."""

    id: str
    distance: float = 0
    in_range: bool = True
    visible: bool = True
    valid: bool = True
    cover: bool = False
    activated: bool = False
    stunned: bool = False
    defense: int = 6
    models: int = 1
    tough: bool = False
    tough_left: int = 0
    hero: bool = False
    top_upgrade: int = 0


def _sniper(one: Candidate) -> Key:
    rank = 0 if one.hero else 1 if one.top_upgrade else 2
    return rank, -one.top_upgrade if rank < 2 else 0


def _deadly(one: Candidate) -> Key:
    rank = 2 if not one.tough else 0 if one.models == 1 else 1
    return rank, one.tough_left if rank < 2 else 0


def _defense(one: Candidate) -> Key:
    return (one.defense,)


OVERRIDES: tuple[tuple[str, Callable[[Candidate], Key]], ...] = (
    (Printed.SNIPER, _sniper),
    (Printed.DEADLY, _deadly),
    ("AP", _defense),
)


def overrides(kind: Aim, weapon_rules: Collection[str], *, in_melee: bool = True) -> list[str]:
    """The rules of a weapon that change the order of its targets, strongest first. Source: SOLO-53."""
    if kind == "charge" and not in_melee:
        return []
    return [name for name, _ in OVERRIDES if has(weapon_rules, name)]


def data_key(kind: Aim, names: Collection[str], one: Candidate) -> Key:
    """The part of the order that comes from the weapon's rules. Source: SOLO-61, SOLO-65, SOLO-70"""
    return tuple(part for name, key in OVERRIDES if name in names for part in key(one))


def general_key(kind: Aim, one: Candidate, *, open_first: bool = True) -> Key:
    """The general order without distance. Source: SOLO-51 to SOLO-53."""
    if kind == "charge":
        return int(not one.stunned), int(one.activated)
    keys = (int(one.cover), int(one.activated))
    return keys if open_first else keys[::-1]


def order_targets(
    kind: Aim,
    weapon_rules: Collection[str],
    candidates: Sequence[Candidate],
    *,
    open_first: bool = True,
    in_melee: bool = True,
) -> list[list[Candidate]]:
    """Tiers of valid targets, best first; several in the first tier are for the dice.

    Source: SOLO-51 to SOLO-53, SOLO-61, SOLO-65, SOLO-70.
    """
    names = overrides(kind, weapon_rules, in_melee=in_melee)

    def key(one: Candidate) -> tuple[Key, Key, float]:
        return data_key(kind, names, one), general_key(kind, one, open_first=open_first), one.distance

    tiers: dict[tuple[Key, Key, float], list[Candidate]] = {}
    for one in sorted((c for c in candidates if c.valid and c.in_range and c.visible), key=key):
        tiers.setdefault(key(one), []).append(one)
    return list(tiers.values())
