"""An evening against the app, step by step."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as lazy

from campaigns.engine.lines import Hint

HELP = (
    Hint(
        lazy("Bring the lists"),
        lazy(
            "Three to six lists of about the same value; the app draws one for itself, then one for each of "
            "you."
        ),
    ),
    Hint(
        lazy("Set up the table"),
        lazy("The app says where its markers and units go. You deploy before it does."),
    ),
    Hint(
        lazy("Answer what the app asks"),
        lazy(
            "When one of its units acts, the app asks what you see: is an enemy in the way, who is "
            "nearest? From your answers it works out what the unit does."
        ),
    ),
    Hint(
        lazy("Roll for the app, or let it roll"),
        lazy(
            "For each attack the app tells you how many dice to roll and what they need. Tap what came up, "
            "or let the app roll them."
        ),
    ),
    Hint(
        lazy("Can’t the unit do that?"),
        lazy("Say so, and it does the next best thing. Tapped the wrong thing? One tap undoes it."),
    ),
)
