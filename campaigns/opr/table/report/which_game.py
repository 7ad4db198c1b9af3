"""Which game one tells of, where reports of the same people wait already: one of those, or another one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from campaigns.models import Report, ReportStatus
from campaigns.models.play import WAITING
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
    found = Report.objects.filter(scope=viewer.scope, status__in=WAITING, answers_to=None)
    asked = found.select_related("reporter").order_by("pk")
    waiting = tuple(_waiting(viewer, one) for one in asked if _is_meant(viewer, one, warbands))
    if not waiting:
        return None
    said = viewer.request.GET.copy()
    said["another"] = "1"
    return WhichGame(waiting, f"{viewer.request.path}?{said.urlencode()}")


def _is_meant(viewer: OprViewer, report: Report, warbands: Collection[str]) -> bool:
    """Whether it waits for the reader, or is of a game without a mission between all of these."""
    if report.status == ReportStatus.SENT and any(map(viewer.owns, report.open_to)):
        return True
    return report.procedure == "opr.quick_report" and set(report.sides) == set(warbands)


def _waiting(viewer: OprViewer, report: Report) -> WaitingReport:
    return WaitingReport(
        who=report.reporter.name,
        emblem=report.reporter.emblem,
        mine=viewer.seat is not None and viewer.seat.pk == report.reporter_id,
        at=report.sent_at,
        lines=tuple(report_lines(viewer, report.facts)),
        url=reverse("campaigns:report", args=[viewer.scope.pk, report.pk]),
    )
