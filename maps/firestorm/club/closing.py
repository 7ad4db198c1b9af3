"""What it means to end a Firestorm league now. Source: FA-56"""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.lines import Ending
from maps.firestorm.battles.words import sides_of, title_of
from maps.firestorm.here import FirestormHere
from maps.turns.closing import no_more
from rules.engine.language import listed
from rules.firestorm.game import has_begun
from rules.firestorm.league.closing import ahead, undecided


def ending(here: FirestormHere) -> Ending | None:
    """None for a league that does not run. Everybody may know who leads, so it is said."""
    state = here.state
    if not has_begun(state) or here.closed:
        return None
    first = ahead(state, here.book)
    told = {"names": listed(state.name_of(one) for one in first)}
    leads = ngettext(
        "%(names)s has the most glory and wins.",
        "%(names)s have the same glory and win together.",
        len(first),
    )
    shown = [_("Sealed orders stay sealed, secret objectives are shown.")]
    if state.objectives and here.actor.takes_sides(here.scope, here.whole, here.registration):
        shown.append(_("You play in it, so you cannot undo this yourself."))
    fights = ({"battle": title_of(state, one), "who": sides_of(state, one)} for one in undecided(state))
    return Ending(
        " ".join((leads % told, *shown, no_more())), tuple(_("%(battle)s, %(who)s") % one for one in fights)
    )
