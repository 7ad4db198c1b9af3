"""Maps to start from, drawn by us: two of hexagons, one of free shapes. They live beside this as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules.engine.language import mark, said
from rules.maps.exchange import from_json
from rules.maps.model import Map

FOLDER = Path(__file__).parent / "ready"


@dataclass(frozen=True, slots=True)
class Ready:
    """A ready-made map: its key, whom it is for, and what it is like, in a line."""

    key: str
    players: tuple[int, int]
    about: str

    @property
    def name(self) -> str:
        return ready_map(self.key).ground.name

    @property
    def line(self) -> str:
        return said(self.about)


READY = (
    Ready("two_rivers", (2, 4), mark("Inland: two rivers, a mountain spine, four cities and one to spare.")),
    Ready("salt_islands", (2, 3), mark("An island in the sea: shores all round, for fleets and ports.")),
    Ready("the_wheel", (2, 4), mark("Free shapes around a hub where everybody meets, and a lonely island.")),
)


@cache
def ready_map(key: str) -> Map:
    """A ready-made map by its key; KeyError when there is none."""
    if key not in {one.key for one in READY}:
        raise KeyError(key)
    return from_json(json.loads((FOLDER / f"{key}.json").read_text(encoding="utf-8")))
