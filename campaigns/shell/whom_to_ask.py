"""Whom to ask for what only an organiser can do."""

from __future__ import annotations

from campaigns.engine.passage.here import AnyHere
from campaigns.models import organisers_of
from rules.engine.language import either


def whom_to_ask(here: AnyHere) -> str:
    """The organisers by name, "Ilse or Omar"; but for the reader."""
    organisers = organisers_of(here.scope).order_by("name")
    names = [str(seat) for seat in organisers if here.seat is None or seat.pk != here.seat.pk]
    return either(names) if names else ""
