"""The league's home as its template wants it: parts that everybody of an audience shares."""

from __future__ import annotations

from typing import Any

from campaigns.league_page import Here
from campaigns.leagues import home
from campaigns.parts import Parts

TEMPLATE = "campaigns/leagues/home.html"
NAMES = ("standings", "missions", "waited", "news")


def parts_of(here: Here) -> Parts:
    return Parts(here, TEMPLATE, lambda: {"page": home.build(here)})


def context(here: Here) -> dict[str, Any]:
    parts = parts_of(here)
    return {"top": parts.fact("top", lambda found: found["page"].top), "parts": parts.named(*NAMES)}
