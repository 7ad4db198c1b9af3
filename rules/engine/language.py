"""What the rules say, in the language of whoever reads.

A sentence stands in English where it is meant, `say("{unit} rolls again.", unit=unit.name)`: the English is
the key a translation is found under, and the values are filled in afterwards, so that a translator may move
them. The rules know no language; an application calls `speak` with functions that do (Django's). Without one
all is English.

A sentence is made when it is shown and never kept: effects, answers and parameters hold ids, figures and what
people wrote, so that the journal is the same whoever settled an entry. Books are read once per language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, wraps
from typing import Annotated

from pydantic import AfterValidator

HAS_COLON = re.compile(r":(?!\S)")  # none of a clock's


@dataclass(frozen=True, slots=True)
class Voice:
    """How to speak: the name of the language in force ("en", as if there is none), a sentence and a plural in
    that language."""

    language: Callable[[], str | None]
    gettext: Callable[[str], str]
    ngettext: Callable[[str, str, int], str]
    pgettext: Callable[[str, str], str] = lambda _context, sentence: sentence

    @property
    def name(self) -> str:
        return self.language() or "en"


CONTEXT = "\x04"  # between a context and its sentence, as gettext's own files have it


def _english(one: str, many: str, number: int) -> str:
    return one if number == 1 else many


ENGLISH = Voice(lambda: "en", str, _english)
_voices = [ENGLISH]


def speak(voice: Voice) -> Voice:
    """From now on everything is said with this voice; gives the one before."""
    before = _voices[0]
    _voices[0] = voice
    return before


def say(sentence: str, /, **values: object) -> str:
    """A sentence written here and now, with {values} filled in."""
    voice = _voices[0]
    text = sentence if voice.name == "en" else voice.gettext(sentence)  # it is written in English
    return text.format(**values) if values else text


def say_many(number: int, one: str, many: str, /, **values: object) -> str:
    """The same in singular or plural: `say_many(3, "{number} unit", "{number} units")`; zero is plural."""
    voice = _voices[0]
    ngettext = _english if voice.name == "en" else voice.ngettext
    return ngettext(one, many, abs(number)).format(number=in_figures(number), **values)


def mark(sentence: str) -> str:
    """The same sentence, to be translated; for a table written when nobody reads yet. `said` says it."""
    return sentence


def mark_in(context: str, sentence: str) -> str:
    """The same for a word with several meanings: `context` tells translators which. `said` says it."""
    return f"{context}{CONTEXT}{sentence}"


def said(sentence: str, /, **values: object) -> str:
    """What was marked elsewhere or stands in a book."""
    context, sep, word = sentence.rpartition(CONTEXT)
    if sep:
        return word if _voices[0].name == "en" else _voices[0].pgettext(context, word)
    return say(sentence, **values) if sentence else ""


def decimal(text: str) -> str:
    """ "1.50" as a reader writes it; what is no decimal stays."""
    whole, point, rest = text.partition(".")
    return say("{whole}.{rest}", whole=whole, rest=rest) if point else text


def die_name(die: str) -> str:
    """ "2D6" as a reader calls it; what is no die stays."""
    count, sign, sides = die.partition("D")
    return say("{count}D{sides}", count=count, sides=sides) if sign else die


def in_figures(number: int) -> str:
    """`3`, `−3`: with the true minus, which a hyphen is not."""
    return f"−{-number}" if number < 0 else str(number)


def signed(number: int, zero: str = "0") -> str:
    """`+5`, `−5`: an amount with its sign, the true minus."""
    return f"+{number}" if number > 0 else in_figures(number) if number else zero


def with_heading(head: object, words: object) -> str:
    """A name and what is said of it, its colon as the reader's language sets it; a dot after one that has a
    colon of its own, for two of them in a row join nothing.
    """
    if HAS_COLON.search(str(head)):
        return f"{head} · {words}"
    return say("{head}: {words}", head=head, words=words)


def listed(words: Iterable[str], none: str = "") -> str:
    """("a", "b", "c") -> "a, b and c"; `none` when there is nothing in it."""
    *most, last = list(words) or [none]
    return say("{several} and {last}", several=", ".join(most), last=last) if most else last


def either(words: Iterable[str]) -> str:
    """("a", "b", "c") -> "a, b or c"; at least one."""
    *most, last = words
    return say("{several} or {last}", several=", ".join(most), last=last) if most else last


def per_language[*Ts, R](function: Callable[[*Ts], R]) -> Callable[[*Ts], R]:
    """`functools.cache`, once for each language: for what holds sentences."""

    @cache
    def kept(language: str, *args: *Ts) -> R:
        return function(*args)

    @wraps(function)
    def spoken(*args: *Ts) -> R:
        return kept(_voices[0].name, *args)

    return spoken


# A field of a book that people read; keys, dice and what is written on a sheet are plain strings.
type Text = Annotated[str, AfterValidator(said)]
