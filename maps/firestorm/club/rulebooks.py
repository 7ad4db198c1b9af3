"""The rulebook of a Firestorm league, with its options in the shape the wizard draws."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaigns.engine.lines import Act
from campaigns.engine.rulebooks import Rulebook, plain_rulebook
from rules.firestorm.book import EDITIONS, firestorm_book
from rules.firestorm.game import GAME


def firestorm_rulebooks() -> list[Rulebook]:
    """Every edition."""
    summary = _("Up to four factions, secret orders, banners that march, sieges, glory.")
    return [plain_rulebook(GAME, edition, firestorm_book(edition).title, summary) for edition in EDITIONS]


def firestorm_option_act(key: str, value: str, words: str) -> Act:
    """An option of a running league changed, with the reason."""
    return "firestorm.set_options", {"settings": {key: value}, "words": words}
