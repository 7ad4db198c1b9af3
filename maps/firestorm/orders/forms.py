"""What a tap on the orders page sends."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from campaigns.shell.reading.reader import number_of, tapped, word


@dataclass(frozen=True, slots=True)
class SentOrder:
    """The banner, what was tapped, and its order as the page showed it, for the seal all of them; `turn`: of
    which turn, 0 if unsaid.
    """

    banner: str
    seen: str
    kind: str
    step: str
    button: str
    turn: int
    places: int  # how much later it acts; negative is earlier


ARROWS = {"earlier": -1, "later": 1}
BUTTONS = ("back", "earlier", "later", "seal", "open")


def sent_order(request: HttpRequest) -> SentOrder:
    said = {name: word(request, name) for name in ("banner", "seen", "kind", "step")}
    button = tapped(request, *BUTTONS)
    turn = number_of(word(request, "turn")) or 0
    places = ARROWS.get(button) or _places(word(request, "places"))
    return SentOrder(**said, button=button, turn=turn, places=places)


def _places(said: str) -> int:
    """How far a line was dragged."""
    places = number_of(said.removeprefix("-")) or 0
    return -places if said.startswith("-") else places
