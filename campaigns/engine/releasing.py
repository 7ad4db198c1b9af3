"""What becomes of reports that had to wait once nothing holds them any more: those all have agreed to count,
the others wait for a word from now on. One that cannot count as it was told is an organiser's.

Done at the end of every write of the league; what nobody settles in the time the league gives to silence, the
clock does as far as it is dice.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from campaigns.engine.chores import alone
from campaigns.engine.lines import Act
from campaigns.engine.passage.driving import MOST_STEPS, taken
from campaigns.engine.passage.parked import (
    Holds,
    holds_of,
    leave_to_organiser,
    wait,
    waiting_in,
    why_gone,
)
from campaigns.engine.passage.sending import Act as Door
from campaigns.engine.passage.sending import count_within
from campaigns.engine.passage.visit import Passage, visit
from campaigns.engine.stored import touched
from campaigns.engine.who.rights import CLOCK
from campaigns.models import Report, ReportStatus, Scope
from campaigns.models.play import HELD
from rules.engine.refusals import Refused
from rules.engine.todos import Todo


def release(passage: Passage, act_within: Door) -> None:
    """Let count what waits for nothing any more, one after the other; what has to wait again does."""
    for _step in range(MOST_STEPS):
        if not any(_is_released(passage, report, act_within) for report in waiting_in(passage.scope)):
            return


def _is_released(passage: Passage, report: Report, act_within: Door) -> bool:
    if holds := holds_of(passage.registration, passage.state, report):
        if report.held_at is None or report.waits != holds.kept:
            wait(passage, report, holds)
        return False
    if report.held_at is None:
        return False
    if why := why_gone(passage.registration, passage.state, report):
        leave_to_organiser(passage, report, why)
    elif report.status == ReportStatus.PARKED:
        _count(passage, report, act_within)
    else:
        report.due = passage.now + timedelta(hours=passage.scope.silence_hours)
        report.held_at, report.waits = None, []
        report.save(update_fields=["held_at", "due", "waits"])
        passage.names.add(touched.REPORTS)
    return True


def _count(passage: Passage, report: Report, act_within: Door) -> None:
    """A report all have agreed to; where it cannot count after all, an organiser decides."""
    state, seq, slots = passage.state, passage.scope.seq, passage.scope.slots
    try:
        with passage.by_itself(), transaction.atomic():
            count_within(passage, report, act_within, "unasked")
    except Refused as refused:
        passage.state, passage.scope.seq, passage.scope.slots = state, seq, slots
        leave_to_organiser(passage, report, refused.sentence)


# Silence


def settle_blocks(now: datetime | None = None) -> int:
    """The clock: where a report has waited as long as silence may last, the app throws the dice it waits for
    and closes the steps between; choices stay an organiser's. How many acts that were.
    """
    now, done = now or timezone.now(), 0
    for report in _overdue(now):
        with alone():
            done += _settled_for(report)
    return done


def is_overdue(scope: Scope, report: Report, now: datetime) -> bool:
    """Whether those a report waits for have been silent for as long as the league allows."""
    return report.held_at is not None and report.held_at + timedelta(hours=scope.silence_hours) <= now


def _overdue(now: datetime) -> list[Report]:
    held = Report.objects.filter(status__in=HELD, held_at__lte=now, scope__archived_at=None).exclude(waits=[])
    return [one for one in held.select_related("scope").order_by("pk") if is_overdue(one.scope, one, now)]


def _settled_for(report: Report) -> int:
    done = 0
    with visit(report.scope_id, CLOCK) as passage:
        for _step in range(MOST_STEPS):
            holds = _still(passage, report)
            with passage.by_itself():
                settled = sum(taken(passage, *_act(passage, row)) for row in holds.rows)
            done += settled
            if not settled:
                break
        if done or passage.has_spoken:
            passage.count("reports", {touched.REPORTS, touched.ENTRIES, touched.ASKS})
    return done


def _act(passage: Passage, row: Todo) -> Act:
    return f"{passage.registration.game.name}.{row.act}", row.params


def _still(passage: Passage, report: Report) -> Holds:
    report.refresh_from_db()
    waits = report.status in HELD and report.held_at is not None
    return holds_of(passage.registration, passage.state, report) if waits else Holds()
