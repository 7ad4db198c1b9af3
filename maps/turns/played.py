"""Who plays a side of a league on a map, and that nobody does any more."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.who.access import may_play
from campaigns.shell.told.away import name_with_holiday
from rules.engine.language import listed
from rules.engine.questions import side


def players_words(viewer: AnyViewer, played: str) -> str:
    """Who plays a side; for those who play too, also from when to when they are away."""
    names = viewer.players_of(played)
    if played in viewer.unplayed:
        return _("nobody plays it; the app carries on for it")
    if names and not viewer.is_played(played):
        told = ngettext("%(names)s has left", "%(names)s have left", len(names))
        return told % {"names": listed(names)}
    if viewer.away_of(played):
        people = (
            viewer.people.get(seat) for seat in viewer.registration.rules.members_of(viewer.state, played)
        )
        names = [name_with_holiday(viewer, one) for one in people if one is not None]
    return listed(names) if names else _("nobody plays it any more")


def wants_in(viewer: AnyViewer) -> bool:
    """Whether the visitor may play in a league that goes on, does not run it, and stands in for nobody there:
    whoever plays for a rival could not any more.
    """
    may = viewer.seat is not None and may_play(viewer.seat) and not viewer.is_organiser and not viewer.closed
    at = (viewer.scope, viewer.state, viewer.registration)
    sides = viewer.registration.sides_of(viewer.state) if may else ()
    return may and not any(viewer.actor.stands_for(side(one), *at) for one in sides)
