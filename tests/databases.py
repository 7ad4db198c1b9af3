"""Databases for tests: made from a migrated template, so that a run starts at once.

The template is named after every migration's content; several runs may want it at the same time. A test that
commits is followed by `emptied`: rows are deleted, for to truncate a hundred tables, nearly all of them
empty, takes a hundred times as long.
"""

import hashlib
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest import mock

import psycopg
from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from psycopg import sql
from psycopg._preparing import PrepareManager
from psycopg.pq.abc import PGresult

from config.database.embedded import Cluster

ONE_AT_A_TIME = 7_190_418  # an advisory lock of our own
MIGRATIONS = ("*/migrations/*.py",)
RESTORING = (*MIGRATIONS, "*/models/**/*.py", "config/database/*.py", "tests/kept/test_kept.py")
KEPT = {"django_migrations", "django_content_type", "auth_permission"}  # as the migrations made them


def test_name(worker_id: str) -> str:
    return f"test_{os.getpid()}_{worker_id}"


def migrated_template(cluster: Cluster, database: dict[str, object]) -> str:
    """The name of a database with every migration applied; made when it is missing."""
    with cluster.connect("postgres") as admin, _alone(admin):
        return _made(admin, "migrated", _fingerprint(MIGRATIONS), lambda draft: _migrate(draft, database))


def kept_template(admin: psycopg.Connection, file: Path, fill: Callable[[str], None]) -> str:
    """The name of a database filled from a file and brought up to date by `fill`; made when it is missing,
    and anew when the file, a migration, a model or what restores and migrates is another.
    """
    with _alone(admin):
        return _made(admin, f"kept_{file.stem}", _fingerprint(RESTORING, file), fill)


def _made(admin: psycopg.Connection, kind: str, fingerprint: str, fill: Callable[[str], None]) -> str:
    name = f"{kind}_{fingerprint}"
    if name not in _databases(admin):
        _tidy(admin, f"{kind}_")
        draft = f"{name}_draft"
        _drop(admin, draft)
        admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(draft)))
        fill(draft)
        admin.execute(sql.SQL("ALTER DATABASE {} RENAME TO {}").format(*map(sql.Identifier, (draft, name))))
    return name


def emptied(_: object) -> None:
    """Delete what a test has committed; the lock waits for whoever still writes."""
    tables = set(connection.introspection.django_table_names(only_existing=True, include_views=False)) - KEPT
    names = [connection.ops.quote_name(table) for table in sorted(tables)]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE {', '.join(names)} IN SHARE ROW EXCLUSIVE MODE")
        cursor.execute("SELECT set_config('musterroll.door', 'open', true)")
        cursor.execute("; ".join(f"DELETE FROM {name}" for name in names))


@contextmanager
def planning_once() -> Iterator[None]:
    """A process' connection plans each statement once in all its tests: hardly one reads more than a few
    rows, and planning takes longer than that. The driver forgets what is prepared with every rollback,
    and each test ends in one; PostgreSQL knows it still.
    """
    discards = PrepareManager._should_discard

    def discard(prepared: PrepareManager, prep: Any, results: Sequence[PGresult]) -> bool:
        rolled_back = len(results) == 1 and results[0].command_status == b"ROLLBACK"
        return not rolled_back and discards(prepared, prep, results)

    connection_created.connect(_plan_once, dispatch_uid="tests.databases")
    with mock.patch.object(PrepareManager, "_should_discard", discard):
        yield


def _plan_once(connection: BaseDatabaseWrapper, **_: object) -> None:
    connection.connection.prepare_threshold = 1
    connection.connection.prepared_max = 3_000
    connection.connection.execute("SET plan_cache_mode = force_generic_plan")


def _migrate(name: str, database: dict[str, object]) -> None:
    usual = database["NAME"]
    database["NAME"] = name
    try:
        call_command("migrate", verbosity=0)
    finally:
        connections["default"].close()
        database["NAME"] = usual


@contextmanager
def _alone(admin: psycopg.Connection) -> Iterator[None]:
    admin.execute("SELECT pg_advisory_lock(%s)", [ONE_AT_A_TIME])
    yield
    admin.execute("SELECT pg_advisory_unlock(%s)", [ONE_AT_A_TIME])


def _fingerprint(patterns: Iterable[str], *more: Path) -> str:
    files = sorted(file for pattern in patterns for file in settings.ROOT.glob(pattern))
    known = hashlib.sha256((settings.ROOT / "uv.lock").read_bytes())
    for file in (*files, *more):
        known.update(file.name.encode() + file.read_bytes())
    return known.hexdigest()[:12]


def _databases(admin: psycopg.Connection) -> set[str]:
    return {name for (name,) in admin.execute("SELECT datname FROM pg_database").fetchall()}


def _tidy(admin: psycopg.Connection, older: str) -> None:
    """Drop older templates of a kind, and databases whose test run was killed."""
    for name in _databases(admin):
        run = re.fullmatch(r"test_(\d+)_\w+", name)
        if re.fullmatch(f"{older}[0-9a-f]{{12}}(_draft)?", name) or (run and not _is_alive(int(run[1]))):
            with suppress(psycopg.Error):
                _drop(admin, name)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _drop(admin: psycopg.Connection, name: str) -> None:
    admin.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name)))
