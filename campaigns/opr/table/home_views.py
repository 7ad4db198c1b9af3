"""The home of a league of warbands, and all its missions."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.opr.here import OprHere
from campaigns.opr.league import home as league
from campaigns.opr.table import home_parts
from campaigns.shell.league import asked_parts, draw, here_or_404


def home(here: OprHere) -> HttpResponse:
    """The league's home, or those parts of it that an open page wants anew."""
    if asked := [one for one in asked_parts(here.request) if one in home_parts.PARTS_KEPT]:
        return home_parts.parts_of(here).answer(asked)
    return draw(here, home_parts.TEMPLATE, home_parts.context(here))


@require_safe
def missions(request: HttpRequest, pk: int) -> HttpResponse:
    """All missions, the open ones first."""
    here = here_or_404(request, pk, "missions")
    cards = [
        league.card(here, mission, here.people)
        for mission in league.newest(here.state, len(here.state.missions))
    ]
    is_running = here.state.league.status == "running" and not here.closed
    context = {"cards": cards, "is_running": is_running, "may_open": home_parts.may_open(here)}
    return draw(here, "campaigns/opr/table/missions.html", context)
