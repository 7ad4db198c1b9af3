"""Who is who in a club, loaded once per request (`Viewer.people`): seat id to name and emblem."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaigns.models import Club, HolidayStage, Seat, SeatStatus
from config.database.compiled import compiled

type SeatRow = tuple[
    int, str, str, int | None, str, date, date, str | None, int | None
]  # of a holiday, or None


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """What a page shows of a person, the same `person` for seats that were merged; `there`: in the club.

    `away`: from which day to which they are, or will be, on holiday; `is_away`: they are now; `stand_in`: the
    seat of who stands in for them.
    """

    name: str
    emblem: str
    person: int = 0
    there: bool = True
    away: tuple[date, date] | None = None
    is_away: bool = False
    stand_in: str = ""


NO_SEAT = KnownPerson("", "iron")


def seatbook(club: Club) -> dict[str, KnownPerson]:
    """Every seat of a club by id as the journal writes it; one that was left or merged leads to the name and
    the emblem of the seat its player has now."""
    rows = _seat_rows(club.pk)
    now = {row[3]: row for row in rows if row[4] == SeatStatus.ACTIVE}
    found = {}
    for row in rows:
        person = row[3]
        _pk, name, emblem, _person, status, begins, ends, stage, stand_in = now.get(person, row)
        there = status == SeatStatus.ACTIVE
        away = (begins, ends) if there and stage in (HolidayStage.COMES, HolidayStage.ON) else None
        is_away = away is not None and stage == HolidayStage.ON
        stands = str(stand_in) if away and stand_in else ""
        called = name or _("A former player")
        found[str(row[0])] = KnownPerson(called, emblem, person or 0, there, away, is_away, stands)
    return found


@compiled
def _seat_rows(club: int) -> QuerySet[Seat, SeatRow]:
    holiday = ("holiday__begins", "holiday__ends", "holiday__stage", "holiday__stand_in")
    return Seat.objects.filter(club=club).values_list("pk", "name", "emblem", "person", "status", *holiday)
