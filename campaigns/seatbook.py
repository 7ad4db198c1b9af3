"""Who is who in a club, loaded once per request: seat id to name and emblem."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from campaigns.models import Club, Seat

if TYPE_CHECKING:
    from campaigns.league_page import Here


@dataclass(frozen=True, slots=True)
class Known:
    """What a page shows of a person; `person` is the same for seats that were merged."""

    name: str
    emblem: str
    person: int = 0


def people_here(here: Here) -> dict[str, Known]:
    """Everybody of a league's club; the visitor's own seats are known from now on and not asked for again."""
    people = seatbook(here.scope.club)
    if here.seat is not None:
        person = here.seat.person_id
        here.actor.recognise(seat for seat, known in people.items() if known.person == person)
    return people


def seatbook(club: Club) -> dict[str, Known]:
    """Every seat of a club, former ones too, by id as the journal writes it."""
    rows = Seat.objects.filter(club=club).values_list("pk", "name", "emblem", "person")
    return {
        str(pk): Known(name or _("A former player"), emblem, person or 0) for pk, name, emblem, person in rows
    }
