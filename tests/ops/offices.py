"""An installation that the tests of an office take turns with, and the office that is open on it."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx

from config import env
from config.database.embedded import Cluster
from config.serving import network

PATIENCE = 60.0  # seconds for what comes anyway; a busy machine is slow


class Office:
    """A running `python -m config.run` on data and a port of its own."""

    def __init__(self, home: Path, debug: str = "yes", port: int = 0) -> None:
        began = time.monotonic()
        self.port = port or network.free_port(18_000 + os.getpid() % 1000, 200)
        environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        environment |= {"MUSTERROLL_DATA": str(home), "MUSTERROLL_PORT": str(self.port)}
        environment |= {"MUSTERROLL_DEBUG": debug, "MUSTERROLL_DEMO": "no", "PYTHONUNBUFFERED": "1"}
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "config.run"],
            cwd=env.ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.said = self._read_until("Ctrl-C stops it")
        self.in_time = max(5.0, 2 * (time.monotonic() - began))  # where opening is slow, closing may be

    def _read_until(self, mark: str) -> str:
        said = ""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            said += line
            if mark in line:
                return said
        raise AssertionError(f"It ended early: {said}")

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def is_open(self) -> bool:
        return self.process.poll() is None

    def opens_a_page(self) -> bool:
        """A page that reads the database comes, sooner or later, by itself."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with suppress(httpx.HTTPError):
                if httpx.get(f"{self.address}/health", timeout=PATIENCE).status_code == 200:
                    return True
            time.sleep(0.1)
        return False

    def ends_in_time(self, how: signal.Signals) -> bool:
        """Asked to end, it ends by itself within five seconds."""
        began = time.monotonic()
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        return time.monotonic() - began < self.in_time


class Installation:
    """Made by the first start, which is what a club types; every later one finds it as it was left."""

    def __init__(self, home: Path) -> None:
        self.home, self.cluster = home, Cluster(home / "postgres")
        self.first = self.last = Office(home, debug="no")

    def opened(self) -> Office:
        """An office that is open and well: the one of the test before, unless that ended it."""
        if not self.last.is_open:
            self.open()
        assert self.last.opens_a_page()
        return self.last

    def open(self, port: int = 0) -> Office:
        assert not self.last.is_open
        self.last = Office(self.home, port=port)
        return self.last

    def close(self) -> None:
        """For a test that opens one of its own, and at last."""
        if self.last.is_open:
            assert self.last.ends_in_time(signal.SIGTERM)
            assert self.processes() == []

    def processes(self) -> list[str]:
        """Every living process that works for the office, by its command line."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                told = (process / "environ").read_bytes() + (process / "cmdline").read_bytes()
                dead = (process / "stat").read_text().rsplit(") ", 1)[1].startswith("Z")
            except (OSError, IndexError):
                continue
            if str(self.home).encode() in told and not dead:
                found.append((process / "cmdline").read_text().replace("\0", " "))
        return found

    def named(self, word: str) -> list[int]:
        """Process ids of those whose command line has `word`, eldest first."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                ours = f"MUSTERROLL_DATA={self.home}".encode() in (process / "environ").read_bytes()
                command = (process / "cmdline").read_text().replace("\0", " ")
            except OSError:
                continue
            if ours and word in command:
                found.append(int(process.name))
        return sorted(found)

    def has_new(self, word: str, old: list[int]) -> bool:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            now = self.named(word)
            if len(now) >= len(old) and not {*now} & {*old}:
                return True
            time.sleep(0.1)
        return False
