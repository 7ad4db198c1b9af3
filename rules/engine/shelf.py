"""All games there are. Importing a game's package registers its procedures, effects and books."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from rules.engine.games import GAMES, AnyGame

PACKAGES = ("rules.opr", "rules.conquest", "rules.solo")


@cache
def all_games() -> dict[str, AnyGame]:
    """Every registered game by name; loads and thereby checks every book."""
    for package in PACKAGES:
        import_module(package)
    return GAMES


def game(name: str) -> AnyGame:
    return all_games()[name]
