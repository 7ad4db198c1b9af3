"""What a side adds to a report as it agrees, where that was left to it: whom its own units took out, and
whether it met its special objective.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as lazy

from campaigns.models import Report
from campaigns.models.play import WAITING
from campaigns.opr.table.report.report_page import ReportFormPage, ReportSide, Sweep, form_for
from campaigns.opr.table.report.report_reading import told_anew
from campaigns.opr.viewer import OprViewer
from campaigns.shell.reading.fields import Data
from rules.engine.plain import JsonObject, Params, table_in, tables_in, text_in
from rules.engine.refusals import Refused

NOTHING = lazy(
    "You haven’t entered what your units took out. Anything left out earns no XP: add it "
    "here, or agree without it."
)


@dataclass(frozen=True, slots=True)
class OwnPart:
    """The side's units to tap with whom they may have taken out, and the same as rows of the form."""

    form: ReportFormPage
    sweep: Sweep
    sides: tuple[ReportSide, ...]

    @property
    def sweeps(self) -> tuple[Sweep, ...]:
        return (self.sweep,)

    @property
    def side(self) -> ReportSide:
        """Whose part it is."""
        return self.sweep.side

    def told(self, facts: Params, sent: Data) -> JsonObject:
        """The facts of the report with this part as it was sent."""
        return told_anew(facts, self.side, self.sweep.victims, sent)

    def is_told(self, facts: Params) -> bool:
        """Whether these facts say anything of what the side did."""
        victims = {unit.id for unit in self.sweep.victims}
        took = any(text_in(one, "victim") in victims for one in tables_in(facts, "kills"))
        return (
            took
            or bool(table_in(facts, "met").get(self.side.id))
            or self.side.id in table_in(facts, "objectives")
        )


def own_part(viewer: OprViewer, report: Report, sent: Data = None) -> OwnPart | None:
    """What the visitor has still to tell of a report that waits for their word, with what they `sent`."""
    side = report.left_to
    if not side or not viewer.owns(side) or report.status not in WAITING or side in report.agreed:
        return None
    part = _part(viewer, report, report.facts)
    return part if sent is None else _part(viewer, report, part.told(report.facts, sent))


def _part(viewer: OprViewer, report: Report, facts: Params) -> OwnPart:
    form = form_for(viewer, list(report.sides), viewer.state.missions.get(report.mission), facts)
    sweep = next(one for one in form.sweeps if one.side.id == report.left_to)
    return OwnPart(form, sweep, tuple(one for one in form.sides if one.id != report.left_to))


def adding(viewer: OprViewer, report: Report, sent: Data) -> Callable[[Params], JsonObject] | None:
    """How the visitor's word changes the facts as it is given; None where nothing was left to them. Refused
    where they add nothing and have not said that there is nothing.
    """
    part = own_part(viewer, report)
    if part is None:
        return None
    said = sent if sent and "part" in sent else None
    sure = bool(sent and sent.get("confirm") == "none")

    def added(facts: Params) -> JsonObject:
        told = dict(facts) if said is None else part.told(facts, said)
        if not (sure or part.is_told(told)):
            raise Refused("", str(NOTHING), "sure", admission=True)
        return told

    return added
