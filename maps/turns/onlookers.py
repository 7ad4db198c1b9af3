"""Whoever only looks on at a map: their open page asks for parts that are the same for all of them."""

from __future__ import annotations

from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.who.access import may_play


def looks_on(viewer: AnyViewer) -> bool:
    """Whether the visitor finds no form on a map: they play no side, can bring none and do not organise."""
    may = viewer.seat is not None and may_play(viewer.seat)
    return not may and not any(viewer.owns(side) for side in viewer.registration.sides_of(viewer.state))


def onlooker_page_key(viewer: AnyViewer, territory: str) -> str:
    """What tells their pages apart: the territory whose panel is open, if any, and under which name the
    office is reached, for a reminder that is copied there says where to go.
    """
    return f"{viewer.request.scheme}://{viewer.request.get_host()} {territory}"
