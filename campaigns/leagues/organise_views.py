"""The organiser's desk: what needs a hand, where everybody stands, the invitation."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.engine.transaction.answered import changed_meanwhile
from campaigns.leagues.organise_page import league_organise_page
from campaigns.leagues.organising.carrying_on import OFF, ON
from campaigns.leagues.unplayed import let_silence_play
from campaigns.notices.reminding import MOVE, remind_players
from campaigns.shell.league import league_organiser_or_404, organiser, render_league
from campaigns.shell.reading.reader import word
from rules.engine.refusals import Refused


@require_safe
def show_organise_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything that waits for the organiser."""
    viewer = league_organiser_or_404(request, pk, "desk")
    return render_league(viewer, "campaigns/leagues/desk.html", {"page": league_organise_page(viewer)})


@require_POST
def unplayed(request: HttpRequest, pk: int) -> HttpResponse:
    """A side that nobody plays goes on by itself from now on, or waits for somebody again."""
    viewer = league_organiser_or_404(request, pk, "desk")
    wants = word(request, "wants")
    try:
        if wants not in (ON, OFF):
            raise changed_meanwhile()
        let_silence_play(by=organiser(viewer), scope=viewer.scope, side=word(request, "side"), on=wants == ON)
    except Refused as error:
        messages.error(request, error.sentence)
    return redirect("campaigns:desk", pk)


@require_POST
def remind(request: HttpRequest, pk: int) -> HttpResponse:
    """Remind those who play a side that it is their move."""
    viewer = league_organiser_or_404(request, pk, "desk")
    needs = league_organise_page(viewer).needs
    side = word(request, "side")
    try:
        if not any(one.side == side for need in needs for one in need.remind):
            raise Refused("", _("The league is no longer waiting for that side."))
        remind_players(viewer, MOVE, side)
    except Refused as error:
        messages.error(request, error.sentence)
    return redirect("campaigns:desk", pk)
