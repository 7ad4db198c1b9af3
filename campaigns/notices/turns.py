"""Whose turn it is in a league, and until when: told once a step, and once more when its time is nearly up.

The leagues' summaries say so (`waits`: the step, and the sides it waits for); one that is behind its league
is not believed, and looked at again in the next minute.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from django.db.models import F, QuerySet

from campaigns.models import Notice, NoticeKind, Seat, Summary
from campaigns.notices.making import notices

NEAR = timedelta(hours=24)  # before the time is up


def of_turns(now: datetime) -> Iterator[Notice]:
    """Everybody who has to act, of each step once; and once more on its last day."""
    rows = list(_waiting())
    people = _people_of(rows)
    for row in rows:
        meant = {people[one] for one in _seats(row) if one in people}
        yield from _of(row, meant, NoticeKind.MY_TURN, now)
        if (until := _until(row)) and until - NEAR <= now < until:
            yield from _of(row, meant, NoticeKind.DUE, now)


def _of(row: Summary, people: Iterable[int], kind: NoticeKind, now: datetime) -> Iterator[Notice]:
    key = f"{kind}-{row.scope_id}-{row.data['waits']['step']}"
    yield from notices(people, row.scope.club_id, kind, key, scope=row.scope, at=now)


def is_still(notice: Notice, now: datetime) -> bool:
    """Whether the league still waits for this person, in the same step, and the time is not up."""
    row = _waiting().filter(scope=notice.scope).first()
    if row is None or notice.key != f"{notice.kind}-{row.scope_id}-{row.data['waits']['step']}":
        return False
    until = _until(row)
    return notice.person_id in _people_of([row]).values() and (until is None or now < until)


def step_of(notice: Notice) -> tuple[bool, datetime | None]:
    """Whether the step a notice is about is still played, and when its time is up."""
    row = _waiting().filter(scope=notice.scope).first()
    stands = row is not None and notice.key.endswith(f"-{row.data['waits']['step']}")
    return stands, _until(row) if row and stands else None


def _waiting() -> QuerySet[Summary]:
    found = Summary.objects.filter(scope__archived_at=None, data__waits__isnull=False)
    return found.filter(version=F("scope__version")).select_related("scope__club")


def _seats(row: Summary) -> set[str]:
    members = row.data["members"]
    return {seat for side in row.data["waits"]["sides"] for seat in members.get(side, ())}


def _people_of(rows: Iterable[Summary]) -> dict[str, int]:
    """The people on the seats that are waited for."""
    seats = {int(seat) for row in rows for seat in _seats(row)}
    return {str(pk): person for pk, person in Seat.objects.filter(pk__in=seats).values_list("pk", "person")}


def _until(row: Summary) -> datetime | None:
    said = row.data["deadline"]
    return datetime.fromisoformat(said) if said else None
