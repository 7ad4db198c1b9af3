"""The organiser's desk: what needs a hand, where everybody stands, the invitation."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from campaigns.leagues import desk as desk_page
from campaigns.leagues.unplayed import carry_on
from campaigns.shell.league import draw, organiser, organiser_here_or_404
from campaigns.shell.reading.reader import word
from rules.engine.refusals import Refused


@require_safe
def desk(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything that waits for the organiser."""
    here = organiser_here_or_404(request, pk, "desk")
    return draw(here, "campaigns/leagues/desk.html", {"page": desk_page.league_organise_page(here)})


@require_POST
def unplayed(request: HttpRequest, pk: int) -> HttpResponse:
    """A side that nobody plays goes on by itself from now on, or waits for somebody again."""
    here = organiser_here_or_404(request, pk, "desk")
    side = word(request, "side")
    try:
        carry_on(by=organiser(here), scope=here.scope, side=side, on=side not in here.unplayed)
    except Refused as error:
        messages.error(request, error.sentence)
    return redirect("campaigns:desk", pk)
