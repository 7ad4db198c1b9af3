"""An act of somebody in a Firestorm league, and the page that follows."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse
from django.urls import reverse

from campaigns.shell.acts import carrying
from campaigns.shell.reading.reader import tapped
from maps.firestorm.acting.reaching import acting_as
from maps.firestorm.viewer import FirestormViewer
from rules.engine.plain import Params
from rules.engine.refusals import Refused

WITH_DICE = frozenset({"begin_play", "deal_objectives"})  # the app draws, whoever asks

type Shown = Callable[[FirestormViewer, Refused], HttpResponse]


def firestorm_response(
    viewer: FirestormViewer, act: str, params: Params, *, shown: Shown, then: str = ""
) -> HttpResponse:
    """Through the door, then on to the question it asks, or to `then`, the league's map unless said.

    `shown` draws the page the form came from, as the league stands now, when the act is refused. A button may
    say that the app rolls.
    """
    return carrying.act_response(
        viewer,
        act,
        params,
        shown=shown,
        then=lambda: then or reverse("firestorm:map", args=[viewer.scope.pk]) + acting_as(viewer),
        app_dice=act in WITH_DICE or bool(tapped(viewer.request, "roll")),
    )
