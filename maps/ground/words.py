"""Words for what lies and what is built on a map. A map keeps the keys, which are the English words."""

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
BUILT = {
    "castle": gettext_noop("castle"),
    "city": gettext_noop("city"),
    "mine": gettext_noop("mine"),
    "port": gettext_noop("port"),
}


def land(key: str) -> str:
    """A terrain, river or shore."""
    return _(LAND.get(key, key))


def built(key: str) -> str:
    """A building; nothing where nothing is built."""
    return _(BUILT.get(key, key))
