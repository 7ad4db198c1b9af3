"""What the inbox says of who was made an organiser of one league alone, or is one no more."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.engine.who.offices import TAKEN
from campaigns.models import Notice


def office_sentence(notice: Notice) -> str:
    known = {"name": notice.actor or _("An organiser"), "league": notice.scope}
    if notice.key.startswith(f"{TAKEN}-"):
        return _("%(name)s has ended your time as organiser of %(league)s") % known
    return _("%(name)s has made you an organiser of %(league)s") % known
