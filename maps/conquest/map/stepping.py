"""Stepping back in a league of empires. Source: CQ-22"""

from __future__ import annotations

from collections.abc import Sequence

from campaigns.engine.who.rights import Actor
from campaigns.models import Entry, Scope
from maps.turns import stepping

ITSELF = ("conquest.take_order", "conquest.abstract")


def conquest_step_back(scope: Scope, actor: Actor, words: str, seen: int = 0) -> Entry:
    """Void the latest step, which is `seen` if a page has shown one; `Refused` where that cannot be."""
    return stepping.step_back(scope, actor, words, "CQ-22", ITSELF, seen)


def latest_map_steps(scope: Scope) -> Sequence[Entry]:
    """The latest entry somebody made, and what followed it by itself."""
    return stepping.latest_steps(scope, ITSELF)
