"""Between state rows and the plain state of `rules/`: one query to load all of it or what has changed since a
version, one upsert a table to save.

Works for every game, because a row's fields are its entity's fields (`campaigns.engine.stored.tables`). What
the door needs to know of a game is the lower half of its plug-in, `Registration`; `campaigns.engine.plugins`
has the rest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, cached_property
from importlib import import_module
from typing import Protocol, cast

from django.db import connection
from psycopg import sql

from campaigns.engine.lines import Act, Encounter, ForWhom, Parking, TakesBack, Traces
from campaigns.engine.plain import anybody, default_empty, default_false, default_none, itself
from campaigns.engine.stored.tables import ALL_IDS, SINCE, Row, TableStore, ids_of, read_late
from campaigns.models import Scope
from campaigns.models.state import MODELS
from rules.engine.codec import entity_types
from rules.engine.effects import Effect
from rules.engine.games import Game
from rules.engine.plain import JsonObject, Params
from rules.engine.questions import Question
from rules.engine.refusals import Refused
from rules.engine.shelf import SHELF
from rules.engine.state import Entity, State, Table
from rules.engine.telling import Tell
from rules.engine.todos import Todo, WhoseMove, Word


@dataclass(frozen=True, slots=True)
class AsRead[S]:
    """A state as it was read: with the latest row of each table, and the size of the text it was read from.

    Rows of a scope are made under its lock, so that a later one has a higher number.
    """

    state: S
    latest: Mapping[str, int]
    size: int

    @property
    def held(self) -> int:
        """The size of all that was read of it, what somebody looked at since included."""
        return self.size + sum(map(read_late, vars(self.state).values()))


class Named(Entity, Protocol):
    """A side of a game: whoever plays it, people call it something."""

    @property
    def name(self) -> str: ...


type Owns = Callable[[str], bool]  # whether somebody plays a side
type Rests = Callable[[Todo], bool]  # whether nobody is there to do it
type GoesOn[S: State, B] = Callable[[S, B, Sequence[Todo], Rests, Collection[str]], Sequence[Act]]


@dataclass(frozen=True, kw_only=True)
class Registration[S: State, B]:
    """What the door needs to know of a game: how its state is kept, who is who in it, what is agreed upon.

    `members_of(state, side)`: the seat ids of those who play a side, who speaks for it first; each of
    them may do what the side may. `sides_at(state, id)`: the sides that play in a mission or battle, None
    where everybody may join in. `is_over(state)`: nothing new begins in it any more. `whose_move`: what
    everybody has to do, may do and waits for; nothing else works that out. `by_die(state, who)`: the
    app's die chooses.

    `sides`: the table of those who play; `held`: the field of whatever belongs to one of them.
    `traces`: how entries name what they are about.

    `games`: the table of what is played between sides, empty where there is none; `bout`: one of them by its
    id; `games_in`: the table of the single games of one, where it may have several, each with its `battle`.

    `known`: what only the server knows and nobody may send, by procedure, as all of its parameters;
    `followed` are those of them whose dialogue follows what the server learns while it is open.
    `idle(effects)`: parameters whose open dialogues an entry with these effects has made idle; they are
    closed with it.

    `reported`: procedures that count when the others agree, with the sides of such facts; `doubted`: the
    refusal of what looks like a slip, so that it is asked about before it is taken; `by_games`: reports that
    only a finished game makes, and by hand an organiser; `parking`: what such a report may have to wait for.

    `in_play(state, side)`: whether a side is not out of it for good.

    `near(state, side)`: who does not play a side and takes it all the same: is about to play it, or has just
    left it. `stands_in(procedure, who, plays)`: whether an organiser may act in it for somebody; `plays`: who
    takes a side themselves. `if_nobody_else`: in these they may where nobody is left who could. `seats`:
    procedures whose `owner` is somebody of the club, who has one seat in a league. `gives_up`: by which
    somebody gives up what they play, which takes their own word. `parting(state, seats)`: the acts by which a
    person who leaves the club, with all their seats, leaves their side; `lost_with(state, seats, own)`: what
    they lose by it, said before, to themselves (`own`) or to who removes them.

    `first`: what has to have begun before such a procedure, or a report of it, and begins with it; `begins`:
    what whoever has done such a procedure goes on with at once, with the same dice. The door does both in the
    same transaction: all of it or nothing.

    `words`: acts that bind others, by procedure, with whose word each takes; they become requests.

    `agreed_for`: procedures that may write down that others agreed, with the sides whose word that is, who
    hear of it; `takes_back`: what such a procedure takes back before it begins.

    `close`: the act by which an organiser ends it, with a reason (`words`); reports that wait lapse with it.
    `calls_off`: those by which a mission does not count; reports of it lapse.
    `when_over`: the parameter by which a report says when what it tells of was over.

    `told_apart(state)`: what a correction has given the same name, numbered as it is stored.

    `elsewhere(scope, state, names)`: what a write that touched these names means to other scopes, done there
    at the end of its transaction.

    `next_steps(state, book, now)`: what follows by itself now, without anybody; the door does it in the same
    transaction. `passes_over`: in leagues begun from now on it also takes the step of a side that has nothing
    to choose (`Todo.idle`). `unanswered(book, question)`: what counts there, and when a time is up, if nobody
    answers; None: it waits for somebody. `goes_on(state, book, rows, rests, unplayed)`: what silence does
    where nobody is there to do what falls to them in these rows (`rests`), once nobody else has anything left
    to do, and at once for sides that nobody plays; None: it waits for them. `closes`: before such a procedure
    begins, the open dialogues (of a procedure, with parameters) in which nobody is asked any more, and the
    value that answers what is left.

    `turn(state)`: which turn or round of its map it is in, where sides keep something from each other by
    turns; nothing where all that is secret is sealed answers. `turn_begins`: the effect by which
    one does, with its `number`.

    `seen(state, owns)`: the state as somebody sees it who plays the sides that `owns` names; the very same
    state where nothing is kept from anybody now.

    `summary(state, book)`: what a person's home tells of a league, as JSON: ids, names and figures. It is
    made of what everybody sees. `for_whom(told)`: whom that concerns.

    `tell(procedure, params, answers, effects, name, edition)`: an entry as a sentence.
    """

    game: Game[S, B]
    sides: str
    held: str
    traces: Traces
    members_of: Callable[[S, str], Sequence[str]]
    sides_at: Callable[[S, str], Sequence[str] | None]
    is_over: Callable[[S], bool]
    whose_move: WhoseMove[S, B]
    by_die: Callable[[S, str], bool] = default_false
    games: str = ""
    bout: Callable[[S, str], Encounter | None] = default_none
    games_in: str = ""
    known: Mapping[str, Callable[[Scope, Params], Params]] = field(default_factory=dict)
    followed: frozenset[str] = frozenset()
    idle: Callable[[Iterable[Effect]], Iterable[Params]] = default_empty
    reported: Mapping[str, Callable[[S, Params], list[str]]] = field(default_factory=dict)
    doubted: Mapping[str, Callable[[S, Params], Refused | None]] = field(default_factory=dict)
    parking: Parking[S, B] | None = None
    by_games: frozenset[str] = frozenset()
    stands_in: Callable[[str, str, bool], bool]
    in_play: Callable[[S, str], bool] = anybody
    near: Callable[[S, str], Sequence[str]] = default_empty
    if_nobody_else: frozenset[str] = frozenset()
    seats: frozenset[str] = frozenset()
    gives_up: frozenset[str] = frozenset()
    parting: Callable[[S, Collection[str]], Sequence[Act]] | None = None
    lost_with: Callable[[S, Collection[str], bool], Sequence[str]] = default_empty
    first: Mapping[str, Callable[[S, Params], Act | None]] = field(default_factory=dict)
    begins: Mapping[str, Callable[[S, B], Act | None]] = field(default_factory=dict)
    words: Mapping[str, Word[S, B]] = field(default_factory=dict)
    agreed_for: Mapping[str, Callable[[S, Params], Collection[str]]] = field(default_factory=dict)
    takes_back: Mapping[str, Callable[[S, Params], TakesBack | None]] = field(default_factory=dict)
    close: str = ""
    calls_off: frozenset[str] = frozenset()
    when_over: str = ""
    told_apart: Callable[[S], S] = itself
    elsewhere: Callable[[Scope, S, Collection[str]], None] = default_none
    next_steps: Callable[[S, B, datetime], Sequence[Act]] = default_empty
    passes_over: bool = False
    unanswered: Callable[[B, Question], object] = default_none
    goes_on: GoesOn[S, B] | None = None
    closes: Mapping[str, Callable[[Params], tuple[str, Params, object]]] = field(default_factory=dict)
    turn: Callable[[S], int] | None = None
    turn_begins: str = ""
    seen: Callable[[S, Owns], S]
    summary: Callable[[S, B], JsonObject]
    for_whom: Callable[[Mapping[str, object]], ForWhom]
    tell: Tell

    @cached_property
    def tables(self) -> dict[str, TableStore]:
        types = entity_types(self.game.state)
        names = self.game.state.tables()
        return {table: TableStore(table, MODELS[types[table]], types[table]) for table in names}

    def sides_of(self, state: S) -> Table[Named]:
        """Those who play, by id."""
        found: Table[Named] = getattr(state, self.sides)
        return found

    def public(self, state: S) -> S:
        """The state as everybody sees it."""
        return self.seen(state, lambda side: False)

    def owner_of(self, state: S, side: str) -> str:
        """The seat id of who speaks for a side, empty when nobody does."""
        return next(iter(self.members_of(state, side)), "")

    def load(self, scope_id: int) -> S:
        return self.as_read(scope_id).state

    def load_many(self, scope_ids: Collection[int]) -> dict[int, S]:
        """The states of several scopes of this game: one query, however many scopes and tables there are."""
        return {scope: one.state for scope, one in self.as_read_many(scope_ids).items()}

    def as_read(self, scope_id: int) -> AsRead[S]:
        return self.as_read_many([scope_id])[scope_id]

    def as_read_many(self, scope_ids: Collection[int]) -> dict[int, AsRead[S]]:
        """Entities stand in the order their rows were made."""
        rows: dict[tuple[int, str], list[Row]] = defaultdict(list)
        with connection.cursor() as cursor:
            cursor.execute(self._select, {"scopes": list(scope_ids)})
            for model, row, scope, text, is_apart in cursor.fetchall():
                rows[scope, model].append((row, text, is_apart))
        return {scope: self._made_of(scope, rows) for scope in scope_ids}

    def _made_of(self, scope: int, rows: Mapping[tuple[int, str], list[Row]]) -> AsRead[S]:
        """The rows of one scope, by model, as a state."""
        tables, latest, size = dict[str, Table[Entity]](), dict[str, int](), 0
        for model, table in self._by_model.items():
            read, ids = rows.get((scope, model), []), rows.get((scope, model + ALL_IDS), [])
            tables[table.table] = table.made(scope, read, ids_of(ids[0][1]) if ids else {})
            latest[table.table] = max((row for row, _text, _is_apart in [*read, *ids]), default=0)
            size += sum(len(text) for _row, text, _is_apart in read)
        return AsRead(self._made(tables), latest, size)

    def read_since(self, scope_id: int, then: AsRead[S], since: int) -> AsRead[S]:
        """A scope known when it had the version `since`, or later, as it is now: one query for the rows that
        have changed after that. Where something is gone (a correction, an undo) all of it is read."""
        with connection.cursor() as cursor:
            cursor.execute(self._select_since, {"scope": scope_id, "since": since})
            rows = cursor.fetchall()
        tables, latest, size = dict[str, Table[Entity]](), dict(then.latest), then.size
        for model, count, changed, text, apart in rows:
            table = self._by_model[model]
            name = table.table
            tables[name] = there = getattr(then.state, name)
            if changed:
                is_new = [row > latest[name] for row in changed]
                tables[name] = there = table.renewed(scope_id, there, is_new, text, apart)
                latest[name] = max(latest[name], changed[-1])
                size += len(text) * sum(is_new) // len(changed)
            if len(there) != count:
                return self.as_read(scope_id)
        changed_at_all = any(row[2] for row in rows)
        return AsRead(self._made(tables), latest, size) if changed_at_all else then

    def _made(self, tables: Mapping[str, Table[Entity]]) -> S:
        make: Callable[..., S] = self.game.state
        return make(**tables)

    @cached_property
    def _select(self) -> sql.Composed:
        every = [one for table in self.tables.values() for one in table.at_once]
        return sql.SQL(" UNION ALL ").join(every) + sql.SQL(" ORDER BY id")

    @cached_property
    def _select_since(self) -> sql.Composed:
        return sql.SQL(" UNION ALL ").join(table.select(SINCE) for table in self.tables.values())

    @cached_property
    def _by_model(self) -> dict[str, TableStore]:
        return {str(table.model._meta.model_name): table for table in self.tables.values()}

    def made_ready(self) -> None:
        """Make the queries and the adapters that the first read or write would make."""
        about: list[object] = [self._select, self._select_since]
        for table in self.tables.values():
            about += [table.entities, table.json]

    def save(self, scope_id: int, version: int, before: S, after: S) -> None:
        for name, table in self.tables.items():
            old, new = getattr(before, name), getattr(after, name)
            if old is not new:
                table.save(scope_id, version, old, new)


type AnyRegistration = Registration[State, object]  # of a game one need not know


@cache
def registration_of(name: str) -> AnyRegistration:
    """The lower half of a game's plug-in; where that stands is written on the shelf of the rules."""
    plugin: AnyRegistration = import_module(SHELF[name].plugin).PLUGIN
    return plugin


def registered[S: State, B](game: Game[S, B]) -> Registration[S, B]:
    """The same of a game one knows, with its own state and book."""
    return cast("Registration[S, B]", registration_of(game.name))


def registrations() -> dict[str, AnyRegistration]:
    """Every game's, by name."""
    return {name: registration_of(name) for name in SHELF}


def states_of(scopes: Collection[Scope]) -> dict[int, State]:
    """The states of many leagues: one query for each game."""
    found: dict[int, State] = {}
    for game, registration in registrations().items():
        ids = {scope.pk for scope in scopes if scope.game == game}
        found |= registration.load_many(ids) if ids else {}
    return found
