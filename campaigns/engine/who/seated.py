"""One person has one seat in a league, however many seats of theirs the club has made one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from campaigns.engine.stored.store import Registration
from campaigns.engine.who.access import may_play
from campaigns.engine.who.rights import people_of_seats
from campaigns.models import Scope, Seat
from rules.engine.plain import Params, text_in
from rules.engine.refusals import Refused
from rules.engine.state import State

OWNER = "owner"  # the parameter that says who gets a side


def with_one_seat[S: State, B](
    scope: Scope, state: S, registration: Registration[S, B], params: Params
) -> Mapping[str, object]:
    """The parameters with the seat by which their `owner` is known in this league, else the one they sit on.

    So the rules, which know seats alone, see who plays for somebody already. Raises `Refused` for who is
    nobody of the club, or only watches.
    """
    owner = text_in(params, OWNER)
    if not owner:
        return params
    club = Seat.objects.filter(club=scope.club_id)
    seats = list(club.filter(person__in=people_of_seats(club, [owner])))
    sits = next((one for one in seats if one.is_active), None)
    if sits is None or not may_play(sits):
        raise Refused("", _("Choose somebody who plays in this club."), OWNER)
    known = set(_known(state, registration)) & {str(one.pk) for one in seats}
    return {**params, OWNER: min(known, default=str(sits.pk))}


def _known[S: State, B](state: S, registration: Registration[S, B]) -> Iterable[str]:
    for side in registration.sides_of(state):
        yield from registration.rules.members_of(state, side)
        yield from registration.rules.near(state, side)
