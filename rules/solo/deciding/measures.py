"""Definitions used in decisions: moves and ranges, enemies in the way, control, ground, jumps, notes.

Distances are inches. These functions take the facts somebody measured; they know no miniatures.
Source: SOLO-22 to SOLO-24, SOLO-34, SOLO-46 to SOLO-50, SOLO-55 to SOLO-58, SOLO-73 to SOLO-75.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from rules.solo.book import Rules
from rules.solo.deciding.scores import has, parted
from rules.solo.picks import Tape
from rules.solo.printed import Printed
from rules.solo.state import Unit

SEIZE = 3
IN_WAY = 6
JUMP_SURE, JUMP_MOST, JUMP_FACE = 3, 5, 4

type Point = tuple[float, float]
type MovementNote = Literal["stay_in_cover", "back_off", "keep_away", "approach", "plain"]


@dataclass(frozen=True, slots=True)
class Moves:
    """Effective inches of the three moves."""

    advance: int
    rush: int
    charge: int


def moves(unit: Unit, rules: Rules, *, vanguard: bool = False) -> Moves:
    """Base moves and everything that adds up on them; `vanguard`: a friendly one is near.

    Source: SOLO-34, and the base figures of the settings.
    """
    base = [rules.number("advance"), rules.number("rush"), rules.number("charge")]
    written = {parted(rule)[0] for rule in unit.all_rules}
    fast, slow = rules.number("fast"), rules.number("slow")
    steps = {
        Printed.FAST: (fast, 2 * fast, 2 * fast),
        Printed.SLOW: (-slow, -2 * slow, -2 * slow),
        **rules.book.moves,
    }
    for name, more in steps.items():
        if name in written:
            base = [have + add for have, add in zip(base, more, strict=True)]
    advance, rush, charge = (max(inches, 0) for inches in base)
    return Moves(advance, rush, charge + vanguard * rules.number("vanguard_charge"))


def rush_only(distance: float, advance: int, rush: int, reach: int = SEIZE) -> bool:
    """Within a rush of the marker but not within an advance. Source: SOLO-34."""
    return advance + reach < distance <= rush + reach


def objective_reach(rules: Rules) -> int:
    """How near a marker is near enough, beyond the move itself. Source: SOLO-34"""
    return SEIZE if rules.choice("objective_reach") == "zone" else 0


def to_segment(point: Point, start: Point, end: Point) -> float:
    """Distance of a point from a straight way, both ends included. Source: SOLO-46"""
    (px, py), (ax, ay), (bx, by) = point, start, end
    length = (bx - ax) ** 2 + (by - ay) ** 2
    along = 0.0 if not length else ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length
    along = min(max(along, 0.0), 1.0)
    return math.dist(point, (ax + along * (bx - ax), ay + along * (by - ay)))


def in_way(start: Point, objective: Point, enemies: Mapping[str, Point]) -> list[str]:
    """Enemies within 6 inches of the straight way, in the order given. Source: SOLO-46."""
    return [name for name, at in enemies.items() if to_segment(at, start, objective) <= IN_WAY + 1e-9]


def controlled(seized: str, ai_not_stunned: int, enemies: int) -> bool:
    """Seized by the AI, or more of its units near that are not stunned than enemies. Source: SOLO-47."""
    return seized == "ai" or ai_not_stunned > enemies


def challenge_modifiers(
    on: bool, ai: int, human: int, *, round: int = 2, round_one: bool = True
) -> tuple[int, int]:
    """(+ to hit, + to Defense rolls) of the AI for a round; `ai` and `human` markers seized at its start.

    Source: SOLO-21 to SOLO-24.
    """
    if not on or ai > human or (round == 1 and not round_one):
        return 0, 0
    return 1, int(ai < human)


def movement_note(
    unit_type: str, action: str, toward: str, *, in_cover: bool, target: bool, in_reach: bool
) -> MovementNote:
    """How an order is walked. `target`: it could shoot from here; `in_reach`: at the closest enemy.

    Source: SOLO-49, SOLO-50, SOLO-56.
    """
    if action != "ADVANCE" or unit_type == "melee":
        return "plain"
    if toward == "objective":
        return "keep_away"
    if in_cover and target:
        return "stay_in_cover"
    return "back_off" if in_reach else "approach"


def opens_difficult(written: Collection[str], words: str = "skirmish") -> bool:
    """Difficult ground counts as open for this unit. In the bigger game a Climber ignores it, too.

    Source: SOLO-57, SOLO-66, SOLO-71.
    """
    return any(has(written, name) for name in (Printed.STRIDER, Printed.FLYING)) or (
        words == "battle" and has(written, Printed.CLIMBER)
    )


def opens_dangerous(written: Collection[str]) -> bool:
    """Whether these rules let a unit onto dangerous ground. Source: SOLO-58"""
    return has(written, Printed.FLYING)


@dataclass(frozen=True, slots=True)
class TerrainChecks:
    """What bears on whether a piece of terrain is entered."""

    moving_to_objective: bool = False
    objective_inside: bool = False
    charging_unit_inside: bool = False
    leaving: bool = False
    deploying: bool = False


def may_enter(
    terrain: Collection[str], written: Collection[str], ground: TerrainChecks, rules: Rules
) -> bool:
    """May the unit go into a piece that is difficult, dangerous, cover or several of these?

    Ground of both kinds needs both permissions. Source: SOLO-20, SOLO-57, SOLO-58, SOLO-66, SOLO-71.
    """
    if ground.leaving:
        return True
    difficult = "difficult" not in terrain or _difficult(terrain, written, ground, rules)
    return difficult and ("dangerous" not in terrain or _dangerous(written, ground, rules))


def _difficult(
    terrain: Collection[str], written: Collection[str], ground: TerrainChecks, rules: Rules
) -> bool:
    if opens_difficult(written, rules.choice("terms")):
        return True
    if ground.deploying:
        return False
    refuge = rules.is_on("refuge") and "cover" in terrain and not ground.moving_to_objective
    return refuge or ground.charging_unit_inside or (ground.moving_to_objective and ground.objective_inside)


def _dangerous(written: Collection[str], ground: TerrainChecks, rules: Rules) -> bool:
    if opens_dangerous(written):
        return True
    if ground.deploying:
        return rules.is_on("strider_deploys_on_dangerous") and has(written, Printed.STRIDER)
    return ground.moving_to_objective and ground.objective_inside


def jump_outcome(inches: float, tape: Tape) -> Literal["always", "jump", "no", "never"]:
    """A gap or a drop of so many inches. Source: SOLO-73 to SOLO-75."""
    if inches < JUMP_SURE:
        return "always"
    if inches > JUMP_MOST:
        return "never"
    return "jump" if tape.die() >= JUMP_FACE else "no"
