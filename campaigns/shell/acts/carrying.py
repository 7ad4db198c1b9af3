"""An act of somebody, carried through the door and on to the page that follows."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import redirect

from campaigns.engine import door
from campaigns.engine.transaction.viewer import Viewer
from rules.engine.plain import Params
from rules.engine.refusals import Refused
from rules.engine.state import State


def act_response[S: State, B](
    viewer: Viewer[S, B],
    act: str,
    params: Params,
    *,
    shown: Callable[[Viewer[S, B], Refused], HttpResponse],
    then: Callable[[], str],
    app_dice: bool = False,
) -> HttpResponse:
    """Through the door, then on to the question it asks, to the request it has become, or to `then`.

    `act` is a procedure's name without the game's; `app_dice`: the app throws, whoever asks. `shown` draws
    the page the form came from, as the league stands now, when the act is refused.
    """
    dice = app_dice or viewer.app_dice
    try:
        outcome = door.act(viewer.scope.pk, viewer.actor, f"{viewer.scope.game}.{act}", params, app_dice=dice)
    except Refused as error:
        return shown(Viewer(viewer.request, viewer.scope, viewer.seat, viewer.section), error)
    if outcome.request and not outcome.settled:
        return redirect("campaigns:request", viewer.scope.pk, outcome.request)
    if not outcome.settled and not outcome.repeated:
        return redirect("campaigns:dialogue", viewer.scope.pk, outcome.slot)
    return redirect(then())
