"""Organisers of one league alone: the club's organisers name them and take it away again."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.engine.who.access import may_play
from campaigns.engine.who.offices import NAMED, TAKEN, notify_of_office
from campaigns.models import LeagueOrganiser, Scope, Seat, organisers_of
from campaigns.people.seats import lock_and_reload
from rules.engine.refusals import Refused


def named_in(scope: Scope) -> list[LeagueOrganiser]:
    """Those of a league alone who are in its club, the first named first."""
    rows = LeagueOrganiser.objects.filter(scope=scope, seat__in=organisers_of(scope).values("pk"))
    return list(rows.select_related("seat", "by").order_by("since", "pk"))


@transaction.atomic
def name_organiser(*, by: Seat, seat: Seat, scope: Scope) -> LeagueOrganiser:
    """Make a player an organiser of this league alone, and tell them; twice is once."""
    _by_the_club(by, seat, scope)
    if not may_play(seat):
        raise Refused("", _("Choose somebody who plays in this club."), "seat")
    if seat.is_organiser:
        raise Refused("", _("%(name)s already organises the whole club.") % {"name": seat}, "seat")
    row, is_new = LeagueOrganiser.objects.get_or_create(scope=scope, seat=seat, defaults={"by": by})
    if is_new:
        notify_of_office(by, seat, scope, NAMED)
    return row


@transaction.atomic
def remove_organiser(*, by: Seat, seat: Seat, scope: Scope) -> None:
    """They organise this league no more, at once, and are told."""
    _by_the_club(by, seat, scope)
    if LeagueOrganiser.objects.filter(scope=scope, seat=seat).delete()[0]:
        notify_of_office(by, seat, scope, TAKEN)


def _by_the_club(by: Seat, seat: Seat, scope: Scope) -> None:
    lock_and_reload(by, seat)
    if not by.is_organiser or by.club_id != scope.club_id:
        raise Refused("", _("Only an organiser of this club can do that."))
