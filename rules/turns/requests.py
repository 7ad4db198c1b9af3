"""When a request of a league on a map lapses, and when its time stands still: with the phase."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class Now(Protocol):
    """Where such a league stands."""

    @property
    def paused(self) -> bool: ...
    @property
    def deadline(self) -> datetime | None: ...


class InPhases(Protocol):
    """A league that is played in phases."""

    @property
    def now(self) -> Now: ...


def until(state: InPhases) -> datetime | None:
    """When the phase ends by itself."""
    return None if state.now.paused else state.now.deadline


def rests(state: InPhases) -> bool:
    """Whether an organiser has paused the league."""
    return state.now.paused
