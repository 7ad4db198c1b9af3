"""Notes of a faction to itself: written and taken away by their author, read by its members alone."""

from __future__ import annotations

from django.db import transaction

from campaigns.engine.who.side_streams import tell_side
from maps.firestorm.viewer import FirestormViewer
from maps.models import FactionNote
from rules.firestorm.faction_figures import players_of

NOTES = "notes"  # what a member's open page is told
MOST = 100  # notes a faction keeps; the oldest go first


def faction_notes(viewer: FirestormViewer, faction: str) -> list[FactionNote]:
    """What the members have written since the visitor came in, the oldest first; one query."""
    about = {"scope": viewer.scope, "faction": faction, "turn__gte": _came_in(viewer, faction)}
    found = FactionNote.objects.filter(**about).select_related("by")
    return list(found.order_by("-id")[:MOST])[::-1]


def _came_in(viewer: FirestormViewer, faction: str) -> int:
    """The turn from which the visitor plays in their faction; 0 for who was there before the first."""
    mine = (viewer.state.players[one] for one in players_of(viewer.state, faction))
    return min(one.since for one in mine if viewer.actor.is_seat(one.owner))


@transaction.atomic
def add_note(viewer: FirestormViewer, faction: str, words: str) -> None:
    """One note more, told to the members' open pages."""
    about = {"scope": viewer.scope, "faction": faction, "turn": viewer.state.now.turn}
    FactionNote.objects.create(**about, by=viewer.seat, words=words)
    own = FactionNote.objects.filter(scope=viewer.scope, faction=faction).order_by("-id")
    FactionNote.objects.filter(pk__in=list(own.values_list("pk", flat=True)[MOST:])).delete()
    tell_side(viewer.scope, faction, NOTES)


@transaction.atomic
def delete_note(viewer: FirestormViewer, faction: str, note: int) -> None:
    """One's own note is gone; nothing happens to anybody else's."""
    assert viewer.seat is not None
    own = FactionNote.objects.filter(pk=note, scope=viewer.scope, faction=faction)
    own.filter(by__person=viewer.seat.person_id).delete()
    tell_side(viewer.scope, faction, NOTES)
