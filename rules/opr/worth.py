"""What is on record is worth, whether it is on a sheet still or not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.engine.language import say
from rules.engine.refusals import Refused
from rules.opr.books import InForce
from rules.opr.playing.setup import available_value
from rules.opr.state import OprState
from rules.opr.values import total_value


@dataclass(frozen=True, slots=True)
class Worth:
    """The value of a whole sheet, and of what of it can take the field."""

    sheet: int
    available: int


def unit_worth(state: OprState, rules: InForce, unit: str) -> int:
    """What a unit is worth. Source: section 2 of the rules, A-04"""
    return on_record(state.units, unit).value


def warband_worth(state: OprState, rules: InForce, warband: str) -> Worth:
    """The whole sheet, and what of it can take the field. Source: OPR-23"""
    on_record(state.warbands, warband)
    return Worth(total_value(state.sheet(warband)), available_value(state, warband))


def on_record[T](held: Mapping[str, T], key: str) -> T:
    """A unit or warband that is or was: what is dead or disbanded can still be read. Source: OPR-23"""
    if key not in held:
        raise Refused("", say("There is nothing here with that id."))
    return held[key]
