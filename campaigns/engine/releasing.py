"""What becomes of reports that had to wait once nothing holds them any more: those all have agreed to count,
the others wait for a word from now on. One that cannot count as it was told is an organiser's.

Done at the end of every write of the league; what nobody settles in the time the league gives to silence, the
clock does as far as it is dice.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.transaction import atomic
from django.utils import timezone

from campaigns.engine.asking.agreements import silent_from
from campaigns.engine.chores import alone
from campaigns.engine.lines import Act
from campaigns.engine.stored import topics
from campaigns.engine.transaction.driving import MOST_STEPS, settle_by_itself
from campaigns.engine.transaction.parked import (
    Holds,
    holds_of,
    leave_to_organiser,
    refused_with,
    wait,
    waiting_in,
    why_gone,
)
from campaigns.engine.transaction.scope_transaction import ScopeTransaction, scope_transaction
from campaigns.engine.transaction.sending import Act as Door
from campaigns.engine.transaction.sending import count_within
from campaigns.engine.who.rights import CLOCK
from campaigns.models import Report, ReportStatus, Scope
from campaigns.models.play import HELD
from rules.engine.refusals import Refused
from rules.engine.todos import Todo


def release(transaction: ScopeTransaction, act_within: Door) -> None:
    """Let count what waits for nothing any more, one after the other; what has to wait again does."""
    for _step in range(MOST_STEPS):
        if not any(_is_released(transaction, report, act_within) for report in waiting_in(transaction.scope)):
            return


def _is_released(transaction: ScopeTransaction, report: Report, act_within: Door) -> bool:
    if holds := holds_of(transaction.registration, transaction.state, report):
        if report.held_at is None or report.waits != holds.kept:
            wait(transaction, report, holds)
        return False
    if report.held_at is None:
        return False
    if why := why_gone(transaction.registration, transaction.state, report):
        leave_to_organiser(transaction, report, why)
    elif report.status == ReportStatus.PARKED:
        _count(transaction, report, act_within)
    else:
        report.due = transaction.now + timedelta(hours=transaction.scope.silence_hours)
        report.held_at, report.waits = None, []
        report.save(update_fields=["held_at", "due", "waits"])
        transaction.names.add(topics.REPORTS)
    return True


def _count(transaction: ScopeTransaction, report: Report, act_within: Door) -> None:
    """A report all have agreed to; where it cannot count after all, an organiser decides."""
    state, seq, slots = transaction.state, transaction.scope.seq, transaction.scope.slots
    try:
        with transaction.by_itself(), atomic():
            count_within(transaction, report, act_within, "unasked")
    except Refused as refused:
        transaction.state, transaction.scope.seq, transaction.scope.slots = state, seq, slots
        leave_to_organiser(transaction, report, refused_with(refused))


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
    return (at := silent_from(report, scope.silence_hours)) is not None and at <= now


def _overdue(now: datetime) -> list[Report]:
    held = Report.objects.filter(status__in=HELD, held_at__lte=now, scope__archived_at=None).exclude(waits=[])
    return [one for one in held.select_related("scope").order_by("pk") if is_overdue(one.scope, one, now)]


def _settled_for(report: Report) -> int:
    done = 0
    with scope_transaction(report.scope_id, CLOCK) as transaction:
        for _step in range(MOST_STEPS):
            holds = _still(transaction, report)
            with transaction.by_itself():
                settled = sum(settle_by_itself(transaction, *_act(transaction, row)) for row in holds.rows)
            done += settled
            if not settled:
                break
        if done or transaction.has_spoken:
            transaction.count("reports", {topics.REPORTS, topics.ENTRIES, topics.ASKS})
    return done


def _act(transaction: ScopeTransaction, row: Todo) -> Act:
    return f"{transaction.registration.game.name}.{row.act}", row.params


def _still(transaction: ScopeTransaction, report: Report) -> Holds:
    report.refresh_from_db()
    waits = report.status in HELD and report.held_at is not None
    return holds_of(transaction.registration, transaction.state, report) if waits else Holds()
