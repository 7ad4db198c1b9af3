"""Who plays a side of a league on a map, and that nobody does any more."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.passage.here import AnyHere
from campaigns.engine.who.access import may_play
from rules.engine.language import listed


def players_words(here: AnyHere, side: str) -> str:
    """Who plays a side."""
    names = here.players_of(side)
    if names and not here.is_played(side):
        told = ngettext("%(names)s has left", "%(names)s have left", len(names))
        return told % {"names": listed(names)}
    return listed(names) if names else _("nobody plays it any more")


def wants_in(here: AnyHere) -> bool:
    """Whether the visitor may play in a league that goes on, and does not run it."""
    return here.seat is not None and may_play(here.seat) and not here.is_organiser and not here.closed


def waiting_words(here: AnyHere, sides: Iterable[str]) -> str:
    """For whom a phase waits, an empty one is the organiser, and which of them nobody plays any more; empty
    when it waits for nobody.
    """
    known = here.registration.sides_of(here.state)
    names = {one: (known[one].name or one) if one else _("the organiser") for one in sides}
    if not names:
        return ""
    told = _("Waiting for %(names)s.") % {"names": listed(names.values())}
    gone = [name for one, name in names.items() if one and not here.is_played(one)]
    if not gone:
        return told
    nobody = _("Nobody plays %(names)s any more; an organiser can act.") % {"names": listed(gone)}
    return f"{told} {nobody}"
