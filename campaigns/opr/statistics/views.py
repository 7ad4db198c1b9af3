"""What a league's past adds up to."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.opr.here import of_warbands
from campaigns.opr.statistics import honours as honours_page
from campaigns.opr.statistics import standings_after as standings_page
from campaigns.shell.league import draw, here_or_404


@require_safe
def honours(request: HttpRequest, pk: int) -> HttpResponse:
    """Heroes, graves, records, who beat whom."""
    here = of_warbands(here_or_404(request, pk, "honours"))
    return draw(here, "campaigns/opr/statistics/honours.html", {"page": honours_page.honours_page(here)})


@require_safe
def standings_after(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """How everybody stood after a mission."""
    here = of_warbands(here_or_404(request, pk, "missions"))
    page = standings_page.standings_after(here, key)
    return draw(here, "campaigns/opr/statistics/standings_after.html", {"page": page})
