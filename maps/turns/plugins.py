"""What the plug-ins of all map books say in the same words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy, gettext_noop

from campaigns.engine.lines import Section

MAPS = Section("maps", gettext_noop("Maps"), "map", "maps:maps", "organiser")
FROM_THE_PRESENT = gettext_lazy(
    "In a map league you can undo the latest steps one at a time. For anything older, only the facts of a "
    "battle can be corrected."
)
