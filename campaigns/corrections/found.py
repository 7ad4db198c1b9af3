"""The entry or the draft that an address names."""

from __future__ import annotations

from django.shortcuts import get_object_or_404

from campaigns.engine.passage.here import AnyHere
from campaigns.models import Correction, Entry
from campaigns.shell.told.chronicle import known_entries


def entry_or_404(here: AnyHere, seq: int) -> Entry:
    return get_object_or_404(known_entries(here).select_related("slot", "actor"), seq=seq)


def draft_or_404(here: AnyHere, number: int) -> Correction:
    found = Correction.objects.select_related("scope", "by", "entry")
    return get_object_or_404(found, scope=here.scope, pk=number)
