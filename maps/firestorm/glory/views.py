"""Standings, and the audit of a faction's glory."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.shell.league import draw, here_or_404
from maps.firestorm.acting.reaching import firestorm_or_404
from maps.firestorm.glory import audit_page, standings_page


@require_safe
def standings(request: HttpRequest, pk: int) -> HttpResponse:
    """Every faction's glory, and the score of every turn."""
    here = firestorm_or_404(here_or_404(request, pk, "map"))
    if not here.state.factions:
        raise Http404
    return draw(
        here, "maps/firestorm/glory/standings.html", {"page": standings_page.glory_standings_page(here)}
    )


@require_safe
def audit(request: HttpRequest, pk: int, faction: str) -> HttpResponse:
    """Every holding and every row of one faction."""
    here = firestorm_or_404(here_or_404(request, pk, "map"))
    found = here.state.factions.get(faction)
    if found is None:
        raise Http404
    return draw(here, "maps/firestorm/glory/audit.html", {"page": audit_page.audit_page(here, found)})
