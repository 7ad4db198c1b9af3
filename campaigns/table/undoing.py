"""The offer to take back what one wrote down last: where it happened, and beside it in the chronicle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils import timezone

from campaigns import chronicle
from campaigns.corrections import CORRECTION, WHOLE_MISSIONS, about_of, gone_on, why_never_undone
from campaigns.league_page import Here
from campaigns.models import Entry, EntryText
from campaigns.parts import once

OFFERED = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Undo:
    """My last entry: its number, `what` it says, and what takes it back; empty when the app rolled in it."""

    url: str
    seq: int
    what: str


def undo_of(here: Here, about: str) -> Undo | None:
    """What I wrote down last, if it was about this mission or warband and is fresh.

    Whoever let the app roll learns here what came of it; the others may undo it with one tap.
    """
    since = timezone.now() - OFFERED
    if here.seat is None or not _written_since(here, since):
        return None
    mine = here.scope.entries.filter(actor=here.seat, void=False, at__gte=since).select_related("slot")
    reported = Entry.objects.filter(
        scope=OuterRef("scope"), procedure="opr.result", params__mission=about, seq__gt=OuterRef("seq")
    )
    said = EntryText.objects.filter(entry=OuterRef("pk")).order_by("n").values("body")
    looked = mine.annotate(gone_on=gone_on(about) | Exists(reported), said=ArraySubquery(said))
    newest = looked.order_by("-seq").first()
    if newest is None or newest.gone_on or not _is_about(newest, about) or newest.procedure == CORRECTION:
        return None
    last = _undo(here, newest, chronicle.sentence_of(here, newest, dict(enumerate(newest.said))))
    return replace(last, url="") if why_never_undone(here.actor, newest) else last


def _is_about(entry: Entry, about: str) -> bool:
    whole = entry.procedure in WHOLE_MISSIONS and about_of(entry) == about
    return whole or about in entry.params.values()


def _written_since(here: Here, since: datetime) -> bool:
    """Whether anything of this league is so young; its newest entry is asked for once in a version."""
    ages = here.scope.entries.order_by("-seq").values_list("at", flat=True)
    newest = once(here, "newest entry", ages.first)
    return newest is not None and newest >= since


def undo_beside(here: Here, entries: Sequence[Entry], lines: Sequence[chronicle.Line]) -> Undo | None:
    """My newest entry, if it is among these and nothing younger speaks of what it was about.

    An entry about nothing in particular, a setting say, has to be the newest of all.
    """
    if here.seat is None or here.scope.game != "opr":
        return None
    mine = [n for n, entry in enumerate(entries) if entry.actor_id == here.seat.pk and not entry.void]
    newest = max(mine, key=lambda n: entries[n].seq, default=None)
    if newest is None or why_never_undone(here.actor, entries[newest]) or _built_on(here, entries[newest]):
        return None
    return _undo(here, entries[newest], lines[newest].sentence)


def _built_on(here: Here, entry: Entry) -> bool:
    about = about_of(entry)
    narrower = str(entry.params.get("warband") or about)
    later = {"seq__gt": entry.seq, "void": False}
    mentioned = chronicle.entries_of(here, about=narrower).filter(**later)
    mine = here.scope.entries.filter(actor=here.seat, **later)
    gone = gone_on(about) | Exists(mentioned) | Exists(mine)
    return here.scope.entries.filter(gone, pk=entry.pk).exists()


def _undo(here: Here, entry: Entry, sentence: str) -> Undo:
    url = reverse("campaigns:undo", args=[here.scope.pk, entry.seq])
    return Undo(url, entry.seq, sentence.rstrip("."))
