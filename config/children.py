"""Starting other processes so that none outlives us, and ending them in time."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

END_WITHIN = 3.0  # seconds between asking and killing; the whole stop may take five
PR_SET_PDEATHSIG = 1


def start(command: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start `command` in a session of its own: a Ctrl-C reaches us alone and we end it in order.

    On Linux it is told to end when we die without a word (kill -9).
    """
    parent = os.getpid()

    def follow_the_parent() -> None:
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
            if os.getppid() != parent:
                os._exit(1)

    return subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=follow_the_parent,
    )


def end(children: Sequence[subprocess.Popen[Any]]) -> None:
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
