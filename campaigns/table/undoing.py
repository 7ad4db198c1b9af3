"""The offer to take back what one has just written down, as a line on the page where it happened."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils import timezone

from campaigns.corrections import gone_on, why_never_undone
from campaigns.league_page import Here
from campaigns.models import Entry

OFFERED = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Undo:
    """My last entry: `url` takes it back, `seq` is its number in the chronicle."""

    url: str
    seq: int


def undo_of(here: Here, about: str) -> Undo | None:
    """My newest entry, if it was about this mission or warband, is fresh, and may be undone with one tap."""
    if here.seat is None:
        return None
    since = timezone.now() - OFFERED
    mine = here.scope.entries.filter(actor=here.seat, void=False, at__gte=since)
    reported = Entry.objects.filter(
        scope=OuterRef("scope"), procedure="opr.result", params__mission=about, seq__gt=OuterRef("seq")
    )
    newest = mine.annotate(gone_on=gone_on(about) | Exists(reported)).order_by("-seq").first()
    if newest is None or newest.gone_on or about not in newest.params.values():
        return None
    if why_never_undone(here.actor, newest):
        return None
    return Undo(reverse("campaigns:undo", args=[here.scope.pk, newest.seq]), newest.seq)
