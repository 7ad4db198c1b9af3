"""What units are worth together."""

from __future__ import annotations

from collections.abc import Iterable

from rules.opr.state import Unit


def value_of(units: Iterable[Unit]) -> int:
    """The point values of these units, added up. Source: OPR-23"""
    return sum(unit.value for unit in units)


def shared(pay: int, among: int, *, takes_rest: bool) -> int:
    """A share of a pay `among` so many, and with it what cannot be split evenly. Source: A-56"""
    return pay // among + (pay % among if takes_rest else 0)
