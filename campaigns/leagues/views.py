"""What everybody looks at: the league's home, its missions, its chronicle."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from campaigns.leagues import board as boards
from campaigns.opr.league import home
from campaigns.opr.table import home_parts
from campaigns.shell.league import Here, asked_part, draw, here_or_404
from campaigns.shell.told import chronicle_page

# Games whose league home is another page (a map) register it here.
HOMES: dict[str, Callable[[Here], HttpResponse]] = {}


@vary_on_headers("HX-Target")
@require_safe
def league(request: HttpRequest, pk: int) -> HttpResponse:
    """The league's home."""
    here = here_or_404(request, pk, "league")
    if here.scope.game in HOMES:
        return HOMES[here.scope.game](here)
    if (part := asked_part(request)) in home_parts.NAMES:
        return home_parts.parts_of(here).answer(part)
    return draw(here, home_parts.TEMPLATE, home_parts.context(here))


@vary_on_headers("HX-Target")
@require_safe
def board(request: HttpRequest, pk: int) -> HttpResponse:
    """The league for a television: no controls, dark, the same whoever signed it in."""
    here = here_or_404(request, pk, "league")
    parts = boards.parts_of(here)
    if asked_part(request) == "board":
        return parts.answer("board")
    frame = {"theme": "dark", "nav": (), "me": None}
    return draw(here, boards.TEMPLATE, {"parts": parts.named("board"), **frame})


@require_safe
def missions(request: HttpRequest, pk: int) -> HttpResponse:
    """All missions, the open ones first."""
    here = here_or_404(request, pk, "missions")
    cards = [home.card(here, mission, here.people) for mission in home.newest(here.state)]
    is_running = here.state.league.status == "running" and not here.closed
    context = {"cards": cards, "is_running": is_running, "may_open": home_parts.may_open(here)}
    return draw(here, "campaigns/leagues/missions.html", context)


@require_safe
def chronicle(request: HttpRequest, pk: int) -> HttpResponse:
    """Every entry as a sentence, newest first; `about` filters by a warband, mission or unit."""
    here = here_or_404(request, pk, "chronicle")
    before, about = request.GET.get("before", ""), request.GET.get("about", "")[:80]
    page = chronicle_page.build(here, about=about, before=_whole(before))
    return draw(here, "campaigns/shell/chronicle.html", {"page": page})


def _whole(text: str) -> int | None:
    """A number somebody typed into an address, if it is one."""
    return int(text) if text.isdecimal() and len(text) < 10 else None
