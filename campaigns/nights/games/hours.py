"""Whether two games are at one hour, so that nobody can play both."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from campaigns.models import PlannedGame, Seat

HOUR = timedelta(hours=1)


def at_once(plan: PlannedGame, other: PlannedGame) -> bool:
    """Whether they begin at about the same time."""
    return abs(plan.begins_at - other.begins_at) < HOUR


def twice_among(plans: Collection[PlannedGame]) -> dict[int, list[Seat]]:
    """Of the games of an evening those with somebody who is to play another one at that hour, with whom."""
    waiting = [plan for plan in plans if plan.is_open]
    seats = {plan.pk: {side.seat.person_id: side.seat for side in plan.sides.all()} for plan in waiting}
    twice: dict[int, list[Seat]] = {}
    for plan in waiting:
        others = [other.pk for other in waiting if other.pk != plan.pk and at_once(plan, other)]
        busy = {person for other in others for person in seats[other]}
        if both := [seat for person, seat in seats[plan.pk].items() if person in busy]:
            twice[plan.pk] = both
    return twice
