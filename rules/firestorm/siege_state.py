"""A siege as plain values, under its battle's id: where it stands, what was gained, what was bought."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.engine.plain import Words

type Besieging = Literal["besieger", "besieged"]
type How = Literal["quick", "battleplan"]
type GainState = Literal["pending", "repaired", "applied", "none"]
type Step = Literal[
    "offered", "field", "start", "opening", "timer", "besieger", "besieged", "assault", "closed"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Siege:
    """A siege; `id` is its battle's. `completed` counts siege turns, `opening` is 1, 2 or 0 for none.

    `points` of each side are siege points, `delta` what each army has more or less in army points. `wanted`
    are the sides that asked for a siege where both have to agree. `option` is what the besieger has chosen
    this siege turn, against `target`, and `how` it is settled where they said so. `stood` is the step at
    which it was closed.
    """

    id: str
    level: int = 1
    step: Step = "offered"
    wanted: tuple[Besieging, ...] = ()
    completed: int = 0
    opening: Literal[0, 1, 2] = 0
    help_timer: int = 0
    unlocked: bool = False
    used: bool = False
    bravery: int = 0
    bombarding: bool = True
    gate_broken: bool = False
    besieger_points: int = 0
    besieged_points: int = 0
    equipment_factor: int = 1
    machines_factor: int = 1
    besieger_delta: int = 0
    besieged_delta: int = 0
    option: str = ""
    target: str = ""
    how: How | Literal[""] = ""
    winner: Besieging | Literal[""] = ""
    why: Words = ""
    stood: Step | Literal[""] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """Something gained in a siege: by which option in which siege turn, for what, how many times.

    `state`: it waits for the Final Assault, was repaired, or was applied there. `how`: rolled for or played.
    """

    id: str
    siege: str
    turn: int
    side: Besieging
    option: str
    target: str = ""
    how: How | Literal[""] = ""
    won: bool = True
    dice: tuple[int, ...] = ()
    amount: int = 0
    state: GainState = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Purchase:
    """Siege equipment bought for the Final Assault, and for what: a unit, wall, gate or tower."""

    id: str
    siege: str
    side: Besieging
    item: str
    cost: int
    target: str = ""
