"""The people of a club who play nowhere in a league: who can still be taken in."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from campaigns.engine.transaction.viewer import AnyViewer
from campaigns.engine.who.access import may_play
from campaigns.engine.who.naming import sorted_by_name
from campaigns.models import Seat
from maps.ground.taps import Options


def others(viewer: AnyViewer, owners: Iterable[str]) -> Options:
    """Their seats, by name; `owners` are the seats of those who play. One query."""
    there = {viewer.people[one].person for one in owners if one in viewer.people}
    seats = Seat.objects.active().filter(club=viewer.scope.club_id)
    return tuple(
        (str(one.pk), one.name)
        for one in sorted_by_name(seats)
        if may_play(one) and one.person_id not in there
    )


def heirs(viewer: AnyViewer, owners: Iterable[str]) -> Options:
    """The same as a choice in which nobody is chosen beforehand; empty where there is nobody."""
    found = others(viewer, owners)
    return (("", _("Choose a player")), *found) if found else ()
