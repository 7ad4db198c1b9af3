"""The outbox: what a notice becomes outside the inbox, and sending it, once, in order, after a kill too.

`post` makes a row for each way and address as soon as a notice is there; `send_due` takes what is due, one
after another. Taking is a passage of its own that notes the try and when the next one is: whoever is killed
while sending leaves a row that is taken again then, with the same word outside. Nothing else is sent twice.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import DatabaseError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.tasks import task
from django.utils import timezone

from campaigns.engine.chores import alone
from campaigns.engine.who.access import seat_of
from campaigns.models import Club, Notice, NoticeKind, Outgoing, OutStatus, Person, Topic, Wish
from campaigns.notices.found import news
from campaigns.notices.found.occasions import holds
from campaigns.notices.found.topics import topic_of
from campaigns.notices.ways.hours import day_s_mail_at, free_at, telling_of
from campaigns.notices.ways.known import ways
from campaigns.notices.ways.way import RETRIES, Outcome, Way, later

AT_ONCE = 500  # notices that are looked at in one passage
IN_DOUBT = timedelta(minutes=5)  # longer than any try may take
KEPT = timedelta(days=60)
log = logging.getLogger(__name__)


# From notices to rows


@transaction.atomic
def post(now: datetime | None = None) -> int:
    """Rows for every notice nobody has looked at yet; how many that made. One that cannot be looked at is
    looked at again, until it is too old to be told.
    """
    moment = now or timezone.now()
    waiting = Notice.objects.select_for_update(skip_locked=True, of=("self",)).filter(posted=False)
    with_all = waiting.select_related("person", "club").prefetch_related(*REFS)
    made: list[Outgoing] = []
    posted: list[int] = []
    for notice in with_all.order_by("pk")[:AT_ONCE]:
        with alone():
            made += [*_rows(notice, moment)]
            posted.append(notice.pk)
    Outgoing.objects.bulk_create(made, ignore_conflicts=True)
    if made:
        wake()
    Notice.objects.filter(pk__in=posted).update(posted=True)
    return len(made)


REFS = ("plan__club", "plan__night__club", "night__club", "report", "entry", "actor", "chat", "scope__club")


def _rows(notice: Notice, now: datetime) -> Iterator[Outgoing]:
    if notice.club.silent_since is not None or not holds(notice, now):
        return
    for way in ways().values():
        for address in _addresses(way, notice):
            telling = telling_of(notice.person)
            held = way.daily and telling.daily and not _stands_alone(notice)
            at = day_s_mail_at(telling, notice.club, now) if held else now
            yield row_to(way.name, address, person=notice.person, notice=notice, next_at=at, club=notice.club)


def _addresses(way: Way, notice: Notice) -> list[str]:
    """Where a notice goes by a way, as its person wants it now."""
    person = notice.person
    if not way.works() or person.erased_at or not wishes(person, way)[topic_of(notice)]:
        return []
    return way.wanted(person, notice) if seat_of(person, notice.club) else []


def wishes(person: Person, way: Way) -> dict[Topic, bool]:
    """What somebody is told of by a way: what they chose, else what goes for everybody."""
    said = dict(Wish.objects.filter(person=person, way=way.name).values_list("topic", "on"))
    return {topic: said.get(topic, topic in way.chosen) for topic in Topic}


@transaction.atomic
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


def say(way: str, address: str, person: Person | None = None, club: Club | None = None) -> Outgoing:
    """A way's own word to an address: keep it and wake the sender."""
    row = row_to(way, address, person, club=club)
    row.save()
    wake()
    return row


# Sending


def wake(at: datetime | None = None) -> None:
    """Have the worker send what is due, after the commit; the minute does it where the task is lost."""
    transaction.on_commit(lambda: send_what_is_due.using(run_after=at).enqueue())


@task()
def send_what_is_due() -> None:
    """The sender, woken."""
    send_due()


def send_due(now: datetime | None = None) -> int:
    """Send all that is due; how many rows were taken."""
    taken = 0
    while rows := take(now or timezone.now()):
        taken += len(rows)
        finish(rows, _tried(rows), now or timezone.now())
    return taken


@transaction.atomic
def take(now: datetime) -> list[Outgoing]:
    """The next rows that leave as one, their try noted; those that should not leave any more are dropped."""
    while (row := _due(now).select_for_update(skip_locked=True, of=("self",)).first()) is not None:
        try:
            taken = _leaving(row, now)
        except DatabaseError:
            raise
        except Exception as error:  # a try as well, as in `_tried`, or nothing would leave behind it
            log.exception("what waits for %s could not be looked at", row.way)
            finish(_noted([row], now), later(type(error).__name__), now)
        else:
            if taken:
                return taken
    return []


def _leaving(row: Outgoing, now: datetime) -> list[Outgoing]:
    """A row with what leaves beside it, their try noted; nothing when it is dropped or waits longer."""
    if why := _why_not(row, now):
        _end(row, OutStatus.DROPPED, now, said=why)
        return []
    if (free := _free_at(row, now)) > now:
        Outgoing.objects.filter(lane=row.lane, status=OutStatus.WAITING, next_at__lt=free).update(
            next_at=free
        )
        return []
    return _noted(_bundle(row, now), now)


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


def _why_not(row: Outgoing, now: datetime) -> str:
    """Why a row does not leave any more; empty when it does."""
    way, told = ways().get(row.way), row.notice or row.news
    if way is None or not way.works():
        return "no such way"
    if row.club is not None and row.club.silent_since is not None:
        return "silent"
    if told is None:
        return ""
    if not holds(told, now):
        return "over"
    where = _addresses(way, told) if isinstance(told, Notice) else way.heard(told)
    return "" if row.address in where else "not wanted"


def _free_at(row: Outgoing, now: datetime) -> datetime:
    """When a person may be disturbed; a chat at any time, and whoever has just asked for a word."""
    if row.notice is None or row.person is None:
        return now
    return free_at(telling_of(row.person), row.club, now)


def _bundle(row: Outgoing, now: datetime) -> list[Outgoing]:
    """What leaves with a row: the day's other mails; the same ones again, where that is tried again."""
    if row.bundle_id is None:
        if not _has_company(row):
            return [row]
        lane = Q(lane=row.lane, status=OutStatus.WAITING, next_at__lte=now, bundle=None)
        others = Outgoing.objects.filter(lane).exclude(notice=None, news=None)
        others.exclude(notice__kind=NoticeKind.WEEK).update(bundle=row.pk)
    rows = _whole(Outgoing.objects.filter(bundle=row.bundle_id or row.pk, status=OutStatus.WAITING))
    return [one for one in rows.order_by("pk") if one.pk == row.pk or not _why_not(one, now)]


def _has_company(row: Outgoing) -> bool:
    """Whether what else is due leaves with it."""
    way = ways()[row.way]
    if row.news is not None:
        return way.together
    if row.notice is None or row.person is None or _stands_alone(row.notice):
        return False
    return way.daily and telling_of(row.person).daily


def _stands_alone(notice: Notice) -> bool:
    """A week is put together already."""
    return notice.kind == NoticeKind.WEEK


def _noted(rows: list[Outgoing], now: datetime) -> list[Outgoing]:
    for row in rows:
        row.attempts, row.next_at = row.attempts + 1, now + IN_DOUBT
    Outgoing.objects.bulk_update(rows, ["attempts", "next_at"])
    return rows


def _tried(rows: list[Outgoing]) -> Outcome:
    """How sending ended; a fault of ours is a try as well, so that it holds up nobody for ever."""
    try:
        return ways()[rows[0].way].send(rows)
    except Exception as error:
        log.exception("sending by %s failed", rows[0].way)
        return later(type(error).__name__)


def finish(rows: list[Outgoing], outcome: Outcome, now: datetime) -> None:
    """Note how a try ended: sent, tried again later, or given up."""
    tries = rows[0].attempts
    for row in rows:
        if outcome.sent:
            _end(row, OutStatus.SENT, now, said=outcome.said)
        elif outcome.again and tries <= len(RETRIES):
            after = max(RETRIES[tries - 1], outcome.after or timedelta())
            same = Outgoing.objects.filter(pk=row.pk, status=OutStatus.WAITING, attempts=row.attempts)
            same.update(next_at=now + after, said=outcome.said[:60])
        else:
            _end(row, OutStatus.FAILED, now, said=outcome.said)
    if outcome.again and tries == 1:
        wake(now + RETRIES[0])


def _end(row: Outgoing, status: OutStatus, now: datetime, *, said: str) -> None:
    same = Outgoing.objects.filter(pk=row.pk, status=OutStatus.WAITING, attempts=row.attempts)
    same.update(status=status, done_at=now, said=said[:60])


def silence(club: Club, since: datetime | None) -> None:
    """Whether anything of a club leaves; what waits from before either moment does not."""
    Club.objects.filter(pk=club.pk).update(silent_since=since)
    waiting = Outgoing.objects.filter(club=club, status=OutStatus.WAITING)
    waiting.update(status=OutStatus.DROPPED, done_at=timezone.now(), said="silent")


def forget_old(now: datetime) -> int:
    """Delete what left long ago; the notice stays in the inbox."""
    gone, _each = Outgoing.objects.filter(done_at__lt=now - KEPT).delete()
    return gone
