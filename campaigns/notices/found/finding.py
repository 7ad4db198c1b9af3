"""Find what concerns whom, in rows that others have written: plans, nights, reports, acts for somebody away.

The worker looks every minute, after everything is committed and never inside a transaction through the door.
Looking again finds the same and changes nothing: a person and an occasion have one row. What was written just
before the last look is looked at again, since a transaction may commit late. Nothing is told of what was
there before the first look, nor of an occasion that is over.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from django.db.models import Max
from django.db.transaction import atomic

from campaigns.engine.chores import alone
from campaigns.engine.stored import topics
from campaigns.models import Entry, Notice, NoticeMark, Outgoing
from campaigns.notices.kinds.every_kind import FINDERS
from campaigns.notices.kinds.kind import Look
from campaigns.notices.kinds.todos import read_by_themselves

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)  # no older release has told anybody anything


def catch_up(now: datetime) -> int:
    """Tell everybody what is new; how many notices that made.

    While something cannot be found out, the next look begins where this one did: what is found twice is told
    once.
    """
    fresh: list[Notice] = []
    is_whole = True
    with atomic():
        mark = _mark(now)
        look = Look(now, mark.begun_at, mark.seen_at, mark.entry, mark.todos_from)
        for find in FINDERS:
            with alone() as part, atomic():
                fresh += _kept(find(look))
            is_whole = is_whole and not part.failed
        with alone(), atomic():
            read_by_themselves(now)
        if is_whole:
            mark.seen_at, mark.entry = now, max(mark.entry, _last_entry())
            mark.save()
        for club in {one.club_id for one in fresh}:
            topics.tell_club(club, topics.NOTICES)
    return len(fresh)


def _kept(found: Iterable[Notice]) -> list[Notice]:
    """Those that are new, written down, and those that were renewed: they leave the office once more."""
    every = list(found)
    fresh, renewed = _unknown([one for one in every if not one.pk]), [one for one in every if one.pk]
    Notice.objects.bulk_create(fresh, ignore_conflicts=True)
    Outgoing.objects.filter(notice__in=renewed).delete()
    Notice.objects.bulk_update(renewed, ["kind", "at", "read_at", "posted"])
    return [*fresh, *renewed]


def _mark(now: datetime) -> NoticeMark:
    """How far it was looked; a second worker waits here for the first."""
    mark = NoticeMark.objects.select_for_update().order_by("pk").first()
    more = {"begun_at": now, "seen_at": now, "entry": _last_entry(), "todos_from": EPOCH}
    return mark or NoticeMark.objects.create(pk=1, **more)


def _last_entry() -> int:
    return Entry.objects.aggregate(last=Max("pk"))["last"] or 0


def _unknown(found: list[Notice]) -> list[Notice]:
    if not found:
        return []
    keys = {(one.person_id, one.key) for one in found}
    known = set(Notice.objects.filter(key__in={key for _person, key in keys}).values_list("person_id", "key"))
    return list(
        {(one.person_id, one.key): one for one in found if (one.person_id, one.key) not in known}.values()
    )
