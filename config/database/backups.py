"""Backups: one file with the database's dump, every table's fingerprint, and the secret key.

The key belongs to it because invitations and ways back are signed with it: without it a restored club
would have to invite everybody again. What the file looks like and which of many stay is
`config.database.backup_files`' business; it is restored by `config.database.restoring`.
"""

import fcntl
import json
import os
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import psycopg

from config.database.backup_files import (
    DUMP,
    KEY,
    SUFFIX,
    TABLES,
    BackupError,
    is_whole,
    manifest_of,
    newest_backup,
    pack,
    prune_backups,
    tables_of,
)
from config.database.server import Server, Tell, fingerprints, plainly, run_program, written_fingerprints

HOUR = 60 * 60
DAY = 24 * HOUR
LEFT_FREE = 200 * 2**20  # bytes; more than the database on the same disk needs to start and to go on
FAILED = "failed"  # a note beside the backups: why the daily one was not made


class NoRoom(BackupError):
    """It would fill the disk."""


def make(directory: Path, server: Server, key: Path, tell: Tell) -> Path:
    """Write a new backup into `directory` and return it."""
    with plainly(f"No backup in {directory}"), _alone(directory, fcntl.LOCK_EX):
        return _make(directory, server, key, tell)


def _make(directory: Path, server: Server, key: Path, tell: Tell, waiting: Sequence[str] = ()) -> Path:
    for cut_short in directory.glob(".making-*"):
        shutil.rmtree(cut_short, ignore_errors=True)
    _refuse_to_fill(directory, server)
    file = directory / f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}{SUFFIX}"
    with TemporaryDirectory(dir=directory, prefix=".making-") as work:
        parts = Path(work)
        with _snapshot(server) as (connection, snapshot):
            (parts / TABLES).write_text(json.dumps(fingerprints(connection)))
            release = _release(connection)
            _dump(parts / DUMP, server, snapshot, tell)
        if key.exists():
            shutil.copyfile(key, parts / KEY)
        pack(parts, release, waiting).rename(file)
    return file


def make_before_upgrade(
    directory: Path, server: Server, key: Path, waiting: Sequence[str], tell: Tell
) -> Path:
    """The backup for a set of waiting migrations: one made earlier, when nothing has been written since.

    An upgrade that fails is tried again and again.
    """
    with plainly(f"No backup in {directory}"), _alone(directory, fcntl.LOCK_EX):
        last = newest_backup(directory)
        if last and manifest_of(last).waiting == tuple(waiting) and holds_all(last, server):
            return last
        made = _make(directory, server, key, tell, waiting)
        prune_backups(directory)
        return made


def up_to_date(directory: Path, server: Server, key: Path, tell: Tell) -> Path | None:
    """The newest backup when it has all that the database has, else a new one; None when that is empty."""
    with plainly(f"No backup in {directory}"), _alone(directory, fcntl.LOCK_EX):
        with server.connect() as connection:
            if not fingerprints(connection):
                return None
        last = newest_backup(directory)
        if last and holds_all(last, server):
            return last
        tell("Backing up what was written since the last backup …")
        made = _make(directory, server, key, lambda _: None)
        prune_backups(directory)
        return made


def holds_all(file: Path, server: Server) -> bool:
    """Whether a backup is whole and has every row that the database has."""
    with server.connect() as connection:
        return is_whole(file) and written_fingerprints(file, tables_of(file)) == fingerprints(connection)


def make_if_due(directory: Path, server: Server, key: Path, tell: Tell) -> Path | None:
    """A backup when the newest is older than a day; then those go that are not kept.

    When it cannot be made, a note says why, and it is tried again an hour later.
    """
    try:
        with plainly(f"No backup in {directory}"), _alone(directory, fcntl.LOCK_EX | fcntl.LOCK_NB):
            if not _is_due(directory):
                return None
            made = _make(directory, server, key, tell)
            prune_backups(directory)
            (directory / FAILED).unlink(missing_ok=True)
            return made
    except BlockingIOError:
        return None  # somebody is making it
    except (BackupError, psycopg.Error) as error:
        with suppress(OSError):  # what cannot be noted shows by the newest backup's age
            (directory / FAILED).write_text("room" if isinstance(error, NoRoom) else "other")
        raise


def _is_due(directory: Path) -> bool:
    last, note = newest_backup(directory), directory / FAILED
    if last is not None and time.time() - last.stat().st_mtime < DAY:
        return False
    return not note.exists() or time.time() - note.stat().st_mtime > HOUR


@contextmanager
def _alone(directory: Path, how: int) -> Iterator[None]:
    """One backup at a time is made in a directory."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = os.open(directory, os.O_RDONLY)
    try:
        fcntl.flock(lock, how)
        yield
    finally:
        os.close(lock)


def _refuse_to_fill(directory: Path, server: Server) -> None:
    """The database may lie on the same disk, and a full one stops it. A dump is smaller than a database."""
    with server.connect() as connection:
        row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
    assert row is not None
    last = newest_backup(directory)
    size = row[0] if last is None else min(row[0], 2 * last.stat().st_size)
    free, needed = shutil.disk_usage(directory).free, 2 * size + LEFT_FREE  # the dump, then the whole
    if free < needed:
        raise NoRoom(
            f"No backup was made: {directory} has {free // 2**20} MB left and needs {needed // 2**20} MB, "
            "so that the database goes on. Make room, or move old backups elsewhere."
        )


@dataclass(frozen=True)
class BackupTrouble:
    """Why there is no backup of today; `last` is when there was one."""

    why: Literal["room", "other", "late"]
    last: datetime | None


def backup_trouble(directory: Path) -> BackupTrouble | None:
    """What an organiser should know: the daily backup failed, or nobody made one for two days."""
    found, note = newest_backup(directory), directory / FAILED
    last = datetime.fromtimestamp(found.stat().st_mtime, UTC) if found else None
    with suppress(FileNotFoundError):
        return BackupTrouble("room" if note.read_text() == "room" else "other", last)
    late = last is not None and time.time() - last.timestamp() > 2 * DAY
    return BackupTrouble("late", last) if late else None


@contextmanager
def _snapshot(server: Server) -> Iterator[tuple[psycopg.Connection, str]]:
    """A connection and the name of its snapshot: the dump and the fingerprints see the same moment."""
    with server.connect() as connection:
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        row = connection.execute("SELECT pg_export_snapshot()").fetchone()
        assert row is not None
        yield connection, row[0]


def _release(connection: psycopg.Connection) -> str:
    """What the tables are of, by the last migration of each of our apps; empty without any."""
    row = connection.execute("SELECT to_regclass('public.django_migrations')").fetchone()
    if row is None or row[0] is None:
        return ""
    last = connection.execute(
        "SELECT app, max(name) FROM django_migrations WHERE app IN ('campaigns', 'maps')"
        " GROUP BY app ORDER BY app"
    )
    return ", ".join(f"{app} {name}" for app, name in last)


def _dump(file: Path, server: Server, snapshot: str, tell: Tell) -> None:
    command = ["pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--schema=public", "--verbose"]
    command += [f"--snapshot={snapshot}", f"--file={file}"]
    run_program(command, server, tell, r'dumping contents of table "?public\.(\S+?)"?$')
