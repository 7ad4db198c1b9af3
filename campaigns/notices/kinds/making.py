"""A notice for each of those it concerns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from campaigns.models import Notice, NoticeKind


def notices(people: Iterable[int], club: int, kind: NoticeKind, key: str, **refs: object) -> Iterator[Notice]:
    """One each; `key` names the occasion, so that nobody is told of it twice."""
    for person in people:
        yield Notice(person_id=person, club_id=club, kind=kind, key=key, **refs)
