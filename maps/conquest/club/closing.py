"""What it means to end a Conquest league now. Source: CQ-15"""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.engine.lines import Ending
from maps.conquest.here import ConquestHere
from maps.conquest.map.battle_lines import battle_title
from maps.conquest.map.now_page import goes_by_order
from maps.turns.closing import no_more
from rules.conquest.game import has_begun
from rules.conquest.league.organiser import as_large, largest
from rules.conquest.standing import undecided


def ending(here: ConquestHere) -> Ending | None:
    """None for a league that does not run."""
    state = here.state
    if not has_begun(state) or here.closed:
        return None
    first, level = state.name_of(largest(state, here.book)), as_large(state, here.book)
    leads = (
        goes_by_order(here, first)
        if level
        else _("%(name)s has the largest empire and wins.") % {"name": first}
    )
    return Ending(f"{leads} {no_more()}", tuple(battle_title(state, one) for one in undecided(state)))
