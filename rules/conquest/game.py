"""The game of Conquest: its state, its books, and the league nobody has played yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.conquest.book import EDITIONS, book, checked_settings, in_force
from rules.conquest.state import CAMPAIGN, Campaign, Conquest
from rules.games import Game, register_game
from rules.maps.model import Ground


def begin(edition: str, settings: Mapping[str, Any]) -> Conquest:
    """An empty league on an empty map."""
    edition = edition or EDITIONS[0]
    campaign = Campaign(id=CAMPAIGN, edition=edition, settings=checked_settings(settings, edition))
    return Conquest(campaign={CAMPAIGN: campaign}, ground={"map": Ground()})


GAME = register_game(
    Game("conquest", Conquest, {edition: book(edition) for edition in EDITIONS}, in_force, begin)
)
