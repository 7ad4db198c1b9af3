"""What the desks of all map books say in the same words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy, gettext_noop

from campaigns.engine.lines import Section

MAPS = Section("maps", gettext_noop("Maps"), "map", "maps:maps", "organiser")
FROM_THE_PRESENT = gettext_lazy(
    "A league on a map goes back step by step from the present; further back only the facts of a "
    "battle are corrected."
)
