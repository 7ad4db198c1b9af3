"""Who of a faction has read what: a member has read all that is older than their last look."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from maps.firestorm.viewer import FirestormViewer
from maps.models import FactionLook


def looked(viewer: FirestormViewer, faction: str) -> None:
    """The visitor reads what their faction keeps, now."""
    assert viewer.seat is not None
    look = FactionLook(scope=viewer.scope, faction=faction, seat=viewer.seat, at=timezone.now())
    FactionLook.objects.bulk_create(
        [look], update_conflicts=True, update_fields=["at"], unique_fields=["scope", "faction", "seat"]
    )


def looks(viewer: FirestormViewer, faction: str) -> dict[int, datetime]:
    """When each person last looked; one query."""
    found = FactionLook.objects.filter(scope=viewer.scope, faction=faction)
    return dict(found.values_list("seat__person", "at").order_by("at"))
