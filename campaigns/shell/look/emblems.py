"""The eight players' colours, each with its emblem and its hatch, so a hue never stands alone.

Figures only: `templatetags/look.py` draws them on pages, sheets and maps read the same table. From the ninth
player on a colour comes again as `<name>-2`, with a white inner stripe and another emblem.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

DARK_SIGN = "#0B1014"
WHITE_SIGN = "#FFFFFF"


@dataclass(frozen=True, slots=True)
class EmblemLook:
    """`fill` and `sign` are colours, `icon` the sprite's name, `hatch` path data for an 8 × 8 tile."""

    name: str
    fill: str
    icon: str
    hatch: str
    sign: str = DARK_SIGN
    striped: bool = False


RISING_LEFT = "M0 0 8 8M-1 7 1 9M7-1 9 1"
RISING_RIGHT = "M0 8 8 0M-1 1 1-1M7 9 9 7"

_FIRST = (
    EmblemLook("orange", "#E69F00", "sun-fill", RISING_LEFT),
    EmblemLook("sky", "#56B4E9", "gem", RISING_RIGHT),
    EmblemLook("green", "#009E73", "tree-fill", "M0 4H8"),
    EmblemLook("yellow", "#F0E442", "lightning-fill", "M4 0V8"),
    EmblemLook("blue", "#0072B2", "droplet-fill", RISING_LEFT + RISING_RIGHT, WHITE_SIGN),
    EmblemLook("vermilion", "#D55E00", "fire", "M0 4H8M4 0V8"),
    EmblemLook("purple", "#CC79A7", "moon-fill", "M2 2h.01M6 6h.01"),
    EmblemLook("iron", "#1E2428", "hammer", "M0 6 2 2 4 6 6 2 8 6", WHITE_SIGN),
)
_LATER_ICONS = (
    "bell-fill",
    "asterisk",
    "suit-club-fill",
    "key-fill",
    "eye-fill",
    "heart-fill",
    "suit-spade-fill",
    "nut-fill",
)
_SECOND = tuple(
    replace(emblem, name=f"{emblem.name}-2", icon=icon, striped=True)
    for emblem, icon in zip(_FIRST, _LATER_ICONS, strict=True)
)

EMBLEMS = {emblem.name: emblem for emblem in (*_FIRST, *_SECOND)}
EMBLEM_NAMES = tuple(EMBLEMS)
COLOURS = {
    "orange": gettext_noop("orange"),
    "sky": gettext_noop("sky blue"),
    "green": gettext_noop("green"),
    "yellow": gettext_noop("yellow"),
    "blue": gettext_noop("blue"),
    "vermilion": gettext_noop("vermilion"),
    "purple": gettext_noop("purple"),
    "iron": gettext_noop("iron grey"),
}


def emblem_named(name: str) -> EmblemLook:
    """The emblem of that name; an unknown name (an import, an old row) gets iron's."""
    return EMBLEMS.get(name, EMBLEMS["iron"])


def is_striped(name: str) -> bool:
    """Whether it is the second emblem of its colour."""
    return emblem_named(name).striped


def colour_words(name: str) -> str:
    """What the colour of an emblem is called: `green`, `green with a stripe` for the second of it."""
    emblem = emblem_named(name)
    colour = _(COLOURS[emblem.name.removesuffix("-2")])
    return _("%(colour)s with a stripe") % {"colour": colour} if emblem.striped else colour
