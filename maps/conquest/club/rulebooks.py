"""The rulebook of a map league, with its options in the shape the wizard draws."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.engine.lines import Act
from campaigns.engine.rulebooks import Rulebook, plain_rulebook
from rules.conquest.book import EDITIONS, conquest_book
from rules.conquest.game import GAME


def conquest_rulebooks() -> list[Rulebook]:
    """Every edition."""
    summary = _("A map of territories, played in rounds of challenges, battles and building.")
    return [plain_rulebook(GAME, edition, conquest_book(edition).title, summary) for edition in EDITIONS]


def conquest_option_act(key: str, value: str, words: str) -> Act:
    """An option of a running league changed, with the reason."""
    return "conquest.set_options", {"settings": {key: value}, "words": words}
