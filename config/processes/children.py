"""Starting other processes so that none outlives us, and ending them in time."""

import ctypes
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress

END_WITHIN = 3.0  # seconds between asking and killing; the whole stop may take five
LOOK_EVERY = 0.1  # seconds between two looks at what has to run
PR_SET_PDEATHSIG = 1
ASKED_TO_END = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
Child = subprocess.Popen[str]


def start_child(
    command: Sequence[str],
    environment: Mapping[str, str],
    among: list[Child],
    stdout: int | None = None,
    keep: Sequence[int] = (),
) -> Child:
    """Start `command` in a session of its own: a Ctrl-C reaches us alone and we end it in order.

    It joins `among`, whom the caller ends. A signal that comes meanwhile waits until it has joined: raised
    in the middle it would leave a child nobody knows, or get lost. On Linux the child is told to end when we
    die without a word (kill -9). Files whose numbers it is to `keep` stay open in it.
    """
    parent = os.getpid()

    def follow_the_parent() -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
            if os.getppid() != parent:
                os._exit(1)

    before = signal.pthread_sigmask(signal.SIG_BLOCK, ASKED_TO_END)
    try:
        child = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=follow_the_parent,
            stdout=stdout,
            pass_fds=keep,
            text=True,
        )
        among.append(child)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return child


def bury(child: Child, among: list[Child]) -> None:
    """Forget a child that has ended, with everything it had started and left."""
    _kill_group(child.pid)
    child.wait()
    if child in among:
        among.remove(child)


def left_any(child: Child) -> bool:
    """Whether something a dead child had started still lives."""
    try:
        os.killpg(child.pid, 0)
    except ProcessLookupError:
        return False
    return True


def output_lines(child: Child, meanwhile: Callable[[], None]) -> Iterator[str]:
    """What a child says, line by line, while something else is looked after several times a second."""
    said: queue.Queue[str | None] = queue.Queue()

    def read() -> None:
        for line in child.stdout or ():
            said.put(line)
        said.put(None)

    threading.Thread(target=read, daemon=True).start()
    while True:
        with suppress(queue.Empty):
            line = said.get(timeout=LOOK_EVERY)
            if line is None:
                return
            yield line
        meanwhile()


def end(children: Sequence[Child]) -> None:
    """Ask all to end, wait, then kill what is left with everything it started."""
    for child in children:
        if child.poll() is None:
            child.terminate()
    until = time.monotonic() + END_WITHIN
    for child in children:
        with suppress(subprocess.TimeoutExpired):
            child.wait(max(0.0, until - time.monotonic()))
        _kill_group(child.pid)
        child.wait()


def _kill_group(leader: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)
