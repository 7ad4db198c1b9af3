"""Whom a page of warbands lets in, and the warband its address names."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from campaigns.models import Seat
from campaigns.opr.here import OprHere, of_warbands
from campaigns.shell.league import here_or_404, player_here_or_404
from rules.opr.state import Warband


def opr_here_or_404(request: HttpRequest, pk: int) -> OprHere:
    return of_warbands(here_or_404(request, pk, "warbands"))


def warband_or_404(here: OprHere, key: str) -> Warband:
    warband: Warband | None = here.state.warbands.get(key)
    if warband is None:
        raise Http404
    return warband


def warbands_here_or_404(request: HttpRequest, pk: int) -> tuple[OprHere, Seat]:
    """A league of warbands for people who may have one in it; all others meet 404."""
    here = of_warbands(player_here_or_404(request, pk, "warbands"))
    if here.seat is None:
        raise Http404
    return here, here.seat
