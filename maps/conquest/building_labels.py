"""Words for what is built on a map of Conquest."""

from __future__ import annotations

from rules.conquest.ground import conquest_map_book


def built(key: str) -> str:
    """A building; nothing where nothing is built."""
    return conquest_map_book().building(key).word
