"""The web server as it is shipped (bridge, pool, gzip), and what a request costs it: processor time of Python
and of PostgreSQL together.

Linux tells of each thread how long it has run. Of PostgreSQL those processes count that serve others than
the bench itself.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, RemoteDisconnected
from pathlib import Path
from urllib.parse import urlencode

from django.conf import settings
from django.db import connection
from django.test import Client

from bench.measure import Figure, Work, cpu, milliseconds
from campaigns.models import Seat
from campaigns.shell import rule_hint
from config.processes import children
from config.serving import network

CLUBS: Mapping[str, str] = {}
RIVALS = {"DJANGO_SETTINGS_MODULE": "bench.rivals.settings"}
AFTERWARDS = 0.004  # seconds in which a process ends what it does after its answer
TOKEN = "b" * 32  # a form's, said by cookie and header alike
RESTING = 2_000_000  # nanoseconds of processor time in three tenths of a second
IDLE = 5.0  # seconds; the server hangs up on whoever says nothing for ten
NOT_SHIPPED = ("MUSTERROLL_POOL",)  # of a command's own environment (`manage.py`)
FORM = "application/x-www-form-urlencoded"
SERVING = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds of processor time."""

    python: float
    postgres: float

    @property
    def whole(self) -> float:
        return self.python + self.postgres

    def told(self) -> str:
        parts = f"Python {milliseconds(self.python)} + PostgreSQL {milliseconds(self.postgres)}"
        return f"{milliseconds(self.whole)} ({parts})"

    def against(self, what: str, other: Cost, baseline: str, asked: str = "") -> Figure:
        """A figure with its ratio to what somebody else takes for the same."""
        value = f"{self.told()}, {self.whole / other.whole:.1f}×"
        return Figure(what, value, f"{baseline}: {milliseconds(other.whole)}", asked)


def middle(costs: Iterable[Cost]) -> Cost:
    """The one in the middle, by all it took. If none of them has cost the database anything, it was not
    looked at: each request had a connection of its own that ended before it was counted."""
    ordered = sorted(costs, key=lambda one: one.whole)
    if not any(one.postgres for one in ordered):
        raise RuntimeError("What PostgreSQL did was not counted.")
    return ordered[(len(ordered) - 1) // 2]


@dataclass
class Server:
    """A server on this machine; `processes` are those of Python."""

    port: int
    processes: list[int]
    line: HTTPConnection | None = None
    asked: float = 0.0

    def get(self, path: str, cookie: str, **headers: str) -> bytes:
        """The body of an answer, as it came."""
        return self.ask("GET", path, cookie, **headers)

    def ask(self, method: str, path: str, cookie: str, body: str | None = None, **headers: str) -> bytes:
        if self.line is None or time.monotonic() - self.asked > IDLE:
            self.line = HTTPConnection("127.0.0.1", self.port, timeout=120)
        sent = {"Cookie": cookie, "Accept-Encoding": "gzip", **headers}
        status, found = said(self.line, method, path, body, sent)
        self.asked = time.monotonic()
        if status >= 400:
            raise RuntimeError(f"{path}: {status} {found[:300]!r}")
        return found

    def at_rest(self) -> None:
        """Wait until it has done what it does at its start."""
        ran, before = sum(_ran(self.processes).values()), 0
        while ran - before > RESTING:
            time.sleep(0.3)
            ran, before = sum(_ran(self.processes).values()), ran

    def cost(self, work: Work) -> Cost:
        """What the server and its database spend on this. Nobody else may ask meanwhile."""
        python, postgres = _ran(self.processes), _ran(_serving())
        work()
        time.sleep(AFTERWARDS)
        after, serving = _ran(self.processes), _ran(_serving())
        return Cost(_between(python, after), _between(postgres, serving))

    def cost_of(self, path: str, cookie: str, **headers: str) -> Cost:
        return self.cost(lambda: self.get(path, cookie, **headers))

    def posted(self, path: str, cookie: str, fields: dict[str, object]) -> Cost:
        """What a form sent by a page's script costs."""
        body = urlencode(fields, doseq=True)
        more = {"Content-Type": FORM, "HX-Request": "true", "X-CSRFToken": TOKEN}
        cookie = f"{cookie}; {settings.CSRF_COOKIE_NAME}={TOKEN}"
        return self.cost(lambda: self.ask("POST", path, cookie, body, **more))


def said(
    line: HTTPConnection, method: str, path: str, body: str | None, headers: Mapping[str, str]
) -> tuple[int, bytes]:
    """Status and body of an answer. A line that the server hung up while we spoke is opened once more, as a
    browser does it: who is kept waiting for long on a busy machine has been silent for too long."""
    kept_open = line.sock is not None
    try:
        line.request(method, path, body, headers=dict(headers))
        answer = line.getresponse()
    except (RemoteDisconnected, BrokenPipeError):
        line.close()
        if method != "GET" or not kept_open:
            raise
        return said(line, method, path, body, headers)
    return answer.status, answer.read()


def environment(site: Mapping[str, str]) -> dict[str, str]:
    """What a server is told that starts as it is shipped; a command has set some things for itself."""
    return {name: value for name, value in os.environ.items() if name not in NOT_SHIPPED} | dict(site)


def signed_in(seat: Seat) -> Client:
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(seat.person.user, backend="django.contrib.auth.backends.ModelBackend")
    client.cookies[rule_hint.COOKIE] = "1"
    return client


def cookie_of(seat: Seat) -> str:
    """The header of a browser in which somebody is signed in who has opened a rule before."""
    name, cookies = settings.SESSION_COOKIE_NAME, signed_in(seat).cookies
    return "; ".join(f"{one}={cookies[one].value}" for one in (name, rule_hint.COOKIE))


@contextmanager
def shipped(workers: int = 1, site: Mapping[str, str] = CLUBS, place: str = "") -> Iterator[Server]:
    """The club's web server on a free port, once it listens; of another checkout, where its `place` is given.
    The site `RIVALS` are hand-written pages."""
    port = network.free_port(8765)
    told = {"MUSTERROLL_HOSTS": "127.0.0.1", "MUSTERROLL_BIND": "127.0.0.1"}
    told |= {"MUSTERROLL_PORT": str(port), "MUSTERROLL_WORKERS": str(workers)}
    running: list[children.Child] = []
    server = Server(port, [])
    try:
        there = ["env", "-C", place] if place else []
        started = [*there, sys.executable, "-m", "config.web"]
        children.start_child(started, environment({**told, **site}), running)
        asyncio.run(_until_up(port))
        server.processes = [running[0].pid, *below(running[0].pid)]
        yield server
    finally:
        if server.line:
            server.line.close()
        children.end(running)


@contextmanager
def served(workers: int = 1) -> Iterator[int]:
    """The same for who only wants its port."""
    with shipped(workers) as server:
        yield server.port


def own_cost(work: Work) -> Cost:
    """What something costs this process and the one that serves its connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        serving = [pid for (pid,) in cursor.fetchall()]
    before, python = _ran(serving), cpu(work)
    time.sleep(AFTERWARDS)
    return Cost(python, _between(before, _ran(serving)))


async def _until_up(port: int) -> None:
    for _ in range(900):
        try:
            _reader, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.1)
        else:
            writer.close()
            return
    raise RuntimeError("The web server did not start.")


def below(process: int) -> list[int]:
    """Every process that this one has started, and those have started."""
    found: list[int] = []
    for listed in Path(f"/proc/{process}/task").glob("*/children"):
        found += [int(one) for one in listed.read_text().split()]
    return [*found, *(one for child in found for one in below(child))]


def resident(process: int) -> float:
    """Megabytes of memory."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def _serving() -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(SERVING)
        return [pid for (pid,) in cursor.fetchall()]


def _ran(processes: Iterable[int]) -> dict[int, int]:
    """Nanoseconds that each process has run so far."""
    return {one: sum(map(_thread_ran, Path(f"/proc/{one}/task").glob("*"))) for one in processes}


def _thread_ran(thread: Path) -> int:
    with suppress(OSError):
        return int((thread / "schedstat").read_text().split()[0])
    return 0  # it has just ended


def _between(before: dict[int, int], after: dict[int, int]) -> float:
    return sum(max(0, ran - before.get(one, 0)) for one, ran in after.items()) / 1e6


def medians_of(rounds: int, *works: tuple[Server, Work | None, Work]) -> list[Cost]:
    """What each costs its server, the works taking turns, so that a busy minute meets all of them; what comes
    before one is not counted."""
    taken: list[list[Cost]] = [[] for _ in works]
    for _ in range(rounds + 1):
        for (server, before, work), kept in zip(works, taken, strict=True):
            if before:
                before()
            kept.append(server.cost(work))
    return [middle(one[1:]) for one in taken]  # the first time warms up
