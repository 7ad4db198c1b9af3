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
    BERSERKER = auto()
    BITTER_RIVALRY = auto()
    BLAST = auto()
    BLINDED_EYE = auto()
    CASTER = auto()
    CHEMIST = auto()
    CHEST_WOUND = auto()
    CLIMBER = auto()
    COUNTER = auto()
    CRAZED = auto()
    DEADLY = auto()
    DESTROYER = auto()
    DUELLIST = auto()
    ELITE = auto()
    FANATIC = auto()
    FAST = auto()
    FLYING = auto()
    FURIOUS = auto()
    HERBALIST = auto()
    HORRIBLE_SCARS = auto()
    IMPACT = auto()
    INDIRECT = auto()
    INSTIGATOR = auto()
    LIMITED = auto()
    MASTERMIND = auto()
    PROWLER = auto()
    RELENTLESS = auto()
    RELIABLE = auto()
    RENDING = auto()
    RESILIENT = auto()
    SCOUT = auto()
    SLOW = auto()
    SNIPER = auto()
    SPECIALIST = auto()
    STRIDER = auto()
    SUPPRESSOR = auto()
    TACTICIAN = auto()
    TOUGH = auto()
    VANGUARD = auto()
