"""What happens because time has passed: silence that confirms a report, leagues whose weeks are over.

Called every minute by the worker (`manage.py work`) and by hand or cron (`manage.py tick`). It may be called
at any time, by several workers at once: the door's lock and the state decide what is still to do.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from campaigns.engine import reports
from campaigns.engine.desk import desks
from campaigns.engine.passage import moving, summarising
from campaigns.nights import acts as nights
from campaigns.nights.games import plans
from campaigns.notices.found import finding
from campaigns.notices.ways import outbox
from campaigns.shell.reading import limits, sent_once


@dataclass(frozen=True, slots=True)
class Ticked:
    """How many reports came to count, and how many steps the games took by themselves."""

    reports: int = 0
    steps: int = 0

    def __bool__(self) -> bool:
        return bool(self.reports or self.steps)


def tick(now: datetime | None = None) -> Ticked:
    """Do what is due now."""
    moment = now or timezone.now()
    limits.forget_old(moment)
    sent_once.forget_old(moment)
    ticked = Ticked(reports.settle_silent(moment), sum(desk.clock(moment) for desk in desks()))
    nights.fill_all(moment)
    plans.by_itself(moment)
    finding.catch_up(moment)
    outbox.post(moment)
    outbox.post_news(moment)
    outbox.forget_old(moment)
    summarising.fill()
    moving.move()
    return ticked
