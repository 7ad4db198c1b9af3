"""What it means to end a Conquest league now. Source: CQ-15"""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.engine.lines import Ending
from maps.conquest.map.battle_lines import versus_title
from maps.conquest.map.now_page import goes_by_order
from maps.conquest.viewer import ConquestViewer
from maps.turns.closing import no_more
from rules.conquest.game import rounds_have_begun
from rules.conquest.league.organiser import as_large, largest_empire_now
from rules.conquest.realm_figures import undecided_battles


def conquest_ending(viewer: ConquestViewer) -> Ending | None:
    """None for a league that does not run."""
    state = viewer.state
    if not rounds_have_begun(state) or viewer.closed:
        return None
    first, level = state.name_of(largest_empire_now(state, viewer.book)), as_large(state, viewer.book)
    leads = (
        goes_by_order(viewer, first)
        if level
        else _("%(name)s has the largest empire and wins.") % {"name": first}
    )
    return Ending(f"{leads} {no_more()}", tuple(versus_title(state, one) for one in undecided_battles(state)))
