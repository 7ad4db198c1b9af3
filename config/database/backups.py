"""Backups: one file with the database's dump, every table's fingerprint, and the secret key.

The key belongs to it because invitations and ways back are signed with it: without it a restored club
would have to invite everybody again. A restore happens in one transaction, compares every table with
the fingerprint taken when the backup was made, and changes nothing when anything differs.

Dumps are made and read with the bundled programs; a machine's own may be older than the server.
"""

import fcntl
import json
import os
import re
import shutil
import subprocess
import tarfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from config.database import pgprocess

KEPT = 10
HOUR = 60 * 60
DAY = 24 * HOUR
LEFT_FREE = 200 * 2**20  # bytes; more than the database on the same disk needs to start and to go on
FAILED = "failed"  # a note beside the backups: why the daily one was not made
SUFFIX = ".musterroll"
DUMP, TABLES, KEY = "database.dump", "tables.json", "secret-key"

Tell = Callable[[str], None]
Fingerprints = dict[str, list[str]]  # table → [rows, sum of the rows' hashes]


# What a backup still meant to send has long been sent: nothing leaves until an organiser says so.
HUSH = """
DO $hush$ BEGIN
    IF EXISTS (SELECT FROM information_schema.columns WHERE table_schema = 'public'
               AND table_name = 'campaigns_club' AND column_name = 'silent_since')
    THEN UPDATE public.campaigns_club SET silent_since = now(); END IF;
END $hush$;
"""


class BackupError(Exception):
    """Why a backup was not made or not restored, as a sentence."""


class NoRoom(BackupError):
    """It would fill the disk."""


@dataclass(frozen=True)
class Server:
    """The database to dump or fill."""

    host: str
    port: str
    user: str
    password: str
    name: str
    sslmode: str = ""

    @classmethod
    def of(cls, settings: Mapping[str, object]) -> "Server":
        host, port, user, password, name = (
            str(settings.get(key) or "") for key in ("HOST", "PORT", "USER", "PASSWORD", "NAME")
        )
        options = settings.get("OPTIONS")
        sslmode = options.get("sslmode", "") if isinstance(options, dict) else ""
        return cls(host, port, user, password, name, str(sslmode))

    def environment(self) -> dict[str, str]:
        found = {"PGHOST": self.host, "PGPORT": self.port, "PGUSER": self.user, "PGPASSWORD": self.password}
        found |= {"PGDATABASE": self.name, "PGSSLMODE": self.sslmode}
        return {**os.environ, **{name: value for name, value in found.items() if value}}

    def connect(self) -> psycopg.Connection:
        parts = {"host": self.host, "port": self.port, "user": self.user, "password": self.password}
        parts |= {"dbname": self.name, "sslmode": self.sslmode}
        given = {name: value for name, value in parts.items() if value}
        return psycopg.connect(make_conninfo("", **given))


# --- making ----------------------------------------------------------------------------------------


def make(directory: Path, server: Server, key: Path, tell: Tell) -> Path:
    """Write a new backup into `directory` and return it."""
    with _plainly(f"No backup in {directory}"), _alone(directory, fcntl.LOCK_EX):
        return _make(directory, server, key, tell)


def _make(directory: Path, server: Server, key: Path, tell: Tell) -> Path:
    for cut_short in directory.glob(".making-*"):
        shutil.rmtree(cut_short, ignore_errors=True)
    _refuse_to_fill(directory, server)
    file = directory / f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}{SUFFIX}"
    with TemporaryDirectory(dir=directory, prefix=".making-") as work:
        parts = Path(work)
        with _snapshot(server) as (connection, snapshot):
            (parts / TABLES).write_text(json.dumps(fingerprints(connection)))
            _dump(parts / DUMP, server, snapshot, tell)
        if key.exists():
            shutil.copyfile(key, parts / KEY)
        draft = parts / "whole"
        with tarfile.open(draft, "w") as whole:
            for part in (TABLES, DUMP, KEY):
                with suppress(FileNotFoundError):
                    whole.add(parts / part, part)
        draft.chmod(0o600)
        draft.rename(file)
    return file


def make_if_due(directory: Path, server: Server, key: Path, tell: Tell) -> Path | None:
    """A backup when the newest is older than a day; then only the ten newest stay.

    When it cannot be made, a note says why, and it is tried again an hour later.
    """
    try:
        with _plainly(f"No backup in {directory}"), _alone(directory, fcntl.LOCK_EX | fcntl.LOCK_NB):
            if not _is_due(directory):
                return None
            made = _make(directory, server, key, tell)
            prune(directory)
            (directory / FAILED).unlink(missing_ok=True)
            return made
    except BlockingIOError:
        return None  # somebody is making it
    except (BackupError, psycopg.Error) as error:
        with suppress(OSError):  # what cannot be noted shows by the newest backup's age
            (directory / FAILED).write_text("room" if isinstance(error, NoRoom) else "other")
        raise


def _is_due(directory: Path) -> bool:
    last, note = newest(directory), directory / FAILED
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


@contextmanager
def _plainly(what: str) -> Iterator[None]:
    """What the machine refuses becomes one sentence."""
    try:
        yield
    except BlockingIOError:
        raise
    except OSError as error:
        raise BackupError(f"{what}: {error.strerror or error}.") from error


def _refuse_to_fill(directory: Path, server: Server) -> None:
    """The database may lie on the same disk, and a full one stops it. A dump is smaller than a database."""
    with server.connect() as connection:
        row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
    assert row is not None
    last = newest(directory)
    size = row[0] if last is None else min(row[0], 2 * last.stat().st_size)
    free, needed = shutil.disk_usage(directory).free, 2 * size + LEFT_FREE  # the dump, then the whole
    if free < needed:
        raise NoRoom(
            f"No backup was made: {directory} has {free // 2**20} MB left and needs {needed // 2**20} MB, "
            "so that the database goes on. Make room, or move old backups elsewhere."
        )


@dataclass(frozen=True)
class Trouble:
    """Why there is no backup of today; `last` is when there was one."""

    why: Literal["room", "other", "late"]
    last: datetime | None


def trouble(directory: Path) -> Trouble | None:
    """What an organiser should know: the daily backup failed, or nobody made one for two days."""
    found, note = newest(directory), directory / FAILED
    last = datetime.fromtimestamp(found.stat().st_mtime, UTC) if found else None
    with suppress(FileNotFoundError):
        return Trouble("room" if note.read_text() == "room" else "other", last)
    late = last is not None and time.time() - last.timestamp() > 2 * DAY
    return Trouble("late", last) if late else None


def newest(directory: Path) -> Path | None:
    return max(directory.glob(f"*{SUFFIX}"), default=None, key=lambda file: file.name)


def prune(directory: Path) -> None:
    """Forget all but the ten newest."""
    for old in sorted(directory.glob(f"*{SUFFIX}"))[:-KEPT]:
        old.unlink()


@contextmanager
def _snapshot(server: Server) -> Iterator[tuple[psycopg.Connection, str]]:
    """A connection and the name of its snapshot: the dump and the fingerprints see the same moment."""
    with server.connect() as connection:
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        row = connection.execute("SELECT pg_export_snapshot()").fetchone()
        assert row is not None
        yield connection, row[0]


def fingerprints(connection: psycopg.Connection) -> Fingerprints:
    """Rows and content of every table, whatever order the rows lie in."""
    names = connection.execute(
        "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
    ).fetchall()
    return {name: _fingerprint(connection, name) for (name,) in names}


def _fingerprint(connection: psycopg.Connection, table: str) -> list[str]:
    counted = sql.SQL("SELECT count(*), coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) FROM {} t")
    row = connection.execute(counted.format(sql.Identifier("public", table))).fetchone()
    assert row is not None
    return [str(row[0]), str(row[1])]


def _dump(file: Path, server: Server, snapshot: str, tell: Tell) -> None:
    command = ["pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--schema=public", "--verbose"]
    command += [f"--snapshot={snapshot}", f"--file={file}"]
    _run(command, server, tell, r'dumping contents of table "?public\.(\S+?)"?$')


# --- restoring -------------------------------------------------------------------------------------


def restore(file: Path, server: Server, key: Path, tell: Tell) -> None:
    """Put the database back as it was in `file`; on any trouble it stays as it is."""
    with _plainly(f"{file} was not restored"), TemporaryDirectory(prefix="musterroll-restore-") as work:
        parts = Path(work)
        _unpack(file, parts)
        expected = _expected(file, (parts / TABLES).read_bytes())
        script = parts / "script.sql"
        _run(["pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(parts / DUMP)], server)
        (parts / "check.sql").write_text(_check(expected))
        _fill(parts, server, tell, len(expected))
        if (parts / KEY).exists():
            _put_key(parts / KEY, key)


def _unpack(file: Path, into: Path) -> None:
    if not file.is_file():
        raise BackupError(f"There is no file {file}.")
    try:
        with tarfile.open(file, "r:") as whole:
            whole.extractall(into, filter="data")
    except tarfile.TarError as error:
        raise BackupError(f"{file} is not a backup of Musterroll's, or it is damaged.") from error
    if not (into / DUMP).exists() or not (into / TABLES).exists():
        raise BackupError(f"{file} is not a backup of Musterroll's: a part is missing.")


def _expected(file: Path, written: bytes) -> Fingerprints:
    """Every table with its rows and its content's sum, when that is what is written."""
    try:
        tables = json.loads(written)
        found = {str(name): [str(int(rows)), str(int(content))] for name, (rows, content) in tables.items()}
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise BackupError(f"{file} is damaged: its list of tables cannot be read.") from error
    return found


def _check(expected: Fingerprints) -> str:
    """A script that fails, and so undoes the restore, when a table differs from what was backed up."""
    lines = ["SET LOCAL search_path = public;"]
    for table, (rows, content) in expected.items():
        name = table.replace('"', '""')
        found = (
            f"count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) FROM \"{name}\" t"
        )
        quoted = table.replace("'", "''").replace("%", "%%")
        said = f"table {quoted} differs"
        lines.append(
            f"DO $check$ BEGIN IF (SELECT {found}) <> '{rows} {content}' "
            f"THEN RAISE EXCEPTION '{said}'; END IF; RAISE WARNING 'compared {quoted}'; END $check$;"
        )
    return "\n".join(lines)


def _fill(parts: Path, server: Server, tell: Tell, tables: int) -> None:
    """One transaction: empty, fill, compare. Whoever looks meanwhile sees the old state or the new one."""
    (parts / "empty.sql").write_text(
        "SET LOCAL lock_timeout = '60s'; SET LOCAL client_min_messages = warning;\n"
        "DROP SCHEMA public CASCADE; CREATE SCHEMA public;\n"
    )
    script = (parts / "script.sql").read_text()
    (parts / "script.sql").write_text(re.sub(r"^CREATE SCHEMA public;$", "", script, flags=re.MULTILINE))
    (parts / "hush.sql").write_text(HUSH)
    command = ["psql", "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"]
    command += [f"--file={parts / name}" for name in ("empty.sql", "script.sql", "check.sql", "hush.sql")]
    _run(command, server, tell, r"compared (\S+)$", tables)


def _put_key(restored: Path, key: Path) -> None:
    if key.exists() and key.read_text() == restored.read_text():
        return
    key.parent.mkdir(mode=0o711, parents=True, exist_ok=True)
    if key.exists():
        key.rename(key.with_name(f"{key.name}-before-{datetime.now(UTC):%Y%m%d-%H%M%S}"))
    restored.chmod(0o600)
    shutil.copy(restored, key)


# --- the programs ----------------------------------------------------------------------------------


def _run(
    command: list[str],
    server: Server,
    tell: Tell | None = None,
    progress: str = "",
    total: int | Literal["?"] = "?",
) -> None:
    """Run a bundled program; each line of its messages that matches `progress` is told with a count."""
    program = pgprocess.packaged() / "bin" / command[0]
    said: list[str] = []
    with subprocess.Popen(
        [program, *command[1:]],
        env=server.environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stderr is not None
        done = 0
        for line in running.stderr:
            said.append(line.rstrip())
            found = re.search(progress, line.rstrip()) if progress else None
            if found and tell:
                done += 1
                tell(f"  {done}{f' of {total}' if total != '?' else ''}  {found[1]}")
    if running.returncode:
        trouble = [line for line in said if "ERROR" in line or "error:" in line or "FATAL" in line] or said
        raise BackupError(f"{command[0]} gave up: {trouble[-1] if trouble else 'no reason given'}")
