"""A whole office as `make run` opens it, whose processes are killed in turn: when does a good page come?

After a kill pages are asked for as by a browser that somebody reloads; nobody does anything else. Only where
the supervisor is killed as well, the office is started again, and the time runs from there. Meanwhile
somebody writes (`bench.owed`): in the end nothing acknowledged is lost, and everybody was told of all once.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx

from bench import owed
from config import env
from config.database import pgprocess
from config.database.embedded import Cluster
from config.run import WAY_IN
from config.serving import network

KINDS = (
    "the web server",
    "a web process",
    "two web processes",
    "the worker",
    "the database",
    "a process of the database's",
    "all but the supervisor",
    "the supervisor and the web server",
    "all at once",
)
SINGLE = KINDS[:2] + KINDS[3:6]  # what promises to be back within three seconds
OPENED_AGAIN = KINDS[7:]
GIVE_UP = 120.0  # seconds
ALONE = re.compile(r"http://[^/]+(/\S+)")


class Office:
    """`python -m config.run` on a place of its own."""

    def __init__(self, home: Path) -> None:
        self.home, self.cluster = home, Cluster(home / "postgres")
        self.port = network.free_port(19_000 + os.getpid() % 1000, 200)
        self.log = (home / "said.log").open("w")
        self.cookies: dict[str, str] = {}
        self.open()

    def open(self) -> None:
        told = {"MUSTERROLL_DATA": str(self.home), "MUSTERROLL_PORT": str(self.port), "MUSTERROLL_DEMO": "no"}
        told |= {"MUSTERROLL_WORKERS": "2", "PYTHONUNBUFFERED": "1", "MUSTERROLL_URL": self.address}
        told["MUSTERROLL_BIND"] = "127.0.0.1"
        its_own = ("DATABASE_URL", "MUSTERROLL_POOL")  # the office has a database and a pool of its own
        around = {name: value for name, value in os.environ.items() if name not in its_own}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "config.run"],
            cwd=env.ROOT,
            env=around | told,
            stdout=self.log,
            stderr=subprocess.STDOUT,
        )

    def close(self) -> None:
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(60)
        self.log.close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def until_open(self) -> str:
        """What it has said once it is open."""
        said = ""
        while "Ctrl-C stops it" not in said:
            if self.process.poll() is not None:
                raise RuntimeError(f"The office did not open: {said}")
            time.sleep(0.05)
            said = (self.home / "said.log").read_text()
        return said

    def sign_in(self) -> None:
        """As the organiser, by the link of the first start or one asked for, whose page has one button."""
        said = self.until_open()
        if WAY_IN not in said:
            asked = {**os.environ, "MUSTERROLL_DATA": str(self.home), "MUSTERROLL_URL": self.address}
            asked.pop("DATABASE_URL", None)
            command = [sys.executable, "manage.py", "organiser"]
            said = subprocess.check_output(command, cwd=env.ROOT, env=asked, text=True)
        lines = [line for line in said.splitlines() if WAY_IN in line]
        [path] = [found[1] for line in lines if (found := ALONE.search(line))]
        with httpx.Client(base_url=self.address, timeout=30) as client:
            page = client.get(path)
            token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)
            client.post(path, data={"csrfmiddlewaretoken": token[1] if token else ""})
            self.cookies = dict(client.cookies)
        if not self.is_good():
            raise RuntimeError("Nobody could sign in.")

    def asked(self, *words: str) -> str:
        """What `bench.owed` says, which works in this office's database."""
        around = {**os.environ, "MUSTERROLL_DATA": str(self.home), "MUSTERROLL_URL": self.address}
        around.pop("DATABASE_URL", None)
        command = [sys.executable, "-m", "bench.owed", *words]
        return subprocess.check_output(command, cwd=env.ROOT, env=around, text=True).splitlines()[-1]

    def is_good(self) -> bool:
        """Whether a page of the organiser's own comes, which only the database can tell of."""
        with suppress(httpx.HTTPError):
            page = httpx.get(f"{self.address}/me/", cookies=self.cookies, timeout=8)
            return page.status_code == 200
        return False

    def seconds_until_good(self) -> float:
        began = time.monotonic()
        while not self.is_good():
            if time.monotonic() - began > GIVE_UP:
                return float("inf")
            time.sleep(0.02)
        return time.monotonic() - began

    # --- its processes ------------------------------------------------------------------------------

    def parts(self) -> dict[str, list[int]]:
        """Process ids by what they do."""
        mine = _children(self.process.pid)
        web = [pid for pid in mine if "config.asgi" in _command(pid)]
        database = pgprocess.recorded_pid(self.cluster.cluster)
        return {
            "web": web,
            "web processes": [one for pid in web for one in _children(pid)],
            "worker": [pid for pid in mine if "manage.py work" in _command(pid)],
            "database": [database] if database and self.cluster.is_alive() else [],
            "database's": _children(database) if database else [],
        }

    def wait_until_whole(self) -> None:
        until = time.monotonic() + GIVE_UP
        while time.monotonic() < until:
            parts = self.parts()
            if all(parts.values()) and len(parts["web processes"]) >= 2 and self.is_good():
                return
            time.sleep(0.2)
        raise RuntimeError(f"Something never came back: {self.parts()}")

    def victims(self, kind: str, luck: random.Random) -> list[int]:
        parts = self.parts()
        everything = [pid for part in parts.values() for pid in part]
        return {
            "the web server": parts["web"],
            "a web process": [luck.choice(parts["web processes"])],
            "two web processes": parts["web processes"][:2],
            "the worker": parts["worker"],
            "the database": parts["database"],
            "a process of the database's": [luck.choice(parts["database's"])],
            "all but the supervisor": everything,
            "the supervisor and the web server": [self.process.pid, *parts["web"]],
            "all at once": [self.process.pid, *everything],
        }[kind]

    def survive(self, kind: str, luck: random.Random) -> float:
        """Seconds from a kill to the first good page."""
        self.wait_until_whole()
        time.sleep(luck.uniform(0, 2))
        for pid in self.victims(kind, luck):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if kind in OPENED_AGAIN:
            self.process.wait()
            self.open()
        return self.seconds_until_good()


@contextmanager
def place(named: Path | None = None) -> Iterator[Path]:
    """The folder that is named, else one for as long as it is used."""
    if named is not None:
        yield named
        return
    home = Path(tempfile.mkdtemp(prefix="office-", dir="/tmp"))
    home.chmod(0o711)  # PostgreSQL's own user has to enter
    try:
        yield home
    finally:
        shutil.rmtree(home, ignore_errors=True)


def main(kills: int, home: Path) -> None:
    luck, took = random.Random(kills), defaultdict[str, list[float]](list)  # noqa: S311 - moments of kills
    office = Office(home)
    try:
        office.sign_in()
        begun = json.loads(office.asked("begin"))
        writer = owed.Writer(office.address, begun, home / "noted")
        writer.start()
        for number in range(kills):
            kind = KINDS[number % len(KINDS)]
            took[kind].append(office.survive(kind, luck))
            print(f"{number + 1}/{kills} {kind}: {took[kind][-1]:.2f} s", file=sys.stderr, flush=True)
        office.wait_until_whole()
        writer.stop()
        counted = json.loads(office.asked("count", str(home / "noted"), json.dumps(begun)))
    finally:
        office.close()
    print(", ".join(f"{number:,} {what}" for what, number in counted.items()))
    for kind, each in took.items():
        print(told(kind, each))
    single = [one for kind in SINGLE for one in took[kind]]
    if single:
        print(told("Any one process", single) + "; asked: 95 of 100 within 3 s, none after 6 s")


def told(kind: str, took: list[float]) -> str:
    in_time = sum(one <= 3 for one in took)
    lost = sum(one == float("inf") for one in took)
    figures = f"median {statistics.median(took):.2f} s, slowest {max(took):.2f} s"
    never = f", {lost} never came back" if lost else ""
    return f"{kind}: {len(took)} kills, {in_time} back within 3 s, {figures}{never}"


def _children(pid: int) -> list[int]:
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""
