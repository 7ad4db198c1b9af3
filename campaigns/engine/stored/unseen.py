"""Which signs of a name nobody can see, and no script or emoji needs."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from rules.engine.names import FLAG, is_unseen

ZERO_WIDTH_NON_JOINER, ZERO_WIDTH_JOINER = "\u200c", "\u200d"
NAME = "name"  # the field of whatever has one
_KEYCAPS = "#*0123456789"
_SKIN_TONES = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
# Scripts in which a joiner changes how a word is written, and is spelling.
_JOINING = (
    "ARABIC", "SYRIAC", "NKO", "MONGOLIAN", "MANDAIC", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI",
    "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "KHMER", "MYANMAR", "TIBETAN", "BALINESE",
)  # fmt: skip


def with_seen_names(sent: Mapping[str, object]) -> Mapping[str, object]:
    """What was sent with an act, its names without such signs, however deep they stand in it."""
    return {key: _seen(key, value) for key, value in sent.items()}


def _seen(key: str, value: object) -> object:
    if isinstance(value, str):
        return without_unseen(value) if key == NAME else value
    if isinstance(value, Mapping):
        return {inner: _seen(str(inner), one) for inner, one in value.items()}
    if isinstance(value, list):
        return [_seen("", one) for one in value]
    return tuple(_seen("", one) for one in value) if type(value) is tuple else value


def has_unseen(name: str) -> bool:
    """Whether a name holds a sign that nobody can see and no script or emoji needs."""
    return not name.isascii() and without_unseen(name) != name


def without_unseen(text: str) -> str:
    """The text without signs that nobody can see and no script or emoji needs."""
    if text.isascii():
        return text
    flags = {at for flag in FLAG.finditer(text) for at in range(*flag.span())}
    kept = (at in flags or not is_unseen(sign) or _is_needed(text, at) for at, sign in enumerate(text))
    return "".join(sign for sign, stays in zip(text, kept, strict=True) if stays)


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
