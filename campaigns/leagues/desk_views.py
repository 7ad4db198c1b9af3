"""The organiser's desk: what needs a hand, where everybody stands, the invitation."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.leagues import desk as desk_page
from campaigns.shell.league import draw, organiser_here_or_404


@require_safe
def desk(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything that waits for the organiser."""
    here = organiser_here_or_404(request, pk, "desk")
    return draw(here, "campaigns/leagues/desk.html", {"page": desk_page.build(here)})
