"""What happens because time has passed: silence that confirms a report, leagues whose weeks are over.

Called every minute by the worker (`manage.py work`) and by hand or cron (`manage.py tick`). It may be called
at any time, by several workers at once: the door's lock and the state decide what is still to do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from campaigns.engine import door, reports
from campaigns.engine.dialogue import trial
from campaigns.engine.rights import Actor
from campaigns.engine.store import registration
from campaigns.models import Scope, Via
from campaigns.models.play import League
from campaigns.shell.reading import limits, sent_once
from rules.engine.procedure import Settled
from rules.engine.refusals import Refused

CLOCK = Actor(None, Via.CLOCK)
TIME_UP = "opr.time_up"

# What other apps do by the clock: a function of the moment that says how many steps it took.
ALSO: list[Callable[[datetime], int]] = []


@dataclass(frozen=True, slots=True)
class Ticked:
    """How many reports came to count, leagues came to their end, and steps other apps took."""

    reports: int = 0
    leagues: int = 0
    steps: int = 0

    def __bool__(self) -> bool:
        return bool(self.reports or self.leagues or self.steps)


def tick(now: datetime | None = None) -> Ticked:
    """Do what is due now."""
    moment = now or timezone.now()
    limits.forget_old(moment)
    sent_once.forget_old(moment)
    ended = sum(_time_up(scope, moment) for scope in _over(moment))
    return Ticked(reports.settle_silent(moment), ended, sum(act(moment) for act in ALSO))


def _over(now: datetime) -> list[Scope]:
    """Running leagues whose weeks are over and that are not waiting for a decider."""
    rows = League.objects.filter(status="running", ends__lte=now, decider=[])
    return list(Scope.objects.filter(pk__in=rows.values("scope_id"), archived_at=None))


def _time_up(scope: Scope, now: datetime) -> bool:
    """End a league; not while a mission that began in time is still being played."""
    said = trial(scope, registration(scope.game).load(scope.pk), TIME_UP, {}, now)
    if not isinstance(said, Settled) or not said.result:
        return False
    try:
        return door.act(scope.pk, CLOCK, TIME_UP, {}).settled
    except Refused:
        return False  # somebody was faster
