"""When two names are one to a reader. The one place that folds a name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

# What is drawn as nothing besides all that Unicode calls a format (Cf): fillers, selectors, grapheme joiners.
_EMPTY = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0000-\U000e0fff]"
)
# A flag of a part of a country: a black flag and letters that cannot be seen.
FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f")
_PLAIN = ("LATIN", "GREEK", "COPTIC", "CYRILLIC")  # letters that stay the same without marks
_DOTLESS = str.maketrans({"ı": "i", "ȷ": "j"})


def name_key(name: str) -> str:
    """What names have in common that a reader would take for one: nothing counts but letters, figures, signs
    and single spaces between; neither capitals nor marks on Latin, Greek and Cyrillic letters."""
    if name.isascii():
        return " ".join(name.casefold().split())
    seen = FLAG.sub(_spelt, name)
    folded = _bare(unicodedata.normalize("NFKD", seen)).casefold().translate(_DOTLESS)
    folded = _bare(unicodedata.normalize("NFKD", folded))  # folding can bring marks of its own
    return unicodedata.normalize("NFC", " ".join(folded.split()))


def is_taken(name: str, names: Iterable[str]) -> bool:
    """Whether a reader would take a name for one of these; nobody's is no name."""
    key = name_key(name)
    return bool(key) and any(name_key(other) == key for other in names)


def _spelt(flag: re.Match[str]) -> str:
    """A flag with letters for its signs that cannot be seen: flags differ in nothing else."""
    return flag[0][0] + "".join(chr(ord(sign) - 0xE0000) for sign in flag[0][1:-1])


def _bare(decomposed: str) -> str:
    """Without signs that cannot be seen, nor the marks on letters that stay the same without."""
    kept: list[str] = []
    letter = ""
    for sign in decomposed:
        if is_unseen(sign):
            continue
        if not unicodedata.combining(sign):
            letter = sign
        elif letter and unicodedata.name(letter, "").startswith(_PLAIN):
            continue
        kept.append(sign)
    return "".join(kept)


def is_unseen(sign: str) -> bool:
    """Whether a sign is drawn as nothing."""
    return not sign.isascii() and (unicodedata.category(sign) == "Cf" or bool(_EMPTY.fullmatch(sign)))
