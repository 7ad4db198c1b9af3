"""Steps that a side still has to do after something was played: told once a game, to whoever still has some.

The leagues' summaries say so (`after`: what was played, when it ended, the sides with open steps).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime, timedelta

from django.db.models import QuerySet

from campaigns.engine.chores import alone
from campaigns.models import Notice, NoticeKind, Summary
from campaigns.notices.found.making import notices
from campaigns.notices.found.turns import people_of, seats_of, summaries

PAUSE = timedelta(hours=1)  # as a rule they are done at the table
LATE = timedelta(days=3)


def of_steps(begun: datetime, now: datetime) -> Iterator[Notice]:
    """Everybody whose side has open steps an hour after the game; of none that ended before `begun`."""
    for row in _rows():
        with alone():
            yield from _of(row, max(begun, now - LATE), now)


def _of(row: Summary, since: datetime, now: datetime) -> Iterator[Notice]:
    for one in row.data["after"]:
        if since <= datetime.fromisoformat(one["at"]) <= now - PAUSE:
            key, meant = _key(row, one["played"]), people_of(seats_of(row, one["sides"]))
            yield from notices(meant, row.scope.club_id, NoticeKind.STEPS, key, scope=row.scope, at=now)


def is_open(notice: Notice, row: Summary | None, people: Mapping[str, int]) -> bool:
    """Whether a side of this person still has steps open after that game, by what its league says of itself,
    if anything is open there, and the people on its seats."""
    return row is not None and any(
        notice.key == _key(row, one["played"])
        and notice.person_id in {people.get(seat) for seat in seats_of(row, one["sides"])}
        for one in row.data["after"]
    )


def seats_in(row: Summary) -> set[str]:
    """Everybody who still has steps to do in a league."""
    return seats_of(row, [side for one in row.data["after"] for side in one["sides"]])


def rows_of(scopes: Collection[int]) -> Iterable[Summary]:
    """What leagues say of open steps."""
    return _rows().filter(scope__in=scopes) if scopes else ()


def _rows() -> QuerySet[Summary]:
    return summaries().filter(data__after__0__isnull=False)


def _key(row: Summary, played: str) -> str:
    return f"{NoticeKind.STEPS}-{row.scope_id}-{played}"
