"""What has to run is kept running: what ended by itself is started again, each time after a longer pause."""

import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import psycopg

from config.database.embedded import Cluster, EmbeddedError
from config.processes import children
from config.processes.children import Child
from config.processes.signs import STOPPED

LONGEST_PAUSE = 10.0  # seconds
STEADY = 5.0  # seconds something has to live until its next end counts as the first again
HAND_OVER_WITHIN = 30.0  # seconds processes of a dead web server may go on
LISTENING = "0A"  # in Linux' tables of connections
ASK_EVERY = 5.0  # seconds between two questions to the database
HEARD_WITHIN = 40.0  # seconds it may leave them without any answer, be it a refusal
SHORT_FOR = 8.0  # seconds the web server may be without one of its processes


class CannotStart(Exception):
    """Why it could not be started just now, as a sentence."""


class KeptRunning(Protocol):
    """What is kept running."""

    def is_alive(self) -> bool: ...

    def start(self) -> None: ...

    def why(self) -> str: ...


@dataclass
class Supervised:
    """One thing that has to run. `why` says what ended it, as far as that is known."""

    name: str
    is_alive: Callable[[], bool]
    start: Callable[[], None]
    why: Callable[[], str]
    say: Callable[[str], None]
    first_pause: float = 0.0  # seconds until it is started again after a long life
    needs: "Supervised | None" = None  # it waits until that lives
    pause: float = 0.0
    due: float | None = None
    since: float = 0.0
    told: str = ""
    ends: int = 0

    @classmethod
    def of(
        cls,
        name: str,
        kept: KeptRunning,
        say: Callable[[str], None],
        first_pause: float = 0.0,
        needs: "Supervised | None" = None,
    ) -> "Supervised":
        """One that keeps this running."""
        return cls(name, kept.is_alive, kept.start, kept.why, say, first_pause, needs)

    def look(self) -> None:
        """Start it again when it has ended and its time has come."""
        now = time.monotonic()
        if self.due is None and not self.is_alive():
            self._ended(now)
        wanted = self.needs is None or self.needs.due is None
        if self.due is not None and now >= self.due and wanted:
            self._start()

    def _ended(self, now: float) -> None:
        steady = now - self.since > STEADY
        self.pause = self.first_pause if steady else min(max(0.5, 2 * self.pause), LONGEST_PAUSE)
        self.due, self.ends = now + self.pause, self.ends + 1
        again = f"in {self.pause:.0f} s" if self.pause >= 1 else "at once"
        self.say(f"{self.name} has ended ({self.why()}); it is started again {again}.")

    def _start(self) -> None:
        try:
            self.start()
        except CannotStart as error:
            self._tell(f"{self.name} could not be started: {error}")
            self.pause = min(max(0.5, 2 * self.pause), LONGEST_PAUSE)
            self.due = time.monotonic() + self.pause
        else:
            self._tell("")
            self.due, self.since = None, time.monotonic()

    def _tell(self, line: str) -> None:
        """Say why it does not start, once for each reason."""
        if line and line != self.told:
            self.say(line)
        elif self.told and not line:
            self.say(f"{self.name} runs again.")
        self.told = line


@dataclass
class Process:
    """A child of ours with so many processes of its own (`processes`) that it replaces itself, as a rule.

    When it alone has died, they go on serving until those of the next one do.
    """

    child: Child
    make: Callable[[], Child]
    among: list[Child]
    processes: int = 0
    has_begun: bool = False  # whether it had any of them: before, it reads the site that all are forks of
    short_since: float | None = None
    before: Child | None = None  # what it replaces, as long as that still serves
    until: float = 0.0

    def is_alive(self) -> bool:
        self._bury_what_was_before()
        return self.child.poll() is None and not self._is_short_for_long()

    def _is_short_for_long(self) -> bool:
        there = children_of(self.child.pid) if self.processes else None
        self.has_begun = self.has_begun or bool(there)
        if there is None or len(there) >= self.processes or not self.has_begun:
            self.short_since = None
            return False
        self.short_since = self.short_since or time.monotonic()
        return time.monotonic() - self.short_since > SHORT_FOR

    def why(self) -> str:
        code = self.child.poll()
        if code is None:
            return "it lost a process and did not replace it"
        if code < 0:
            return f"killed by {signal.Signals(-code).name}"
        return f"with code {code}; the reason stands above" if code else "by itself"

    def start(self) -> None:
        if self.before:
            children.bury(self.before, self.among)
        self.before, self.until = self.child, time.monotonic() + HAND_OVER_WITHIN
        if not self.processes or self.child.poll() is None or not children.left_any(self.child):
            self._bury(self.before)
        self.child, self.has_begun, self.short_since = self.make(), False, None

    def _bury_what_was_before(self) -> None:
        if self.before is None:
            return
        serving = sum(listens(pid) for pid in children_of(self.child.pid) or [])
        if serving >= self.processes or time.monotonic() > self.until:
            self._bury(self.before)

    def _bury(self, child: Child) -> None:
        children.bury(child, self.among)
        self.before = None


class KeptDatabase:
    """The embedded server while we run. It is asked now and then whether it hears us."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster, self.logged = cluster, cluster.logged()
        self.asking: threading.Thread | None = None
        self.heard = self.asked = self.looked = time.monotonic()

    def is_alive(self) -> bool:
        return self.cluster.is_alive() and not self._hangs()

    def why(self) -> str:
        if self.cluster.is_alive():
            return f"it has not answered for {HEARD_WITHIN:.0f} s"
        return self.cluster.complaint(self.logged) or "killed, or stopped by somebody"

    def start(self) -> None:
        self.logged = self.cluster.logged()
        try:
            if self._hangs():
                self.cluster.end_silent()
            self.cluster.revive()
            self.heard = time.monotonic()
        except (EmbeddedError, OSError, psycopg.Error) as error:
            raise CannotStart(str(error)) from error

    def _hangs(self) -> bool:
        """Whether it lives and hears nobody. Each question has a thread: nobody waits for its answer."""
        now = time.monotonic()
        if now - self.looked > STOPPED:  # the machine slept, or we did something else
            self.heard = now
        self.looked = now
        if now - self.asked > ASK_EVERY and (self.asking is None or not self.asking.is_alive()):
            self.asked = now
            self.asking = threading.Thread(target=self._ask, daemon=True)
            self.asking.start()
        return now - self.heard > HEARD_WITHIN

    def _ask(self) -> None:
        if self.cluster.hears():
            self.heard = time.monotonic()


def children_of(pid: int) -> list[int] | None:
    """The living processes `pid` has started; None where the system does not tell."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            return [int(child) for child in file.read().split() if _is_alive(child)]
    except OSError:
        return None


def listens(pid: int) -> bool:
    """Whether a process takes connections from the network."""
    try:
        tables = [Path(f"/proc/net/{name}").read_text().splitlines()[1:] for name in ("tcp", "tcp6")]
        open_ones = {os.readlink(file) for file in Path(f"/proc/{pid}/fd").iterdir()}
    except OSError:
        return False
    rows = (line.split() for table in tables for line in table)
    return any(f"socket:[{row[9]}]" in open_ones for row in rows if row[3] == LISTENING)


def _is_alive(pid: str) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(") ", 1)[1][0] != "Z"
    except (OSError, IndexError):
        return False
