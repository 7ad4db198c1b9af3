"""An act of somebody, carried through the door and on to the page that follows."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from campaigns.engine import door
from campaigns.engine.plugins import versioned_entity
from campaigns.engine.transaction.viewer import AnyViewer, Viewer
from campaigns.shell.reading.reader import number_of, sent_ids
from rules.engine.plain import Params
from rules.engine.refusals import Refused
from rules.engine.state import Entity, State


def as_shown(viewer: AnyViewer, table: str, entity: Entity) -> tuple[str, str]:
    """The hidden field that says what of a row the page of a form shows."""
    return "seen", f"{table}:{entity.id}:{versioned_entity(viewer, entity)['version']}"


def _seen(request: HttpRequest) -> dict[str, int]:
    """What the form's page showed, by "table:key"."""
    said = (one.rpartition(":") for one in sent_ids(request, "seen"))
    versions = {name: number_of(version) for name, _colon, version in said}
    return {name: version for name, version in versions.items() if name and version is not None}


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
    the page the form came from, as the league stands now, when the act is refused. A form may say what its
    page showed (`as_shown`): an act about something that has changed since is refused.
    """
    dice, seen = app_dice or viewer.app_dice, _seen(viewer.request)
    procedure = f"{viewer.scope.game}.{act}"
    try:
        outcome = door.act(viewer.scope.pk, viewer.actor, procedure, params, app_dice=dice, seen=seen)
    except Refused as error:
        return shown(Viewer(viewer.request, viewer.scope, viewer.seat, viewer.section), error)
    if outcome.request and not outcome.settled:
        return redirect("campaigns:request", viewer.scope.pk, outcome.request)
    if not outcome.settled and not outcome.repeated:
        return redirect("campaigns:dialogue", viewer.scope.pk, outcome.slot)
    return redirect(then())
