"""An act of somebody in a Firestorm league, and the page that follows."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse
from django.urls import reverse

from campaigns.shell.acts import carrying
from maps.firestorm.acting.reaching import acting_as
from maps.firestorm.here import FirestormHere
from rules.engine.plain import Params
from rules.engine.refusals import Refused

WITH_DICE = frozenset({"begin_play", "deal_objectives"})  # the app draws, whoever asks

type Shown = Callable[[FirestormHere, Refused], HttpResponse]


def carried_out(
    here: FirestormHere, act: str, params: Params, *, shown: Shown, then: str = ""
) -> HttpResponse:
    """Through the door, then on to the question it asks, or to `then`, the league's map unless said.

    `shown` draws the page the form came from, as the league stands now, when the act is refused.
    """
    return carrying.carried_out(
        here,
        act,
        params,
        shown=shown,
        then=lambda: then or reverse("firestorm:map", args=[here.scope.pk]) + acting_as(here),
        app_dice=act in WITH_DICE,
    )
