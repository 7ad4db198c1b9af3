"""What death means: off the sheet or, without permadeath, some missions on the bench (OPR-41 to OPR-43)."""

from __future__ import annotations

from rules.engine.language import say
from rules.engine.procedure import Procedure
from rules.engine.questions import Roll
from rules.opr.booking import Ledger
from rules.opr.effects import Experience, UnitLeft, UnitStatusSet
from rules.opr.mission_effects import SideNoted
from rules.opr.state import Frozen, Mission, Unit, UnitStatus


def death(ledger: Ledger, mission: Mission, unit: str, because: str, rule: str, who: str) -> Procedure[None]:
    """Book the death of a unit; without permadeath it loses this mission's XP and sits out D3 missions.

    Source: OPR-41, OPR-42, OPR-43, A-45
    """
    if not ledger.rules.on("no_permadeath"):
        left = UnitLeft(unit=unit, status="dead", because=because, mission=mission.id, rule="OPR-41")
        ledger.book(left)
        return
    dead = ledger.state.units[unit]
    text = say("How many missions must {unit} sit out?", unit=dead.name)
    missions: int = yield Roll(f"bench:{unit}", text, rule="OPR-42", who=who, about=unit, die="D3")
    _forget_xp(ledger, mission, unit)
    status = UnitStatusSet(
        unit=unit, status="sitting_out", sits_out=missions, mission=mission.id, rule="OPR-42"
    )
    note = SideNoted(mission=mission.id, warband=dead.warband, no_xp=(unit,), rule="OPR-42")
    ledger.book(status, note)


def _forget_xp(ledger: Ledger, mission: Mission, unit: str) -> None:
    """Back to the XP frozen at the end of step 1. Source: OPR-42"""
    held = ledger.state.units[unit]
    before = frozen_of(mission, held.warband, unit)
    if before is not None and before.xp != held.xp:
        ledger.book(
            Experience(
                unit=unit,
                amount=before.xp - held.xp,
                because="no_permadeath",
                mission=mission.id,
                rule="OPR-42",
            )
        )


def frozen_of(mission: Mission, warband: str, unit: str) -> Frozen | None:
    """How a fielded unit stood when the mission began; None for one that was not there. Source: OPR-22"""
    for side in mission.sides:
        for one in side.frozen:
            if one.unit == unit and side.warband == warband:
                return one
    return None


def lower_counters(ledger: Ledger, warband: str, fielded: frozenset[str]) -> None:
    """One mission less to sit out for everybody who sat this one out. Source: OPR-42, OPR-67"""
    for unit in ledger.state.sheet(warband):
        if unit.status == "sitting_out" and unit.id not in fielded:
            ledger.book(one_less(unit, ledger.mission))


def one_less(unit: Unit, mission: str) -> UnitStatusSet:
    """A unit that sat out one mission more. Source: OPR-42, OPR-67"""
    left = max(unit.sits_out - 1, 0)
    status: UnitStatus = "sitting_out" if left else "active"
    return UnitStatusSet(unit=unit.id, status=status, sits_out=left, mission=mission, rule="OPR-67")
