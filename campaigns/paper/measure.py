"""How wide and how many lines: text measured by the faces' advance widths, so that no trial render is needed.

All lengths in millimetres, type sizes in points. Kerning is ignored and wrapping only counts on spaces, so a
count is never too small by more than the slack allows. Also says which letters can be printed at all.
"""

import re
import subprocess
import unicodedata
from collections.abc import Iterable
from dataclasses import fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal

Face = Literal["display", "text", "medium", "bold", "italic"]
Run = tuple[str, Face]

FONTS = Path(__file__).resolve().parents[2] / "static" / "fonts" / "print"
FILES: dict[Face, str] = {
    "display": "Vollkorn-Bold.ttf",
    "text": "FiraSansCondensed-Regular.ttf",
    "medium": "FiraSansCondensed-Medium.ttf",
    "bold": "FiraSansCondensed-Bold.ttf",
    "italic": "FiraSansCondensed-Italic.ttf",
}
MM = 25.4 / 72  # one point
SLACK = 1.012
SPACES = re.compile("[ \u2002]+")  # a no-break space keeps words together
UNKNOWN = "\N{REPLACEMENT CHARACTER}"
EMOJI = "NotoEmoji-Regular.ttf"
AS_TEXT = "\N{VARIATION SELECTOR-15}"  # behind an emoji: in the ink of the line, not in colours


@cache
def advances(file: str) -> dict[int, float]:
    """code point → advance in em."""
    from fontTools.ttLib import TTFont  # whoever prints nothing does without

    font = TTFont(FONTS / file, lazy=True)
    em, widths = font["head"].unitsPerEm, font["hmtx"].metrics
    return {code: widths[name][0] / em for code, name in font.getBestCmap().items()}


def width(text: str, face: Face, size: float) -> float:
    table = stack(face)
    return sum(table.get(ord(letter), 1.0) for letter in text) * size * MM * SLACK


@cache
def stack(face: Face) -> dict[int, float]:
    """The face, and behind it what it does not have: behind display type bold, behind all emoji."""
    behind = advances(FILES["bold"]) if face == "display" else {}
    return advances(EMOJI) | {ord(AS_TEXT): 0.0} | behind | advances(FILES[face])


def line_count(runs: Iterable[Run], size: float, room: float, tail: float = 0.0) -> int:
    """How many lines the runs fill in a column `room` wide, with something `tail` wide whole at their end;
    a word wider than the column is broken."""
    count, used = 1, 0.0
    for word, face in run_words(runs):
        wide = width(word, face, size)
        if used and used + wide > room:
            count, used = count + 1, 0.0
        if wide > room:
            extra = int(wide // room)
            count, wide = count + extra, wide - extra * room
        used += wide + width(" ", face, size)
    return count + (used + tail > room if tail else 0)


def run_words(runs: Iterable[Run]) -> Iterable[Run]:
    for text, face in runs:
        for word in SPACES.split(text):
            if word:
                yield word, face


def fitted_size(
    text: str, face: Face, sizes: Iterable[float], room: float, tail: float = 0.0
) -> tuple[float, int]:
    """The largest size at which the text takes one line, else the smallest and how many lines it takes."""
    size = 0.0
    for size in sizes:
        if width(text, face, size) + tail <= room:
            return size, 1
    return size, line_count([(text, face)], size, room, tail)


def shortened(text: str, face: Face, size: float, room: float) -> str:
    """For places where the text is only repeated: cut with an ellipsis so that it takes one line."""
    if width(text, face, size) <= room:
        return text
    while text and width(text + "…", face, size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


# Letters the faces do not have


@cache
def alphabet() -> frozenset[int]:
    """What every face can print, itself or through the one behind it."""
    behind = set(advances(FILES["bold"]))
    return frozenset(set.intersection(*(set(advances(file)) | behind for file in FILES.values())))


@cache
def of_the_system() -> tuple[tuple[int, int], ...]:
    """First and last code points of what this machine's own fonts can print, in order; none where nobody
    can tell. They come last, behind our faces."""
    try:
        command = ["fc-list", ":scalable=true", "--format", "%{charset} "]
        told = subprocess.run(command, capture_output=True, text=True, timeout=20, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return ()
    found = (span.partition("-") for span in set(told.split()))
    return tuple(sorted((int(first, 16), int(last or first, 16)) for first, _dash, last in found))


def readable(text: str) -> str:
    """The text with one mark for each letter no font has; invisible characters go, spaces are joined."""
    letters = (printable_letter(letter) for letter in unicodedata.normalize("NFC", " ".join(text.split())))
    return "".join(letters)


@cache
def printable_letter(letter: str) -> str:
    code = ord(letter)
    if code in alphabet():
        return letter
    if unicodedata.category(letter) in ("Mn", "Me", "Cf", "Cc", "Sk"):
        return ""
    if code in advances(EMOJI):
        return letter + AS_TEXT
    return letter if any(first <= code <= last for first, last in of_the_system()) else UNKNOWN


def printable[Page](page: Page) -> Page:
    """A copy of a page's dataclass in which every text is readable; addresses are left alone."""
    copy = replaced(page)
    assert isinstance(copy, type(page))
    return copy


def replaced(value: object) -> object:
    if isinstance(value, str):
        return readable(value)
    if isinstance(value, tuple):
        return tuple(replaced(part) for part in value)
    if is_dataclass(value) and not isinstance(value, type):
        changes = {
            field.name: replaced(getattr(value, field.name)) for field in fields(value) if field.name != "url"
        }
        return replace(value, **changes)
    return value


def has_unknown(value: object) -> bool:
    """Whether a readable page bears a mark, so that the note about it is printed."""
    if isinstance(value, str):
        return UNKNOWN in value
    if isinstance(value, tuple):
        return any(has_unknown(part) for part in value)
    if is_dataclass(value) and not isinstance(value, type):
        return any(has_unknown(getattr(value, field.name)) for field in fields(value))
    return False
