"""A language nobody speaks, to find what no translator could reach.

Every letter of a sentence that goes through a translation gets an accent, so that English left over stands
out; names and values filled in keep their letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache

from rules.engine.language import Voice, speak

PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
STRANGE = "ȦƁƇƊḖƑƓĦĪĴĶĿḾƝǾƤɊŘŞŦŬṼẆẊẎẐȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑ"
ACCENTS = str.maketrans(PLAIN, STRANGE)
KEPT = re.compile(r"(\{[^}]*\}|%\([^)]*\)[a-z]|%[a-z]|<[^>]*>|&[a-z#0-9]+;)")
ENGLISH = re.compile(r"[A-Za-z][A-Za-z’']+")
# Said alike in every language: dice, ids of rules and rulings, figures with a letter.
CODES = re.compile(r"\b(?:\d*[DdkK]\d+|[A-Z]{1,5}-\d+|[A-Z]?\d+[A-Za-z]{0,2})\b")


@cache
def pseudo(sentence: str) -> str:
    """ "Roll for {unit}." -> "Řǿŀŀ ƒǿř {unit}."; placeholders and marks of HTML stay."""
    return "".join(
        part if number % 2 else part.translate(ACCENTS) for number, part in enumerate(KEPT.split(sentence))
    )


def _plural(one: str, many: str, number: int) -> str:
    return pseudo(one if number == 1 else many)


@contextmanager
def spoken() -> Iterator[None]:
    """The rules speak the strange language."""
    before = speak(Voice(lambda: "pseudo", pseudo, _plural, lambda _context, word: pseudo(word)))
    try:
        yield
    finally:
        speak(before)


def english(shown: str, names: Iterable[str] = ()) -> list[str]:
    """The words in what is shown that are still English; `names` may hold any."""
    for name in sorted((name for name in names if name in shown), key=len, reverse=True):
        shown = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", shown)
    return ENGLISH.findall(CODES.sub(" ", shown))


def strange(shown: str) -> bool:
    """Whether any of it went through a translation."""
    return bool(set(shown) & set(STRANGE))
