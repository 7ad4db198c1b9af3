"""Watching a reveal: for everybody who may look at the league."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from campaigns.shell.league import render_league, viewer_or_404
from campaigns.shell.reading.reader import number_of
from maps.firestorm.acting.reaching import firestorm_or_404
from maps.firestorm.reveal import reveal_page
from maps.firestorm.reveal.past import RevealShown, revealed
from maps.firestorm.viewer import FirestormViewer

PAGE, SCREEN = "maps/firestorm/reveal/reveal.html", "maps/firestorm/reveal/screen.html"


@require_safe
def latest(request: HttpRequest, pk: int) -> HttpResponse:
    """On to the latest reveal; with `screen` it is the club's screen, which goes on to the next one."""
    viewer = firestorm_or_404(viewer_or_404(request, pk, "map"))
    shown = _shown_or_404(viewer, None)
    if "screen" not in request.GET:
        return redirect("firestorm:reveal", pk, shown.turn)
    return render_league(viewer, SCREEN, {"page": reveal_page.reveal_page(viewer, shown, None), "nav": ()})


@require_safe
def show_reveal(request: HttpRequest, pk: int, turn: int) -> HttpResponse:
    """The reveal of a turn; `at` is the step."""
    viewer = firestorm_or_404(viewer_or_404(request, pk, "map"))
    page = reveal_page.reveal_page(viewer, _shown_or_404(viewer, turn), number_of(request.GET.get("at", "")))
    return render_league(viewer, PAGE, {"page": page})


def _shown_or_404(viewer: FirestormViewer, turn: int | None) -> RevealShown:
    shown = revealed(viewer.scope, turn)
    if shown is None:
        raise Http404
    return shown
