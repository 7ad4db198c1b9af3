"""The phases of a turn, as the bar above a league's map draws them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class PhaseStep:
    """A phase: over, under way or still to come."""

    title: str
    when: Literal["done", "now", "later"]
