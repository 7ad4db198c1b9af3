"""Which AI unit acts next: a section by die, a unit by die, with stunned and Counter units waiting.

Two sections; clockwise from one is the other. Source: SOLO-39 to SOLO-45.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.solo.deciding.scores import has
from rules.solo.picks import Tape, pick
from rules.solo.printed import Printed
from rules.solo.state import Unit

SECTIONS = (1, 2)


def section_of(die: int) -> int:
    """1-3 is section 1, 4-6 section 2. Source: SOLO-16, SOLO-39."""
    return 1 if die <= 3 else 2


def unactivated_units(units: Sequence[Unit]) -> list[Unit]:
    """Units that may still act this round, in list order. Source: SOLO-45"""
    return [unit for unit in units if unit.on_table and not unit.activated]


def counters(unit: Unit) -> bool:
    """Whether a unit waits because it has Counter. Source: SOLO-44"""
    return has((*unit.all_rules, *(rule for w in unit.weapons for rule in w.rules)), Printed.COUNTER)


def eligible(units: Sequence[Unit], section: int) -> list[Unit]:
    """Whom the die may take in a section: plain ones, then Counter, and stunned ones when no other is left.

    Source: SOLO-42, SOLO-44, SOLO-45.
    """
    left = unactivated_units(units)
    if any(not unit.stunned for unit in left):
        left = [unit for unit in left if not unit.stunned]
    here = [unit for unit in left if unit.section == section]
    return [unit for unit in here if not counters(unit)] or here


def used_section(units: Sequence[Unit], rolled: int) -> int | None:
    """The section rolled, or the other one if nobody there may act; None if nobody is left at all.

    Source: SOLO-40.
    """
    for section in (rolled, 3 - rolled):
        if eligible(units, section):
            return section
    return None


def sections_with_units(units: Sequence[Unit]) -> list[int]:
    """The sections in which somebody may act. Source: SOLO-40"""
    return [section for section in SECTIONS if eligible(units, section)]


def next_unit(units: Sequence[Unit], tape: Tape, *, always_roll: bool = True) -> tuple[int, int, Unit] | None:
    """(section rolled, section used, unit), or None when nobody is left. Source: SOLO-39 to SOLO-41."""
    open_sections = sections_with_units(units)
    if not open_sections:
        return None
    skip = not always_roll and len(open_sections) == 1
    rolled = open_sections[0] if skip else section_of(tape.die())
    used = used_section(units, rolled)
    assert used is not None
    choice = eligible(units, used)
    return rolled, used, choice[pick(len(choice), tape) - 1]
