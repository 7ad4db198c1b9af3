"""Where one goes next: the page that shows what a slot or entry was about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse

from campaigns.league_page import Here
from campaigns.models import Dialogue, Entry, Scope, Slot


def place_of(here: Here, slot: Slot) -> str:
    """The page after a dialogue has ended, or has been set aside."""
    entry = Entry.objects.filter(slot=slot, void=False).first()
    if entry is not None:
        return entry_place(here.scope, entry.params)
    dialogue = Dialogue.objects.filter(slot=slot).first()
    return entry_place(here.scope, dialogue.params if dialogue else {})


def entry_place(scope: Scope, params: Mapping[str, Any]) -> str:
    """Mission, warband, or the league itself, by what the parameters name."""
    if isinstance(params.get("mission"), str) and params["mission"]:
        return reverse("campaigns:mission", args=[scope.pk, params["mission"]])
    if isinstance(params.get("warband"), str) and params["warband"]:
        return reverse("campaigns:warband", args=[scope.pk, params["warband"]])
    return reverse("campaigns:league", args=[scope.pk])
