"""Which processes an office has started, written down beside its data, so that none outlives it unseen.

`<data>/running/<process id>/` is one office's: `lock` is held by its supervisor, `group-…` by each process it
has started and whatever those have started, and a file named by its number is touched by each of them that
looks after itself (`config.processes.signs`). A lock is given back by nothing but the end of who holds it,
and no number of a process group is given anew while one of it lives: so whom a held lock names is ours.
"""

import fcntl
import os
import shutil
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from config.processes import children
from config.processes.children import Child
from config.processes.signs import LOCK, LOOK_EVERY, PLACE

SILENT_FOR = 60.0  # seconds a process may touch no file; it does so every other second
GROUP = "group-"


@dataclass
class Running:
    """The folder of one office; without one (a full disk, say) nothing is written down."""

    place: Path | None = None
    heard: dict[str, tuple[int, float]] = field(default_factory=dict)  # by file: its time, when that was new
    looked: float = 0.0

    def start(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        among: list[Child],
        stdout: int | None = None,
    ) -> Child:
        """Start a child (`children.start_child`), and write down that it is one of ours."""
        if self.place is None:
            return children.start_child(command, environment, among, stdout)
        told = {**environment, PLACE: str(self.place)}
        draft = self.place / f"{GROUP}new"
        with draft.open("w") as held:  # by the child as well, which inherits the file and with it the lock
            fcntl.flock(held, fcntl.LOCK_EX)
            child = children.start_child(command, told, among, stdout, keep=(held.fileno(),))
        draft.rename(self.place / f"{GROUP}{child.pid}")
        return child

    def silent(self, among: Sequence[Child]) -> list[int]:
        """Processes of ours that have touched no file for long, though they live."""
        ours, now = {child.pid for child in among}, time.monotonic()
        if now - self.looked < LOOK_EVERY:
            return []
        found: list[int] = []
        self.looked = now
        for file, touched in self._files():
            pid = int(file.name)
            before, since = self.heard.get(file.name, (0, now))
            self.heard[file.name] = touched, since if touched == before else now
            if _group_of(pid) not in ours:
                file.unlink(missing_ok=True)
                self.heard.pop(file.name, None)
            elif now - self.heard[file.name][1] > SILENT_FOR:
                found.append(pid)
        return found

    def _files(self) -> list[tuple[Path, int]]:
        """Those of processes, and when they were touched."""
        with suppress(OSError):
            there = self.place.iterdir() if self.place else ()
            return [(one, one.stat().st_mtime_ns) for one in there if one.name.isdecimal()]
        return []


@contextmanager
def running(data: Path) -> Iterator[Running]:
    """The folder of an office that opens; what an earlier one has left is ended first."""
    try:
        place, lock = _made(data / "running")
    except OSError:  # a full disk is told where it matters
        yield Running()
        return
    try:
        end_leftovers(data / "running", place)
        yield Running(place)
    finally:
        shutil.rmtree(place, ignore_errors=True)
        lock.close()


def _made(offices: Path) -> tuple[Path, IO[str]]:
    """A folder that nobody ever sees without its lock."""
    draft, place = offices / f"new-{os.getpid()}", offices / str(os.getpid())
    draft.mkdir(parents=True, exist_ok=True)
    lock = (draft / LOCK).open("w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    if place.exists():
        _end_of(place)
    draft.rename(place)
    return place, lock


def is_office_open(data: Path, mine: Path | None = None) -> bool:
    """Whether another office is open on these data; one that ended and left processes is not."""
    return any(_is_held(place / LOCK) for place in _others(data / "running", mine))


def end_leftovers(offices: Path, mine: Path | None = None) -> int:
    """End what offices have started that are no more; how many process groups that were."""
    return sum(_end_of(place) for place in _others(offices, mine) if not _is_held(place / LOCK))


def _others(offices: Path, mine: Path | None) -> list[Path]:
    there = offices.iterdir() if offices.is_dir() else ()
    return [place for place in there if place != mine and not place.name.startswith("new-")]


def _end_of(place: Path) -> int:
    left = [file for file in place.glob(f"{GROUP}*[0-9]") if _is_held(file)]
    for how in (signal.SIGTERM, signal.SIGKILL):
        _signal(left, how)
        until = time.monotonic() + children.END_WITHIN
        while any(map(_is_held, left)) and time.monotonic() < until:
            time.sleep(0.05)
    shutil.rmtree(place, ignore_errors=True)
    return len(left)


def _signal(groups: Sequence[Path], how: signal.Signals) -> None:
    for file in groups:
        if _is_held(file):
            with suppress(ProcessLookupError):
                os.killpg(int(file.name.removeprefix(GROUP)), how)


def _is_held(file: Path) -> bool:
    try:
        with file.open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def _group_of(pid: int) -> int:
    """0 for a process that is no more."""
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return 0
