"""What it means to end a Firestorm league now. Source: FA-56"""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.lines import Ending
from maps.firestorm.battles.battle_labels import battle_heading, opponents_text
from maps.firestorm.viewer import FirestormViewer
from maps.turns.closing import no_more
from rules.engine.language import listed
from rules.firestorm.game import turns_have_begun
from rules.firestorm.league.closing import ahead, unsettled_battles


def firestorm_ending(viewer: FirestormViewer) -> Ending | None:
    """None for a league that does not run. Everybody may know who leads, so it is said."""
    state = viewer.state
    if not turns_have_begun(state) or viewer.closed:
        return None
    first = ahead(state, viewer.book)
    told = {"names": listed(state.name_of(one) for one in first)}
    leads = ngettext(
        "%(names)s has the most glory and wins.",
        "%(names)s have the same glory and win together.",
        len(first),
    )
    shown = [_("Sealed orders stay sealed; secret objectives are shown.")]
    if state.objectives and viewer.actor.takes_sides(viewer.scope, viewer.whole, viewer.registration):
        shown.append(_("You play in this league, so you cannot undo this yourself."))
    fights = (
        {"battle": battle_heading(state, one), "who": opponents_text(state, one)}
        for one in unsettled_battles(state)
    )
    return Ending(
        " ".join((leads % told, *shown, no_more())), tuple(_("%(battle)s, %(who)s") % one for one in fights)
    )
