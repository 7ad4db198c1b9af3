"""Names of rules and traits as sheets print them: they are compared, so no language changes them."""

from __future__ import annotations

from enum import StrEnum, auto


class Printed(StrEnum):
    """`Printed.ARM_INJURY` is what a sheet calls "Arm Injury"."""

    @staticmethod
    def _generate_next_value_(name: str, start: int, count: int, last_values: list[str]) -> str:
        return name.replace("_", " ").title()

    AMBUSH = auto()
    ARM_INJURY = auto()
    BLAST = auto()
    BLINDED_EYE = auto()
    CASTER = auto()
    CLIMBER = auto()
    COUNTER = auto()
    CRAZED = auto()
    DEADLY = auto()
    DESTROYER = auto()
    ELITE = auto()
    FANATIC = auto()
    FAST = auto()
    FLYING = auto()
    FURIOUS = auto()
    IMPACT = auto()
    INDIRECT = auto()
    LIMITED = auto()
    RELENTLESS = auto()
    RELIABLE = auto()
    RENDING = auto()
    SCOUT = auto()
    SLOW = auto()
    SNIPER = auto()
    SPECIALIST = auto()
    STRIDER = auto()
    TOUGH = auto()
    VANGUARD = auto()
