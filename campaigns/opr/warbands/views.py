"""A league's warbands, one warband, one unit, and what is printed of them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from campaigns.engine.stored.stands import ALL_BUT_FACTS
from campaigns.models import PaperSize
from campaigns.opr.receipts.warband_figures import receipt_of
from campaigns.opr.warbands import unit_page, warband_page
from campaigns.opr.warbands.reaching import opr_here_or_404, warband_or_404
from campaigns.shell.drawn.parts import Parts
from campaigns.shell.league import draw, kept_alone

WARBAND = "campaigns/opr/warbands/warband.html"
UNIT = "campaigns/opr/warbands/unit.html"
KEPT = ("figures", "units", "side")


@require_safe
def warbands(request: HttpRequest, pk: int) -> HttpResponse:
    """All warbands in the order of the table."""
    here = opr_here_or_404(request, pk)
    context = {"page": warband_page.build_list(here), "papers": PaperSize.choices}
    return draw(here, "campaigns/opr/warbands/warbands.html", context)


@vary_on_headers("HX-Target")
@require_safe
def warband(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """One warband: figures, units, what waits; `?why=…` opens a receipt."""
    here = opr_here_or_404(request, pk)
    parts = Parts(
        here,
        WARBAND,
        KEPT,
        lambda: warband_page.warband_page(here, warband_or_404(here, key)),
        about=key,
        follows=(ALL_BUT_FACTS,),
    )
    if answer := kept_alone(here, parts):
        return answer
    why = request.GET.get("why", "")
    context = {
        "top": parts.fact("top", lambda page: page.top),
        "receipt": receipt_of(here, warband_or_404(here, key), why) if why else None,
    }
    return draw(here, WARBAND, context, kept=parts)


@require_safe
def unit(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """One unit with its story; `?why=…` opens a receipt."""
    here = opr_here_or_404(request, pk)
    found = here.state.units.get(key)
    if found is None:
        raise Http404
    page = unit_page.sheet_unit_page(here, found, request.GET.get("why", ""))
    return draw(here, UNIT, {"page": page})
