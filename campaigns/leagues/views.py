"""What everybody looks at: the league's home, its board, its chronicle."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from campaigns.engine.desk import desk_of
from campaigns.leagues import board as boards
from campaigns.shell.league import draw, here_or_404, kept_alone
from campaigns.shell.reading.reader import number_of
from campaigns.shell.told import chronicle_page


@vary_on_headers("HX-Target")
@require_safe
def league(request: HttpRequest, pk: int) -> HttpResponse:
    """The league's home."""
    here = here_or_404(request, pk, "league")
    return desk_of(here.scope.game).home(here)


@vary_on_headers("HX-Target")
@require_safe
def board(request: HttpRequest, pk: int) -> HttpResponse:
    """The league for a television: no controls, dark, the same whoever signed it in.

    Its part is kept for a second and not as an answer: a reveal goes on although nothing has happened.
    """
    here = here_or_404(request, pk, "league")
    parts = boards.parts_of(here)
    if answer := kept_alone(here, parts):
        return HttpResponse(answer.content, headers=dict(answer.headers))
    return draw(here, boards.TEMPLATE, {"theme": "dark", "nav": (), "me": None}, kept=parts)


@require_safe
def chronicle(request: HttpRequest, pk: int) -> HttpResponse:
    """Every entry as a sentence, newest first; `about` filters by a warband, mission or unit."""
    here = here_or_404(request, pk, "chronicle")
    before, about = request.GET.get("before", ""), request.GET.get("about", "")[:80]
    page = chronicle_page.chronicle_page(here, about=about, before=number_of(before))
    return draw(here, "campaigns/shell/chronicle.html", {"page": page})
