"""A PostgreSQL to dump or fill: its address, what its tables hold, the bundled programs at work on it.

Dumps are made and read with the bundled programs; a machine's own may be older than the server.
"""

import json
import os
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from config.database import pgprocess
from config.database.backup_files import BackupError

Tell = Callable[[str], None]
Fingerprints = dict[str, list[str]]  # table → [rows, sum of the rows' hashes]


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

    def connect(self, within: int = 0) -> psycopg.Connection:
        """A connection; `within`: seconds it may take, 0 for as long as it takes."""
        parts = {"host": self.host, "port": self.port, "user": self.user, "password": self.password}
        parts |= {"dbname": self.name, "sslmode": self.sslmode}
        given = {name: value for name, value in parts.items() if value}
        return psycopg.connect(make_conninfo("", connect_timeout=within, **given))


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


def written_fingerprints(file: Path, written: bytes) -> Fingerprints:
    """Every table with its rows and its content's sum, when that is what is written."""
    try:
        tables = json.loads(written)
        found = {str(name): [str(int(rows)), str(int(content))] for name, (rows, content) in tables.items()}
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise BackupError(f"{file} is damaged: its list of tables cannot be read.") from error
    return found


def run_program(
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


@contextmanager
def plainly(what: str) -> Iterator[None]:
    """What the machine refuses becomes one sentence."""
    try:
        yield
    except BlockingIOError:
        raise
    except OSError as error:
        raise BackupError(f"{what}: {error.strerror or error}.") from error
