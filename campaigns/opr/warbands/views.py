"""A league's warbands, one warband, one unit, and what is printed of them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from campaigns.engine.stored.stands import ALL_BUT_FACTS
from campaigns.models import PaperSize
from campaigns.opr.receipts.warband_figures import warband_receipt
from campaigns.opr.warbands import unit_page, warband_page
from campaigns.opr.warbands.reaching import opr_viewer_or_404, warband_or_404
from campaigns.shell.drawn.parts import Parts
from campaigns.shell.league import kept_alone, render_league

WARBAND = "campaigns/opr/warbands/warband.html"
UNIT = "campaigns/opr/warbands/unit.html"
KEPT = ("figures", "units", "side")


@require_safe
def warbands(request: HttpRequest, pk: int) -> HttpResponse:
    """All warbands in the order of the table."""
    viewer = opr_viewer_or_404(request, pk)
    context = {"page": warband_page.build_list(viewer), "papers": PaperSize.choices}
    return render_league(viewer, "campaigns/opr/warbands/warbands.html", context)


@vary_on_headers("HX-Target")
@require_safe
def warband(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """One warband: figures, units, what waits; `?why=…` opens a receipt."""
    viewer = opr_viewer_or_404(request, pk)
    parts = Parts(
        viewer,
        WARBAND,
        KEPT,
        lambda: warband_page.warband_page(viewer, warband_or_404(viewer, key)),
        about=key,
        follows=(ALL_BUT_FACTS,),
    )
    if answer := kept_alone(viewer, parts):
        return answer
    why = request.GET.get("why", "")
    context = {
        "top": parts.fact("top", lambda page: page.top),
        "receipt": warband_receipt(viewer, warband_or_404(viewer, key), why) if why else None,
    }
    return render_league(viewer, WARBAND, context, kept=parts)


@require_safe
def show_unit(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """One unit with its story; `?why=…` opens a receipt, `?m=…` names the mission one comes from."""
    viewer = opr_viewer_or_404(request, pk)
    found = viewer.state.units.get(key)
    if found is None:
        raise Http404
    why, mission = request.GET.get("why", ""), request.GET.get("m", "")
    page = unit_page.sheet_unit_page(viewer, found, why, mission)
    return render_league(viewer, UNIT, {"page": page})
