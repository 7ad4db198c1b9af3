"""Whoever only looks on at a map: their open page asks for parts that are the same for all of them."""

from __future__ import annotations

from campaigns.engine.passage.here import AnyHere
from campaigns.engine.who.access import may_play


def looks_on(here: AnyHere) -> bool:
    """Whether the visitor finds no form on a map: they play no side, can bring none and do not organise."""
    may = here.seat is not None and may_play(here.seat)
    return not may and not any(here.owns(side) for side in here.registration.sides_of(here.state))


def about(here: AnyHere, territory: str) -> str:
    """What tells their pages apart: the territory whose panel is open, if any, and under which name the
    office is reached, for a reminder that is copied there says where to go.
    """
    return f"{here.request.scheme}://{here.request.get_host()} {territory}"
