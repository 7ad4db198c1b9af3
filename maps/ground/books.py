"""The rulebooks a club may draw maps for: every game's that has said what it wants of its ground."""

from __future__ import annotations

from campaigns.engine.plugins import plugins
from rules.maps.book import MapBook
from rules.maps.ready import Ready


def books() -> dict[str, MapBook]:
    """What each wants of its ground, by game, in the language in force."""
    return {one.game.name: one.play.ground() for one in plugins() if one.play.ground}


def map_book(game: str) -> MapBook:
    """The book of a game; the first there is for a game nobody knows."""
    known = books()
    return known.get(game) or next(iter(known.values()))


def book_of_ready(ready: Ready) -> MapBook:
    """The first of the books a ready-made map is for."""
    return map_book(ready.books[0])
