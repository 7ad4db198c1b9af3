"""Between state rows and the plain state of `rules/`: one query to load all of it or what has changed since a
version, one upsert a table to save.

Works for every book, because a row's fields are its entity's fields. Each book registers its tables here
(`register`), together with who owns a side; `maps` registers its own, so there is one door for all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, get_type_hints

from django.db import connection
from django.db.models import JSONField
from psycopg import sql
from pydantic import TypeAdapter

from campaigns.models.state import StateRow
from rules.engine.codec import adapter, entity_types
from rules.engine.effects import Effect
from rules.engine.games import AnyGame
from rules.engine.questions import Question
from rules.engine.shelf import game as game_named
from rules.engine.state import State

# A row as its entity; no table has a column of this name.
ENTITY = sql.SQL(
    "to_jsonb(state_row) - '{scope_id,version,key}'::text[] || jsonb_build_object('id', state_row.key)"
)
# The rows of some scopes as entities.
WHOLE = sql.SQL(
    "SELECT {name} AS name, id, scope_id, {entity} FROM {table} state_row WHERE scope_id = ANY(%(scopes)s)"
)
# Of a scope, in one row: the ids of all entities in order, and those entities that have changed since.
SINCE = sql.SQL(
    "SELECT {name}, coalesce(array_agg(key ORDER BY id), '{{}}'),"
    " coalesce(jsonb_agg({entity}) FILTER (WHERE version > %(since)s), '[]')"
    " FROM {table} state_row WHERE scope_id = %(scope)s"
)


@dataclass(frozen=True)
class TableStore:
    """One table of a state: its row model and its entity."""

    model: type[StateRow]
    entity: type[Any]

    @cached_property
    def names(self) -> list[str]:
        return [field.name for field in fields(self.entity) if field.name != "id"]

    @cached_property
    def json(self) -> dict[str, TypeAdapter[Any]]:
        """Adapters of the fields kept as JSON."""
        types = get_type_hints(self.entity)
        return {
            name: adapter(types[name])
            for name in self.names
            if isinstance(self.model._meta.get_field(name), JSONField)
        }

    def select(self, what: sql.SQL) -> sql.Composed:
        """A query of this table's rows: `{name}` of the model, `{entity}` as JSON, `{table}`."""
        table = sql.Identifier(self.model._meta.db_table)
        return what.format(name=self.model._meta.model_name, entity=ENTITY, table=table)

    def row(self, scope_id: int, version: int, entity: Any) -> StateRow:
        values = {name: getattr(entity, name) for name in self.names}
        for name, kind in self.json.items():
            values[name] = kind.dump_python(values[name], mode="json")
        return self.model(scope_id=scope_id, key=entity.id, version=version, **values)

    def save(self, scope_id: int, version: int, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        """Write what differs: one upsert, and one delete if something is gone."""
        changed = [one for key, one in after.items() if before.get(key) is not one and before.get(key) != one]
        gone = [key for key in before if key not in after]
        if changed:
            self.model._default_manager.bulk_create(
                [self.row(scope_id, version, entity) for entity in changed],
                update_conflicts=True,
                unique_fields=["scope", "key"],
                update_fields=["version", *self.names],
            )
        if gone:
            self.model._default_manager.filter(scope_id=scope_id, key__in=gone).delete()


@dataclass(frozen=True)
class Registration:
    """How a game's state is kept and told. `owner_of(state, side)` is the seat id that owns a side;
    `sides_at(state, id)` are the sides that play in a mission or battle, None where everybody may join in;
    `is_over(state)`: nothing new begins in it any more; `by_die(state, who)`: the app's die chooses."""

    game: AnyGame
    tables: Mapping[str, TableStore]
    owner_of: Callable[[Any, str], str | None]
    tell: Callable[..., str | None]
    is_over: Callable[[Any], bool]
    by_die: Callable[[Any, str], bool]
    sides_at: Callable[[Any, str], Sequence[str] | None]

    def load(self, scope_id: int) -> State:
        return self.load_many([scope_id])[scope_id]

    def load_many(self, scope_ids: Collection[int]) -> dict[int, State]:
        """The states of several scopes of this game: one query, however many scopes and tables there are.

        Entities stand in the order their rows were made.
        """
        rows: dict[tuple[int, str], list[str]] = {}
        with connection.cursor() as cursor:
            cursor.execute(self._select, {"scopes": list(scope_ids)})
            for model, _id, scope, row in cursor.fetchall():
                rows.setdefault((scope, model), []).append(row)
        found: dict[int, dict[str, dict[str, Any]]] = {
            scope: {name: {} for name in self.tables} for scope in scope_ids
        }
        for (scope, model), texts in rows.items():
            name, entities = self._read[model]
            found[scope][name] = {one.id: one for one in entities.validate_json(f"[{','.join(texts)}]")}
        return {scope: self.game.state(**tables) for scope, tables in found.items()}

    def load_since(self, scope_id: int, known: State, since: int) -> State:
        """The state of a scope from one read when it had the version `since`, or later: one query for the
        rows that have changed after that, and for who is there."""
        with connection.cursor() as cursor:
            cursor.execute(self._select_since, {"scope": scope_id, "since": since})
            rows = cursor.fetchall()
        tables: dict[str, Mapping[str, Any]] = {}
        for model, ids, changed in rows:
            name, entities = self._read[model]
            there = {**getattr(known, name), **{one.id: one for one in entities.validate_json(changed)}}
            tables[name] = {one: there[one] for one in ids}
        now: State = self.game.state(**tables)
        return now

    @cached_property
    def _select(self) -> sql.Composed:
        return self._of_all(WHOLE) + sql.SQL(" ORDER BY id")

    @cached_property
    def _select_since(self) -> sql.Composed:
        return self._of_all(SINCE)

    def _of_all(self, what: sql.SQL) -> sql.Composed:
        return sql.SQL(" UNION ALL ").join(table.select(what) for table in self.tables.values())

    @cached_property
    def _read(self) -> dict[str, tuple[str, TypeAdapter[Any]]]:
        """Table and adapter of its entities by the name of the model."""
        return {
            str(table.model._meta.model_name): (name, adapter(list[table.entity]))  # type: ignore[name-defined]
            for name, table in self.tables.items()
        }

    def save(self, scope_id: int, version: int, before: State, after: State) -> None:
        for name, table in self.tables.items():
            old, new = getattr(before, name), getattr(after, name)
            if old is not new:
                table.save(scope_id, version, old, new)


REGISTERED: dict[str, Registration] = {}


# What a visitor may see of a table's entity or a line about it, by game: (league's page, plain data) to data.
VEILS: dict[str, Callable[[Any, dict[str, Any]], dict[str, Any]]] = {}
# Whether an effect of an entry is for this visitor's eyes, by game; nor are the dice behind another one.
MAY_SEE: dict[str, Callable[[Any, Effect], bool]] = {}
# Whether an answer in a procedure still open is for this visitor's eyes, by game; its question always is.
MAY_READ: dict[str, Callable[[Any, str, Question], bool]] = {}

# Procedures whose words stay in the club: on a league's public page they are left out.
IN_THE_CLUB: set[str] = set()


# Parameters whose open dialogues an entry's effects have made idle, by game: they are closed with it.
ENDED: dict[str, Callable[[Iterable[Effect]], Iterable[Mapping[str, Any]]]] = {}


# What the server knows and nobody may send, by procedure: (scope, parameters) to all of the parameters.
KNOWN: dict[str, Callable[[Any, Mapping[str, Any]], Mapping[str, Any]]] = {}
# Those of them whose dialogue follows what the server learns while it is open.
FOLLOWED: set[str] = set()


def veiled(here: Any, found: dict[str, Any]) -> dict[str, Any]:
    """Plain data as this visitor of a league's page may see it; a game without a veil shows everything."""
    veil = VEILS.get(here.scope.game)
    return veil(here, found) if veil else found


def register(
    name: str,
    models: Mapping[str, type[StateRow]],
    owner_of: Callable[[Any, str], str | None],
    tell: Callable[..., str | None] = lambda *args, **more: None,
    is_over: Callable[[Any], bool] = lambda state: False,
    by_die: Callable[[Any, str], bool] = lambda state, who: False,
    sides_at: Callable[[Any, str], Sequence[str] | None] = lambda state, name: None,
) -> Registration:
    """Register a game's tables; called from an app's `ready`."""
    game = game_named(name)
    types = entity_types(game.state)
    tables = {table: TableStore(models[table], types[table]) for table in game.state.tables()}
    REGISTERED[name] = Registration(game, tables, owner_of, tell, is_over, by_die, sides_at)
    return REGISTERED[name]


def registration(name: str) -> Registration:
    return REGISTERED[name]
