"""Firestorm Advanced: importing this registers its procedures, effects, figures and books.

`setting_up` ends with the first turn; `phases` walks a turn; `orders`, `reveal`, `battles`, `aftermath`,
`building`, `glory`, `path` and `siege` are what happens in it; `league` what organisers do. What all of them
stand on lies here.
"""

# ruff: noqa: F401, I001  imported to register, in the order in which pages list what they find
from rules.firestorm.setting_up import founding
from rules.firestorm.setting_up import beginning
from rules.firestorm.setting_up import armies
from rules.firestorm.setting_up import objectives
from rules.firestorm.setting_up import writing
from rules.firestorm.phases import initiative
from rules.firestorm.phases import ready
from rules.firestorm.orders import sealing
from rules.firestorm.battles import locking
from rules.firestorm.reveal import revealing
from rules.firestorm.battles import arranging
from rules.firestorm.battles import games
from rules.firestorm.battles import queue
from rules.firestorm.siege import beginning as siege_beginning
from rules.firestorm.siege import turns
from rules.firestorm.siege import assault
from rules.firestorm.aftermath import fates
from rules.firestorm.aftermath import razing
from rules.firestorm.aftermath import idle
from rules.firestorm.aftermath import spoils
from rules.firestorm.preparing import banners
from rules.firestorm.aftermath import out
from rules.firestorm.path import losses
from rules.firestorm.path import upgrading
from rules.firestorm.building import buying
from rules.firestorm.glory import victory
from rules.firestorm.league import time
from rules.firestorm.league import striking
from rules.firestorm.league import closing
from rules.firestorm.league import corrections
from rules.firestorm.league import territories
from rules.firestorm.league import banners as ruled_banners
from rules.firestorm.league import factions
from rules.firestorm.league import ground as redrawing
from rules.firestorm import effects
from rules.firestorm import league_effects
from rules.firestorm import muster_effects
from rules.firestorm import siege_effects
from rules.firestorm.figures import league as figures_of_league
from rules.firestorm.figures import banners as figures_of_banners
from rules.firestorm.figures import battles as figures_of_battles
from rules.firestorm.figures import sieges
from rules.firestorm.figures import holdings
from rules.firestorm.figures import todos
from rules.firestorm.game import GAME

__all__ = ["GAME"]
