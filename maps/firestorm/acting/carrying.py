"""An act of somebody, carried through the door and on to the page that follows."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from campaigns.engine import door
from campaigns.engine.passage.here import Here
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
    dice = here.app_dice or act in WITH_DICE
    try:
        outcome = door.act(here.scope.pk, here.actor, f"firestorm.{act}", params, app_dice=dice)
    except Refused as error:
        return shown(Here(here.request, here.scope, here.seat, here.section), error)
    if not outcome.settled and not outcome.repeated:
        return redirect("campaigns:dialogue", here.scope.pk, outcome.slot)
    return redirect(then or reverse("firestorm:map", args=[here.scope.pk]) + acting_as(here))
