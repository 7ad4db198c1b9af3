"""A game on its own day: whom I play, at which table, and who of us is there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import NightAnswer, PlannedGame, PlannedSide, PlanStatus, Seat
from campaigns.nights.games.games import listed

TONIGHT = time(17)  # what begins earlier is today


@dataclass(frozen=True, slots=True)
class Tonight:
    """An agreed game that is played today; `here`: the people of it who have said that they are there."""

    seats: tuple[Seat, ...]
    table: int | None
    in_the_evening: bool
    here: frozenset[int]
    on_a_night: bool

    @property
    def title(self) -> str:
        """ "Tonight, table 1"; empty without a table."""
        if not self.table:
            return ""
        told = _("Tonight, table %(n)s") if self.in_the_evening else _("Today, table %(n)s")
        return told % {"n": self.table}

    def headline(self, person: int) -> str:
        """Whom one of them plays and where, and whether they are waited for already."""
        others = [one for one in self.seats if one.person_id != person]
        if not others:
            return _("You play alone.")
        count, known = len(others), {"names": listed([str(one) for one in others]), "n": self.table}
        if all(one.person_id in self.here for one in others):
            at_table = ngettext(
                "%(names)s is here. You play at table %(n)s.",
                "%(names)s are here. You play at table %(n)s.",
                count,
            )
            return (
                at_table if self.table else ngettext("%(names)s is here.", "%(names)s are here.", count)
            ) % known
        if self.table:
            return _("You play %(names)s at table %(n)s.") % known
        return (
            _("You play %(names)s tonight.") if self.in_the_evening else _("You play %(names)s today.")
        ) % known

    def said(self, person: int) -> str:
        """Whether somebody of it has come; of a game on no night nobody says so."""
        if not self.on_a_night:
            return ""
        return _("is here") if person in self.here else _("not here yet")


def tonight_of(plan: PlannedGame, sides: Iterable[PlannedSide], now: datetime) -> Tonight | None:
    """None unless it is agreed and of today."""
    if plan.status != PlanStatus.AGREED or now.astimezone(plan.club.tz).date() != plan.day:
        return None
    arrived = (
        NightAnswer.objects.filter(night=plan.night_id, here_at__isnull=False) if plan.night_id else None
    )
    here = arrived.values_list("seat__person", flat=True) if arrived is not None else ()
    return Tonight(
        seats=tuple(one.seat for one in sides),
        table=plan.table,
        in_the_evening=plan.starts >= TONIGHT,
        here=frozenset(here),
        on_a_night=plan.night_id is not None,
    )
