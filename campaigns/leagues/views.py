"""What everybody looks at: the league's home, its board, its chronicle."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from campaigns.engine.plugins import plugin_of
from campaigns.leagues import board as boards
from campaigns.shell.league import kept_alone, render_league, viewer_or_404
from campaigns.shell.reading.reader import number_of
from campaigns.shell.told import chronicle_page


@vary_on_headers("HX-Target")
@require_safe
def show_league(request: HttpRequest, pk: int) -> HttpResponse:
    """The league's home."""
    viewer = viewer_or_404(request, pk, "league")
    return plugin_of(viewer.scope.game).play.home(viewer)


@vary_on_headers("HX-Target")
@require_safe
def show_league_screen(request: HttpRequest, pk: int) -> HttpResponse:
    """The league for a television: no controls, dark, the same whoever signed it in.

    Its part is kept for a second and not as an answer: a reveal goes on although nothing has happened.
    """
    viewer = viewer_or_404(request, pk, "league")
    parts = boards.board_fragments(viewer)
    if answer := kept_alone(viewer, parts):
        return HttpResponse(answer.content, headers=dict(answer.headers))
    return render_league(viewer, boards.TEMPLATE, {"theme": "dark", "nav": (), "me": None}, kept=parts)


@require_safe
def chronicle(request: HttpRequest, pk: int) -> HttpResponse:
    """Every entry as a sentence, newest first; `about` filters by a warband, mission or unit."""
    viewer = viewer_or_404(request, pk, "chronicle")
    before, about = request.GET.get("before", ""), request.GET.get("about", "")[:80]
    page = chronicle_page.chronicle_page(viewer, about=about, before=number_of(before))
    return render_league(viewer, "campaigns/shell/chronicle.html", {"page": page})
