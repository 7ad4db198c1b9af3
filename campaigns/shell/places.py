"""Where one goes next: the page that shows what a slot or entry was about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse

from campaigns.models import Dialogue, Entry, Scope, Slot
from campaigns.shell.league import Here

# What is done on the pages of the steps after a mission.
OF_STEPS = frozenset(
    f"opr.{name}"
    for name in ("casualties", "experience", "ransom", "collect", "sell", "buy", "recruit", "disband_unit")
)


def place_of(here: Here, slot: Slot) -> str:
    """The page after a dialogue has ended (the next step, where there is one), or the one behind it."""
    entry = Entry.objects.filter(slot=slot, void=False).first()
    if entry is not None:
        return _next_step(here, entry) or entry_place(here.scope, entry.params)
    dialogue = Dialogue.objects.filter(slot=slot).first()
    return entry_place(here.scope, dialogue.params if dialogue else {})


def _next_step(here: Here, entry: Entry) -> str:
    """Where a warband goes on with the steps after its mission; that page leads on when all are done."""
    mission, warband = entry.params.get("mission"), entry.params.get("warband")
    if entry.procedure not in OF_STEPS or not mission or not warband:
        return ""
    return reverse("campaigns:step", args=[here.scope.pk, mission, warband])


def entry_place(scope: Scope, params: Mapping[str, Any]) -> str:
    """Mission, warband, or the league itself, by what the parameters name; a game has one table."""
    if scope.game == "solo":
        return reverse("campaigns:solo", args=[scope.pk])
    if isinstance(params.get("mission"), str) and params["mission"]:
        return reverse("campaigns:mission", args=[scope.pk, params["mission"]])
    if isinstance(params.get("warband"), str) and params["warband"]:
        return reverse("campaigns:warband", args=[scope.pk, params["warband"]])
    return reverse("campaigns:league", args=[scope.pk])
