"""What the inbox says to whom an organiser has made one of a league alone, or put on holiday."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.engine.who.offices import AWAY, BACK, TAKEN
from campaigns.models import Notice


def office_sentence(notice: Notice) -> str:
    known = {"name": notice.actor or _("An organiser"), "league": notice.scope}
    if notice.key.startswith(f"{TAKEN}-"):
        return _("%(name)s has ended your time as organiser of %(league)s") % known
    if is_of_holiday(notice) and notice.key.startswith(f"{BACK}-"):
        return _("%(name)s has ended your holiday") % known
    if is_of_holiday(notice):
        return _("%(name)s has entered a holiday for you") % known
    return _("%(name)s has made you an organiser of %(league)s") % known


def is_of_holiday(notice: Notice) -> bool:
    """Whether an organiser has said for somebody that they are away, or back."""
    return notice.key.startswith(f"{AWAY}-")
