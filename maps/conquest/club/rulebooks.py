"""The rulebook of a map league, with its options in the shape the wizard draws."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.engine.lines import Act
from campaigns.engine.rulebooks import Rulebook
from maps.turns.options import league_settings
from rules.conquest.book import EDITIONS, Settings, book


def rulebooks() -> list[Rulebook]:
    """Every edition."""
    summary = _("A map of territories; rounds of challenges, battles and building.")
    return [
        Rulebook(
            "conquest",
            edition,
            book(edition).title,
            summary,
            tuple(league_settings(Settings, book(edition).settings)),
        )
        for edition in EDITIONS
    ]


def change(key: str, value: str, words: str) -> Act:
    """An option of a running league changed, with the reason."""
    return "conquest.set_options", {"settings": {key: value}, "words": words}
