"""Standings, and the page of an empire."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.shell.league import draw, here_or_404
from maps.conquest.acting.reaching import conquest_or_404
from maps.conquest.here import ConquestHere
from maps.conquest.realms import standings_page
from maps.conquest.showing import realm_shown
from rules.conquest.state import Realm


@require_safe
def standings(request: HttpRequest, pk: int) -> HttpResponse:
    """Every empire's figures and the points of every round."""
    here = conquest_or_404(here_or_404(request, pk, "map"))
    if not here.state.realms:
        raise Http404
    return draw(
        here, "maps/conquest/realms/standings.html", {"page": standings_page.realm_standings_page(here)}
    )


@require_safe
def realm(request: HttpRequest, pk: int, realm: str) -> HttpResponse:
    """One empire; `?why=…` opens a receipt."""
    here = conquest_or_404(here_or_404(request, pk, "map"))
    return realm_shown(here, _realm_or_404(here, realm), why=request.GET.get("why", "")[:20])


def _realm_or_404(here: ConquestHere, key: str) -> Realm:
    found: Realm | None = here.state.realms.get(key)
    if found is None:
        raise Http404
    return found
