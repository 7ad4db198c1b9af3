"""Leagues of warbands whose weeks are over."""

from __future__ import annotations

from datetime import datetime

from campaigns.engine import door
from campaigns.engine.chores import alone
from campaigns.engine.passage.dialogue import trial
from campaigns.engine.stored.store import registration_of
from campaigns.engine.who.rights import CLOCK
from campaigns.models import Scope
from campaigns.models.play import League
from rules.engine.procedure import Settled
from rules.engine.refusals import Refused

TIME_UP = "opr.time_up"


def clock(now: datetime) -> int:
    """End what is over; how many leagues that were."""
    ended = 0
    for scope in _over(now):
        with alone():
            ended += _time_up(scope, now)
    return ended


def _over(now: datetime) -> list[Scope]:
    """Running leagues whose weeks are over and that are not waiting for a decider."""
    rows = League.objects.filter(status="running", ends__lte=now, decider=[])
    return list(Scope.objects.filter(pk__in=rows.values("scope_id"), archived_at=None))


def _time_up(scope: Scope, now: datetime) -> bool:
    """End a league; not while a mission that began in time is still being played."""
    said = trial(scope, registration_of(scope.game).load(scope.pk), TIME_UP, {}, now)
    if not isinstance(said, Settled) or not said.result:
        return False
    try:
        return door.act(scope.pk, CLOCK, TIME_UP, {}).settled
    except Refused:
        return False  # somebody was faster
