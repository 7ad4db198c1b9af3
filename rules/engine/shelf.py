"""All games there are: a line each. Nothing else names one outside its own folders."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from rules.engine.games import GAMES, AnyGame


class Places(NamedTuple):
    """Where a game lives. Importing `rules` registers its procedures, effects, figures and books; `plugin` is
    what it brings to the club, a module that nothing here opens.
    """

    rules: str
    plugin: str


SHELF = {
    "opr": Places("rules.opr", "campaigns.opr.plugin"),
    "conquest": Places("rules.conquest", "maps.conquest.plugin"),
    "firestorm": Places("rules.firestorm", "maps.firestorm.plugin"),
    "solo": Places("rules.solo", "campaigns.solo.plugin"),
}


@cache
def all_games() -> dict[str, AnyGame]:
    """Every game of the shelf by name; loads and thereby checks every book."""
    for places in SHELF.values():
        import_module(places.rules)
    return {name: GAMES[name] for name in SHELF}


def game(name: str) -> AnyGame:
    """A game by its name."""
    return all_games()[name]


def folder_of(name: str) -> Path:
    """Where the rules of a game lie, its examples beside them."""
    found = find_spec(SHELF[name].rules)
    assert found
    assert found.origin
    return Path(found.origin).parent
