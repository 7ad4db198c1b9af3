"""What the inbox says to whom an organiser has made one of a league alone, or put on holiday; and to whom
somebody on holiday has named to stand in for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.engine.who.absent import leagues_stood_in
from campaigns.engine.who.offices import AWAY, BACK, DECLINES, LEFT, STANDS_BACK, STANDS_IN, TAKEN
from campaigns.models import Holiday, HolidayStage, Notice, Seat
from config.dates import dated
from rules.engine.language import listed


def office_sentence(notice: Notice) -> str:
    known = {"name": notice.actor or _("An organiser"), "league": notice.scope}
    if is_of_leaving(notice):
        return _("%(name)s has left the club") % {"name": notice.actor or _("Somebody")}
    if notice.key.startswith(f"{TAKEN}-"):
        return _("%(name)s has ended your time as organiser of %(league)s") % known
    if is_of_holiday(notice) and notice.key.startswith(f"{BACK}-"):
        return _("%(name)s has ended your holiday") % known
    if is_of_holiday(notice):
        return _("%(name)s has entered a holiday for you") % known
    return _("%(name)s has made you an organiser of %(league)s") % known


def is_of_leaving(notice: Notice) -> bool:
    """Whether somebody is in the club no more."""
    return notice.key.startswith(f"{LEFT}-")


def is_of_holiday(notice: Notice) -> bool:
    """Whether an organiser has said for somebody that they are away, or back."""
    return notice.key.startswith(f"{AWAY}-")


# Standing in


@dataclass(frozen=True, slots=True)
class StoodFor:
    """Somebody for whom others stand in: their holiday as it is said now, and where that can be done."""

    seat: Seat
    row: Holiday | None
    leagues: tuple[str, ...]


def is_of_standing_in(notice: Notice) -> bool:
    """Whether it is about standing in for somebody, in whichever way."""
    return notice.key.startswith(f"{STANDS_IN}-")


def declines(notice: Notice) -> bool:
    """Whether it tells somebody on holiday that another does not stand in for them."""
    return notice.key.startswith(f"{DECLINES}-")


def stood_for_id(notice: Notice) -> int:
    """The seat of who is away."""
    return int(notice.key.split("-")[-2])


def stood_for(notices: Iterable[Notice]) -> Mapping[int, StoodFor]:
    """Those who are away in these, by their seats."""
    ids = {stood_for_id(one) for one in notices if is_of_standing_in(one)}
    seats = Seat.objects.filter(pk__in=ids).select_related("holiday__stand_in") if ids else ()
    leagues = leagues_stood_in(ids) if ids else {}
    return {one.pk: StoodFor(one, getattr(one, "holiday", None), leagues[one.pk]) for one in seats}


def standing_in_sentence(notice: Notice, of: StoodFor | None) -> str:
    """That somebody is to stand in, and for how long; or that it is over."""
    other = str(of.seat) if of else _("Somebody")
    known = {"name": notice.actor or _("Somebody"), "other": other}
    if declines(notice):
        return _("%(name)s can’t stand in for you") % known
    if notice.key.startswith(f"{STANDS_BACK}-"):
        return _("You’re no longer standing in for %(other)s") % known
    row = of.row if of else None
    if of is None or row is None or not _stands_in(notice, row):
        return _("You were to stand in for %(other)s") % known
    known |= {"first": dated(row.begins, "j F"), "last": dated(row.ends, "j F")}
    known["where"] = listed(of.leagues) or str(notice.club)
    said = _("%(name)s has asked you to stand in for %(other)s in %(where)s from %(first)s to %(last)s")
    if notice.actor_id == of.seat.pk:
        said = _("%(name)s has asked you to stand in for them in %(where)s from %(first)s to %(last)s")
    return said % known


def _stands_in(notice: Notice, row: Holiday) -> bool:
    named = row.stand_in
    return row.stage != HolidayStage.OVER and named is not None and named.person_id == notice.person_id
