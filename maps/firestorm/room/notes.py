"""Notes of a faction to itself: written and taken away by their author, read by its members alone."""

from __future__ import annotations

from django.db import transaction

from campaigns.engine.who.side_streams import tell_side
from maps.firestorm.here import FirestormHere
from maps.models import FactionNote
from rules.firestorm.standing import players_of

NOTES = "notes"  # what a member's open page is told
MOST = 100  # notes a faction keeps; the oldest go first


def notes(here: FirestormHere, faction: str) -> list[FactionNote]:
    """What the members have written since the visitor came in, the oldest first; one query."""
    about = {"scope": here.scope, "faction": faction, "turn__gte": _came_in(here, faction)}
    found = FactionNote.objects.filter(**about).select_related("by")
    return list(found.order_by("-id")[:MOST])[::-1]


def _came_in(here: FirestormHere, faction: str) -> int:
    """The turn from which the visitor plays in their faction; 0 for who was there before the first."""
    mine = (here.state.players[one] for one in players_of(here.state, faction))
    return min(one.since for one in mine if here.actor.is_seat(one.owner))


@transaction.atomic
def write(here: FirestormHere, faction: str, words: str) -> None:
    """One note more, told to the members' open pages."""
    about = {"scope": here.scope, "faction": faction, "turn": here.state.now.turn}
    FactionNote.objects.create(**about, by=here.seat, words=words)
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
