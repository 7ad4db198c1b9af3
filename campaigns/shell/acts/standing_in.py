"""What somebody does for a side that they do not play: they stand in for somebody on holiday."""

from __future__ import annotations

from urllib.parse import urlencode

from django.utils.translation import gettext as _

from campaigns.engine.my_leagues import MyLeagues
from campaigns.models import Scope


def stand_in_suffix(mine: MyLeagues, scope: Scope, side: str) -> str:
    """Which side something is done for, behind where it is done; nothing where it is one's own."""
    if mine.owns(side, scope):
        return ""
    return " · " + _("for %(name)s") % {"name": mine.told[scope.pk]["names"][side]}


def stand_in_query(mine: MyLeagues, scope: Scope, side: str) -> str:
    """What the address of the map ends with, so that one acts for that side there."""
    return "" if mine.owns(side, scope) else "?" + urlencode({"as": side})
