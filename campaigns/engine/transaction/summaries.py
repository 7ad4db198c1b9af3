"""What a person's home needs of each of their leagues, kept in one row a league.

A home with a hundred leagues reads a hundred short rows instead of a hundred states. The row is written with
the league's next version, in the same statement that counts it, by whoever has the state in hand. It is never
the truth: a row that is missing, of another version of its league or of another shape is not believed, and
the state is read instead, until the next entry or the worker (`summarising.refresh_summaries`) writes it
anew.

Beside it stands whom the league concerns, so that a home picks the leagues it reads
(`campaigns.leagues.mine.picking`), and whose move it is, row by row (`whose_move`).

It holds ids, names and figures, no sentences: those are made for whoever reads. What hangs on the time or on
the reader is found out when somebody reads.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict, cast

from psycopg import sql

from campaigns.engine.stored.store import AnyRegistration
from campaigns.engine.stored.whose_move import WRITTEN, Anew
from campaigns.engine.transaction.dialogue import DialogueRun
from campaigns.models import Scope, Summary
from rules.engine.games import REVISION, ActTrait, Effects
from rules.engine.procedure import Open, Settled
from rules.engine.state import State

FORM = 14  # counts up whenever a game's summary says something else
SHAPE = f"{FORM}.{REVISION}"
AT_ONCE = 200  # leagues that one minute of the clock writes anew

type Asked = dict[str, list[str] | None]  # by dialogue, None where it has to be read each time

# What `count_write` does with the row, in the same statement; `counted` is the scope with its new version.
ANEW = sql.SQL(""", kept AS (INSERT INTO campaigns_summary (scope_id, version, shape, data, asked,
 members, seated, plays, writes, for_organisers, open_to)
 SELECT id, version, %s, %s::jsonb, %s::jsonb,
 %s::text[], %s::text[], %s::text[], %s::text[], %s::boolean, %s::timestamptz FROM counted
 ON CONFLICT (scope_id) DO UPDATE SET version = excluded.version, shape = excluded.shape,
 data = excluded.data, asked = excluded.asked, members = excluded.members, seated = excluded.seated,
 plays = excluded.plays, writes = excluded.writes,
 for_organisers = excluded.for_organisers, open_to = excluded.open_to)""")
AS_IT_WAS = sql.SQL(""", kept AS (UPDATE campaigns_summary had
 SET version = counted.version, asked = had.asked || %s::jsonb
 FROM counted WHERE had.scope_id = counted.id AND had.version = counted.version - 1)""")


class LeagueSummary(TypedDict):
    """What every league tells: the seats of those who play a side, and what the sides are called."""

    members: dict[str, list[str]]
    names: dict[str, str]


@dataclass(frozen=True, slots=True)
class SummaryStep:
    """What a write does with the summary of its league, and with its to-dos."""

    sql: sql.Composable
    params: tuple[str | int | list[str] | datetime | None, ...]


class Concerned(TypedDict):
    """Whom a league concerns: the columns of its summary, by seats."""

    members: list[str]
    seated: list[str]
    plays: list[str]
    writes: list[str]
    for_organisers: bool
    open_to: datetime | None


def anew(registration: AnyRegistration, state: State, asked: Asked, moves: Anew) -> SummaryStep:
    """The state has changed. What other open dialogues ask now is found out when somebody wants to know."""
    told = summary_of(registration, state)
    whom = concerned_by(registration, told)
    seats = (whom["members"], whom["seated"], whom["plays"], whom["writes"])
    columns = (*seats, whom["for_organisers"], whom["open_to"])
    return SummaryStep(ANEW + WRITTEN, (SHAPE, json.dumps(told), json.dumps(asked), *columns, *moves.params))


def as_it_was(asked: Asked, moves: Anew | None = None) -> SummaryStep:
    """The state has not changed; some dialogues ask something else now, or reports wait that did not."""
    if moves is None:
        return SummaryStep(AS_IT_WAS, (json.dumps(asked),))
    return SummaryStep(AS_IT_WAS + WRITTEN, (json.dumps(asked), *moves.params))


def summary_of(registration: AnyRegistration, state: State) -> LeagueSummary:
    """A league in few words: who plays which side, their names, and what its game adds for everybody."""
    state = registration.public(state)
    sides = registration.sides_of(state)
    members = {side: seats for side in sides if (seats := list(registration.rules.members_of(state, side)))}
    names = {side: one.name for side, one in sides.items()}
    more = registration.store.summary(state, registration.game.book_of(state))
    return cast("LeagueSummary", {"members": members, "names": names, **more})


def concerned_by(registration: AnyRegistration, told: LeagueSummary) -> Concerned:
    """Its columns, by what its game says of the sides."""
    found, members = registration.store.for_whom(told), told["members"]

    def seats(sides: Iterable[str]) -> list[str]:
        return [seat for side in sides for seat in members.get(side, ())]

    return {
        "members": seats(members),
        "seated": seats(found.seated),
        "plays": seats(found.plays),
        "writes": seats(found.writes),
        "for_organisers": found.for_organisers,
        "open_to": found.open_to,
    }


def asked_people(
    registration: AnyRegistration, run: DialogueRun, progress: Open | Settled[Effects] | None
) -> list[str] | None:
    """To whom each open question of a dialogue is put; None when not the state alone decides that."""
    if run.procedure in registration.game.marked[ActTrait.FOLLOWS_SERVER] or run.revealed:
        return None
    return [question.who for question in progress.questions] if isinstance(progress, Open) else []


def believed(scopes: Iterable[Scope]) -> dict[int, Summary]:
    """The summaries that tell how these leagues stand now."""
    rows = ((scope, getattr(scope, "summary", None)) for scope in scopes)
    return {
        scope.pk: row for scope, row in rows if row and (row.version, row.shape) == (scope.version, SHAPE)
    }
