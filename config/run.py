"""`make run`: the whole office from one command, and nothing left behind when it ends.

Starts the database, brings everything up to date (`manage.py prepare`), then keeps three alive: the database,
granian, which serves pages and live updates, and the worker for long jobs (`config.processes.upkeep`). Knows
no Django itself, so it stays small and starts at once.
"""

import hashlib
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

import segno
from django.core.exceptions import ImproperlyConfigured

from config import env
from config.database import versions
from config.database.embedded import Cluster, EmbeddedError
from config.processes import children, upkeep
from config.processes.children import Child
from config.processes.running import SILENT_FOR, Running, is_office_open, running
from config.serving import network
from config.web import workers

MANAGE = [sys.executable, str(env.ROOT / "manage.py")]
DATA = env.path("MUSTERROLL_DATA", env.ROOT / "var")
ADDRESS = DATA / "address"  # where the office was last opened
WAY_IN = "Sign in as organiser:"
AWAY = '"database": "does not answer"'  # in what `/health` says
START_WITHIN = 180.0  # seconds until the first page must answer; old laptops are slow
WAS_AWAY = 75  # how a command ends whose database was away: it may be tried again (EX_TEMPFAIL)
TRIES = 3  # to bring everything up to date, where the database has ended meanwhile


class CannotRun(Exception):
    """Why the office does not open, as a sentence."""


class Stopped(Exception):
    """Somebody pressed Ctrl-C or asked us to end."""


def main() -> None:
    for asked in children.ASKED_TO_END:
        signal.signal(asked, _stop)
    try:
        refuse_a_second()
        with embedded_database() as cluster:
            serve(cluster)
    except Stopped:
        print_line("\nStopped.")
    except (CannotRun, EmbeddedError, ImproperlyConfigured) as error:
        sys.exit(f"\n{error}")


def refuse_a_second(mine: Path | None = None) -> None:
    """One office on the same data: a second would have a port, and links, that end with it."""
    if is_office_open(DATA, mine):
        where = f" at {ADDRESS.read_text().strip()}/" if ADDRESS.exists() else ""
        raise CannotRun(f"This club is already open{where}. Stop it with Ctrl-C there first.")


def print_line(line: str) -> None:
    print(line, flush=True)


def _stop(signum: int, frame: FrameType | None) -> None:
    for asked in children.ASKED_TO_END:
        signal.signal(asked, signal.SIG_IGN)  # once is enough; ending is under way
    raise Stopped


@contextmanager
def embedded_database() -> Iterator[Cluster | None]:
    """The embedded server while we run; None when the club has another."""
    if env.text("DATABASE_URL"):
        yield None
        return
    print_line("Starting the database …")
    cluster, backups, key = Cluster(DATA / "postgres"), DATA / "backups", DATA / "secret-key"
    versions.set_aside_old_version(cluster, backups, key, print_line)
    is_over = False
    keeps = env.yes("MUSTERROLL_BACKUPS", default=True)
    with cluster.in_use(
        lambda: versions.final_backup(cluster, backups, key, print_line) if keeps and is_over else ""
    ):
        try:
            yield cluster
        except Stopped:
            is_over = True
            raise


def serve(cluster: Cluster | None) -> None:
    with running(DATA) as office:  # first of all: what was left from before may have the port
        refuse_a_second(office.place)  # another may have begun meanwhile
        port = _port()
        base, environment = _surroundings(port)
        Serving(office, cluster, port, environment).go_on(base)


class Serving:
    """What runs while the office is open: the database, the web server, the worker."""

    def __init__(
        self, office: Running, cluster: Cluster | None, port: int, environment: dict[str, str]
    ) -> None:
        self.office, self.cluster, self.port, self.environment = office, cluster, port, environment
        self.running: list[Child] = []
        self.stamp = Stamp(cluster)
        self.database: upkeep.Supervised | None = None
        if cluster is not None:
            self.database = upkeep.Supervised.of("The database", upkeep.KeptDatabase(cluster), print_line)
        self.beside: list[upkeep.Supervised] = []

    def go_on(self, base: str) -> None:
        """Open, and go on until we are stopped."""
        ready = self.stamp.holds()
        if not ready:
            print_line("Bringing everything up to date …")
        try:
            way_in = "" if ready else self.prepare()
            web = self._web()
            self._wait_for_first_page(web)
            welcome(base, way_in)
            self._keep(web, self._worker())  # the worker after the first page, which it would only delay
            if ready:
                self._prepare_open()
            while True:
                time.sleep(children.LOOK_EVERY)
                self.look()
        finally:
            children.end(self.running)

    def look(self) -> None:
        """See that all that has to run does. Pages come first: they say what is wrong."""
        for one in self.beside or ([self.database] if self.database else ()):
            one.look()
        for pid in self.office.silent(self.running):
            print_line(f"Process {pid} has given no sign of life for {SILENT_FOR:.0f} s; it is ended.")
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def _keep(self, web: Child, worker: Child) -> None:
        pages = upkeep.Process(web, self._web, self.running, processes=workers())
        jobs = upkeep.Process(worker, self._worker, self.running)
        self.beside = [upkeep.Supervised.of("The web server", pages, print_line)]
        self.beside += [self.database] if self.database else []
        self.beside += [
            upkeep.Supervised.of("The worker", jobs, print_line, first_pause=1.0, needs=self.database)
        ]

    def _web(self) -> Child:
        command = [sys.executable, "-m", "config.web"]
        told = {**self.environment, "MUSTERROLL_PORT": str(self.port)}
        return self.office.start(command, told, self.running)

    def _worker(self) -> Child:
        return self.office.start([*MANAGE, "work", "-v", "0"], self.environment, self.running)

    # Before it is open, and while it is

    def prepare(self) -> str:
        """Bring everything up to date; the first time, the organiser's way in. A database that ends
        meanwhile is started again, and so is this.
        """
        for _again in range(TRIES):
            ends = self.database.ends if self.database else 0
            code, way_in = self._prepared()
            if not code:
                self.stamp.renew()
                return way_in
            self.look()
            is_lost = code == WAS_AWAY or (self.database is not None and self.database.ends > ends)
            if not is_lost or not self._has_come_back():
                break
            print_line("The database had ended meanwhile; bringing everything up to date again …")
        raise CannotRun("Something above went wrong, so the office stays closed. Nothing was lost.")

    def _prepared(self) -> tuple[int, str]:
        """One try, passing on what it says: how it ended, and the organiser's way in."""
        preparing = self.office.start(
            [*MANAGE, "prepare"], self.environment, self.running, stdout=subprocess.PIPE
        )
        way_in = ""
        for line in children.output_lines(preparing, self.look):
            if line.startswith(WAY_IN):
                way_in = line.rstrip()
            else:
                print_line(line.rstrip())
        preparing.wait()
        self.running.remove(preparing)
        return preparing.returncode, way_in

    def _has_come_back(self) -> bool:
        """Whether a database of ours that was lost answers again, sooner or later."""
        until = time.monotonic() + START_WITHIN
        while self.cluster is not None and time.monotonic() < until:
            self.look()
            if self.cluster.is_up():
                return True
            time.sleep(children.LOOK_EVERY)
        return False

    def _prepare_open(self) -> None:
        """The same while the office is open already, and stays so if that goes wrong."""
        try:
            if way_in := self.prepare():
                print_line(way_in)
        except CannotRun:
            print_line(
                "The office stays open. What went wrong is shown above; the next start tries it again."
            )

    def _wait_for_first_page(self, web: Child) -> None:
        until = time.monotonic() + START_WITHIN
        while not _answers(self.port, until):
            if web.poll() is not None or time.monotonic() > until:
                raise CannotRun("The web server did not start; the reason stands above.")
            self.look()
            time.sleep(0.05)


class Stamp:
    """A note beside the database: the migrations and files it was prepared for.

    While they are the same, the first page need not wait for `prepare`: it runs afterwards.
    """

    def __init__(self, cluster: Cluster | None) -> None:
        self.file = cluster.place / "prepared" if cluster and not cluster.left_behind() else None
        self.now = self._fingerprint()

    def holds(self) -> bool:
        """Whether nothing has changed since."""
        return self.file is not None and self.file.exists() and self.file.read_text() == self.now

    def renew(self) -> None:
        if self.file is not None:
            self.file.write_text(self.now)

    def _fingerprint(self) -> str:
        known = hashlib.sha256((env.ROOT / "uv.lock").read_bytes())
        for file in sorted(env.ROOT.glob("*/migrations/*.py")):
            known.update(str(file).encode() + file.read_bytes())
        for file in sorted((env.ROOT / "static").rglob("*")):
            state = file.stat()
            known.update(f"{file} {state.st_size} {state.st_mtime_ns}\n".encode())
        return known.hexdigest()


def _port() -> int:
    wanted = env.integer_setting("MUSTERROLL_PORT", 8000, least=1, most=65535)
    port = network.free_port(wanted)
    if not port:
        raise CannotRun(f"Port {wanted} and the next ones are taken; set MUSTERROLL_PORT to a free one.")
    if port != wanted:
        print_line(f"Port {wanted} is taken by another program, so this is port {port}.")
    return port


def _surroundings(port: int) -> tuple[str, dict[str, str]]:
    """The address to print, and the environment of everything we start."""
    lan = network.lan_address()
    base = env.web_address("MUSTERROLL_URL") or f"http://{lan or '127.0.0.1'}:{port}"
    with suppress(OSError):  # a full disk is told where it matters
        DATA.mkdir(mode=0o711, parents=True, exist_ok=True)
        ADDRESS.write_text(f"{base}\n")
    hosts = ",".join([*network.names(), *env.comma_list("MUSTERROLL_HOSTS")])
    return base, {**os.environ, "MUSTERROLL_URL": base, "MUSTERROLL_HOSTS": hosts}


def _answers(port: int, until: float) -> bool:
    """Whether pages come. A database that is just away is waited for."""
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5).close()
    except urllib.error.HTTPError as unwell:
        said = unwell.read().decode()
        if AWAY in said and time.monotonic() < until:
            return False
        raise CannotRun(f"The web server is up but not well: {said}") from unwell
    except OSError:
        return False
    return True


def welcome(base: str, way_in: str) -> None:
    print_line(f"\nMusterroll is open:    {base}/")
    print_line(way_in or "The organiser's link:  make organiser")
    if network.is_for_this_machine() and base.startswith("http://127.0.0.1"):
        print_line("Phones cannot reach it: MUSTERROLL_BIND lets this machine alone in.")
    elif base.startswith("http://127.0.0.1"):
        print_line("This machine has no network, so phones cannot reach it.")
    else:
        print_line("Phones in the same network open it with this code; players join with an invitation's:\n")
        segno.make(f"{base}/", error="m", micro=False).terminal(compact=True)
    print_line("\nCtrl-C stops it. The club's data stays.")


if __name__ == "__main__":
    main()
