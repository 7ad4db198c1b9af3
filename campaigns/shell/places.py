"""Where one goes next: the page that shows what a slot or entry was about, or asks whether it is right."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import reverse

from campaigns.engine.desk import desk_of
from campaigns.engine.passage.here import AnyHere
from campaigns.models import Dialogue, Entry, Scope, Slot


def place_of(here: AnyHere, slot: Slot) -> str:
    """The page after a dialogue has ended (the next step, where there is one), or the one behind it."""
    entry = Entry.objects.filter(slot=slot, void=False).first()
    if entry is not None:
        return after_entry(here, entry)
    dialogue = Dialogue.objects.filter(slot=slot).first()
    return entry_place(here.scope, dialogue.params if dialogue else {})


def after_entry(here: AnyHere, entry: Entry) -> str:
    """Where one goes on after an entry."""
    return desk_of(here.scope.game).next_place(here, entry) or entry_place(here.scope, entry.params)


def entry_place(scope: Scope, params: Mapping[str, object]) -> str:
    """What the parameters are about; else the league itself."""
    return desk_of(scope.game).place(scope, params)


def doubt(here: AnyHere, question: str = "", *, rule: str = "", **shown: str) -> str:
    """Where *Is this right?* has a usual question of this league's book, with what is `shown` beside it, or
    all of them, those about `rule` first. Empty for a visitor who is no member.
    """
    if here.seat is None:
        return ""
    if question:
        return reverse("campaigns:usual", args=[here.scope.pk, here.scope.game, question], query=shown)
    return reverse("campaigns:is_this_right", args=[here.scope.pk], query={"rule": rule} if rule else None)
