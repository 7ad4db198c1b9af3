"""Campaigns of Conquest: importing this registers its procedures, effects, figures and books.

`setting_up` ends with the first round; `rounds` walks the phases, `playing` is what happens in them, `league`
what organisers do; `reckoning` judges maps and battles. What all of them stand on lies here.
"""

# ruff: noqa: F401, I001  imported to register, in the order in which pages list what they find
from rules.conquest.playing import reports
from rules.conquest.playing import battles
from rules.conquest.setting_up import beginning
from rules.conquest.playing import challenging
from rules.conquest.playing import events
from rules.conquest.rounds import ordering
from rules.conquest.league import organiser
from rules.conquest.playing import revenue
from rules.conquest.playing import spending
from rules.conquest import effects
from rules.conquest import league_effects
from rules.conquest.figures import battles as battles_of_figures
from rules.conquest.figures import by_name
from rules.conquest.figures import summary
from rules.conquest.game import GAME

__all__ = ["GAME"]
