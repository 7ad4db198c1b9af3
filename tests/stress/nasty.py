"""Names, ids and words that nobody would think of, and that somebody types one day."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

LABELLED = 0.2
PLAIN = re.compile(r"[A-Za-z0-9_.:-]+")  # what nobody thinks twice about in an address

IDS = (
    "a/b", "T/1", "..", "../..", "a b", "'", '"', "\u202edcba", "🂡", "x" * 300, "", "%2F", "?page=2", "#top",
    "a|b", "s1.side", "<b>", "Ä", ".", "a\\b", "None", "0", "{id}", "a:b", "%s", "a\nb", "A1/", "/",
    "Süd 2", "King’s Gate", "St. Mary-by", "की", "x.y:z-1",
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


def renamed(thing: Any, known: Sequence[str], luck: random.Random) -> Any:
    """The same with ids of the list in place of one to three of those it has, wherever those stand."""
    some = luck.sample(known, min(len(known), luck.randint(1, 3)))
    odd = dict(zip(some, luck.sample([one for one in IDS if one], len(some)), strict=True))

    def other(value: Any) -> Any:
        if isinstance(value, str):
            return "|".join(odd.get(part, part) for part in value.split("|"))
        if isinstance(value, list | tuple):
            return [other(one) for one in value]
        return {key: other(one) for key, one in value.items()} if isinstance(value, dict) else value

    return other(thing)


def label(name: str, luck: random.Random) -> dict[str, str]:
    """A parameter by which somebody gives an id, now and then."""
    return {name: luck.choice(IDS)} if luck.random() < LABELLED else {}
