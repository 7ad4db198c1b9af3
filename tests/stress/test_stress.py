"""The resident adversary finds nothing: one seed a game, and in whole seasons many of each of its books."""

from __future__ import annotations

import os
from itertools import product

import pytest

from rules.engine.shelf import SHELF, all_games
from tests.stress.runs import Run, league, play, run

pytestmark = [pytest.mark.django_db, pytest.mark.season, pytest.mark.timeout(3600)]
ALL = os.environ.get("MUSTERROLL_SEASON") == "1"
SEEDS = range(1, 51) if ALL else range(1, 2)
TURNS = 160 if ALL else 40
EVERY_BUTTON = 2000  # that a league shows one person
BOOKS = [book for game in all_games().values() for book in game.books] if ALL else list(SHELF)
SHORT = 20  # acts, in which much of a league is begun


@pytest.mark.parametrize(("book", "seed"), list(product(BOOKS, SEEDS)))
@pytest.mark.in_turn(2)
def test_nothing_is_found(book: str, seed: int) -> None:
    buttons = EVERY_BUTTON if ALL and seed % 10 == 1 else 0
    made = run(book, seed, TURNS, buttons=buttons, everybody=ALL)
    assert not made.finds, "\n".join(made.lines())
    assert made.entries


@pytest.mark.parametrize("book", ["opr", "firestorm"])
@pytest.mark.in_turn(2)
def test_a_seed_plays_the_same_league_again(book: str) -> None:
    first, again = trail(book, 2), trail(book, 2)
    assert len(first) >= SHORT
    assert again == first


def trail(book: str, seed: int) -> list[str]:
    """Who did what in the acts of a short run, and what came of it."""
    with league(book, seed) as looking:
        play(Run(book, seed, SHORT), looking)
        return [str(one) for one in looking.adversary.deeds]
