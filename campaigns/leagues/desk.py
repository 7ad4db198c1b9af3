"""The organiser's desk as a page: reports that need a word, seats asked for, where everybody stands."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from campaigns.league_page import Here
from campaigns.leagues.home import Waited, waited_for
from campaigns.models import Invitation, Report, ReportStatus, RequestStatus, SeatRequest
from campaigns.seatbook import seatbook


@dataclass(frozen=True, slots=True)
class Need:
    """One thing on the desk. `urgent` ones come first."""

    title: str
    note: str
    url: str
    action: str
    icon: str
    urgent: bool
    due: datetime | None = None


@dataclass(frozen=True, slots=True)
class Desk:
    needs: tuple[Need, ...]
    standing: tuple[Waited, ...]
    invitation: Invitation | None
    entries: int


def build(here: Here) -> Desk:
    """The desk of one league."""
    needs = [*_reports(here), *_requests(here)]
    people = seatbook(here.scope.club)
    standing = waited_for(here, people) if here.scope.game == "opr" else []
    invitation = Invitation.objects.filter(club=here.scope.club, revoked_at=None, uses_left__gt=0).first()
    return Desk(
        needs=tuple(sorted(needs, key=lambda need: not need.urgent)),
        standing=tuple(standing),
        invitation=invitation,
        entries=here.scope.seq,
    )


def _reports(here: Here) -> list[Need]:
    waiting = Report.objects.filter(
        scope=here.scope, status__in=[ReportStatus.SENT, ReportStatus.DISPUTED]
    ).select_related("reporter")
    return [_report(here, report) for report in waiting]


def _report(here: Here, report: Report) -> Need:
    url = reverse("campaigns:report", args=[here.scope.pk, report.pk])
    if report.status == ReportStatus.DISPUTED:
        title = f"{report.reporter}'s report is disputed"
        return Need(title, report.words, url, "Decide", "exclamation-diamond-fill", urgent=True)
    title = f"{report.reporter}'s report waits for an answer"
    return Need(title, "Silence confirms it.", url, "Look", "hourglass-split", urgent=False, due=report.due)


def _requests(here: Here) -> list[Need]:
    asked = SeatRequest.objects.filter(club=here.scope.club, status=RequestStatus.OPEN)
    return [
        Need(
            f"{request.typed_name} says a seat is theirs",
            f"Their screen shows {request.figures}.",
            reverse("people:seat_request", args=[here.scope.club.slug, request.pk]),
            "Look",
            "person-plus-fill",
            urgent=True,
        )
        for request in asked
    ]
