"""Who of a faction has read what: a member has read all that is older than their last look."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from maps.firestorm.here import FirestormHere
from maps.models import FactionLook


def looked(here: FirestormHere, faction: str) -> None:
    """The visitor reads what their faction keeps, now."""
    assert here.seat is not None
    look = FactionLook(scope=here.scope, faction=faction, seat=here.seat, at=timezone.now())
    FactionLook.objects.bulk_create(
        [look], update_conflicts=True, update_fields=["at"], unique_fields=["scope", "faction", "seat"]
    )


def looks(here: FirestormHere, faction: str) -> dict[int, datetime]:
    """When each person last looked; one query."""
    found = FactionLook.objects.filter(scope=here.scope, faction=faction)
    return dict(found.values_list("seat__person", "at").order_by("at"))
