"""Watching a reveal: for everybody who may look at the league."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from campaigns.shell.league import draw, here_or_404
from campaigns.shell.reading.reader import number_of
from maps.firestorm.acting.reaching import firestorm_or_404
from maps.firestorm.here import FirestormHere
from maps.firestorm.reveal import reveal_page
from maps.firestorm.reveal.past import RevealShown, revealed

PAGE, SCREEN = "maps/firestorm/reveal/reveal.html", "maps/firestorm/reveal/screen.html"


@require_safe
def latest(request: HttpRequest, pk: int) -> HttpResponse:
    """On to the latest reveal; with `screen` it is the club's screen, which goes on to the next one."""
    here = firestorm_or_404(here_or_404(request, pk, "map"))
    shown = _shown_or_404(here, None)
    if "screen" not in request.GET:
        return redirect("firestorm:reveal", pk, shown.turn)
    return draw(here, SCREEN, {"page": reveal_page.reveal_page(here, shown, None), "nav": ()})


@require_safe
def reveal(request: HttpRequest, pk: int, turn: int) -> HttpResponse:
    """The reveal of a turn; `at` is the step."""
    here = firestorm_or_404(here_or_404(request, pk, "map"))
    page = reveal_page.reveal_page(here, _shown_or_404(here, turn), number_of(request.GET.get("at", "")))
    return draw(here, PAGE, {"page": page})


def _shown_or_404(here: FirestormHere, turn: int | None) -> RevealShown:
    shown = revealed(here.scope, turn)
    if shown is None:
        raise Http404
    return shown
