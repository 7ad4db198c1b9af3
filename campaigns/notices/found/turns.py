"""Whose turn it is in a league, and until when: told once a step, and when its time is nearly up.

The leagues' summaries say so (`waits`: the step, and the sides it waits for); one that is behind its league
is not believed, and looked at again in the next minute.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime, timedelta

from django.db.models import F, QuerySet

from campaigns.engine.chores import alone
from campaigns.engine.passage.summaries import SHAPE
from campaigns.models import Notice, NoticeKind, Seat, Summary
from campaigns.notices.found.making import notices

OF_TURNS = (NoticeKind.MY_TURN, NoticeKind.DUE, NoticeKind.DUE_NOW)
NEAR, HOUR = timedelta(hours=24), timedelta(hours=1)  # before the time is up


def of_turns(now: datetime) -> Iterator[Notice]:
    """Everybody who has to act, of each step once; and on its last day, and in its last hour."""
    rows: list[tuple[Summary, set[str]]] = []
    for row in _waiting():
        with alone():
            rows.append((row, _seats(row)))
    people = people_by_seat({seat for _row, seats in rows for seat in seats})
    for row, seats in rows:
        meant = {people[one] for one in seats if one in people}
        yield from _of(row, meant, NoticeKind.MY_TURN, now)
        if (until := _until(row)) and until - NEAR <= now < until:
            kind = NoticeKind.DUE if now < until - HOUR else NoticeKind.DUE_NOW
            yield from _of(row, meant, kind, now)


def _of(row: Summary, people: Iterable[int], kind: NoticeKind, now: datetime) -> Iterator[Notice]:
    key = f"{kind}-{row.scope_id}-{row.data['waits']['step']}"
    yield from notices(people, row.scope.club_id, kind, key, scope=row.scope, at=now)


def newest_alone(told: Iterable[Notice]) -> Iterator[Notice]:
    """Notices, newest first, without those of a turn after which the same league told of one again."""
    seen = set[int | None]()
    for one in told:
        if one.kind in OF_TURNS and one.scope_id in seen:
            continue
        if one.kind in OF_TURNS:
            seen.add(one.scope_id)
        yield one


def up_to(notice: Notice) -> QuerySet[Notice]:
    """What the inbox shows as this one line: of a league's turns all that were told before, too."""
    if notice.kind not in OF_TURNS:
        return Notice.objects.filter(pk=notice.pk)
    mine = Notice.objects.filter(person=notice.person_id, scope=notice.scope_id, kind__in=OF_TURNS)
    return mine.filter(at__lte=notice.at)


def is_still(notice: Notice, now: datetime, row: Summary | None, people: Mapping[str, int]) -> bool:
    """Whether the league still waits for this person, in the same step, and the time is not up; by how it
    stands, and the people on the seats it waits for."""
    waits = row.data.get("waits") if row is not None else None
    if row is None or waits is None or notice.key != f"{notice.kind}-{row.scope_id}-{waits['step']}":
        return False
    until = _until(row)
    return not is_over(notice, row, people) and (until is None or now < until)


def step_of(notice: Notice, row: Summary | None) -> tuple[bool, datetime | None]:
    """Whether the step a notice is about is still played, and when its time is up; `row` says what its league
    waits for, if it waits."""
    waits = row.data.get("waits") if row is not None else None
    stands = waits is not None and notice.key.endswith(f"-{waits['step']}")
    return stands, _until(row) if row and stands else None


def is_over(notice: Notice, row: Summary | None, people: Mapping[str, int]) -> bool:
    """Whether this person has nothing to do any more in the step of a notice; not as long as nobody knows how
    its league stands (`row`). `people` are those on the seats it waits for."""
    if row is None:
        return False
    waited = {people.get(one) for one in seats_waited_for(row)}
    return not step_of(notice, row)[0] or notice.person_id not in waited


def seats_waited_for(row: Summary) -> set[str]:
    """Who sits on the sides a league waits for now; nobody where it waits for none."""
    return _seats(row) if row.data.get("waits") else set()


def read_by_themselves(now: datetime) -> None:
    """Make read what called people to a turn that is over, or in which they have acted."""
    unread = list(Notice.objects.filter(kind__in=OF_TURNS, read_at=None))
    known = {row.scope_id: row for row in rows_of({one.scope_id for one in unread if one.scope_id})}
    people = people_by_seat(seat for row in known.values() for seat in seats_waited_for(row))
    over = [one.pk for one in unread if is_over(one, known.get(one.scope_id or 0), people)]
    if over:
        Notice.objects.filter(pk__in=over).update(read_at=now)


def row_of(notice: Notice) -> Summary | None:
    """What the league of a notice waits for."""
    return _waiting().filter(scope=notice.scope).first()


def rows_of(scopes: Collection[int]) -> Iterable[Summary]:
    """How several leagues stand, with what each waits for."""
    return summaries().filter(scope__in=scopes) if scopes else ()


def _waiting() -> QuerySet[Summary]:
    """What waits says its step; a league that waits for nobody says nothing, or null."""
    return summaries().filter(data__waits__step__isnull=False)


def summaries() -> QuerySet[Summary]:
    """What leagues say of themselves that are in use: as they stand now, as this version understands it."""
    found = Summary.objects.filter(scope__archived_at=None, version=F("scope__version"), shape=SHAPE)
    return found.select_related("scope__club")


def _seats(row: Summary) -> set[str]:
    return seats_of(row, row.data["waits"]["sides"])


def seats_of(row: Summary, sides: Iterable[str]) -> set[str]:
    """Who sits on these sides of a league."""
    members = row.data["members"]
    return {seat for side in sides for seat in members.get(side, ())}


def people_of(seats: Iterable[str]) -> set[int]:
    """The people on these seats."""
    return set(people_by_seat(seats).values())


def people_by_seat(seats: Iterable[str]) -> dict[str, int]:
    """The person on each of these seats."""
    if not (meant := [int(one) for one in seats]):
        return {}
    found = Seat.objects.filter(pk__in=meant)
    return {str(pk): person for pk, person in found.values_list("pk", "person")}


def _until(row: Summary) -> datetime | None:
    said = row.data["deadline"]
    return datetime.fromisoformat(said) if said else None
