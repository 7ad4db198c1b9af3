"""Whose move it is, kept as rows beside the summary of a league: what homes, notices and calendars read.

The game says it of the state as everybody sees it (`rules.engine.todos`); here stands who sits where, what a
waiting report answers already, and how the rows are written: with the league's next version, in the same
statement. They are believed as long as the summary is (`campaigns.engine.transaction.summaries.believed`);
where that is not, they are made of the state.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import cast

from django.db.models import QuerySet
from psycopg import sql

from campaigns.engine.stored.absent import NOBODY, Absent
from campaigns.engine.stored.store import AnyRegistration
from campaigns.models import Report, Scope, TodoRow
from campaigns.models.play import HELD, WAITING
from config.database.compiled import compiled
from rules.engine.plain import JsonObject, text_in
from rules.engine.state import State
from rules.engine.todos import Stand, Todo, visible_todos

SAME = (
    "kind", "about", "stand", "who", "act", "params", "on", "seats", "any_of", "own", "place", "until",
)  # fmt: skip
IS_SAME = sql.SQL(", ").join(sql.Identifier(one) for one in SAME)
# `counted` is the league. What has gone is kept for a minute: what comes back meanwhile has never been away.
WRITTEN = sql.SQL(""", fresh AS (SELECT one.* FROM counted, jsonb_to_recordset(%s::jsonb) AS one(side text,
 key text, kind text, about text[], stand text, who text, act text, params jsonb, "on" text[], seats text[],
 any_of boolean, own boolean, cover boolean, place integer, until timestamptz, tells text)
 WHERE one.tells = '' OR NOT EXISTS (SELECT FROM campaigns_report sent WHERE sent.scope_id = counted.id
  AND sent.mission = one.tells AND sent.status IN ('sent', 'disputed', 'parked'))),
moment AS (SELECT %s::timestamptz AS at, %s::integer AS occurrence),
gone AS (UPDATE campaigns_todorow had SET gone_at = moment.at FROM counted, moment
 WHERE had.scope_id = counted.id AND had.gone_at IS NULL
 AND NOT EXISTS (SELECT FROM fresh
  WHERE (fresh.side, fresh.key, fresh.cover) = (had.side, had.key, had.cover))),
forgotten AS (DELETE FROM campaigns_todorow had USING counted, moment
 WHERE had.scope_id = counted.id AND had.gone_at < moment.at - interval '1 minute'
 AND NOT EXISTS (SELECT FROM fresh
  WHERE (fresh.side, fresh.key, fresh.cover) = (had.side, had.key, had.cover))),
put AS (INSERT INTO campaigns_todorow AS had (scope_id, side, key, cover, since, occurrence, {same})
 SELECT counted.id, side, key, cover, moment.at, moment.occurrence, {same} FROM counted, moment, fresh
 ON CONFLICT (scope_id, side, key, cover) DO UPDATE SET ({same}, since, occurrence, gone_at) =
 ROW({excluded},
  CASE WHEN had.gone_at < excluded.since - interval '1 minute' OR had.stand <> excluded.stand
   THEN excluded.since ELSE had.since END,
  CASE WHEN had.gone_at < excluded.since - interval '1 minute' OR had.stand <> excluded.stand
   THEN excluded.occurrence ELSE had.occurrence END, NULL)
 WHERE had.gone_at IS NOT NULL OR ({had}) IS DISTINCT FROM ({excluded}))""").format(
    same=IS_SAME,
    had=sql.SQL(", ").join(sql.Identifier("had", one) for one in SAME),
    excluded=sql.SQL(", ").join(sql.Identifier("excluded", one) for one in SAME),
)


@dataclass(frozen=True, slots=True)
class IndexedTodo:
    """A to-do with the seats of whom it means; `place`: in which order; `cover`: others read it in place of
    one they do not see; `tells`: what was played of which it is the report, that is nobody's to send any more
    while one waits.
    """

    todo: Todo
    seats: tuple[str, ...]
    place: int
    cover: bool = False
    tells: str = ""

    @property
    def is_must(self) -> bool:
        """Whether somebody has to do it, as they read it themselves."""
        return self.todo.stand == "must" and not self.cover


def moves_of(registration: AnyRegistration, state: State, absent: Absent = NOBODY) -> list[IndexedTodo]:
    """All that everybody has to do and waits for, whatever waits in a report. It is nobody's to do who is
    `absent`, but of who stands in for them.

    What others read is made of what everybody sees, what a side reads of what it sees itself. Where both are
    the same it is one row.
    """
    public = registration.public(state)
    rows = _owed(registration, public)
    whole = rows if public is state else _owed(registration, state)
    others = {(row.side, row.key): (place, row) for place, row in enumerate(visible_todos(rows, _nobody))}
    moves: list[IndexedTodo] = []
    for side in dict.fromkeys(row.side for row in (*rows, *whole)):
        own, known = _of(side, whole), _of(side, rows)
        if own != known:
            own = _of(side, _owed(registration, registration.rules.seen(state, side.__eq__)))
        for place, row in own:
            read = others.get((side, row.key))
            if read is not None and not row.cover and _same(read[1], row):
                moves.append(_move(registration, state, *others.pop((side, row.key))))
            else:
                moves.append(_move(registration, state, place, replace(row, own=True)))
    covers = (_move(registration, state, place, row, cover=True) for place, row in others.values())
    found = [*moves, *covers]
    return [_but(one, absent) for one in found] if absent.away else found


def _but(move: IndexedTodo, absent: Absent) -> IndexedTodo:
    """The same for those who are there."""
    own = move.cover or move.todo.own
    return replace(move, seats=absent.meant(move.seats, own=own or bool(move.todo.cover)))


def _nobody(side: str) -> bool:
    return False


def _owed(registration: AnyRegistration, state: State) -> list[Todo]:
    return list(registration.rules.whose_move.owed(state, registration.game.book_of(state)))


def _of(side: str, rows: Iterable[Todo]) -> list[tuple[int, Todo]]:
    return [(place, row) for place, row in enumerate(rows) if row.side == side]


def _same(read: Todo, row: Todo) -> bool:
    """Whether others read of a row what its side does; that nothing is left to choose nobody reads here."""
    return read == replace(row, idle=read.idle)


def _move(
    registration: AnyRegistration, state: State, place: int, row: Todo, *, cover: bool = False
) -> IndexedTodo:
    is_report = f"{registration.game.name}.{row.act}" in registration.acts.reported
    tells = text_in(row.params, registration.store.traces.played) if is_report else ""
    return IndexedTodo(row, seats_of(registration, state, row), place, cover, tells)


def seats_of(registration: AnyRegistration, state: State, row: Todo) -> tuple[str, ...]:
    """Whom it means: one person, or all who play the side; of what is the organisers' they are looked up."""
    kind, _colon, name = row.who.partition(":")
    if kind == "person":
        return (name,)
    return tuple(registration.rules.members_of(state, row.side)) if row.side and not kind else ()


def hurried(scope: Scope, moves: Iterable[IndexedTodo]) -> list[IndexedTodo]:
    """The same, where a report waits for one of them until the app settles that, if that is sooner."""
    ends: dict[tuple[str, str], datetime] = {}
    for since, waits in _held_reports(scope.pk):
        if since is not None:
            at = since + timedelta(hours=scope.silence_hours)
            ends |= {(side, key): min(at, ends.get((side, key), at)) for side, key in waits}
    return [_until(one, ends.get((one.todo.side, one.todo.key))) for one in moves]


@compiled
def _held_reports(scope: int) -> QuerySet[Report, tuple[datetime | None, list[tuple[str, str]]]]:
    held = Report.objects.filter(scope=scope, status__in=HELD, held_at__isnull=False).exclude(waits=[])
    return held.values_list("held_at", "waits")


@compiled
def _reported_missions(scope: int) -> QuerySet[Report, str]:
    return Report.objects.filter(scope=scope, status__in=WAITING).values_list("mission", flat=True)


def _until(move: IndexedTodo, at: datetime | None) -> IndexedTodo:
    if at is None or move.todo.stand != "must":
        return move
    return replace(move, todo=replace(move.todo, until=min(at, move.todo.until or at)))


def made_of(
    scope: Scope, registration: AnyRegistration, state: State, absent: Absent = NOBODY
) -> list[IndexedTodo]:
    """What is kept of a league, where one may not believe it: without what a report that waits tells."""
    moves = moves_of(registration, state, absent)
    if registration.acts.parking is not None:
        moves = hurried(scope, moves)
    if not any(one.tells for one in moves):
        return moves
    told = set(_reported_missions(scope.pk))
    return [one for one in moves if not one.tells or one.tells not in told]


# As rows


def as_json(moves: Iterable[IndexedTodo]) -> str:
    """What `WRITTEN` takes."""
    return json.dumps([{**todo_row(one), "tells": one.tells} for one in moves])


def todo_row(move: IndexedTodo) -> JsonObject:
    """What is kept of one."""
    todo = move.todo
    return {
        "side": todo.side, "key": todo.key, "kind": todo.kind, "about": list(todo.about),
        "stand": todo.stand, "who": todo.who, "act": todo.act, "params": dict(todo.params),
        "on": list(todo.on), "seats": list(move.seats), "any_of": todo.any_of, "own": todo.own,
        "cover": move.cover, "place": move.place, "until": todo.until.isoformat() if todo.until else None,
    }  # fmt: skip


def move_of(row: TodoRow) -> IndexedTodo:
    """The same again from its row; what else others read of it is another row."""
    todo = Todo(
        kind=row.kind, about=tuple(row.about), stand=cast("Stand", row.stand), side=row.side, who=row.who,
        act=row.act, params=row.params, on=tuple(row.on), until=row.until, any_of=row.any_of, own=row.own,
    )  # fmt: skip
    return IndexedTodo(todo, tuple(row.seats), row.place, row.cover)


def kept_moves(scopes: Collection[int]) -> dict[int, list[IndexedTodo]]:
    """What is kept of these leagues, in the order of the rules: one statement. Believe it where their
    summaries are believed."""
    found: dict[int, list[IndexedTodo]] = {one: [] for one in scopes}
    rows = TodoRow.objects.filter(scope__in=scopes, gone_at=None).order_by("scope", "place")
    for row in rows if found else ():
        found[row.scope_id].append(move_of(row))
    return found


@dataclass(frozen=True, slots=True)
class Anew:
    """The part of a statement that writes the rows of a league anew, with what it takes."""

    moves: tuple[IndexedTodo, ...]
    at: datetime
    occurrence: int

    @property
    def params(self) -> tuple[str, datetime, int]:
        return as_json(self.moves), self.at, self.occurrence
