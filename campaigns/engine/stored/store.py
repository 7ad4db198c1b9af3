"""Between state rows and the plain state of `rules/`: one query to load all of it or what has changed since a
version, one upsert a table to save.

Works for every game, because a row's fields are its entity's fields (`campaigns.engine.stored.tables`). What
the door needs to know of a game is the lower half of its plug-in, `Registration`; `campaigns.engine.plugins`
has the rest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, cached_property
from importlib import import_module
from typing import Protocol, cast

from django.db import connection
from psycopg import sql

from campaigns.engine.stored.plugin_parts import ActRules, LeagueRules, StorePart
from campaigns.engine.stored.tables import ALL_IDS, SINCE, Row, TableStore, ids_of, read_late
from campaigns.models import Scope
from campaigns.models.state import MODELS
from rules.engine.codec import entity_types
from rules.engine.games import Game
from rules.engine.shelf import SHELF
from rules.engine.state import Entity, State, Table


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


@dataclass(frozen=True, kw_only=True)
class Registration[S: State, B]:
    """What the door needs to know of a game: the lower half of its plug-in, with how its rows are read and
    written."""

    game: Game[S, B]
    rules: LeagueRules[S, B]
    acts: ActRules[S, B]
    store: StorePart[S, B]

    @cached_property
    def tables(self) -> dict[str, TableStore]:
        types = entity_types(self.game.state)
        names = self.game.state.tables()
        return {table: TableStore(table, MODELS[types[table]], types[table]) for table in names}

    def sides_of(self, state: S) -> Table[Named]:
        """Those who play, by id."""
        found: Table[Named] = getattr(state, self.store.sides)
        return found

    def public(self, state: S) -> S:
        """The state as everybody sees it."""
        return self.rules.seen(state, lambda side: False)

    def owner_of(self, state: S, side: str) -> str:
        """The seat id of who speaks for a side, empty when nobody does."""
        return next(iter(self.rules.members_of(state, side)), "")

    def played_by(self, state: S, side: str, game: str) -> Sequence[str]:
        """The seat ids of those who played a side in one of its games; of one that is not over, who plays it
        now."""
        then = self.rules.played_by
        return then(state, side, game) if then else self.rules.members_of(state, side)

    def held_by(self, state: S, side: str, at: datetime | None) -> Sequence[str]:
        """The seat ids of those who played a side at a moment."""
        then = self.rules.held_by
        return then(state, side, at) if then else self.rules.members_of(state, side)

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
