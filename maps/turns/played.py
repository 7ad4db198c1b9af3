"""Who plays a side of a league on a map, and that nobody does any more."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.passage.here import AnyHere
from campaigns.engine.who.access import may_play
from campaigns.shell.told.away import name_of
from maps.turns.onlookers import looks_on
from rules.engine.language import listed


def players_words(here: AnyHere, side: str) -> str:
    """Who plays a side; for those who play too, also from when to when they are away."""
    names = here.players_of(side)
    if side in here.unplayed:
        return _("nobody plays it; it is carried on automatically")
    if names and not here.is_played(side):
        told = ngettext("%(names)s has left", "%(names)s have left", len(names))
        return told % {"names": listed(names)}
    if here.away_of(side) and not looks_on(here):
        people = (here.people.get(seat) for seat in here.registration.members_of(here.state, side))
        names = [name_of(one) for one in people if one is not None]
    return listed(names) if names else _("nobody plays it any more")


def wants_in(here: AnyHere) -> bool:
    """Whether the visitor may play in a league that goes on, and does not run it."""
    return here.seat is not None and may_play(here.seat) and not here.is_organiser and not here.closed
