"""The entry or the draft that an address names."""

from __future__ import annotations

from django.shortcuts import get_object_or_404

from campaigns.engine.here import AnyHere
from campaigns.models import Correction, Entry


def entry_or_404(here: AnyHere, seq: int) -> Entry:
    return get_object_or_404(Entry.objects.select_related("slot", "actor"), scope=here.scope, seq=seq)


def draft_or_404(here: AnyHere, number: int) -> Correction:
    found = Correction.objects.select_related("scope", "by", "entry")
    return get_object_or_404(found, scope=here.scope, pk=number)
