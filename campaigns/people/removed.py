"""Whoever was removed from a club: whom they ask to be taken back."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.models.people import Club, Person, Role, SeatStatus
from rules.engine.language import either


def why_not_taken_back(person: Person | None, club: Club) -> str:
    """Why somebody does not come back by a link, and whom they ask: their seat was removed; or nothing."""
    own = club.seats.exclude(status=SeatStatus.MERGED).filter(person=person).first() if person else None
    if own is None or own.status != SeatStatus.REMOVED:
        return ""
    organisers = club.seats.active().filter(role=Role.ORGANISER).order_by("name")
    names = either(map(str, organisers)) if organisers else _("an organiser")
    return _("Your seat in this club was removed. Ask %(names)s to give it back.") % {"names": names}
