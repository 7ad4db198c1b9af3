"""Maps to start from, drawn by us: two of hexagons, two of free shapes. They live beside this as JSON, each
with the books it is for, how many players it takes and what it is like.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypedDict

from rules.engine.language import said
from rules.maps.exchange import from_json
from rules.maps.model import Map

FOLDER = Path(__file__).parent / "ready"
KEYS = ("two_rivers", "salt_islands", "the_wheel", "ember_marches")
ABOUT = ("books", "players", "about")  # what a ready map says besides the map


@dataclass(frozen=True, slots=True)
class Ready:
    """A ready-made map: its key, the games whose books it is for, for how many players, and what it is like,
    in a line.
    """

    key: str
    books: tuple[str, ...]
    players: tuple[int, int]
    about: str

    @property
    def name(self) -> str:
        return ready_map(self.key).ground.name

    @property
    def line(self) -> str:
        return said(self.about)


class _ReadyMap(TypedDict):
    """What a file says besides the map; `rules.maps.exchange` reads that."""

    books: list[str]
    players: tuple[int, int]
    about: str


def _sheet(key: str) -> _ReadyMap:
    found: _ReadyMap = json.loads((FOLDER / f"{key}.json").read_text(encoding="utf-8"))
    return found


def _ready(key: str) -> Ready:
    sheet = _sheet(key)
    least, most = sheet["players"]
    return Ready(key, tuple(sheet["books"]), (least, most), sheet["about"])


READY = tuple(_ready(key) for key in KEYS)


def ready_for(game: str) -> tuple[Ready, ...]:
    """The ready-made maps for a game's books."""
    return tuple(one for one in READY if game in one.books)


@cache
def ready_map(key: str) -> Map:
    """A ready-made map by its key; KeyError when there is none."""
    if key not in KEYS:
        raise KeyError(key)
    return from_json({name: value for name, value in _sheet(key).items() if name not in ABOUT})
