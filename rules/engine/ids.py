"""What an id may be: one pattern, asked wherever somebody may give one.

Letters and figures of any script, with `. : _ - ’` or a space between: so are the ids that rules make
("s3.banner", "turn:2:battle:T07:1"), and what clubs call a territory ("C4", "Süd 2", "King’s Gate"). Nothing
in one has a meaning of its own in an address, a who-string, a list of names or a link of the map.
"""

from __future__ import annotations

from unicodedata import category

from rules.engine.language import say
from rules.engine.procedure import Procedure, admit

BETWEEN = frozenset(" .:_-'’")


def is_id(text: str) -> bool:
    """Whether something may be called this; it begins and ends with a letter or a figure."""
    ends = text[:1].isalnum() and _is_letter(text[-1:])
    return ends and "  " not in text and all(_is_letter(one) or one in BETWEEN for one in text)


def _is_letter(one: str) -> bool:
    """A letter or figure, or a mark that belongs to the one before."""
    return one.isalnum() or (one != "" and category(one).startswith("M"))


def label(text: str, rule: str, key: str) -> Procedure[None]:
    """Admission: go on when an id that was given may be one. An empty one is none: the rules make it."""
    yield from admit(not text or is_id(text), rule, no_id(text), key)


def no_id(text: str) -> str:
    """The sentence why not."""
    return say(
        "“{id}” cannot be a label: use letters and digits, with . : _ - ’ or a space between them.", id=text
    )
