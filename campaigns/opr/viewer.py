"""A visitor's view of a league of warbands."""

from __future__ import annotations

from django.http import Http404

from campaigns.engine.transaction.viewer import AnyViewer, Viewer
from rules.opr.books import InForce
from rules.opr.game import GAME
from rules.opr.state import OprState

type OprViewer = Viewer[OprState, InForce]


def of_warbands(viewer: AnyViewer) -> OprViewer:
    """The view as one of a league of warbands; a league of another game meets 404."""
    if viewer.scope.game != GAME.name:
        raise Http404
    return viewer
