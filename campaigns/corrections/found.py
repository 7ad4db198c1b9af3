"""The entry or the draft that an address names."""

from __future__ import annotations

from django.shortcuts import get_object_or_404

from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.models import Correction, Entry
from campaigns.shell.told.chronicle import known_entries


def entry_or_404(viewer: AnyViewer, seq: int) -> Entry:
    return get_object_or_404(known_entries(viewer).select_related("slot", "actor"), seq=seq)


def correction_draft_or_404(viewer: AnyViewer, number: int) -> Correction:
    found = Correction.objects.select_related("scope", "by", "entry")
    return get_object_or_404(found, scope=viewer.scope, pk=number)
