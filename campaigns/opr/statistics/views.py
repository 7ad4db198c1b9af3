"""What a league's past adds up to."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.opr.statistics import honours as honours_page
from campaigns.opr.statistics import standings_after as standings_page
from campaigns.opr.viewer import of_warbands
from campaigns.shell.league import render_league, viewer_or_404


@require_safe
def honours(request: HttpRequest, pk: int) -> HttpResponse:
    """Heroes, graves, records, who beat whom."""
    viewer = of_warbands(viewer_or_404(request, pk, "honours"))
    return render_league(
        viewer, "campaigns/opr/statistics/honours.html", {"page": honours_page.honours_page(viewer)}
    )


@require_safe
def show_standings_after(request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """How everybody stood after a mission."""
    viewer = of_warbands(viewer_or_404(request, pk, "missions"))
    page = standings_page.standings_after_page(viewer, key)
    return render_league(viewer, "campaigns/opr/statistics/standings_after.html", {"page": page})
