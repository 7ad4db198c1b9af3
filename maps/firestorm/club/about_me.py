"""What a Firestorm league keeps of a person outside the journal: notes and drafts of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaigns.models import Scope, Seat
from maps.models import FactionNote, OrderDraft, StandInDraft
from rules.engine.plain import JsonObject

DRAFTED = ("turn", "banner", "kind", "path", "at")


def own_writings(scope: Scope, seats: Sequence[Seat]) -> Iterator[tuple[str, Sequence[JsonObject]]]:
    """Only what they wrote themselves; the others' of their faction is the others'."""
    notes = FactionNote.objects.filter(scope=scope, by__in=seats)
    yield "faction_notes", [dict(row) for row in notes.values("faction", "words", "at")]
    drafts = OrderDraft.objects.filter(scope=scope, by__in=seats)
    yield "order_drafts", [dict(row) for row in drafts.values(*DRAFTED)]
    stood_in = StandInDraft.objects.filter(scope=scope, by__in=seats)
    yield "orders_for_others", [dict(row) for row in stood_in.values(*DRAFTED)]
