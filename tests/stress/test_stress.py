"""The resident adversary finds nothing: one seed a game, and in whole seasons many of each of its books."""

from __future__ import annotations

import os
from itertools import product

import pytest

from rules.engine.shelf import SHELF, all_games
from tests.stress.runs import run

pytestmark = [pytest.mark.django_db, pytest.mark.season, pytest.mark.timeout(3600)]
ALL = os.environ.get("MUSTERROLL_SEASON") == "1"
SEEDS = range(1, 51) if ALL else range(1, 2)
TURNS = 160 if ALL else 70
EVERY_BUTTON = 2000  # that a league shows one person
BOOKS = [book for game in all_games().values() for book in game.books] if ALL else list(SHELF)
NOT_YET = {"opr", "conquest", "firestorm"}  # what their seeds have found is not mended yet


@pytest.mark.parametrize(("book", "seed"), list(product(BOOKS, SEEDS)))
def test_nothing_is_found(book: str, seed: int) -> None:
    if NOT_YET & {game.name for game in all_games().values() if book in (game.name, *game.books)}:
        pytest.skip("what its seeds have found is not mended yet")
    made = run(book, seed, TURNS, buttons=EVERY_BUTTON if ALL and seed % 10 == 1 else 0)
    assert not made.finds, "\n".join(made.lines())
    assert made.entries
