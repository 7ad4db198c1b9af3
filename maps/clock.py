"""What happens by itself in a map league: the app's own steps, and what silence brings after a deadline.

Both lists come from the rules (`automatic`, `silence`); here they are only carried out, at the door, by the
clock. Safe to call at any time and as often as one likes.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone

from campaigns import door
from campaigns.models import Scope, Via
from campaigns.rights import Actor
from campaigns.store import registration
from rules.refusals import Refused

MOST_STEPS = 40
CLOCK = Actor(None, Via.CLOCK)


def advance(scope: Scope, now: datetime | None = None) -> int:
    """Do what the app does by itself, then what the deadline has brought; how many steps that were."""
    now = now or timezone.now()
    for taken in range(MOST_STEPS):
        steps = _automatic(scope) or _overdue(scope, now)
        if not any(_carried_out(scope, step) for step in steps):
            return taken
    return MOST_STEPS


def advance_all(now: datetime | None = None) -> int:
    """Every running map league; for the command that ticks."""
    return sum(advance(scope, now) for scope in Scope.objects.filter(game="conquest", archived_at=None))


def _figure(scope: Scope, name: str) -> list[dict[str, Any]]:
    kept = registration(scope.game)
    state = kept.load(scope.pk)
    found: list[dict[str, Any]] = kept.game.figures[name](state, kept.game.book_of(state))
    return found


def _automatic(scope: Scope) -> list[dict[str, Any]]:
    return _figure(scope, "automatic")


def _overdue(scope: Scope, now: datetime) -> list[dict[str, Any]]:
    """What silence brings, once the deadline has passed."""
    kept = registration(scope.game)
    campaign = kept.load(scope.pk).now  # type: ignore[attr-defined]
    if campaign.paused or campaign.deadline is None or campaign.deadline > now:
        return []
    return [one for one in _figure(scope, "silence") if one.get("do")]


def _carried_out(scope: Scope, step: dict[str, Any]) -> bool:
    try:
        outcome = door.act(scope.pk, CLOCK, step["do"], step["params"], app_dice=True)
    except Refused:
        return False
    return outcome.settled
