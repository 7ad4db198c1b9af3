"""Whom a league waits for, as its summary says it to whoever tells people that it is their turn."""

from __future__ import annotations

from typing import TypedDict


class Waits(TypedDict):
    """The step that is played, named once and for all, and the sides that still have to act in it."""

    step: str
    sides: list[str]


def waits(turn: int, phase: str, sides: list[str]) -> Waits | None:
    """None where nobody is waited for."""
    return {"step": f"{turn}-{phase}", "sides": sides} if sides else None
