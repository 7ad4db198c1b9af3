"""What the office does by itself, in parts that fail alone: whatever breaks in one league, one report or one
part, the others go on, the log tells the cause once an hour, and organisers read it on their page.

Only where the database itself is gone there is no part that could go on: that ends the round, and the next
one begins anew.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from traceback import extract_tb

import psycopg
from django.db import Error, connection
from django.utils import timezone

from campaigns.models import Chore, Office

CLOCK = "clock"
EVERY = 60.0  # seconds
TOLD_EVERY = timedelta(hours=1)
LATE = timedelta(minutes=5)  # or three times what lies between two rounds
log = logging.getLogger(__name__)

_failed: ContextVar[list[Exception] | None] = ContextVar("failed", default=None)


@dataclass
class ChorePart:
    """Whether what was done alone has failed."""

    failed: bool = False


@contextmanager
def alone() -> Iterator[ChorePart]:
    """Do something whose failure is no concern of what comes after it, and makes its chore one that failed.

    Outside a chore it raises, like anything else; so does what leaves the database unusable.
    """
    part, failed = ChorePart(), _failed.get()
    before = len(failed or ())
    try:
        yield part
    except Exception as error:
        if failed is None or _is_lost(error):
            raise
        survive(error, failed)
    part.failed = len(failed or ()) > before


def survive(error: Exception, failed: list[Exception]) -> None:
    """Keep a failure until its chore is over. Tests want to hear of it at once."""
    failed.append(error)


def _is_lost(error: Exception) -> bool:
    """Whether the database cannot be asked on: it is gone, or a failed statement blocks the transaction."""
    open_one = connection.connection
    if open_one is None:
        return isinstance(error, Error | psycopg.Error)
    return bool(open_one.closed or open_one.info.transaction_status == psycopg.pq.TransactionStatus.INERROR)


def run_chore[T](name: str, act: Callable[[], T], every: float = 0) -> T | None:
    """Do a chore, and note how it went; what it made, if it came to an end.

    `every`: seconds until the next time, of one that is noted each time. One that is not (0) has a note as
    long as it fails.
    """
    failed: list[Exception] = []
    before = _failed.set(failed)
    made = None
    try:
        with alone():
            made = act()
    finally:
        _failed.reset(before)
    _note(name, every, failed)
    return made


def _note(name: str, every: float, failed: list[Exception]) -> None:
    known, now = Chore.objects.filter(pk=name).first(), timezone.now()
    causes = known.causes if known else {}
    if failed:
        since = (known and known.failing_since) or now
        told = _told(name, since, failed, causes, now)
        more = {"failing_since": since, "causes": told}
    elif known and known.failing_since:
        log.warning("%s works again.", name)
        more = {"failing_since": None, "causes": {}}
    else:
        more = {}
    if every and not failed:
        more |= {"done_at": now, "every": round(every)}
    if failed or every:
        Chore.objects.update_or_create(pk=name, defaults=more)
    elif known:
        known.delete()


def _told(
    name: str, since: datetime, failed: list[Exception], causes: dict[str, str], now: datetime
) -> dict[str, str]:
    """Tell the log each cause that it has not been told within the hour; when it was told which."""
    told: dict[str, str] = {}
    for error in failed:
        cause = cause_of(error)
        last = told.get(cause) or causes.get(cause)
        if last is None or datetime.fromisoformat(last) <= now - TOLD_EVERY:
            log.error("%s fails since %s and is tried again; told once an hour", name, since, exc_info=error)
            last = now.isoformat()
        told[cause] = last
    return told


def cause_of(error: Exception) -> str:
    """What failed and where, without any word of what somebody wrote."""
    places = extract_tb(error.__traceback__)
    where = f" in {Path(places[-1].filename).name}:{places[-1].lineno}" if places else ""
    return f"{type(error).__name__}{where}"


# For whoever looks


@dataclass(frozen=True, slots=True)
class ClockTrouble:
    """What does not work, and since when: the whole clock `stands`, or some parts are `failing`."""

    since: datetime
    stands: bool = False
    failing: tuple[str, ...] = ()


def age(done_at: datetime | None, every: int | None, now: datetime) -> tuple[int | None, int]:
    """Seconds since the clock last went round, None if it never has; and how many lie between two rounds."""
    if done_at is None or every is None:
        return None, round(EVERY)
    return max(0, round((now - done_at).total_seconds())), every


def clock_trouble(now: datetime) -> ClockTrouble | None:
    """What an organiser should hear of."""
    known = {one.name: one for one in Chore.objects.order_by("failing_since", "pk")}
    clock = known.get(CLOCK)
    went = clock.done_at if clock else Office.objects.values_list("since", flat=True).first()
    every = clock.every if clock else EVERY
    if went and went < now - max(LATE, timedelta(seconds=3 * every)):
        return ClockTrouble(went, stands=True)
    failing = [one for one in known.values() if one.failing_since]
    since = min((one.failing_since for one in failing if one.failing_since), default=None)
    return ClockTrouble(since, failing=tuple(one.name for one in failing)) if since else None
