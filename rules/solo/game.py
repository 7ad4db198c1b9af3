"""Registers the solo and co-op rules as a game of its own, with its books and its untouched beginning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.engine.books import load_book
from rules.engine.games import Game, register_game
from rules.solo import state as tables
from rules.solo.book import Rules, SoloBook

LATEST = "solo-3.2.0"
EDITIONS = (LATEST,)


def book(edition: str) -> SoloBook:
    """One edition; nothing names the latest."""
    return load_book(edition or LATEST, SoloBook)


def book_of(state: tables.SoloState) -> Rules:
    """The rulebook with the settings of this game laid over it."""
    game = state.game
    return Rules(book(game.edition), game.settings)


def begin(edition: str, settings: Mapping[str, Any]) -> tables.SoloState:
    """A game nobody has prepared yet; raises `Refused` for a setting the book does not know."""
    edition = edition or LATEST
    checked = book(edition).checked(settings)
    return tables.SoloState(games={"game": tables.Game(edition=edition, settings=checked)})


GAME = register_game(Game("solo", tables.SoloState, {one: book(one) for one in EDITIONS}, book_of, begin))
