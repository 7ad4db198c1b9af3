"""Campaigns of Conquest: importing this registers its procedures, effects, figures and books."""

from rules.conquest.game import GAME

__all__ = ["GAME"]
