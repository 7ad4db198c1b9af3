"""Words for the land of a map. A map keeps the keys, which are the English words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

LAND = {
    "plain": gettext_noop("plain"),
    "mountain": gettext_noop("mountain"),
    "marsh": gettext_noop("marsh"),
    "sea": gettext_noop("sea"),
    "river": gettext_noop("river"),
    "shore": gettext_noop("shore"),
}


def land(key: str) -> str:
    """A terrain, river or shore."""
    return _(LAND.get(key, key))
