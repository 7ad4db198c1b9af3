"""Which game one tells of, where reports of the same people wait already: one of those, or another one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from campaigns.engine.asking.agreements import reported_agreements
from campaigns.engine.stored.agreement import Agreement
from campaigns.models import Report
from campaigns.opr.table.report.report_words import report_lines
from campaigns.opr.viewer import OprViewer


@dataclass(frozen=True, slots=True)
class WaitingReport:
    """A report that waits: who sent it (`mine`: the reader did) and when, and what it says."""

    who: str
    emblem: str
    mine: bool
    at: datetime
    lines: tuple[str, ...]
    url: str


@dataclass(frozen=True, slots=True)
class WhichGame:
    """The question of the form; `another_url` leads on to the form."""

    waiting: tuple[WaitingReport, ...]
    another_url: str


def which_game(viewer: OprViewer, warbands: Collection[str]) -> WhichGame | None:
    """What waits for the reader's word, and what is told of a game between these warbands."""
    if viewer.request.GET.get("another"):
        return None
    told = reported_agreements(viewer.scope, viewer.registration, viewer.state)
    meant = (one.report for one in told if _is_meant(viewer, one, warbands))
    waiting = tuple(_waiting(viewer, one) for one in meant if one is not None)
    if not waiting:
        return None
    said = viewer.request.GET.copy()
    said["another"] = "1"
    return WhichGame(waiting, f"{viewer.request.path}?{said.urlencode()}")


def _is_meant(viewer: OprViewer, told: Agreement, warbands: Collection[str]) -> bool:
    """Whether it waits for the reader, or is of a game without a mission between all of these."""
    is_quick = told.report is not None and told.report.procedure == "opr.quick_report"
    return any(map(viewer.owns, told.asked)) or (is_quick and set(told.sides) == set(warbands))


def _waiting(viewer: OprViewer, report: Report) -> WaitingReport:
    return WaitingReport(
        who=report.reporter.name,
        emblem=report.reporter.emblem,
        mine=viewer.seat is not None and viewer.seat.pk == report.reporter_id,
        at=report.sent_at,
        lines=tuple(report_lines(viewer, report.facts)),
        url=reverse("campaigns:report", args=[viewer.scope.pk, report.pk]),
    )
