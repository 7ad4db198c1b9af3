"""Whose something is: a colour with its emblem and its hatch, so a hue never stands alone."""

from __future__ import annotations

from dataclasses import dataclass

HATCH = 8  # the tile of a hatch
HATCH_SCALE = 3


@dataclass(frozen=True, slots=True)
class Sign:
    """An owner's colour by name, its emblem's icon (white or not), the hatch's path, the owner's name."""

    colour: str
    icon: str
    white: bool = False
    name: str = ""
    striped: bool = False
    hatch: str = ""
