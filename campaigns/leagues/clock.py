"""What happens because time has passed: silence that confirms a report, leagues whose weeks are over.

Called every minute by the worker (`manage.py work`) and by hand or cron (`manage.py tick`). It may be called
at any time, by several workers at once: the door's lock and the state decide what is still to do. Each part
fails alone (`campaigns.engine.chores`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as lazy

from campaigns.engine import chores, reports, summarising
from campaigns.engine.asking import requests
from campaigns.engine.chores import alone
from campaigns.engine.plugins import plugins
from campaigns.engine.releasing import settle_blocks
from campaigns.engine.transaction import moving
from campaigns.engine.who import opening
from campaigns.nights import acts as nights
from campaigns.nights.games import plans
from campaigns.notices.found import finding
from campaigns.notices.ways import outbox
from campaigns.paper import printing
from campaigns.people.me import holidays
from campaigns.shell.reading import limits, sent_once


@dataclass(frozen=True, slots=True)
class Ticked:
    """How many reports came to count, and how many steps the games took by themselves."""

    reports: int = 0
    steps: int = 0

    def __bool__(self) -> bool:
        return bool(self.reports or self.steps)


def clock_tick(now: datetime | None = None, every: float = chores.EVERY) -> Ticked:
    """Do what is due now; `every`: seconds until the next time."""
    moment = now or timezone.now()
    return chores.run_chore(chores.CLOCK, partial(_all_parts, moment), every) or Ticked()


def _all_parts(now: datetime) -> Ticked:
    did = {name: _did(name, act, now) for name, act in PARTS.items()}
    return Ticked(did["reports"], did["deadlines"])


def _did(name: str, act: Callable[[datetime], int | None], now: datetime) -> int:
    """Carry one part out; what it counted, 0 where it failed or counts nothing."""
    return chores.run_chore(name, lambda: act(now) or 0) or 0


def _deadlines(now: datetime) -> int:
    steps = 0
    for plugin in plugins():
        with alone():
            steps += plugin.play.clock(now)
    return steps


def _summaries(now: datetime) -> int:
    return summarising.refresh_summaries()


def _moved(now: datetime) -> int:
    return moving.move_bulky_values()


def _papers(now: datetime) -> int:
    return printing.begin_again(now)


def _forget(now: datetime) -> int:
    return sum(
        forget(now)
        for forget in (
            limits.delete_expired_tries,
            sent_once.delete_old_sent_forms,
            outbox.delete_old_outgoing,
        )
    )


# Summaries come before notices, which are found in them.
PARTS: Mapping[str, Callable[[datetime], int | None]] = {
    "reports": reports.settle_silent,
    "parked": settle_blocks,
    "requests": requests.lapse_due,
    "holidays": holidays.turn_over,
    "deadlines": _deadlines,
    "let_in": opening.open_due,
    "nights": nights.fill_all,
    "games": plans.by_itself,
    "summaries": _summaries,
    "notices": finding.catch_up,
    "outgoing": outbox.fill_outbox,
    "news": outbox.post_news,
    "papers": _papers,
    "moved": _moved,
    "forget": _forget,
}
# Those and the worker's own, as an organiser calls them.
TITLES: Mapping[str, str | Promise] = {
    chores.CLOCK: lazy("the clock"),
    "reports": lazy("unanswered reports"),
    "parked": lazy("reports waiting for an earlier game"),
    "requests": lazy("unanswered requests"),
    "holidays": lazy("holidays"),
    "deadlines": lazy("deadlines"),
    "let_in": lazy("devices an organiser let in"),
    "nights": lazy("club nights"),
    "games": lazy("planned games"),
    "summaries": lazy("the to-dos on everybody’s home page"),
    "notices": lazy("notifications"),
    "outgoing": lazy("email and other notifications outside the app"),
    "news": lazy("posts to the club’s chat"),
    "papers": lazy("printing a whole league"),
    "moved": lazy("tidying up"),
    "forget": lazy("tidying up"),
    "backups": lazy("backups"),
    "sender": lazy("sending email and posts"),
}
