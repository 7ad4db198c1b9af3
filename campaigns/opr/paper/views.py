"""What is printed of a warband, as PDF: drawn when asked for, not sent again while nothing has changed."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaigns.opr.paper import drawing, sheet_builder
from campaigns.opr.viewer import OprViewer
from campaigns.opr.warbands.reaching import opr_viewer_or_404, warband_or_404
from campaigns.paper.files import as_pdf, paper_of
from campaigns.shell.links import absolute
from rules.opr.state import Warband


@require_safe
def print_sheet(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """The warband's sheet; `?paper=A4` or `Letter`, else as the club prints."""
    viewer, warband = _printable_or_404(request, pk, key)
    url = absolute(reverse("campaigns:warband", args=[pk, key]), request)
    today = timezone.localdate(timezone=viewer.scope.club.tz)
    page = sheet_builder.build_sheet(viewer.scope, viewer.state, warband, viewer.people, url, today)
    paper = paper_of(viewer)
    return as_pdf(request, warband.name, page, paper, lambda: drawing.render_sheet(page, paper))


@require_safe
def cards_pdf(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """A card for each unit."""
    viewer, warband = _printable_or_404(request, pk, key)
    made, paper = sheet_builder.build_cards(viewer.state, warband), paper_of(viewer)
    name = _("%(name)s cards") % {"name": warband.name}
    return as_pdf(request, name, made, paper, lambda: drawing.render_cards(made, paper))


@require_safe
def print_report_form(request: HttpRequest, pk: int) -> HttpResponse:
    """A report for the pen; `?mission=…` with its sides written in."""
    viewer = opr_viewer_or_404(request, pk)
    mission = None
    if wanted := request.GET.get("mission"):
        mission = viewer.state.missions.get(wanted)
        if mission is None:
            raise Http404
    path = reverse("campaigns:mission", args=[pk, mission.id]) if mission else _report_path(viewer)
    form = sheet_builder.build_report(
        viewer.scope, viewer.state, viewer.people, absolute(path, request), mission
    )
    paper = paper_of(viewer)
    name = _("%(name)s report") % {"name": viewer.scope.name}
    return as_pdf(request, name, form, paper, lambda: drawing.render_report(form, paper))


def _report_path(viewer: OprViewer) -> str:
    return reverse("campaigns:quick_report", args=[viewer.scope.pk])


def _printable_or_404(request: HttpRequest, pk: int, key: str) -> tuple[OprViewer, Warband]:
    viewer = opr_viewer_or_404(request, pk)
    warband = warband_or_404(viewer, key)
    if warband.status != "active":
        raise Http404
    return viewer, warband
