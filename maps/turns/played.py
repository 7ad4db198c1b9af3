"""Who plays a side of a league on a map, and that nobody does any more."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.who.access import may_play
from campaigns.shell.told.away import name_with_holiday
from maps.turns.onlookers import looks_on
from rules.engine.language import listed


def players_words(viewer: AnyViewer, side: str) -> str:
    """Who plays a side; for those who play too, also from when to when they are away."""
    names = viewer.players_of(side)
    if side in viewer.unplayed:
        return _("nobody plays it; it is carried on automatically")
    if names and not viewer.is_played(side):
        told = ngettext("%(names)s has left", "%(names)s have left", len(names))
        return told % {"names": listed(names)}
    if viewer.away_of(side) and not looks_on(viewer):
        people = (
            viewer.people.get(seat) for seat in viewer.registration.rules.members_of(viewer.state, side)
        )
        names = [name_with_holiday(one) for one in people if one is not None]
    return listed(names) if names else _("nobody plays it any more")


def wants_in(viewer: AnyViewer) -> bool:
    """Whether the visitor may play in a league that goes on, and does not run it."""
    return viewer.seat is not None and may_play(viewer.seat) and not viewer.is_organiser and not viewer.closed
