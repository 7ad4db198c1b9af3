"""Standings, and the page of an empire."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.shell.league import render_league, viewer_or_404
from maps.conquest.acting.reaching import conquest_or_404
from maps.conquest.realms import standings_page
from maps.conquest.showing import realm_shown
from maps.conquest.viewer import ConquestViewer
from rules.conquest.state import Realm


@require_safe
def show_realm_standings(request: HttpRequest, pk: int) -> HttpResponse:
    """Every empire's figures and the points of every round."""
    viewer = conquest_or_404(viewer_or_404(request, pk, "map"))
    if not viewer.state.realms:
        raise Http404
    return render_league(
        viewer, "maps/conquest/realms/standings.html", {"page": standings_page.realm_standings_page(viewer)}
    )


@require_safe
def realm(request: HttpRequest, pk: int, realm: str) -> HttpResponse:
    """One empire; `?why=…` opens a receipt."""
    viewer = conquest_or_404(viewer_or_404(request, pk, "map"))
    return realm_shown(viewer, _realm_or_404(viewer, realm), why=request.GET.get("why", "")[:20])


def _realm_or_404(viewer: ConquestViewer, key: str) -> Realm:
    found: Realm | None = viewer.state.realms.get(key)
    if found is None:
        raise Http404
    return found
