"""An evening with a league of warbands, step by step."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as lazy

from campaigns.engine.lines import Hint

HELP = (
    Hint(
        lazy("Open a mission"),
        lazy(
            "Say who is playing and, if you like, where. Each side ticks the units it brings; the app "
            "keeps the sides roughly even and gives underdog points to the weaker one."
        ),
    ),
    Hint(
        lazy("Play as you always do"),
        lazy(
            "At the start of each round, roll for an event. When a unit is taken out, tap the unit that "
            "did it: that’s where XP comes from."
        ),
    ),
    Hint(
        lazy("Report it"),
        lazy(
            "One of you says who won and in which round. It counts once the others agree, or "
            "when the time to answer is up. Played without a phone? Enter a quick report "
            "afterwards."
        ),
    ),
    Hint(
        lazy("Roll for casualties"),
        lazy("One die for each unit that was taken out. Tap the face you rolled, or let the app roll."),
    ),
    Hint(
        lazy("Level up"),
        lazy("Units with enough XP roll for a trait; heroes also choose a skill set."),
    ),
    Hint(
        lazy("Spend your points"),
        lazy(
            "Buy and sell upgrades, then recruit. When both are done, your warband is ready for its "
            "next mission."
        ),
    ),
    Hint(
        lazy("Something wrong?"),
        lazy(
            "You can undo your last step on the page where you did it. An organiser can correct anything "
            "older, and everybody sees what changed and why."
        ),
    ),
)
