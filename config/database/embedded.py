"""The embedded PostgreSQL: made, started, healed and stopped here, from the package's binaries alone.

Everything lives in one directory, `<data>/postgres`: `cluster` (PostgreSQL's own files), `socket`,
`server.log`, `lock` (held while somebody starts or stops) and `users` (a lock every process shares
while it needs the server; the last one to leave stops it). PostgreSQL refuses to run as root, so
then another system user owns the directory and runs it.

Nothing happens at import: `settings.py` only asks where the socket will be. Dumps are
`config.database.backups`' business.
"""

import fcntl
import hashlib
import os
import shutil
import signal
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.pq import PGconn, Ping

from config.database import pgprocess
from config.database.files import BACKED_UP, MAJOR, Files
from config.database.pgprocess import Account
from config.env import DatabaseAddress
from config.processes import children

USER = DATABASE = "musterroll"
MARK = "musterroll"  # a file that says: this directory is ours
ELSEWHERE = "Start Musterroll as the user who owns it, or set MUSTERROLL_DATA to a directory of your own."
LEAST_FREE = 150 * 2**20  # bytes; write-ahead log and a dump must fit
LEAST_FREE_AGAIN = 32 * 2**20  # bytes; two files of the write-ahead log
# Seconds a server that does not answer has, by what it says of itself, before it is ended.
PATIENCE = {"starting": 120.0, "stopping": 10.0}
USUAL_PATIENCE = 30.0
ANSWERS_WITHIN = 5  # seconds; a server that takes longer is not up
START_WITHIN = 120.0  # seconds; healing after a crash takes its time
NOT_IN_A_PATH = set('"$`\\\n')  # PostgreSQL's own programs hand its path to a shell
# What the server's log leaves out: statements, their values, and the rows a failed one would have written.
QUIET = ["log_error_verbosity=terse", "log_min_error_statement=panic", "log_parameter_max_length_on_error=0"]
FOR_TESTS = [
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "max_connections=200",
    "autovacuum=off",
]


class EmbeddedError(Exception):
    """Why the embedded database cannot be used, as a sentence for whoever runs the club's machine."""


@dataclass(frozen=True)
class Cluster(Files):
    """One embedded server in the directory `home`."""

    options: list[str] = field(default_factory=list)

    def django_settings(self) -> DatabaseAddress:
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": DATABASE,
            "USER": USER,
            "HOST": str(self.socket),
            "PORT": "",
        }

    def connect(self, database: str = DATABASE, within: int = 20) -> psycopg.Connection:
        return psycopg.connect(
            host=str(self.socket), user=USER, dbname=database, connect_timeout=within, autocommit=True
        )

    # --- using it ---------------------------------------------------------------------------------

    @contextmanager
    def in_use(self, at_last: Callable[[], str] = str) -> Iterator[None]:
        """Have the server run for the length of a block; the last user to leave stops it.

        When nobody else is left, `at_last` may name a backup that has all that was ever written.
        """
        self.prepare()
        with _open(self.place / "users") as users:
            try:
                with self._locked():
                    fcntl.flock(users, fcntl.LOCK_SH)
                    self._start()
                yield
            finally:
                fcntl.flock(users, fcntl.LOCK_UN)
                self.stop_if_unused(at_last)

    def start(self) -> None:
        """Start it for longer than this process; `stop` ends it."""
        self.prepare()
        with self._locked():
            self._start()
            self._write(self.place / "keep", str(pgprocess.recorded_pid(self.cluster)))

    def is_alive(self) -> bool:
        """Whether the server's process lives, starting, serving or healing itself. Asks nobody."""
        pid = pgprocess.recorded_pid(self.cluster)
        return pid is not None and pgprocess.is_postgres_of(pid, self.cluster)

    def revive(self) -> None:
        """Start a server again that ended while it was in use."""
        self._refuse_full_disk(LEAST_FREE_AGAIN)
        with self._locked():
            self._start()

    def end_silent(self) -> None:
        """End a server that lives and hears nobody, as after a crash."""
        with self._locked():
            pid = pgprocess.recorded_pid(self.cluster)
            if pid is not None and pgprocess.is_postgres_of(pid, self.cluster):
                self._end(pid)

    def stop(self) -> None:
        """Stop it, whoever uses it."""
        if (self.place / MARK).exists():
            with self._locked():
                self._stop()

    def stop_if_unused(self, at_last: Callable[[], str] = str) -> None:
        with self._locked(), _open(self.place / "users") as users, suppress(BlockingIOError):
            fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if not self._kept():
                whole = at_last()
                self._stop()
                self._write(self.place / BACKED_UP, whole)

    def is_up(self) -> bool:
        try:
            self.connect("postgres", within=ANSWERS_WITHIN).close()
        except psycopg.OperationalError:
            return False
        return True

    def hears(self) -> bool:
        """Whether it answers anything at all, even that it is starting or has no room for one more."""
        where = make_conninfo(host=str(self.socket), dbname="postgres", connect_timeout=ANSWERS_WITHIN)
        return PGconn.ping(where.encode()) in (Ping.OK, Ping.REJECT)

    # --- starting ---------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Make the directory, or say why this one cannot be used. Touches nothing that is not ours."""
        try:
            account = pgprocess.account_for(self.place)
            self._step_aside(account)
            place = self.place
            _refuse_odd(place)
            place.parent.mkdir(mode=0o711, parents=True, exist_ok=True)
            place.mkdir(mode=0o700, exist_ok=True)
            self._refuse_foreign(place)
        except OSError as error:
            why = f"{self.place} cannot be used for the database: {error.strerror}. {ELSEWHERE}"
            raise EmbeddedError(why) from error
        self._refuse_full_disk(LEAST_FREE)
        account.give(place)
        self._write(place / MARK, "The club's database. Please leave these files alone.\n")

    def _refuse_full_disk(self, least: int) -> None:
        free = shutil.disk_usage(self.place).free
        if free < least:
            raise EmbeddedError(
                f"The disk is full: {self.place} has {free // 2**20} MB left and the database needs "
                f"{least // 2**20} MB. Make room and start again; nothing was changed."
            )

    def _step_aside(self, account: Account) -> None:
        """As root in a directory closed to other users (/root, say): keep the files under /var/lib."""
        near = next(parent for parent in [self.place, *self.place.parents] if parent.is_dir())
        if account.may_enter(near):
            return
        name = hashlib.sha256(str(self.home).encode()).hexdigest()[:12]
        elsewhere = Path(f"/var/lib/musterroll-{name}/postgres")
        self.home.parent.mkdir(mode=0o711, parents=True, exist_ok=True)
        self.home.with_name(f"{self.home.name}-is-elsewhere").write_text(f"{elsewhere}\n")

    def _refuse_foreign(self, place: Path) -> None:
        if any(place.iterdir()) and not (place / MARK).exists():
            raise EmbeddedError(
                f"{place} is not empty and holds no database of Musterroll's, so it was left as it is. "
                "Move it away, or set MUSTERROLL_DATA to another directory."
            )
        if os.geteuid() not in (0, place.stat().st_uid):
            raise EmbeddedError(f"{place} belongs to another user of this machine. {ELSEWHERE}")

    def _start(self) -> None:
        account = pgprocess.account_for(self.place)
        binaries = pgprocess.binaries(account, self.place)
        if self.is_up():
            return
        if version := self.other_version():
            raise EmbeddedError(
                f"The database's files in {self.place} belong to PostgreSQL {version}, and this is {MAJOR}: "
                "`make run` brings them over."
            )
        if not self.cluster.exists():
            self._init(account, binaries)
        self._heal()
        self._make_socket_directory(account)
        self._launch(account, binaries)
        self._make_database()

    def _init(self, account: Account, binaries: Path) -> None:
        """Make the cluster under another name first: a start cut short leaves no half of one."""
        draft = self.place / "cluster.new"
        shutil.rmtree(draft, ignore_errors=True)
        command: list[str | Path] = [binaries / "initdb", "-D", draft, "-U", USER]
        command += ["--auth=trust", "--encoding=UTF8"]
        command += ["--locale=C.UTF-8" if pgprocess.has_c_utf8() else "--locale=C", "--data-checksums"]
        done = account.run(command)
        if done.returncode:
            raise EmbeddedError(f"The database could not be made: {self._reason(done.stderr)}")
        draft.rename(self.cluster)

    def _heal(self) -> None:
        """After a crash: forget a server that is gone, and never take a stranger's process for it."""
        if not (self.cluster / "postmaster.pid").exists():
            return
        pid = pgprocess.recorded_pid(self.cluster)
        if pid is not None and pgprocess.is_postgres_of(pid, self.cluster):
            self._wait_for_neighbour(pid)
            return
        pgprocess.end_orphans(self.cluster)
        for stale in (self.cluster / "postmaster.pid", *self.socket.glob(".s.PGSQL.5432*")):
            stale.unlink(missing_ok=True)

    def _wait_for_neighbour(self, pid: int) -> None:
        """A live server that does not answer is starting or stopping: give it time, then end it."""
        began = time.monotonic()
        while pgprocess.is_postgres_of(pid, self.cluster):
            if self.is_up():
                return None
            if time.monotonic() - began > PATIENCE.get(pgprocess.state(self.cluster), USUAL_PATIENCE):
                self._end(pid)
            time.sleep(0.1)
        return self._heal()

    def _make_socket_directory(self, account: Account) -> None:
        self.socket.mkdir(mode=0o700, exist_ok=True)
        state = self.socket.lstat()
        if not stat.S_ISDIR(state.st_mode) or state.st_uid not in (os.geteuid(), account.uid):
            raise EmbeddedError(f"{self.socket} belongs to somebody else; remove it and start again.")
        account.give(self.socket)

    def _launch(self, account: Account, binaries: Path) -> None:
        if self.is_up():
            return
        settings = ["listen_addresses=", f"unix_socket_directories={self.socket}", *QUIET, *self.options]
        settings += ["unix_socket_permissions=0700", "port=5432"]
        (self.place / BACKED_UP).unlink(missing_ok=True)
        options = " ".join(f"-c '{setting}'" for setting in settings)
        command: list[str | Path] = [binaries / "pg_ctl", "-D", self.cluster, "-W", "-l", self.log]
        said = self.logged()
        with _undisturbed():  # cut short here, it would leave a server nobody knows
            started = account.run([*command, "-o", options, "start"])
            self._wait_until(self.is_alive, 5.0)
        self._wait_until(lambda: not self.is_alive() or pgprocess.is_ready(self.cluster), START_WITHIN)
        if not self.is_up():
            raise EmbeddedError(f"The database did not start: {self._reason(started.stderr, said)}")

    def _wait_until(self, true: Callable[[], bool], patience: float) -> None:
        until = time.monotonic() + patience
        while not true() and time.monotonic() < until:
            time.sleep(0.02)

    def _make_database(self) -> None:
        with self.connect("postgres") as connection:
            row = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
            if row is None:
                connection.execute(f"CREATE DATABASE {DATABASE}")

    # --- files of another version (`config.database.versions`) --------------------------------------

    @contextmanager
    def served_by(self, install: Path) -> Iterator[None]:
        """Have programs of another version serve the files for the length of a block."""
        with self._locked():
            account = pgprocess.account_for(self.place)
            binaries = pgprocess.binaries(account, self.place, install)
            self._heal()
            self._make_socket_directory(account)
            self._launch(account, binaries)
            try:
                yield
            finally:
                self._stop()

    def keep_aside(self) -> None:
        """Leave the files of another version as they are, under another name."""
        with self._locked():
            version = self.other_version()
            if not version or self.is_up():
                return
            aside = self.place / f"cluster-version-{version}-{datetime.now(UTC):%Y%m%d-%H%M%S}"
            self.cluster.rename(aside)
            self._write(self.place / "to-restore", str(aside))

    # --- stopping ---------------------------------------------------------------------------------

    def _stop(self) -> None:
        (self.place / "keep").unlink(missing_ok=True)
        pid = pgprocess.recorded_pid(self.cluster)
        if pid is None or not pgprocess.is_postgres_of(pid, self.cluster):
            return
        self._end(pid)

    def _end(self, pid: int) -> None:
        if not pgprocess.end_server(pid, self.cluster):
            raise EmbeddedError(f"The database did not stop: process {pid} cannot be ended; see {self.log}.")

    def _kept(self) -> bool:
        keep = self.place / "keep"
        return keep.exists() and keep.read_text().strip() == str(pgprocess.recorded_pid(self.cluster))

    # --- small things -----------------------------------------------------------------------------

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with _open(self.place / "lock") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


@contextmanager
def _undisturbed() -> Iterator[None]:
    """What asks us to end waits until the block is through. PostgreSQL minds its own signals."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, children.ASKED_TO_END)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _refuse_odd(place: Path) -> None:
    if odd := NOT_IN_A_PATH & set(str(place)):
        raise EmbeddedError(
            f"The database cannot lie in {place}: PostgreSQL does not stand {' '.join(sorted(odd))} in a "
            "folder's name. Rename the folder, or set MUSTERROLL_DATA to another."
        )


def _open(file: Path) -> IO[str]:
    return file.open("a")
