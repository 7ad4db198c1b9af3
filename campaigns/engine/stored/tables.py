"""One table of a state and its rows: what is read of them, when, and what is written.

A row's columns are its entity's fields. Of a table that grows with the season only the rows under way are
read with the state (`StateRow.UNDER_WAY`), the others through its archive; what is bulky of an entity may
have a row of its own (`StateRow.APART`), which is written only when that has changed.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import GenericAlias
from typing import cast, get_type_hints

from django.apps import apps
from django.db import connection
from django.db.models import JSONField
from psycopg import sql
from pydantic import TypeAdapter

from campaigns.models.state import Apart, StateRow
from rules.engine.codec import adapter
from rules.engine.lazy_tables import LazyTable, TablePast
from rules.engine.plain import JsonObject
from rules.engine.state import Entity, Table

# A row as its entity; no table has a column that is called like one of the two aliases.
ENTITY = sql.SQL("(SELECT {made}(named_columns) FROM (SELECT {columns}) named_columns)")
# What stands apart of it, put back where it belongs; where it stands in the row still, that is the later one.
PUT_BACK = sql.SQL("""({entity} || CASE WHEN apart.id IS NULL THEN '{{}}' ELSE jsonb_build_object({column}, (
 SELECT coalesce(jsonb_agg(one || CASE WHEN apart.data ? (one->>{name}) AND NOT one ? {field}
 THEN jsonb_build_object({field}, apart.data->(one->>{name})) ELSE '{{}}' END ORDER BY place), '[]')
 FROM jsonb_array_elements(state_row.{cell}) WITH ORDINALITY AS each (one, place))) END)""")
WITH_APART = sql.SQL(
    "{table} state_row LEFT JOIN {apart} apart"
    " ON apart.scope_id = state_row.scope_id AND apart.key = state_row.key"
)
# The rows under way of some scopes; and of a table that has others, the ids of all with their figures.
WHOLE = sql.SQL(
    "SELECT {name}, state_row.id, state_row.scope_id, {entity}::text, {is_apart} FROM {rows}"
    " WHERE state_row.scope_id = ANY(%(scopes)s)"
)
IDS = sql.SQL(
    "SELECT {ids}, max(id), scope_id, "
    " json_build_array(array_agg(key ORDER BY id), {figures})::text, false"
    " FROM {table} WHERE scope_id = ANY(%(scopes)s) GROUP BY scope_id"
)
# Of a scope, in one row: how many entities there are, and those that have changed since, with their rows.
SINCE = sql.SQL(
    "SELECT {name}, count(*),"
    " coalesce(array_agg(state_row.id ORDER BY state_row.id) FILTER ({changed}), '{{}}'),"
    " coalesce(json_agg({entity} ORDER BY state_row.id) FILTER ({changed}), '[]')::text,"
    " coalesce(array_agg(state_row.key) FILTER ({changed} AND {is_apart}), '{{}}')"
    " FROM {rows} WHERE state_row.scope_id = %(scope)s"
)
CHANGED = sql.SQL("WHERE state_row.version > %(since)s")
SOME = sql.SQL(
    "SELECT {entity}::text, {is_apart} FROM {rows}"
    " WHERE state_row.scope_id = %(scope)s AND state_row.key = ANY(%(ids)s)"
)
GLANCE = sql.SQL("SELECT {plain}::text FROM {table} state_row WHERE scope_id = %(scope)s")
# Which are the first is found before they are made entities, of which all others would be thrown away.
FIRST = sql.SQL(
    "SELECT {plain}::text FROM (SELECT * FROM {table} WHERE scope_id = %(scope)s AND {which}"
    " ORDER BY {order} LIMIT %(n)s) state_row ORDER BY {order}"
)
FIGURES = sql.SQL("array_agg({} ORDER BY id)")
ALL_IDS = " ids"  # after a model's name

type Row = tuple[int, str, bool]  # its number, its entity as JSON, whether what is bulky stands apart
type LeftOut = dict[str, dict[str, set[str]]]  # of a column, of all its rows, these fields
type Ids = Mapping[str, object]  # all ids of a table in order, with what they are known by
type Written = tuple[dict[str, Entity], list[str]]  # what has changed, by id, and the ids of what is gone


@dataclass(frozen=True)
class TableStore:
    """One table of a state: its row model and its entity."""

    table: str
    model: type[StateRow]
    entity: type[Entity]

    @cached_property
    def columns(self) -> dict[str, str]:
        """The entity's fields, and how the model calls their columns."""
        return self.model.columns()

    @cached_property
    def json(self) -> dict[str, TypeAdapter[object]]:
        """Adapters of the fields kept as JSON."""
        types = get_type_hints(self.entity)
        return {
            column: adapter(types[column])
            for column, name in self.columns.items()
            if isinstance(self.model._meta.get_field(name), JSONField)
        }

    @cached_property
    def entities(self) -> TypeAdapter[list[Entity]]:
        return adapter(cast("type[list[Entity]]", GenericAlias(list, (self.entity,))))

    @cached_property
    def aside(self) -> Aside | None:
        """Where what is bulky stands apart."""
        apart = self.model.APART
        return Aside(apart, apps.get_model(apart.model), self.json[apart.column]) if apart else None

    # --- reading ------------------------------------------------------------------------------------

    @cached_property
    def at_once(self) -> list[sql.Composed]:
        """The queries of what is read with the state."""
        if not self.model.UNDER_WAY:
            return [self.select(WHOLE)]
        under_way = sql.SQL(f" AND {self.model.UNDER_WAY}")
        return [self.select(WHOLE) + under_way, self.select(IDS)]

    def select(self, what: sql.SQL, **more: sql.Composable) -> sql.Composed:
        """A query of this table's rows, with its names in it."""
        name, table = str(self.model._meta.model_name), sql.Identifier(self.model._meta.db_table)
        plain = self._entity("row_to_json")
        rows, entity, is_apart = sql.SQL("{} state_row").format(table), plain, sql.SQL("false")
        if self.aside:
            rows, entity, is_apart = self.aside.select(table, self._entity("to_jsonb"))
        by = self.model.KNOWN_BY
        figures = FIGURES.format(sql.Identifier(by)) if by else sql.NULL
        return what.format(
            name=name, ids=f"{name}{ALL_IDS}", table=table, rows=rows, entity=entity, plain=plain,
            is_apart=is_apart, changed=CHANGED, figures=figures, **more,
        )  # fmt: skip

    def _entity(self, made: str) -> sql.Composed:
        """A row as its entity, made by a function of the database's."""
        columns = [sql.Identifier("state_row", column) for column in self.columns]
        named = sql.SQL(", ").join([sql.SQL("state_row.key AS id"), *columns])
        return ENTITY.format(made=sql.SQL(made), columns=named)

    def read(self, texts: Iterable[str]) -> dict[str, Entity]:
        """Rows as entities, by id."""
        return {one.id: one for one in self.entities.validate_json(f"[{','.join(texts)}]")}

    def made(self, scope: int, rows: Sequence[Row], ids: Ids) -> Table[Entity]:
        """The table of a state, from what was read at once."""
        entities = self.read(text for _row, text, _is_apart in rows)
        if not self.model.UNDER_WAY:
            return entities
        apart = {key for key, row in zip(entities, rows, strict=True) if row[2]}
        return LazyTable(self.table, TablePast(ids, entities, Rest(self, scope, apart), self.model.KNOWN_BY))

    def renewed(
        self, scope: int, known: Table[Entity], is_new: Sequence[bool], texts: str, apart: Iterable[str]
    ) -> Table[Entity]:
        """The table from an earlier one and what has changed since; what is new stands at its end."""
        changed = {one.id: one for one in self.entities.validate_json(texts)}
        made = [key for key, new in zip(changed, is_new, strict=True) if new]
        if not self.model.UNDER_WAY:
            order = [*(key for key in known if key not in made), *made]
            return {key: changed[key] if key in changed else known[key] for key in order}
        figures = self.figures(changed)
        ids = {key: figures.get(key, was) for key, was in self.figures(known).items() if key not in made}
        ids |= {key: figures[key] for key in made}
        hand = known.at_hand() if isinstance(known, LazyTable) else dict(known.items())
        own = known_apart(known) - changed.keys() | set(apart)
        rest = Rest(self, scope, own, read_late(known))
        past = TablePast(ids, {**hand, **changed}, rest, self.model.KNOWN_BY)
        if isinstance(known, LazyTable):
            past.light, past.seen_all = dict(known.past.light), known.past.seen_all
        return LazyTable(self.table, past)

    def figures(self, entities: Table[Entity]) -> dict[str, object]:
        """What entities are known by, in their order."""
        if isinstance(entities, LazyTable):
            return entities.figures()
        by = self.model.KNOWN_BY
        return {key: getattr(one, by) if by else None for key, one in entities.items()}

    # --- writing ------------------------------------------------------------------------------------

    def save(self, scope_id: int, version: int, before: Table[Entity], after: Table[Entity]) -> None:
        """Write what differs: one upsert, and one delete if something is gone."""
        changed, gone = table_changes(before, after)
        bare = set(known_apart(before))
        if self.aside:
            bulky = self.aside.changed(before, changed)
            bare |= {one.id for one in bulky}
            _write(self.aside.model, [self.aside.row(scope_id, version, one) for one in bulky], ["data"])
        rows = [self.row(scope_id, version, one, bare=key in bare) for key, one in changed.items()]
        _write(self.model, rows, list(self.columns.values()))
        if gone:
            for model in [self.model, *([self.aside.model] if self.aside else [])]:
                model._default_manager.filter(scope_id=scope_id, key__in=gone).delete()

    def row(self, scope_id: int, version: int, entity: Entity, *, bare: bool = False) -> StateRow:
        """An entity as its row; `bare`: without what stands apart."""
        values = {name: getattr(entity, column) for column, name in self.columns.items()}
        left_out = self.aside.left_out if self.aside and bare else {}
        for column, kind in self.json.items():
            dumped = kind.dump_python(getattr(entity, column), mode="json", exclude=left_out.get(column))
            values[self.columns[column]] = dumped
        return self.model(scope_id=scope_id, key=entity.id, version=version, **values)


@dataclass(frozen=True)
class Aside:
    """Rows that hold what is bulky of the entities of another table."""

    apart: Apart
    model: type[StateRow]
    column: TypeAdapter[object]

    @property
    def left_out(self) -> LeftOut:
        """What a row of the entity leaves out, by column."""
        return {self.apart.column: {"__all__": {self.apart.field}}}

    def select(
        self, table: sql.Identifier, entity: sql.Composed
    ) -> tuple[sql.Composed, sql.Composed, sql.SQL]:
        """The rows with these beside them, a whole entity, and whether it has one."""
        rows = WITH_APART.format(table=table, apart=sql.Identifier(self.model._meta.db_table))
        words = {"column": self.apart.column, "name": self.apart.name, "field": self.apart.field}
        whole = PUT_BACK.format(**words, entity=entity, cell=sql.Identifier(self.apart.column))
        return rows, whole, sql.SQL("apart.id IS NOT NULL")

    def changed(self, before: Table[Entity], entities: Mapping[str, Entity]) -> list[Entity]:
        """Those of the entities in which it has changed."""
        found = ((one, before.get(key)) for key, one in entities.items())
        return [one for one, was in found if self._of(one) != (self._of(was) if was else {})]

    def _of(self, entity: Entity) -> JsonObject:
        parts = getattr(entity, self.apart.column)
        every = ((getattr(one, self.apart.name), getattr(one, self.apart.field)) for one in parts)
        return {name: part for name, part in every if part}

    def row(self, scope_id: int, version: int, entity: Entity) -> StateRow:
        parts = self.column.dump_python(getattr(entity, self.apart.column), mode="json")
        data = {one[self.apart.name]: one[self.apart.field] for one in parts}
        values = {"data": data}
        return self.model(scope_id=scope_id, key=entity.id, version=version, **values)


def ids_of(text: str) -> Ids:
    """The ids of a table, as they were read."""
    keys, figures = json.loads(text)
    return dict.fromkeys(keys) if figures is None else dict(zip(keys, figures, strict=True))


def known_apart(table: Table[Entity]) -> set[str]:
    """Of which entities it is known that what is bulky stands in a row of its own."""
    rest = table.past.archive if isinstance(table, LazyTable) else None
    return rest.apart if isinstance(rest, Rest) else set()


@dataclass
class Rest:
    """Where the rest of a table is read: an archive of `rules.engine.lazy_tables`.

    `apart`: the entities of which it is known that what is bulky stands in a row of its own.
    """

    table: TableStore
    scope: int
    apart: set[str]
    size: int = 0  # of the texts that were read here

    def read(self, ids: Collection[str]) -> dict[str, Entity]:
        with connection.cursor() as cursor:
            cursor.execute(self.table.select(SOME), {"scope": self.scope, "ids": list(ids)})
            rows = cursor.fetchall()
        found = self.table.read(row for row, _is_apart in rows)
        self.size += sum(len(row) for row, _is_apart in rows)
        flags = (is_apart for _row, is_apart in rows)
        self.apart |= {key for key, is_apart in zip(found, flags, strict=True) if is_apart}
        return found

    def all_light(self) -> dict[str, Entity]:
        return self._light(self.table.select(GLANCE), {})

    def top(self, n: int, by: tuple[str, ...], where: Mapping[str, str | int]) -> dict[str, Entity]:
        which = [sql.SQL("{} IS NOT NULL").format(sql.Identifier(name)) for name in by]
        for name in where:
            which.append(sql.SQL("{} = {}").format(sql.Identifier(name), sql.Placeholder(f"is_{name}")))
        order = [*(sql.SQL("{} DESC").format(sql.Identifier(name)) for name in by), sql.Identifier("id")]
        parts = {"which": sql.SQL(" AND ").join(which), "order": sql.SQL(", ").join(order)}
        told = {f"is_{name}": value for name, value in where.items()}
        return self._light(self.table.select(FIRST, **parts), {"n": n, **told})

    def _light(self, query: sql.Composed, told: Mapping[str, str | int]) -> dict[str, Entity]:
        with connection.cursor() as cursor:
            cursor.execute(query, {"scope": self.scope, **told})
            rows = [row for (row,) in cursor.fetchall()]
        self.size += sum(map(len, rows))
        return self.table.read(rows)


def read_late(table: object) -> int:
    """The size of what was read of a table later than its state."""
    rest = table.past.archive if isinstance(table, LazyTable) else None
    return rest.size if isinstance(rest, Rest) else 0


def table_changes(before: Table[Entity], after: Table[Entity]) -> Written:
    """What differs between two tables."""
    if isinstance(before, LazyTable) and isinstance(after, LazyTable) and (found := after.changes(before)):
        put, gone = found
        return {key: one for key, one in put.items() if before.get(key) != one}, gone
    old, new = dict(before.items()), dict(after.items())
    changed = {key: one for key, one in new.items() if old.get(key) is not one and old.get(key) != one}
    return changed, [key for key in old if key not in new]


def _write(model: type[StateRow], rows: list[StateRow], names: list[str]) -> None:
    """Put rows in the place of those that are there, or add them."""
    if rows:
        model._default_manager.bulk_create(
            rows, update_conflicts=True, unique_fields=["scope", "key"], update_fields=["version", *names]
        )
