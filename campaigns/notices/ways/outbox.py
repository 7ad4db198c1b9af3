"""The outbox: what a notice becomes outside the inbox, and sending it, once, in order, after a kill too.

`fill_outbox` makes a row for each way and address as soon as a notice is there; `send_due` takes what is due,
the first of many lanes at once, and sends one after another. Taking is a transaction of its own that notes
the try and when the next one is, and each row is finished as soon as it has left. Whoever is killed while
sending leaves that one in doubt, which is taken again then with the same word outside, and what was taken
with it and had not left. Nothing else is sent twice: what a batch has no time for it gives back long before
that.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from django.db import DatabaseError
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.transaction import atomic, on_commit
from django.tasks import task
from django.utils import timezone

from campaigns.engine.chores import alone
from campaigns.models import Club, Notice, NoticeKind, Outgoing, OutStatus, Person
from campaigns.notices.found import news
from campaigns.notices.found.occasions import holds
from campaigns.notices.ways.hours import day_s_mail_at, free_at
from campaigns.notices.ways.known import ways
from campaigns.notices.ways.wanting import Wanting
from campaigns.notices.ways.way import RETRIES, Batch, Delivery, Lines, later

AT_ONCE = 500  # notices that are looked at in one transaction
LANES = 50  # of which the first row is taken at once
BATCH = 5.0  # seconds until no further one of them is begun: what is stopped meanwhile may still leave
IN_DOUBT = timedelta(minutes=5)  # longer than that and any try may take
KEPT = timedelta(days=60)
log = logging.getLogger(__name__)


# From notices to rows


def fill_outbox(now: datetime | None = None) -> int:
    """Rows for every notice nobody has looked at yet; how many that made. One that cannot be looked at is
    looked at again, until it is too old to be told.
    """
    made, last = 0, 0
    while (some := _post_some(now or timezone.now(), last)) is not None:
        rows, last = some
        made += rows
    return made


@atomic
def _post_some(now: datetime, after: int) -> tuple[int, int] | None:
    """The same of the first notices after that one: how many rows, and which notice was the last."""
    waiting = Notice.objects.select_for_update(skip_locked=True, of=("self",)).filter(posted=False)
    with_all = waiting.select_related("person", "club").prefetch_related(*REFS)
    told = list(with_all.filter(pk__gt=after).order_by("pk")[:AT_ONCE])
    if not told:
        return None
    made: list[Outgoing] = []
    posted: list[int] = []
    wanting = Wanting(told)
    for notice in told:
        with alone():
            made += [*_rows(notice, wanting, now)]
            posted.append(notice.pk)
    Outgoing.objects.bulk_create(made, ignore_conflicts=True)
    if made:
        wake()
    Notice.objects.filter(pk__in=posted).update(posted=True)
    return len(made), told[-1].pk


REFS = (
    "plan__club", "plan__scope", "plan__night__club", "plan__sides__seat", "night__club",
    "report__scope", "report__reporter", "report__entry__slot", "report__entry__actor",
    "request__scope", "request__asker", "request__answered_by",
    "entry__scope", "entry__slot", "actor", "chat", "scope__club",
    "word__club", "word__night__club", "word__scope", "person__telling",
)  # fmt: skip


def _rows(notice: Notice, wanting: Wanting, now: datetime) -> Iterator[Outgoing]:
    if notice.club.silent_since is not None or not wanting.still_holds(notice, now):
        return
    for way in ways().values():
        for address in wanting.addresses(way, notice):
            telling = wanting.telling(notice.person)
            held = way.daily and telling.daily and not _stands_alone(notice)
            at = day_s_mail_at(telling, notice.club, now) if held else now
            at = wanting.spared(notice, now) if way.sparing else at
            yield row_to(way.name, address, person=notice.person, notice=notice, next_at=at, club=notice.club)


@atomic
def post_news(now: datetime | None = None) -> int:
    """Rows for what clubs tell everybody; how many that made."""
    rows = [
        row_to(way.name, address, club=one.club, news=one)
        for one in news.find(now or timezone.now())
        if one.club.silent_since is None
        for way in ways().values()
        if way.works()
        for address in way.heard(one)
    ]
    if rows:
        Outgoing.objects.bulk_create(rows, ignore_conflicts=True)
        wake()
    return len(rows)


def row_to(way: str, address: str, person: Person | None = None, **more: object) -> Outgoing:
    """A row, not kept yet; its lane is its person's on that way and address."""
    lane = f"{way}:{person.pk if person else ''}:{address}"
    return Outgoing(way=way, address=address, lane=lane, person=person, **more)


def queue_message(way: str, address: str, person: Person | None = None, club: Club | None = None) -> Outgoing:
    """A way's own word to an address: keep it and wake the sender."""
    row = row_to(way, address, person, club=club)
    row.save()
    wake()
    return row


# Sending


def wake(at: datetime | None = None) -> None:
    """Have the worker send what is due, after the commit; the minute does it where the task is lost."""
    on_commit(lambda: send_what_is_due.using(run_after=at).enqueue())


@task()
def send_what_is_due() -> None:
    """The sender, woken."""
    send_due()


def send_due(now: datetime | None = None) -> int:
    """Send all that is due; how many rows left or were tried."""
    tried = 0
    with Lines() as lines:
        while (parcels := take(now or timezone.now())) is not None:
            tried += _send(Batch(parcels, lines), now)
    return tried


def _send(batch: Batch, now: datetime | None) -> int:
    """Send one after another, each finished by itself, and give back what there is no time for."""
    end = time.monotonic() + BATCH
    for done, rows in enumerate(batch.parcels):
        if done and time.monotonic() > end:
            _give_back(batch.parcels[done:], now or timezone.now())
            return sum(map(len, batch.parcels[:done]))
        note_delivery(rows, _tried(rows, batch), now or timezone.now())
    return sum(map(len, batch.parcels))


def _give_back(parcels: Sequence[Sequence[Outgoing]], now: datetime) -> None:
    """As if they had not been taken."""
    for row in (one for rows in parcels for one in rows):
        _same(row).update(attempts=row.attempts - 1, next_at=now)


@atomic
def take(now: datetime) -> list[list[Outgoing]] | None:
    """The first rows of several lanes, each with what leaves beside it, their try noted; those that should
    not leave any more are dropped. None where nothing is due."""
    rows = list(_due(now).select_for_update(skip_locked=True, of=("self",))[:LANES])
    if not rows:
        return None
    wanting = Wanting([row.notice for row in rows if row.notice is not None])
    leaving = [row for row in rows if _leaves(row, wanting, now)]
    parcels = _with_company(leaving, wanting, now)
    _note([row for parcel in parcels for row in parcel], now)
    return parcels


def _leaves(row: Outgoing, wanting: Wanting, now: datetime) -> bool:
    """Whether a row leaves now; else it is dropped or waits longer."""
    try:
        if why := _why_not(row, wanting, now):
            _end(row, OutStatus.DROPPED, now, said=why)
            return False
        free = _free_at(row, wanting, now)
    except DatabaseError:
        raise
    except Exception as error:  # a try as well, as in `_tried`, or nothing would leave behind it
        log.exception("what waits for %s could not be looked at", row.way)
        _note([row], now)
        note_delivery([row], later(type(error).__name__), now)
        return False
    if free > now:
        held = Outgoing.objects.filter(lane=row.lane, status=OutStatus.WAITING, next_at__lt=free)
        held.update(next_at=free)
    return free <= now


def _due(now: datetime) -> QuerySet[Outgoing]:
    """The first of each lane, when it is due."""
    before = Outgoing.objects.filter(lane=OuterRef("lane"), status=OutStatus.WAITING, pk__lt=OuterRef("pk"))
    due = Outgoing.objects.filter(~Exists(before), status=OutStatus.WAITING, next_at__lte=now)
    return _whole(due).order_by("next_at", "pk")


NEWS_REFS = (
    "plan__club", "plan__night__club", "night__club", "report__scope", "report__entry__slot", "club",
)  # fmt: skip


def _whole(rows: QuerySet[Outgoing]) -> QuerySet[Outgoing]:
    """With all that they tell of: a query for each kind of it that there is, since the database takes longer
    to plan one of thirty tables than to answer ten."""
    refs = (*(f"notice__{one}" for one in ("club", *REFS)), *(f"news__{one}" for one in NEWS_REFS))
    return rows.select_related("person", "club").prefetch_related("bundle", *refs)


def _why_not(row: Outgoing, wanting: Wanting, now: datetime) -> str:
    """Why a row does not leave any more; empty when it does."""
    way, told = ways().get(row.way), row.notice or row.news
    if way is None or not way.works():
        return "no such way"
    if row.club is not None and row.club.silent_since is not None:
        return "silent"
    if told is None:
        return ""
    if not (wanting.still_holds(told, now) if isinstance(told, Notice) else holds(told, now)):
        return "over"
    where = wanting.addresses(way, told) if isinstance(told, Notice) else way.heard(told)
    return "" if row.address in where else "not wanted"


def _free_at(row: Outgoing, wanting: Wanting, now: datetime) -> datetime:
    """When a person may be disturbed; a chat at any time, and whoever has just asked for a word."""
    if row.notice is None or row.person is None:
        return now
    return free_at(wanting.telling(row.person), row.club, now)


def _with_company(rows: Sequence[Outgoing], wanting: Wanting, now: datetime) -> list[list[Outgoing]]:
    """Each row with what leaves as one with it: the day's other mails; the same ones again, where that is
    tried again."""
    firsts = {row.bundle_id or row.pk for row in rows if row.bundle_id or _gathers(row, wanting, now)}
    same = Outgoing.objects.filter(bundle__in=firsts, status=OutStatus.WAITING)
    found = list(_whole(same).order_by("pk")) if firsts else []
    theirs = Wanting([one.notice for one in found if one.notice is not None])
    parcels: dict[int, list[Outgoing]] = {row.bundle_id or row.pk: [] for row in rows}
    leave = {row.pk for row in rows}
    for one in (*found, *(row for row in rows if (row.bundle_id or row.pk) not in firsts)):
        if one.pk in leave or _goes_along(one, theirs, now):
            parcels[one.bundle_id or one.pk].append(one)
    return list(parcels.values())


def _goes_along(row: Outgoing, wanting: Wanting, now: datetime) -> bool:
    """Whether a row leaves with the first of its lane; what cannot be looked at has its own turn later."""
    try:
        return not _why_not(row, wanting, now)
    except DatabaseError:
        raise
    except Exception:
        log.exception("what waits for %s could not be looked at", row.way)
        return False


def _gathers(row: Outgoing, wanting: Wanting, now: datetime) -> bool:
    """Whether what else is due leaves with it; that is then marked as one."""
    if not _has_company(row, wanting):
        return False
    lane = Q(lane=row.lane, status=OutStatus.WAITING, next_at__lte=now, bundle=None)
    others = Outgoing.objects.filter(lane).exclude(notice=None, news=None)
    others.exclude(notice__kind=NoticeKind.WEEK).update(bundle=row.pk)
    return True


def _has_company(row: Outgoing, wanting: Wanting) -> bool:
    """Whether what else is due leaves with it."""
    way = ways()[row.way]
    if row.news is not None:
        return way.together
    if row.notice is None or row.person is None or _stands_alone(row.notice):
        return False
    return way.daily and wanting.telling(row.person).daily


def _stands_alone(notice: Notice) -> bool:
    """A week is put together already."""
    return notice.kind == NoticeKind.WEEK


def _note(rows: Sequence[Outgoing], now: datetime) -> None:
    """A try of all of them, and when the next one is."""
    for row in rows:
        row.attempts, row.next_at = row.attempts + 1, now + IN_DOUBT
    same = Outgoing.objects.filter(pk__in=[row.pk for row in rows])
    same.update(attempts=F("attempts") + 1, next_at=now + IN_DOUBT)


def _tried(rows: Sequence[Outgoing], batch: Batch) -> Delivery:
    """How sending ended; a fault of ours is a try as well, so that it holds up nobody for ever."""
    try:
        return ways()[rows[0].way].send(rows, batch)
    except Exception as error:
        log.exception("sending by %s failed", rows[0].way)
        return later(type(error).__name__)


def note_delivery(rows: Sequence[Outgoing], outcome: Delivery, now: datetime) -> None:
    """Note how a try ended: sent, tried again later, or given up."""
    tries = rows[0].attempts
    for row in rows:
        if outcome.sent:
            _end(row, OutStatus.SENT, now, said=outcome.said)
        elif outcome.again and tries <= len(RETRIES):
            after = max(RETRIES[tries - 1], outcome.after or timedelta())
            _same(row).update(next_at=now + after, said=outcome.said[:60])
        else:
            _end(row, OutStatus.FAILED, now, said=outcome.said)
    if outcome.again and tries == 1:
        wake(now + RETRIES[0])


def _end(row: Outgoing, status: OutStatus, now: datetime, *, said: str) -> None:
    _same(row).update(status=status, done_at=now, said=said[:60])


def _same(row: Outgoing) -> QuerySet[Outgoing]:
    """A row, unless somebody has stopped it or taken it again meanwhile."""
    return Outgoing.objects.filter(pk=row.pk, status=OutStatus.WAITING, attempts=row.attempts)


def silence_club(club: Club, since: datetime | None) -> None:
    """Whether anything of a club leaves; what waits from before either moment does not."""
    Club.objects.filter(pk=club.pk).update(silent_since=since)
    waiting = Outgoing.objects.filter(club=club, status=OutStatus.WAITING)
    waiting.update(status=OutStatus.DROPPED, done_at=timezone.now(), said="silent")


def delete_old_outgoing(now: datetime) -> int:
    """Delete what left long ago; the notice stays in the inbox."""
    gone, _each = Outgoing.objects.filter(done_at__lt=now - KEPT).delete()
    return gone
