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
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

import segno
from django.core.exceptions import ImproperlyConfigured

from config import env
from config.database import versions
from config.database.embedded import Cluster, EmbeddedError
from config.processes import children, upkeep
from config.processes.children import Child
from config.serving import network
from config.web import workers

MANAGE = [sys.executable, str(env.ROOT / "manage.py")]
DATA = env.path("MUSTERROLL_DATA", env.ROOT / "var")
ADDRESS = DATA / "address"  # where the office was last opened
WAY_IN = "Sign in as organiser:"
START_WITHIN = 180.0  # seconds until the first page must answer; old laptops are slow


class CannotRun(Exception):
    """Why the office does not open, as a sentence."""


class Stopped(Exception):
    """Somebody pressed Ctrl-C or asked us to end."""


def main() -> None:
    for asked in children.ASKED_TO_END:
        signal.signal(asked, _stop)
    try:
        with database() as cluster:
            serve(cluster)
    except Stopped:
        say("\nStopped.")
    except (CannotRun, EmbeddedError, ImproperlyConfigured) as error:
        sys.exit(f"\n{error}")


def say(line: str) -> None:
    print(line, flush=True)


def _stop(signum: int, frame: FrameType | None) -> None:
    for asked in children.ASKED_TO_END:
        signal.signal(asked, signal.SIG_IGN)  # once is enough; ending is under way
    raise Stopped


@contextmanager
def database() -> Iterator[Cluster | None]:
    """The embedded server while we run; None when the club has another."""
    if env.text("DATABASE_URL"):
        yield None
        return
    say("Starting the database …")
    cluster, backups, key = Cluster(DATA / "postgres"), DATA / "backups", DATA / "secret-key"
    versions.make_way(cluster, backups, key, say)
    is_over = False
    keeps = env.yes("MUSTERROLL_BACKUPS", default=True)
    with cluster.in_use(lambda: versions.at_last(cluster, backups, key, say) if keeps and is_over else ""):
        try:
            yield cluster
        except Stopped:
            is_over = True
            raise


def serve(cluster: Cluster | None) -> None:
    port = _port()
    base, environment = _surroundings(port)
    stamp = Stamp(cluster)
    ready = stamp.holds()
    if not ready:
        say("Bringing everything up to date …")
    running: list[Child] = []
    try:
        way_in = "" if ready else prepare(environment, stamp, running)
        web = _web(port, environment, running)
        _wait_for_first_page(port, web)
        welcome(base, way_in)
        worker = _worker(environment, running)  # after the first page, which it would only delay
        look = _watch(cluster, web, worker, port, environment, running)
        if ready:
            _prepare_open(environment, stamp, running, look)
        while True:
            time.sleep(children.LOOK_EVERY)
            look()
    finally:
        children.end(running)


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
    wanted = env.number("MUSTERROLL_PORT", 8000, least=1, most=65535)
    port = network.free_port(wanted)
    if not port:
        raise CannotRun(f"Port {wanted} and the next ones are taken; set MUSTERROLL_PORT to a free one.")
    if port != wanted:
        say(f"Port {wanted} is taken by another program, so this is port {port}.")
    return port


def _surroundings(port: int) -> tuple[str, dict[str, str]]:
    """The address to print, and the environment of everything we start."""
    lan = network.lan_address()
    base = env.address("MUSTERROLL_URL") or f"http://{lan or '127.0.0.1'}:{port}"
    with suppress(OSError):  # a full disk is told where it matters
        DATA.mkdir(mode=0o711, parents=True, exist_ok=True)
        ADDRESS.write_text(f"{base}\n")
    hosts = ",".join([*network.names(), *env.words("MUSTERROLL_HOSTS")])
    return base, {**os.environ, "MUSTERROLL_URL": base, "MUSTERROLL_HOSTS": hosts}


def prepare(
    environment: dict[str, str],
    stamp: Stamp,
    running: list[Child],
    meanwhile: Callable[[], None] = lambda: None,
) -> str:
    """Bring everything up to date, passing on what it says; the first time, the organiser's way in."""
    command = [*MANAGE, "prepare"]
    preparing = children.start(command, environment, running, stdout=subprocess.PIPE)
    way_in = ""
    for line in children.lines(preparing, meanwhile):
        if line.startswith(WAY_IN):
            way_in = line.rstrip()
        else:
            say(line.rstrip())
    preparing.wait()
    running.remove(preparing)
    if preparing.returncode:
        raise CannotRun("Something above went wrong, so the office stays closed. Nothing was lost.")
    stamp.renew()
    return way_in


def _prepare_open(
    environment: dict[str, str], stamp: Stamp, running: list[Child], look: Callable[[], None]
) -> None:
    """Bring everything up to date while the office is open already, and stays so if that goes wrong."""
    try:
        if way_in := prepare(environment, stamp, running, look):
            say(way_in)
    except CannotRun:
        say("The office stays open. What went wrong is shown above; the next start tries it again.")


def _web(port: int, environment: dict[str, str], running: list[Child]) -> Child:
    command = [sys.executable, "-m", "config.web"]
    return children.start(command, {**environment, "MUSTERROLL_PORT": str(port)}, running)


def _worker(environment: dict[str, str], running: list[Child]) -> Child:
    return children.start([*MANAGE, "work", "-v", "0"], environment, running)


def _wait_for_first_page(port: int, web: Child) -> None:
    until = time.monotonic() + START_WITHIN
    while not _answers(port):
        if web.poll() is not None or time.monotonic() > until:
            raise CannotRun("The web server did not start; the reason stands above.")
        time.sleep(0.05)


def _answers(port: int) -> bool:
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5).close()
    except urllib.error.HTTPError as unwell:
        raise CannotRun(f"The web server is up but not well: {unwell.read().decode()}") from unwell
    except OSError:
        return False
    return True


def welcome(base: str, way_in: str) -> None:
    say(f"\nMusterroll is open:    {base}/")
    say(way_in or "The organiser's link:  make organiser")
    if base.startswith("http://127.0.0.1"):
        say("This machine has no network, so phones cannot reach it.")
    else:
        say("Phones in the same network open it with this code:\n")
        segno.make(f"{base}/", error="m", micro=False).terminal(compact=True)
    say("\nCtrl-C stops it. The club's data stays.")


def _watch(
    cluster: Cluster | None,
    web: Child,
    worker: Child,
    port: int,
    environment: dict[str, str],
    running: list[Child],
) -> Callable[[], None]:
    """A look at what has to run until we are stopped. Pages come first: they say what is wrong."""
    pages = upkeep.Process(web, lambda: _web(port, environment, running), running, processes=workers())
    jobs = upkeep.Process(worker, lambda: _worker(environment, running), running)
    supervised = [upkeep.Supervised("The web server", pages.is_alive, pages.start, pages.why, say)]
    if cluster is not None:
        ours = upkeep.Database(cluster)
        supervised.append(upkeep.Supervised("The database", ours.is_alive, ours.start, ours.why, say))
    needs = supervised[-1] if cluster else None
    supervised.append(upkeep.Supervised("The worker", jobs.is_alive, jobs.start, jobs.why, say, 1.0, needs))

    def look() -> None:
        for one in supervised:
            one.look()

    return look


if __name__ == "__main__":
    main()
