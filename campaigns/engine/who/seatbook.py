"""Who is who in a club, loaded once per request (`Here.people`): seat id to name and emblem."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.models import Club, Seat, SeatStatus


@dataclass(frozen=True, slots=True)
class Known:
    """What a page shows of a person; `person` is the same for seats that were merged."""

    name: str
    emblem: str
    person: int = 0


NO_SEAT = Known("", "iron")


def seatbook(club: Club) -> dict[str, Known]:
    """Every seat of a club by id as the journal writes it; one that was left or merged leads to the name and
    the emblem of the seat its player has now."""
    rows = list(Seat.objects.filter(club=club).values_list("pk", "name", "emblem", "person", "status"))
    active = [row[1:4] for row in rows if row[4] == SeatStatus.ACTIVE]
    now = {person: (name, emblem) for name, emblem, person in active}
    found = {}
    for pk, name, emblem, person, _status in rows:
        name, emblem = now.get(person, (name, emblem))
        found[str(pk)] = Known(name or _("A former player"), emblem, person or 0)
    return found
