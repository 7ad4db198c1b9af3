"""Who plays what: the seats of a club by the ids the rules know owners by."""

from __future__ import annotations

from campaigns.models import Seat, SeatStatus
from campaigns.models.people import Role
from rules.opr.state import Warband


class Owners:
    """The players of a club, read once."""

    def __init__(self, club_id: int) -> None:
        seats = Seat.objects.filter(club_id=club_id).only("name", "emblem", "status", "person_id", "role")
        self.seats = {str(seat.pk): seat for seat in seats}
        self.present = {s.person_id: s for s in self.seats.values() if s.status == SeatStatus.ACTIVE}

    def of(self, warband: Warband) -> Seat | None:
        """The seat its player sits on now: a merged one leads to the one they kept."""
        seat = self.seats.get(warband.owner)
        return None if seat is None else self.present.get(seat.person_id, seat)

    def name(self, warband: Warband) -> str:
        seat = self.of(warband)
        return "" if seat is None else str(seat)

    def emblem(self, warband: Warband) -> str:
        seat = self.of(warband)
        return "iron" if seat is None else seat.emblem


def players(club_id: int) -> dict[str, Seat]:
    """Everybody who may have a warband, by id."""
    seats = Seat.objects.active().filter(club_id=club_id).exclude(role=Role.SPECTATOR)
    return {str(seat.pk): seat for seat in seats}
