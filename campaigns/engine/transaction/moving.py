"""What is bulky and stands in its entity's row still, as an older release wrote it, is moved by the clock to
the row of its own it has today (`campaigns.models.state.Apart`). Until then it is read where it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.db import connection
from psycopg import sql

from campaigns.engine.chores import alone
from campaigns.engine.stored.store import registrations
from campaigns.engine.stored.tables import Aside, TableStore
from campaigns.engine.transaction.scope_transaction import scope_transaction
from campaigns.engine.who.rights import CLOCK

AT_ONCE = 20  # scopes that one minute of the clock looks after

# An index of such a table holds the rows it is true of, and those alone.
STILL = sql.SQL("jsonb_path_exists({cell}, {path})")
SCOPES = sql.SQL("SELECT DISTINCT scope_id FROM {table} WHERE {still} LIMIT %s")
TAKE = sql.SQL("""INSERT INTO {apart} (scope_id, key, version, data)
 SELECT scope_id, key, version, (SELECT jsonb_object_agg(one->>{name}, one->{field})
 FROM jsonb_array_elements({cell}) AS each (one) WHERE one ? {field})
 FROM {table} WHERE scope_id = %s AND {still}
 ON CONFLICT (scope_id, key)
 DO UPDATE SET data = {apart}.data || excluded.data, version = excluded.version""")
LEAVE = sql.SQL("""UPDATE {table} SET {cell} = (SELECT jsonb_agg(one - {field} ORDER BY place)
 FROM jsonb_array_elements({cell}) WITH ORDINALITY AS each (one, place)) WHERE scope_id = %s AND {still}""")


def move_bulky_values(most: int = AT_ONCE) -> int:
    """Move it in so many scopes; how many there were."""
    return sum(_of_table(table, aside, most) for table, aside in _tables())


def _tables() -> Iterator[tuple[TableStore, Aside]]:
    for registration in registrations().values():
        for table in registration.tables.values():
            if table.aside is not None:
                yield table, table.aside


def _of_table(table: TableStore, aside: Aside, most: int) -> int:
    apart = aside.apart
    names = {
        "table": sql.Identifier(table.model._meta.db_table),
        "apart": sql.Identifier(aside.model._meta.db_table),
        "cell": sql.Identifier(apart.column),
        "name": apart.name,
        "field": apart.field,
    }
    still = STILL.format(cell=names["cell"], path=f"$[*].{apart.field}[0]")
    with connection.cursor() as cursor:
        cursor.execute(SCOPES.format(table=names["table"], still=still), [most])
        scopes = [scope for (scope,) in cursor.fetchall()]
        for scope in scopes:
            with alone(), scope_transaction(scope, CLOCK):
                cursor.execute(TAKE.format(**names, still=still), [scope])
                cursor.execute(LEAVE.format(**names, still=still), [scope])
    return len(scopes)
