"""What the questions about a battle are called on the page that asks them."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rules.engine.plain import Params, number_in

TITLES = {
    "roll_terrain": gettext_noop("Terrain"),
    "roll_commands": gettext_noop("Command points"),
    "start_siege": gettext_noop("The siege begins"),
    "siege_turn": gettext_noop("Siege turn %(turn)d"),
    "take_option": gettext_noop("Siege turn %(turn)d: both options"),
    "choose_retreat": gettext_noop("After the battle"),
    "choose_rally": gettext_noop("A scattered banner rallies"),
    "roll_build": gettext_noop("Build points from a battle"),
    "count_dead": gettext_noop("Losses"),
    "upgrade": gettext_noop("Path to Glory"),
}


def battle_dialogue_title(procedure: str, params: Params) -> str:
    """The head of a dialogue; empty for those that are about no battle."""
    words = TITLES.get(procedure.partition(".")[2], "")
    return _(words) % {"turn": number_in(params, "turn")} if words else ""
