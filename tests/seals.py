"""What somebody may read of what is sealed, as the two ways in which a page reads a seal tell it."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import QuerySet

from campaigns.engine.transaction.seals import own_seal, side_seal
from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.models import SealedAnswer


def reads(viewer: AnyViewer, seals: QuerySet[SealedAnswer] | None = None) -> Iterator[SealedAnswer]:
    """Those of the seals, or of all in the league, that a visitor may read."""
    every = SealedAnswer.objects.filter(slot__scope=viewer.scope) if seals is None else seals
    for seal in every.select_related("slot").order_by("pk"):
        entry, key = seal.slot.code, seal.key
        theirs = seal.side and side_seal(viewer, seal.side, entry, key) is not None
        if theirs or own_seal(viewer, entry, key) is not None:
            yield seal
