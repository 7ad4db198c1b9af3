"""Whom a page of warbands lets in, and the warband its address names."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from campaigns.models import Seat
from campaigns.opr.viewer import OprViewer, of_warbands
from campaigns.shell.league import league_player_or_404, viewer_or_404
from rules.opr.state import Warband


def opr_viewer_or_404(request: HttpRequest, pk: int) -> OprViewer:
    return of_warbands(viewer_or_404(request, pk, "warbands"))


def warband_or_404(viewer: OprViewer, key: str) -> Warband:
    warband: Warband | None = viewer.state.warbands.get(key)
    if warband is None:
        raise Http404
    return warband


def warbands_viewer_or_404(request: HttpRequest, pk: int) -> tuple[OprViewer, Seat]:
    """A league of warbands for people who may have one in it; all others meet 404."""
    viewer = of_warbands(league_player_or_404(request, pk, "warbands"))
    if viewer.seat is None:
        raise Http404
    return viewer, viewer.seat
