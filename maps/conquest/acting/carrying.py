"""An act of somebody in a league of empires, and the page that follows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.http import HttpResponse
from django.urls import reverse

from campaigns.shell.acts import carrying
from maps.conquest.acting.reaching import acting_of
from maps.conquest.here import ConquestHere
from maps.conquest.map import map_page
from maps.conquest.showing import refused
from rules.engine.plain import Params, text_in
from rules.engine.refusals import Refused

WITH_DICE = frozenset({"begin_play", "draw_capital"})  # the app draws, whoever asks

type Shown = Callable[[ConquestHere, Refused], HttpResponse]


def carried_out(
    here: ConquestHere, act: str, params: Params, *, then: str = "", shown: Shown | None = None
) -> HttpResponse:
    """Through the door, then on to the question, to `then`, the battle or the map.

    `shown` draws the page of a refusal when it is none of the usual ones.
    """
    return carrying.carried_out(
        here,
        act,
        params,
        shown=shown or partial(_refused, params, act),
        then=lambda: then or _where(here, params),
        app_dice=act in WITH_DICE,
    )


def _refused(params: Params, act: str, here: ConquestHere, error: Refused) -> HttpResponse:
    return refused(here, error, params, act)


def _where(here: ConquestHere, params: Params) -> str:
    """Back to the battle or the territory it was about."""
    if battle := text_in(params, "battle"):
        return reverse("maps:battle", args=[here.scope.pk, battle]) + _as(here)
    return map_page.territory_url(here, text_in(params, "territory"), acting_of(here))


def _as(here: ConquestHere) -> str:
    acting = acting_of(here)
    return f"?as={acting}" if acting else ""
