"""Where a name stands in a list, and which names are one.

What is taken, found and sorted goes by the key of `rules.engine.names`, in Python: not every database knows
how letters belong together.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Protocol

from rules.engine.names import name_key

# Letters with a stroke or of two parts have no mark to take off; they stand with those they look like.
_BESIDE = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ŋ": "n"}
)


def sort_key(name: str) -> tuple[str, str]:
    """Where a name stands in a list, on which readers of English, German and French agree: by its letters,
    and where those are the same by their marks."""
    return name_key(name).translate(_BESIDE), unicodedata.normalize("NFD", name).casefold()


class HasName(Protocol):
    @property
    def name(self) -> str: ...


def sorted_by_name[One: HasName](things: Iterable[One]) -> list[One]:
    """Things in the order of their names."""
    return sorted(things, key=lambda one: sort_key(one.name))


def names_alike(names: Iterable[str]) -> list[list[str]]:
    """Those of the names that are one to a reader, together."""
    by_key: dict[str, list[str]] = {}
    for name in sorted(filter(None, names), key=sort_key):
        by_key.setdefault(name_key(name), []).append(name)
    return [alike for alike in by_key.values() if len(alike) > 1]
