"""Standings, and the audit of a faction's glory."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.shell.league import render_league, viewer_or_404
from maps.firestorm.acting.reaching import firestorm_or_404
from maps.firestorm.glory import audit_page, standings_page


@require_safe
def show_glory(request: HttpRequest, pk: int) -> HttpResponse:
    """Every faction's glory, and the score of every turn."""
    viewer = firestorm_or_404(viewer_or_404(request, pk, "map"))
    if not viewer.state.factions:
        raise Http404
    return render_league(
        viewer, "maps/firestorm/glory/standings.html", {"page": standings_page.glory_standings_page(viewer)}
    )


@require_safe
def show_audit(request: HttpRequest, pk: int, faction: str) -> HttpResponse:
    """Every holding and every row of one faction."""
    viewer = firestorm_or_404(viewer_or_404(request, pk, "map"))
    found = viewer.state.factions.get(faction)
    if found is None:
        raise Http404
    return render_league(
        viewer, "maps/firestorm/glory/audit.html", {"page": audit_page.audit_page(viewer, found)}
    )
