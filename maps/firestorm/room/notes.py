"""Notes of a faction to itself: written and taken away by their author, read by its members alone."""

from __future__ import annotations

from django.db import transaction

from campaigns.engine.who.side_streams import tell_side
from maps.firestorm.here import FirestormHere
from maps.models import FactionNote

NOTES = "notes"  # what a member's open page is told
MOST = 100  # notes a faction keeps; the oldest go first


def notes(here: FirestormHere, faction: str) -> list[FactionNote]:
    """What the members have written, the oldest first; one query."""
    found = FactionNote.objects.filter(scope=here.scope, faction=faction).select_related("by")
    return list(found.order_by("-id")[:MOST])[::-1]


@transaction.atomic
def write(here: FirestormHere, faction: str, words: str) -> None:
    """One note more, told to the members' open pages."""
    FactionNote.objects.create(scope=here.scope, faction=faction, by=here.seat, words=words)
    own = FactionNote.objects.filter(scope=here.scope, faction=faction).order_by("-id")
    FactionNote.objects.filter(pk__in=list(own.values_list("pk", flat=True)[MOST:])).delete()
    tell_side(here.scope, faction, NOTES)


@transaction.atomic
def take_away(here: FirestormHere, faction: str, note: int) -> None:
    """One's own note is gone; nothing happens to anybody else's."""
    assert here.seat is not None
    own = FactionNote.objects.filter(pk=note, scope=here.scope, faction=faction)
    own.filter(by__person=here.seat.person_id).delete()
    tell_side(here.scope, faction, NOTES)
