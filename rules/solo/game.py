"""Registers the solo and co-op rules as a game of its own, with its books and its untouched beginning."""

from __future__ import annotations

from rules.engine.books import load_book
from rules.engine.games import Choosable, Ctx, Game, register_game
from rules.engine.plain import Params
from rules.solo import state as tables
from rules.solo.book import Rules, SoloBook

type SoloCtx = Ctx[tables.SoloState, Rules]

LATEST = "solo-3.2.0"
EDITIONS = (LATEST,)


def solo_book(edition: str) -> SoloBook:
    """One edition; nothing names the latest."""
    return load_book(edition or LATEST, SoloBook)


def rules_in_force(state: tables.SoloState) -> Rules:
    """The rulebook with the settings of this game laid over it."""
    game = state.game
    return Rules(solo_book(game.edition), game.settings)


def initial_solo_state(edition: str, settings: Params) -> tables.SoloState:
    """A game nobody has prepared yet; raises `Refused` for a setting the book does not know."""
    edition = edition or LATEST
    checked = solo_book(edition).checked(settings)
    return tables.SoloState(games={"game": tables.TableGame(edition=edition, settings=checked)})


def settings(edition: str) -> tuple[Choosable, ...]:
    """The settings of an edition; the ruling stands for the rule."""
    return tuple(
        Choosable(key, one.default, one.options, one.least, one.most, one.line, one.ruling)
        for key, one in solo_book(edition).settings.items()
    )


BOOKS = {one: solo_book(one) for one in EDITIONS}
FILES = dict.fromkeys(EDITIONS, SoloBook)
GAME = register_game(
    Game("solo", tables.SoloState, BOOKS, rules_in_force, initial_solo_state, settings=settings, files=FILES)
)
