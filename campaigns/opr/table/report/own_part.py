"""What a side adds to a report as it agrees, where that was left to it: whom its own units took out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from campaigns.models import Report, ReportStatus
from campaigns.opr.here import OprHere
from campaigns.opr.table.report.report_page import ReportForm, ReportSide, Sweep, form_for
from campaigns.opr.table.report.report_reading import told_anew
from campaigns.shell.reading.fields import Data
from rules.engine.plain import JsonObject, Params


@dataclass(frozen=True, slots=True)
class OwnPart:
    """The side's units to tap with whom they may have taken out, and the same as rows of the form."""

    form: ReportForm
    sweep: Sweep
    sides: tuple[ReportSide, ...]

    @property
    def sweeps(self) -> tuple[Sweep, ...]:
        return (self.sweep,)


def own_part(here: OprHere, report: Report, sent: Data = None) -> OwnPart | None:
    """What the visitor has still to tell of a report that waits for their word, with what they `sent`."""
    side = report.left_to
    if not side or not here.owns(side) or report.status != ReportStatus.SENT or side in report.agreed:
        return None
    part = _part(here, report, report.facts)
    return part if sent is None else _part(here, report, told_anew(report.facts, part.sweep.victims, sent))


def _part(here: OprHere, report: Report, facts: Params) -> OwnPart:
    form = form_for(here, list(report.sides), here.state.missions.get(report.mission), facts)
    sweep = next(one for one in form.sweeps if one.side.id == report.left_to)
    return OwnPart(form, sweep, tuple(one for one in form.sides if one.id != report.left_to))


def adding(here: OprHere, report: Report, sent: Data) -> Callable[[Params], JsonObject] | None:
    """How the visitor's word changes the facts as it is given; None where they said nothing of their own."""
    part = own_part(here, report) if sent and "part" in sent else None
    return None if part is None else lambda facts: told_anew(facts, part.sweep.victims, sent)
