"""A Firestorm league, turn by turn."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext_lazy

from campaigns.engine.lines import Hint

HELP = (
    Hint(
        lazy("Create a faction, or join one"),
        lazy(
            "Two to four factions, each shared by as many players as you like. Choose a corner of the map "
            "and a grand alliance."
        ),
    ),
    Hint(
        lazy("Prepare the turn"),
        lazy(
            "Banners come back, new ones are raised, characters move between banners. Say when you’re ready."
        ),
    ),
    Hint(
        lazy("Write secret orders"),
        lazy(
            "Every banner moves, marches, fortifies or holds. Your whole faction writes on one sheet, "
            "which nobody outside can read before the reveal. Seal it when you’ve finished."
        ),
    ),
    Hint(
        pgettext_lazy("what to do", "Watch the reveal"),
        lazy(
            "When everybody has sealed their orders, the app moves every banner in order of initiative. "
            "You watch it step by step."
        ),
    ),
    Hint(
        lazy("Fight your battles"),
        lazy(
            "Each battle page says how many points each side has and why. Play, report the result, then "
            "agree to it."
        ),
    ),
    Hint(
        lazy("Retreat, raze, build"),
        lazy("Losers fall back, winners take land. Then spend your build points on land of your own."),
    ),
    Hint(
        lazy("Count the glory"),
        lazy(
            "Land, victories and great works earn glory. The faction that has reached the target at the end "
            "of a turn wins; if several have, the one with the most glory."
        ),
    ),
)
