"""What somebody does for a side that they do not play: they stand in for somebody on holiday."""

from __future__ import annotations

from urllib.parse import urlencode

from django.utils.translation import gettext as _

from campaigns.engine.mine import Mine
from campaigns.models import Scope


def for_whom(mine: Mine, scope: Scope, side: str) -> str:
    """Which side something is done for, behind where it is done; nothing where it is one's own."""
    if mine.owns(side, scope):
        return ""
    return " · " + _("for %(name)s") % {"name": mine.told[scope.pk]["names"][side]}


def acting_for(mine: Mine, scope: Scope, side: str) -> str:
    """What the address of the map ends with, so that one acts for that side there."""
    return "" if mine.owns(side, scope) else "?" + urlencode({"as": side})
