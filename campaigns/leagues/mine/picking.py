"""Which of a person's leagues their home reads: those that have something to tell them, and the first of the
rest; of all others only the number.

One statement over the columns beside the summaries (`campaigns.engine.lines`). A league whose summary is
not believed is picked, and so is one in which something is open that no column tells of: a dialogue or a
report that may be this person's, an army they have begun with.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from campaigns.engine.transaction.summaries import SHAPE
from campaigns.engine.who.access import may_play
from campaigns.models import Person, Seat


@dataclass(frozen=True, slots=True)
class Most:
    """So much is shown of each."""

    todos: int = 30
    invitations: int = 20
    leagues: int = 20


@dataclass(frozen=True, slots=True)
class Picked:
    """The leagues to read; how many there are in all, and what the others would add: things to do and
    invitations. `open_dialogues`, `reports`, `asks`: whether any is open in the leagues to read."""

    scopes: Collection[int]
    leagues: int
    todos: int
    invitations: int
    open_dialogues: bool
    reports: bool
    asks: bool


FEW = 3  # leagues to play in: one leads there at once, several to a choice
PICKED = """
WITH sits AS (
 SELECT * FROM unnest(%(clubs)s::bigint[], %(joined)s::timestamptz[], %(able)s::boolean[],
  %(runs)s::boolean[]) AS seat(club, joined, able, runs)),
league AS MATERIALIZED (
 SELECT scope.id, led.runs,
  coalesce(kept.version = scope.version AND kept.shape = %(shape)s, false) AS known,
  coalesce(kept.members && %(own)s::text[], false) AS member,
  coalesce(kept.seated && %(own)s::text[], false) AS seated,
  CASE WHEN sits.able THEN coalesce(todos.things, 0) ELSE 0 END
  + CASE WHEN sits.able AND led.runs
   THEN coalesce(todos.organised, 0) + coalesce(kept.for_organisers, false)::integer ELSE 0 END AS things,
  coalesce(sits.able AND kept.plays && %(own)s::text[], false) AS plays,
  coalesce(sits.able AND kept.writes && %(own)s::text[], false) AS writes,
  coalesce(sits.able AND NOT led.runs AND kept.open_to < sits.joined
   AND NOT kept.seated && %(own)s::text[], false)
   AND NOT EXISTS (SELECT FROM campaigns_declined said
    WHERE said.scope_id = scope.id AND said.person_id = %(person)s)
   AND NOT EXISTS (SELECT FROM campaigns_armydraft draft WHERE draft.scope_id = scope.id
    AND draft.seat_id = ANY(%(held)s::bigint[]) AND draft.warband = '') AS asked
 FROM campaigns_scope scope JOIN sits ON sits.club = scope.club_id
 CROSS JOIN LATERAL (SELECT sits.runs OR scope.id = ANY(%(alone)s::bigint[]) AS runs) led
 LEFT JOIN campaigns_summary kept ON kept.scope_id = scope.id
 LEFT JOIN LATERAL (SELECT count(*) FILTER (WHERE row.seats && %(own)s::text[]) AS things,
   count(*) FILTER (WHERE row.side = '') AS organised
  FROM campaigns_todorow row WHERE row.scope_id = scope.id AND row.stand = 'must' AND row.gone_at IS NULL
   AND NOT row.cover AND (row.side = '' OR row.seats && %(own)s::text[])) todos ON true
 WHERE scope.archived_at IS NULL AND scope.kind = 'league'),
talks AS (
 SELECT league.id FROM campaigns_dialogue talk JOIN league ON league.id = talk.scope_id
 LEFT JOIN campaigns_summary kept ON kept.scope_id = league.id
 WHERE league.member OR talk.opened_by_id = ANY(%(held)s::bigint[])
  OR kept.asked ->> talk.id::text IS NULL OR kept.asked ->> talk.id::text LIKE ANY(%(named)s::text[])
  OR (league.runs AND kept.asked ->> talk.id::text LIKE '%%organiser%%')),
reports AS (
 SELECT league.id FROM campaigns_report report JOIN league ON league.id = report.scope_id
 WHERE report.status IN ('sent', 'disputed', 'parked')
  AND (league.member OR league.runs OR report.reporter_id = ANY(%(held)s::bigint[]))),
asks AS (
 SELECT league.id FROM campaigns_actrequest request JOIN league ON league.id = request.scope_id
 WHERE request.status = 'open'
  AND (league.member OR league.runs OR request.asker_id = ANY(%(held)s::bigint[])
   OR request.whose ?| %(persons)s::text[])),
picked AS (
 SELECT id FROM talks UNION SELECT id FROM asks UNION SELECT id FROM reports
 UNION SELECT id FROM league WHERE NOT known
 UNION SELECT league.id FROM campaigns_armydraft draft JOIN league ON league.id = draft.scope_id
  WHERE draft.seat_id = ANY(%(held)s::bigint[]) AND draft.warband = ''
 UNION (SELECT id FROM league WHERE things > 0 ORDER BY id DESC LIMIT %(todos)s)
 UNION (SELECT id FROM league WHERE asked ORDER BY id DESC LIMIT %(invitations)s)
 UNION (SELECT id FROM league WHERE plays ORDER BY id DESC LIMIT %(few)s)
 UNION (SELECT id FROM league WHERE writes ORDER BY id DESC LIMIT %(few)s)
 UNION (SELECT id FROM league WHERE NOT asked ORDER BY seated DESC, id DESC LIMIT %(leagues)s)
 UNION (SELECT id FROM league ORDER BY id DESC LIMIT 1))
SELECT coalesce(array_agg(picked.id) FILTER (WHERE picked.id IS NOT NULL), '{}'), count(*),
 coalesce(sum(things) FILTER (WHERE picked.id IS NULL), 0)::integer,
 count(*) FILTER (WHERE asked AND picked.id IS NULL),
 EXISTS (SELECT FROM campaigns_dialogue talk JOIN picked ON picked.id = talk.scope_id),
 EXISTS (SELECT FROM reports), EXISTS (SELECT FROM asks)
FROM league LEFT JOIN picked USING (id)
"""


def picked_for(person: Person, active: Collection[Seat], held: Collection[Seat], most: Most) -> Picked:
    """What the home of somebody reads who sits on these `active` seats and has `held` these."""
    own = [str(seat.pk) for seat in held]
    asked: dict[str, int | str | list[int] | list[str] | list[bool] | list[datetime]] = {
        "clubs": [seat.club_id for seat in active],
        "joined": [seat.joined_at for seat in active],
        "able": [may_play(seat) for seat in active],
        "runs": [seat.is_organiser for seat in active],
        "alone": [league for seat in active if may_play(seat) for league in seat.runs],
        "shape": SHAPE,
        "own": own,
        "held": [seat.pk for seat in held],
        "persons": [f"person:{seat}" for seat in own],
        "named": [f"%person:{seat}{end}%" for seat in own for end in ('"', "|")],
        "person": person.pk,
        "few": FEW,
        "todos": most.todos,
        "invitations": most.invitations,
        "leagues": most.leagues,
    }
    with connection.cursor() as cursor:
        cursor.execute(PICKED, asked)
        return Picked(*cursor.fetchone())
