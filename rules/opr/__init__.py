"""Campaigns of Age of Fantasy: Skirmish and Grimdark Future: one set of procedures, two books."""

from rules.opr import (  # noqa: F401  importing them registers their procedures and figures
    aftermath,
    app_report,
    casualties,
    experience,
    figures,
    founding,
    league,
    market,
    objectives,
    override,
    play,
    quick,
    recruiting,
    report,
    rival_market,
    rivals,
    setup,
    standings,
)
from rules.opr.game import GAME

__all__ = ["GAME"]
