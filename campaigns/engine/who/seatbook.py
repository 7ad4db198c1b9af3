"""Who is who in a club, loaded once per request (`Here.people`): seat id to name and emblem."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.models import Club, Seat, SeatStatus


@dataclass(frozen=True, slots=True)
class Known:
    """What a page shows of a person, the same `person` for seats that were merged; `there`: in the club."""

    name: str
    emblem: str
    person: int = 0
    there: bool = True


NO_SEAT = Known("", "iron")


def seatbook(club: Club) -> dict[str, Known]:
    """Every seat of a club by id as the journal writes it; one that was left or merged leads to the name and
    the emblem of the seat its player has now."""
    rows = list(Seat.objects.filter(club=club).values_list("pk", "name", "emblem", "person", "status"))
    active = [row[1:4] for row in rows if row[4] == SeatStatus.ACTIVE]
    now = {person: (name, emblem) for name, emblem, person in active}
    found = {}
    for pk, name, emblem, person, status in rows:
        name, emblem = now.get(person, (name, emblem))
        there = status == SeatStatus.ACTIVE or (person is not None and person in now)
        found[str(pk)] = Known(name or _("A former player"), emblem, person or 0, there)
    return found
