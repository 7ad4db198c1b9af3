"""When two names are one, which signs in a name nobody can see, and where a name stands in a list.

The one place that folds a name: what is taken, found and sorted is decided by it, in Python, for not every
database knows how letters belong together.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Protocol

# What is drawn as nothing besides all that Unicode calls a format (Cf): fillers, selectors, grapheme joiners.
_EMPTY = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0000-\U000e0fff]"
)
ZERO_WIDTH_NON_JOINER, ZERO_WIDTH_JOINER = "\u200c", "\u200d"
# A flag of a part of a country: a black flag and letters that cannot be seen.
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f")
_KEYCAPS = "#*0123456789"
_SKIN_TONES = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
# Scripts in which a joiner changes how a word is written, and is spelling.
_JOINING = (
    "ARABIC", "SYRIAC", "NKO", "MONGOLIAN", "MANDAIC", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI",
    "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "KHMER", "MYANMAR", "TIBETAN", "BALINESE",
)  # fmt: skip
_PLAIN = ("LATIN", "GREEK", "COPTIC", "CYRILLIC")  # letters that stay the same without marks
_DOTLESS = str.maketrans({"ı": "i", "ȷ": "j"})
# Letters with a stroke or of two parts have no mark to take off; they stand with those they look like.
_BESIDE = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ŋ": "n"}
)


def name_key(name: str) -> str:
    """What names have in common that a reader would take for one: nothing counts but letters, figures, signs
    and single spaces between; neither capitals nor marks on Latin, Greek and Cyrillic letters."""
    if name.isascii():
        return " ".join(name.casefold().split())
    seen = _FLAG.sub(_spelt, name)
    folded = _bare(unicodedata.normalize("NFKD", seen)).casefold().translate(_DOTLESS)
    folded = _bare(unicodedata.normalize("NFKD", folded))  # folding can bring marks of its own
    return unicodedata.normalize("NFC", " ".join(folded.split()))


def sort_key(name: str) -> tuple[str, str]:
    """Where a name stands in a list, on which readers of English, German and French agree: by its letters,
    and where those are the same by their marks."""
    return name_key(name).translate(_BESIDE), unicodedata.normalize("NFD", name).casefold()


class HasName(Protocol):
    @property
    def name(self) -> str: ...


def by_name[One: HasName](things: Iterable[One]) -> list[One]:
    """Things in the order of their names."""
    return sorted(things, key=lambda one: sort_key(one.name))


def names_alike(names: Iterable[str]) -> list[list[str]]:
    """Those of the names that are one to a reader, together."""
    by_key: dict[str, list[str]] = {}
    for name in sorted(filter(None, names), key=sort_key):
        by_key.setdefault(name_key(name), []).append(name)
    return [alike for alike in by_key.values() if len(alike) > 1]


def has_unseen(name: str) -> bool:
    """Whether a name holds a sign that nobody can see and no script or emoji needs."""
    return not name.isascii() and without_unseen(name) != name


def without_unseen(text: str) -> str:
    """The text without signs that nobody can see and no script or emoji needs."""
    if text.isascii():
        return text
    flags = {at for flag in _FLAG.finditer(text) for at in range(*flag.span())}
    kept = (at in flags or not _is_empty(sign) or _is_needed(text, at) for at, sign in enumerate(text))
    return "".join(sign for sign, stays in zip(text, kept, strict=True) if stays)


def _spelt(flag: re.Match[str]) -> str:
    """A flag with letters for its signs that cannot be seen: flags differ in nothing else."""
    return flag[0][0] + "".join(chr(ord(sign) - 0xE0000) for sign in flag[0][1:-1])


def _bare(decomposed: str) -> str:
    """Without signs that cannot be seen, nor the marks on letters that stay the same without."""
    kept: list[str] = []
    letter = ""
    for sign in decomposed:
        if _is_empty(sign):
            continue
        if not unicodedata.combining(sign):
            letter = sign
        elif letter and unicodedata.name(letter, "").startswith(_PLAIN):
            continue
        kept.append(sign)
    return "".join(kept)


def _is_empty(sign: str) -> bool:
    """Whether a sign is drawn as nothing."""
    return not sign.isascii() and (unicodedata.category(sign) == "Cf" or bool(_EMPTY.fullmatch(sign)))


def _is_needed(text: str, at: int) -> bool:
    """Whether a sign that is drawn as nothing changes how those beside it look."""
    before, sign, after = text[:at], text[at], text[at + 1 : at + 2]
    if sign in "\ufe0e\ufe0f":
        return _is_picture(before[-1:]) or (before[-1:] in tuple(_KEYCAPS) and after == "\u20e3")
    if sign not in (ZERO_WIDTH_NON_JOINER, ZERO_WIDTH_JOINER) or not before or not after:
        return False
    if sign == ZERO_WIDTH_JOINER and _is_picture(before.rstrip("\ufe0f" + _SKIN_TONES)[-1:]):
        return _is_picture(after)
    return all(unicodedata.name(one, "").startswith(_JOINING) for one in (before[-1], after))


def _is_picture(sign: str) -> bool:
    """Whether a sign may be an emoji."""
    return bool(sign) and (sign in "‼⁉" or (sign >= "\u00a9" and unicodedata.category(sign) in ("So", "Sm")))
