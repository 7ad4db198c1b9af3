"""Solo and co-op: the app runs a warband, people at the table are its eyes.

Importing this package registers the game with its procedures, effects and figures. The rules are numbered
SOLO-01 to SOLO-84; figures of the base game are settings with defaults. `deciding` knows the rules of choice,
`activating` asks the table what it needs for one; `league` is what a campaign gives and takes.
"""

# ruff: noqa: F401, I001  imported to register, in the order in which pages list what they find
from rules.solo.setting_up import setup
from rules.solo.setting_up import markers
from rules.solo.setting_up import placing
from rules.solo.activating import activation
from rules.solo.playing import status
from rules.solo.playing import saves
from rules.solo.playing import attacks
from rules.solo.playing import rounds
from rules.solo.figures import by_name
from rules.solo.figures import turns
from rules.solo.figures import league as league_figures
from rules.solo.figures import views
from rules.solo.game import GAME

__all__ = ["GAME"]
