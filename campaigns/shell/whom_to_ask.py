"""Whom to ask for what only an organiser can do."""

from __future__ import annotations

from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.models import organisers_of
from rules.engine.language import either


def whom_to_ask(viewer: AnyViewer) -> str:
    """The organisers by name, "Ilse or Omar"; but for the reader."""
    organisers = organisers_of(viewer.scope).order_by("name")
    names = [str(seat) for seat in organisers if viewer.seat is None or seat.pk != viewer.seat.pk]
    return either(names) if names else ""
