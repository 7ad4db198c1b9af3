"""The offer to take back what one has just written down, as a line on the page where it happened."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils import timezone

from campaigns import chronicle
from campaigns.corrections import about_of, gone_on, why_never_undone
from campaigns.league_page import Here
from campaigns.models import Entry, EntryText

OFFERED = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Undo:
    """My last entry: `url` takes it back, `seq` is its number in the chronicle, `what` its sentence."""

    url: str
    seq: int
    what: str


def undo_of(here: Here, about: str) -> Undo | None:
    """My newest entry, if it was about this mission or warband, is fresh, and may be undone with one tap."""
    if here.seat is None:
        return None
    since = timezone.now() - OFFERED
    mine = here.scope.entries.filter(actor=here.seat, void=False, at__gte=since).select_related("slot")
    reported = Entry.objects.filter(
        scope=OuterRef("scope"), procedure="opr.result", params__mission=about, seq__gt=OuterRef("seq")
    )
    said = EntryText.objects.filter(entry=OuterRef("pk")).order_by("n").values("body")
    looked = mine.annotate(gone_on=gone_on(about) | Exists(reported), said=ArraySubquery(said))
    newest = looked.order_by("-seq").first()
    if newest is None or newest.gone_on or about not in (*newest.params.values(), about_of(newest)):
        return None
    if why_never_undone(here.actor, newest):
        return None
    url = reverse("campaigns:undo", args=[here.scope.pk, newest.seq])
    what = chronicle.sentence_of(here, newest, dict(enumerate(newest.said)))
    return Undo(url, newest.seq, what.rstrip("."))
