"""A league of empires, phase by phase."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as lazy

from campaigns.engine.lines import Hint

HELP = (
    Hint(
        lazy("Create your empire"),
        lazy("Choose a name and a colour, then a capital. The organiser sets up the map before that."),
    ),
    Hint(
        lazy("Events and revenue"),
        lazy("Each round begins with events; then every empire collects what its land brings in."),
    ),
    Hint(
        lazy("Challenge somebody"),
        lazy(
            "In turn, each empire challenges another. The app says who you can challenge, and why you "
            "can’t challenge the others."
        ),
    ),
    Hint(
        lazy("Fight your battles"),
        lazy(
            "Agree on a size, play, and report the result. It counts once the other side agrees; if they "
            "dispute it, an organiser decides."
        ),
    ),
    Hint(
        lazy("Spend what you won"),
        lazy(
            "Take land and build on it. The app shows what you can’t afford; end your turn when you’re done."
        ),
    ),
    Hint(
        lazy("You don’t have to be in the room"),
        lazy(
            "A phase with a deadline ends automatically; the map tells you what happens if you don’t "
            "answer in time."
        ),
    ),
)
