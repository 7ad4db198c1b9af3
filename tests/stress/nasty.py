"""Names, ids and words that nobody would think of, and that somebody types one day."""

from __future__ import annotations

import random
from typing import Any

IDS = (
    "a/b", "T/1", "..", "../..", "a b", "'", '"', "\u202edcba", "🂡", "x" * 300, "", "%2F", "?page=2", "#top",
    "a|b", "s1.side", "<b>", "Ä", ".", "a\\b", "None", "0", "{id}", "a:b", "%s", "a\nb", "A1/", "/",
)  # fmt: skip
NAMES = (
    "O’Brien", "Zoë", "𝓜arta", "عمر", "李", "Ann \u202ekraM", "x" * 300, "", "  ", "Tom/Ada", "<i>Bo</i>",
    "🂡 Ace", "'; --", "{name}", "%(name)s", "a\u200bb", "Nicolas\N{COMBINING ACUTE ACCENT}", "İbrahim",
    "ibrahim", "null",
)  # fmt: skip
WORDS = (
    "", "because", "“so”", "x" * 2000, "\u202eesrever", "🎲🎲🎲", "<script>", "{0} %s", "a\nb", "-", "\0",
    "…/..",
)  # fmt: skip
VALUES: tuple[object, ...] = (
    None, True, False, -1, 0, 10**12, 0.5, "", "nobody", [], [[]], {}, {"id": "x"}, "x" * 300, ["a", "a"],
    "\0",
)  # fmt: skip


def renamed(thing: Any, known: str, luck: random.Random) -> Any:
    """The same with an id of the list in place of one it has, wherever that stands."""
    odd = luck.choice([one for one in IDS if one])

    def other(value: Any) -> Any:
        if isinstance(value, str):
            return "|".join(odd if part == known else part for part in value.split("|"))
        if isinstance(value, list | tuple):
            return [other(one) for one in value]
        return {key: other(one) for key, one in value.items()} if isinstance(value, dict) else value

    return other(thing)
