"""Campaigns of Age of Fantasy: Skirmish and Grimdark Future: one set of procedures, two books."""

from rules.opr.game import GAME

__all__ = ["GAME"]
