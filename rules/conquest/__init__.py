"""Campaigns of Conquest: importing this registers its procedures, effects, figures and books."""

from rules.conquest import (
    battle_figures,
    battles,
    beginning,
    challenging,
    effects,
    events,
    figures,
    league_effects,
    ordering,
    organiser,
    reports,
    revenue,
    spending,
    summary,
)
from rules.conquest.game import GAME

__all__ = [
    "GAME",
    "battle_figures",
    "battles",
    "beginning",
    "challenging",
    "effects",
    "events",
    "figures",
    "league_effects",
    "ordering",
    "organiser",
    "reports",
    "revenue",
    "spending",
    "summary",
]
