"""Where one goes next: the page that shows what a slot or entry was about, or asks whether it is right."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import reverse

from campaigns.engine.plugins import plugin_of
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.models import Dialogue, Entry, Scope, Slot


def after_dialogue_url(viewer: AnyViewer, slot: Slot) -> str:
    """The page after a dialogue has ended (the next step, where there is one), or the one behind it."""
    entry = Entry.objects.filter(slot=slot, void=False).first()
    if entry is not None:
        return after_entry(viewer, entry)
    dialogue = Dialogue.objects.filter(slot=slot).first()
    return entry_place(viewer.scope, dialogue.params if dialogue else {})


def after_entry(viewer: AnyViewer, entry: Entry) -> str:
    """Where one goes on after an entry."""
    return plugin_of(viewer.scope.game).play.next_place(viewer, entry) or entry_place(
        viewer.scope, entry.params
    )


def entry_place(scope: Scope, params: Mapping[str, object]) -> str:
    """What the parameters are about; else the league itself."""
    return plugin_of(scope.game).play.place(scope, params)


def doubt(viewer: AnyViewer, question: str = "", *, rule: str = "", **shown: str) -> str:
    """Where *Is this right?* has a usual question of this league's book, with what is `shown` beside it, or
    all of them, those about `rule` first. Empty for a visitor who is no member.
    """
    if viewer.seat is None:
        return ""
    if question:
        return reverse("campaigns:usual", args=[viewer.scope.pk, viewer.scope.game, question], query=shown)
    return reverse("campaigns:is_this_right", args=[viewer.scope.pk], query={"rule": rule} if rule else None)
