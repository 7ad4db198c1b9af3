"""Where one goes on after an act about a battle: its page, or the aftermath's."""

from __future__ import annotations

from django.urls import reverse

from campaigns.models import Entry, Scope
from maps.firestorm.battles.battle_labels import battle_url
from maps.firestorm.viewer import FirestormViewer
from rules.engine.plain import Params, text_in
from rules.firestorm.phases.table import FATES


def battle_place(scope: Scope, params: Params) -> str:
    """The page of the battle these parameters name; empty when they name none."""
    battle = text_in(params, "battle")
    return reverse("firestorm:battle", args=[scope.pk, battle]) if battle else ""


def after_battle_url(viewer: FirestormViewer, entry: Entry) -> str:
    """The battle a game belongs to, the aftermath for a banner's fate; empty where the parameters say it."""
    bout = viewer.state.bouts.get(text_in(entry.params, "bout"))
    if bout is not None:
        return battle_url(viewer, bout.battle)
    is_fate = entry.procedure.partition(".")[2] in FATES and viewer.state.now.phase == "aftermath"
    if is_fate and not text_in(entry.params, "battle"):
        return reverse("firestorm:aftermath", args=[viewer.scope.pk])
    return ""
