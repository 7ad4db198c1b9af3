"""One thing a person may do with one tap, as every page of a map league draws it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict
from zlib import crc32

from rules.engine.refusals import Refused
from rules.turns.problems import TurnProblem

type Options = tuple[tuple[str, str], ...]  # what may be chosen: key and words


@dataclass(frozen=True, slots=True)
class MapTap:
    """A form with one button: the act, its words, its price in points, or the sentence why not.

    `fields` are sent along; `look` is "action" (a line with words), "brass" (the one of the screen), "btn".
    `sure` says what of one's own would be lost, `costs` what is left after it and that it stays done: the
    button only unfolds them, and the form asks again.
    """

    act: str
    title: str
    fields: tuple[tuple[str, str], ...] = ()
    note: str = ""
    icon: str = ""
    emblem: str = ""
    price: int | None = None
    why_not: str = ""
    rule: str = ""
    look: str = "action"
    wants_reason: bool = False
    sure: str = ""
    costs: str = ""

    @property
    def key(self) -> str:
        """Tells this tap from the others of its page."""
        return f"{crc32(repr((self.act, self.fields)).encode()):08x}"


def hidden_fields(**values: object) -> tuple[tuple[str, str], ...]:
    """Hidden fields of a form."""
    return tuple((name, str(value)) for name, value in values.items())


class Why(TypedDict):
    """The same as a tap wants it; empty where nothing stands against it."""

    why_not: str
    rule: str


def tap_refusal(found: TurnProblem | Refused | None) -> Why:
    return {"why_not": found.sentence, "rule": found.rule} if found else {"why_not": "", "rule": ""}
