"""The league's home as its template wants it: parts that everybody of an audience shares."""

from __future__ import annotations

from typing import Any

from campaigns.access import may_play
from campaigns.league_page import Here
from campaigns.leagues import home
from campaigns.parts import Parts
from campaigns.warbands.founding import closed

TEMPLATE = "campaigns/leagues/home.html"
NAMES = ("standings", "missions", "waited", "news")


def parts_of(here: Here) -> Parts:
    return Parts(here, TEMPLATE, lambda: {"page": home.build(here)})


def context(here: Here) -> dict[str, Any]:
    parts = parts_of(here)
    top = parts.fact("top", lambda found: found["page"].top)
    return {"top": top, "parts": parts.named(*NAMES), **own_place(here)}


def own_place(here: Here) -> dict[str, Any]:
    """Where the visitor stands: whether they `may_open` missions, whether their warband `is_mine_missing`, or
    `why_not` while nobody new is taken in.

    An organiser without a warband is asked for one only before the league starts.
    """
    state, seat = here.state, here.seat
    if seat is None or not may_play(seat):
        return {"may_open": False}
    plays = any(one.owner == str(seat.pk) for one in state.active)
    asked = not plays and state.active and (state.league.status == "founding" or not here.is_organiser)
    refused = closed(here, str(seat.pk)) if asked and not here.closed else None
    return {
        "may_open": plays or here.is_organiser,
        "is_mine_missing": bool(asked) and not here.closed and refused is None,
        "why_not": refused,
    }
