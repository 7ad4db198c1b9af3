"""What the sentences of many notices need, read once for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from campaigns.models import Entry, Notice, NoticeKind, Summary
from campaigns.nights.games.leagues import League, leagues
from campaigns.notices.found import done, steps, turns


@dataclass(frozen=True, slots=True)
class Read:
    """By league: those with results, how each stands, what was played in it with steps still open."""

    leagues: Mapping[int, League]
    waits: Mapping[int, Summary]
    after: Mapping[int, Summary]
    people: Mapping[str, int]
    entries: Mapping[int, str]


def read_for(told: Iterable[Notice]) -> Read:
    """As many questions to the database for one notice as for a hundred of the same leagues."""
    kept = list(told)
    waits = _rows(turns.rows_of(_scopes(kept, *turns.OF_TURNS)))
    after = _rows(steps.rows_of(_scopes(kept, NoticeKind.STEPS)))
    found = leagues(_scopes(kept, NoticeKind.RESULT) | _of_reports_and_entries(kept))
    return Read(
        leagues=found,
        waits=waits,
        after=after,
        people=turns.people_by_seat({*_seats(after, steps.seats_in), *_seats(waits, turns.seats_waited_for)}),
        entries=_entries(kept, found),
    )


def _scopes(told: Iterable[Notice], *kinds: NoticeKind) -> set[int]:
    return {one.scope_id for one in told if one.kind in kinds and one.scope_id is not None}


def _of_reports_and_entries(told: Iterable[Notice]) -> set[int]:
    return {about.scope_id for one in told if (about := one.report or one.entry) is not None}


def _entries(told: Iterable[Notice], found: Mapping[int, League]) -> dict[int, str]:
    """What the chronicle says of them, league by league."""
    by_league: dict[int, dict[int, Entry]] = {}
    for one in told:
        if one.entry is not None:
            by_league.setdefault(one.entry.scope_id, {})[one.entry.pk] = one.entry
    said: dict[int, str] = {}
    for scope, entries in by_league.items():
        said |= done.sentences(found[scope], entries.values())
    return said


def _seats(rows: Mapping[int, Summary], seats_in: Callable[[Summary], set[str]]) -> set[str]:
    return {seat for row in rows.values() for seat in seats_in(row)}


def _rows(found: Iterable[Summary]) -> dict[int, Summary]:
    return {row.scope_id: row for row in found}
