"""An act of somebody in a league of empires, and the page that follows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.http import HttpResponse
from django.urls import reverse

from campaigns.shell.acts import carrying
from maps.conquest.acting.reaching import empire_acted_for
from maps.conquest.map import map_page
from maps.conquest.showing import refused_form_response
from maps.conquest.viewer import ConquestViewer
from rules.engine.plain import Params, text_in
from rules.engine.refusals import Refused

WITH_DICE = frozenset({"begin_play", "draw_capital"})  # the app draws, whoever asks

type Shown = Callable[[ConquestViewer, Refused], HttpResponse]


def conquest_response(
    viewer: ConquestViewer, act: str, params: Params, *, then: str = "", shown: Shown | None = None
) -> HttpResponse:
    """Through the door, then on to the question, to `then`, the battle or the map.

    `shown` draws the page of a refusal when it is none of the usual ones.
    """
    return carrying.act_response(
        viewer,
        act,
        params,
        shown=shown or partial(_refused, params, act),
        then=lambda: then or _where(viewer, params),
        app_dice=act in WITH_DICE,
    )


def _refused(params: Params, act: str, viewer: ConquestViewer, error: Refused) -> HttpResponse:
    return refused_form_response(viewer, error, params, act)


def _where(viewer: ConquestViewer, params: Params) -> str:
    """Back to the battle or the territory it was about."""
    if battle := text_in(params, "battle"):
        return reverse("maps:battle", args=[viewer.scope.pk, battle]) + _as(viewer)
    return map_page.territory_url(viewer, text_in(params, "territory"), empire_acted_for(viewer))


def _as(viewer: ConquestViewer) -> str:
    acting = empire_acted_for(viewer)
    return f"?as={acting}" if acting else ""
