"""Solo and co-op: the app runs a warband, people at the table are its eyes.

Importing this package registers the game with its procedures, effects and figures. The rules are numbered
SOLO-01 to SOLO-84; figures of the base game are settings with defaults.
"""

from rules.solo import (
    activation,
    attacks,
    figures,
    handover,
    markers,
    placing,
    rounds,
    setup,
    status,
    turn_figures,
    views,
)
from rules.solo.game import GAME

__all__ = [
    "GAME",
    "activation",
    "attacks",
    "figures",
    "handover",
    "markers",
    "placing",
    "rounds",
    "setup",
    "status",
    "turn_figures",
    "views",
]
