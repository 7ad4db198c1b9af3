"""A scenario is a state that many tests start from: played once in a run, laid out for each test.

Game state in tests comes from driving procedures, and so does a scenario's: whoever builds one makes people
and has them play, by the pages or through the door. What the database holds then is copied out, and copied
back in for the next test that asks for the same. Whether a test is the first or the tenth to ask makes no
difference to it: the first, too, gets the copy; a scenario has dice of its own, so those of the test fall as
if nobody had thrown any; and nothing that the process remembers outlasts it.

Numbers of rows never come twice in a database, because its sequences do not go back. What another process of
the same run has played is read from a file they share, and the sequences go on from where those stood; names
that have to be unique carry their process (`factories.PROCESS`). A test that commits gets its copy committed;
in one in which there is somebody already, the scenario is simply played.
"""

from __future__ import annotations

import copy
import copyreg
import fcntl
import hashlib
import pickle
import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial, wraps
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

from django.apps import apps
from django.core import mail
from django.core.cache import caches
from django.db import connection, transaction
from django.test import Client

from campaigns.engine.stored import state_cache
from tests import remembered

THERE_ALREADY = ("django_content_type", "auth_permission")  # in a database in which nobody is


class Frozen[K, V](dict[K, V]):
    """A dictionary of what nobody alters: copies share it."""

    def __deepcopy__(self, memo: object) -> Frozen[K, V]:
        return Frozen(self)


@dataclass(frozen=True)
class Kept:
    """The rows of every table, as PostgreSQL copies them, what the builder returned, and the last numbers."""

    rows: dict[str, bytes]
    told: Any
    numbers: dict[str, int]

    def laid_out(self) -> Any:
        """The same rows again, and an own copy of what was returned."""
        forget()
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")  # past triggers, the door's too
            for table, rows in self.rows.items():
                with cursor.copy(f"COPY {table} FROM STDIN (FORMAT binary)") as there:
                    there.write(rows)
            cursor.execute("SET LOCAL session_replication_role = origin")
        return copy.deepcopy(self.told)


KEPT: dict[str, Kept] = {}
SHARED: list[Path] = []  # the folder of this run's processes, where there are several
NOT_SHARED = (pickle.PicklingError, TypeError, AttributeError)  # some part of it is of this process alone


def scenario[**P, T](build: Callable[P, T]) -> Callable[P, T]:
    """A function that builds a state in an empty club house, and does so once for the same arguments."""

    @wraps(build)
    def laid_out(*args: P.args, **kwargs: P.kwargs) -> T:
        if not can_be_kept():
            return build(*args, **kwargs)
        key = f"{build.__module__}.{build.__qualname__} {args!r} {sorted(kwargs.items())!r}"
        if key not in KEPT:
            KEPT[key] = shared(key, partial(build, *args, **kwargs))
        found: T = KEPT[key].laid_out()
        return found

    return laid_out


def shared(key: str, build: Callable[[], Any]) -> Kept:
    """Played by the process that is first to ask; the others wait for it."""
    if not SHARED:
        return played(key, build)
    file = SHARED[0] / f"scenario-{hashlib.sha256(key.encode()).hexdigest()[:24]}"
    with alone(file.with_suffix(".lock")):
        if file.exists():
            kept: Kept = pickle.loads(file.read_bytes())
            go_on_from(kept.numbers)
            return kept
        kept = played(key, build)
        try:
            file.write_bytes(pickle.dumps(kept))
        except NOT_SHARED:
            file.unlink(missing_ok=True)
        return kept


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def can_be_kept() -> bool:
    """Whether whoever tests may pass triggers, and nobody is there yet."""
    with remembered.unseen(), connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('is_superuser')")
        return cursor.fetchone() == ("on",) and not filled()


def played(key: str, build: Callable[[], Any]) -> Kept:
    """Build it with dice of its own, take a copy of everything and leave nothing behind."""
    luck = SimpleNamespace(token_bytes=random.Random(key).randbytes)
    letters = len(getattr(mail, "outbox", ()))
    with (
        mock.patch("campaigns.models.journal.secrets", luck),
        remembered.comparing(one_transaction=True),
        transaction.atomic(),
    ):
        told = build()
        kept = Kept(copied_out(), told, last_numbers())
        transaction.set_rollback(True)
    del getattr(mail, "outbox", [])[letters:]
    return kept


def copied_out() -> dict[str, bytes]:
    """Every row there is, by table, in an order of their own: where a row lies is the database's business."""
    rows = {}
    with connection.cursor() as cursor:
        for table in filled():
            ordered = f"SELECT * FROM {table} one ORDER BY one::text"
            with cursor.copy(f"COPY ({ordered}) TO STDOUT (FORMAT binary)") as there:
                rows[table] = b"".join(bytes(part) for part in there)
    return rows


def last_numbers() -> dict[str, int]:
    """The last number of every sequence that has begun."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT sequencename, last_value FROM pg_sequences WHERE last_value IS NOT NULL")
        return dict(cursor.fetchall())


def go_on_from(numbers: dict[str, int]) -> None:
    """No row of this database gets a number that one of another process' rows has."""
    with remembered.unseen(), connection.cursor() as cursor:
        ours = last_numbers()
        behind = [(name, last) for name, last in numbers.items() if ours.get(name, 0) < last]
        cursor.executemany("SELECT setval(%s::regclass, %s)", behind)


def filled() -> Iterable[str]:
    """The tables that hold anything."""
    with connection.cursor() as cursor:
        cursor.execute(_which_are_filled())
        return [table for (table,) in cursor.fetchall()]


@cache
def _which_are_filled() -> str:
    models = apps.get_models(include_auto_created=True)
    tables = {one._meta.db_table for one in models if one._meta.managed and not one._meta.proxy}
    wanted = sorted(tables - {*THERE_ALREADY})
    return " UNION ALL ".join(f"SELECT '{one}' WHERE EXISTS (TABLE {one})" for one in wanted)


def forget() -> None:
    """What the process remembers of leagues and drew of their pages; another test went on otherwise."""
    state_cache.MEMORY.forget()
    caches["parts"].clear()


def _browser(kind: type[Client], cookies: Any, defaults: dict[str, Any]) -> Client:
    browser = kind()
    browser.cookies, browser.defaults = cookies, defaults
    return browser


def _browser_as_parts(browser: Client) -> tuple[Any, ...]:
    return _browser, (type(browser), browser.cookies, browser.defaults)


copyreg.pickle(Client, _browser_as_parts)
