"""What units are worth together."""

from __future__ import annotations

from collections.abc import Iterable

from rules.opr.state import Unit


def value_of(units: Iterable[Unit]) -> int:
    """The point values of these units, added up. Source: OPR-23"""
    return sum(unit.value for unit in units)
