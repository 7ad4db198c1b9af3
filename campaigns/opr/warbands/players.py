"""Who may play: the seats of a club that a warband can be given to."""

from __future__ import annotations

from campaigns.engine.who.naming import sorted_by_name
from campaigns.models import Seat
from campaigns.models.people import Role


def players(club_id: int) -> dict[str, Seat]:
    """Everybody who may have a warband, by id, in the order of names."""
    seats = Seat.objects.active().filter(club_id=club_id).exclude(role=Role.SPECTATOR)
    return {str(seat.pk): seat for seat in sorted_by_name(seats)}
