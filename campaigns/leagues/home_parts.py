"""The league's home as its template wants it: parts that everybody of an audience shares."""

from __future__ import annotations

from typing import Any

from campaigns.league_page import Here
from campaigns.leagues import home
from campaigns.parts import Parts
from campaigns.warbands.warband_page import may_found

TEMPLATE = "campaigns/leagues/home.html"
NAMES = ("standings", "missions", "waited", "news")


def parts_of(here: Here) -> Parts:
    return Parts(here, TEMPLATE, lambda: {"page": home.build(here)})


def context(here: Here) -> dict[str, Any]:
    parts = parts_of(here)
    top = parts.fact("top", lambda found: found["page"].top)
    return {"top": top, "parts": parts.named(*NAMES), "is_mine_missing": is_mine_missing(here)}


def is_mine_missing(here: Here) -> bool:
    """Whether the visitor may still bring a warband; an organiser is only asked before the league starts."""
    state, seat = here.state, here.seat
    if seat is None or not state.active or any(one.owner == str(seat.pk) for one in state.active):
        return False
    return may_found(here, seat) and (state.league.status == "founding" or not here.is_organiser)
