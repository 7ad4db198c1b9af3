"""Why a planned game does not take place: who has called it off, or what it fell with."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.models import Fell, Holiday, PlannedGame, PlannedSide, PlanStatus
from campaigns.nights.games.games import joined_names
from campaigns.shell.told.away import away_days


def called_off_words(plan: PlannedGame, sides: list[PlannedSide]) -> str:
    """In a few words, the same for everybody who reads them; what was written to it stands after them."""
    match plan.fell:
        case Fell.NIGHT:
            return _("called off with the club night")
        case Fell.AWAY if plan.changed_by is not None:
            days = _days_away(plan)
            known = {"name": plan.changed_by, "days": days}
            told = (
                _("called off because %(name)s is %(days)s")
                if days
                else _("called off because %(name)s isn’t coming")
            )
            return told % known
        case Fell.LEFT:
            return _left(sides)
        case Fell.ONE:
            return _("called off because both players are the same person")
        case Fell.OVER:
            return _("called off because the league is over")
    if plan.changed_by is not None:
        return _("called off by %(name)s") % {"name": plan.changed_by}
    return str(PlanStatus.OFF.label)


def _days_away(plan: PlannedGame) -> str:
    """From when to when whoever does not come is on holiday, where that is why."""
    row = Holiday.objects.filter(seat=plan.changed_by, begins__lte=plan.day, ends__gte=plan.day).first()
    return away_days(row.begins, row.ends, is_away=False) if row else ""


def _left(sides: list[PlannedSide]) -> str:
    gone = [str(one.seat) for one in sides if not one.seat.is_active]
    if not gone:
        return _("called off because its player has handed over their side")
    return _("called off because %(name)s has left the club") % {"name": joined_names(gone)}
