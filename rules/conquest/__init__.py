"""Campaigns of Conquest: importing this registers its procedures, effects, figures and books."""

from rules.conquest import (
    battles,
    beginning,
    challenging,
    effects,
    events,
    ordering,
    organiser,
    reports,
    revenue,
    spending,
)
from rules.conquest.game import GAME

__all__ = [
    "GAME",
    "battles",
    "beginning",
    "challenging",
    "effects",
    "events",
    "ordering",
    "organiser",
    "reports",
    "revenue",
    "spending",
]
