"""Whom a league waits for: for its own pages, and as its summary says it to whoever tells people that it is
their turn.
"""

from __future__ import annotations

from typing import TypedDict

from django.utils.translation import gettext as _

from campaigns.engine.passage.here import AnyHere
from rules.engine.todos import with_must


class Waits(TypedDict):
    """The step that is played, named once and for all, and the sides that still have to act in it."""

    step: str
    sides: list[str]


def waits(turn: int, phase: str, sides: list[str]) -> Waits | None:
    """None where nobody is waited for."""
    return {"step": f"{turn}-{phase}", "sides": sides} if sides else None


def waited_for(here: AnyHere) -> tuple[str, ...]:
    """The sides that have something to do before it goes on, as far as the visitor may know; the organisers
    among them as an empty one.
    """
    return with_must(here.registration.whose_move.as_others_see(here.state, here.book, here.owns))


def names_waited_for(here: AnyHere) -> list[str]:
    """The same by name."""
    return [here.state.name_of(one) if one else _("the organiser") for one in waited_for(here)]
