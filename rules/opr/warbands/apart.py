"""Units of a warband that a correction has given one name: told apart on every screen. Source: OPR-18"""

from __future__ import annotations

from rules.opr.booking import same_name
from rules.opr.state import OprState, Unit

LONGEST = 76  # with the number behind it a name still has its place


def told_apart(state: OprState) -> OprState:
    """The state with the later one of two numbered: “Hag” and “Hag (2)”. Source: OPR-18"""
    for warband in state.active:
        names: list[str] = []
        for unit in state.sheet(warband.id):
            name = _free(unit, names)
            names.append(name)
            if name != unit.name:
                state = state.change("units", unit.id, name=name)
    return state


def _free(unit: Unit, taken: list[str]) -> str:
    name, number = unit.name, 1
    while any(same_name(name, one) for one in taken):
        number += 1
        name = f"{unit.name[:LONGEST]} ({number})"
    return name
