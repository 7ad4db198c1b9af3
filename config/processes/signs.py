"""Signs of life. A process of an office says now and then that its parts go on; it ends itself when one has
fallen silent, so that it is started anew, and when nobody is left who would look after it.

A thread looks, which a part that hangs does not hold up. A process that hangs as a whole cannot look: the
supervisor sees the age of its file (`config.processes.running`).
"""

import fcntl
import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

LOOK_EVERY = 2.0  # seconds
STOPPED = 10.0  # seconds more than that between two looks: the machine slept, or somebody had stopped us
GRACE = 3.0  # seconds to end in order
# No settings: what whoever starts a process tells it, the supervisor's folder and the web server's number.
PLACE, PARENT = "MUSTERROLL_RUNNING", "MUSTERROLL_PARENT"
LOCK = "lock"  # held there by the supervisor as long as it lives

log = logging.getLogger(__name__)


class Signs:
    """When each part of this process was last heard of, and how long it may be silent."""

    def __init__(self) -> None:
        self.heard: dict[str, tuple[float, float]] = {}

    def beat(self, part: str, within: float) -> None:
        """A part goes on, and will say so again within so many seconds."""
        self.heard[part] = time.monotonic(), within

    def silent(self) -> str:
        """A part that has not said so in time; empty when all have."""
        now = time.monotonic()
        for part, (at, within) in list(self.heard.items()):
            if now - at > within:
                return f"{part} has given no sign of life for {now - at:.0f} s"
        return ""

    def forgive(self) -> None:
        """Time nobody could use does not count."""
        now = time.monotonic()
        self.heard = {part: (now, within) for part, (_at, within) in list(self.heard.items())}


SIGNS = Signs()
beat = SIGNS.beat


def is_looked_after() -> bool:
    """Whether somebody has started this process who starts it anew."""
    return bool(os.environ.get(PLACE) or os.environ.get(PARENT))


def watch() -> None:
    """Look after this process from now on, in a thread of its own."""
    place, parent = os.environ.get(PLACE), os.environ.get(PARENT)
    is_alone = _left_by(Path(place)) if place else lambda: bool(parent) and str(os.getppid()) != parent
    threading.Thread(target=_look, args=(is_alone, place), name="signs of life", daemon=True).start()


def _look(is_alone: Callable[[], bool], place: str | None) -> None:
    before = time.monotonic()
    while True:
        if place:
            with suppress(OSError):
                (Path(place) / f"{os.getpid()}").touch()
        if is_alone():
            _end("Nobody looks after this process any more; it ends.")
        if time.monotonic() - before > LOOK_EVERY + STOPPED:
            SIGNS.forgive()
        elif said := SIGNS.silent():
            log.critical("%s, so this process ends and is started anew.", said)
            os._exit(1)
        before = time.monotonic()
        time.sleep(LOOK_EVERY)


def _end(why: str) -> None:
    log.warning(why)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    os._exit(1)


def _left_by(place: Path) -> Callable[[], bool]:
    """Whether the supervisor is gone: nothing but its end gives its lock back, not even kill -9."""

    def is_alone() -> bool:
        try:
            with (place / LOCK).open() as lock:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except FileNotFoundError:
            return True
        except OSError:
            return False
        return True

    return is_alone
