"""Who has asked to join a league of warbands and waits for an organiser's word.

Source: A-59
"""

from __future__ import annotations

from campaigns.leagues.requests.lines import RequestLine, request_lines
from campaigns.opr.viewer import OprViewer

FOUND = "found_warband"


def joining_line(viewer: OprViewer) -> RequestLine | None:
    """The visitor's own request to join, while it waits."""
    if viewer.seat is None:
        return None
    return next((one for one in request_lines(viewer) if one.act == FOUND and one.mine), None)


def joining_requests(viewer: OprViewer) -> list[RequestLine]:
    """All that wait there, as an organiser sees them."""
    return [one for one in request_lines(viewer) if one.act == FOUND] if viewer.is_organiser else []
