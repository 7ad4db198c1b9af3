"""Who is who in a club, loaded once per request (`Here.people`): seat id to name and emblem."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.models import Club, Seat


@dataclass(frozen=True, slots=True)
class Known:
    """What a page shows of a person; `person` is the same for seats that were merged."""

    name: str
    emblem: str
    person: int = 0


def seatbook(club: Club) -> dict[str, Known]:
    """Every seat of a club, former ones too, by id as the journal writes it."""
    rows = Seat.objects.filter(club=club).values_list("pk", "name", "emblem", "person")
    return {
        str(pk): Known(name or _("A former player"), emblem, person or 0) for pk, name, emblem, person in rows
    }
