"""The office as it is served for real, on the test's own database: pages and live stream from one address.

pytest's own live server answers pages only. Beside it `served` runs the web server of `make run` as a child.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

from django.conf import settings
from django.db import connection

from config.serving import network

START_WITHIN = 120.0  # seconds


@contextmanager
def served(**more: str) -> Iterator[str]:
    """The address of a server on the test's database, with more settings, until it is not needed any more."""
    port = network.free_port(20_000 + os.getpid() % 5_000, 200)  # below those the system gives away
    environment = {**os.environ, **environment_of_tests(), "MUSTERROLL_BIND": "127.0.0.1"}
    environment |= {"MUSTERROLL_PORT": str(port), "MUSTERROLL_WORKERS": "1", **more}
    command = [sys.executable, "-m", "config.web"]
    child = subprocess.Popen(command, env=environment, cwd=settings.ROOT, start_new_session=True)
    try:
        _wait_for(f"http://127.0.0.1:{port}/health", child)
        yield f"http://127.0.0.1:{port}"
    finally:
        _end(child)


def _end(child: subprocess.Popen[bytes]) -> None:
    """Streams stay open for an hour; nobody waits for them here."""
    child.terminate()
    try:
        child.wait(timeout=5)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()


def environment_of_tests() -> dict[str, str]:
    """Where a server of a test finds the database, and what it signs with."""
    known = connection.settings_dict
    user, host = quote(str(known["USER"]), safe=""), str(known["HOST"])
    secret = f":{quote(str(known['PASSWORD']), safe='')}" if known.get("PASSWORD") else ""
    place = (
        f"/{host}" if host.startswith("/") else f"{host}:{known['PORT'] or 5432}"
    )  # a socket, or an address
    return {
        "DATABASE_URL": f"postgres://{user}{secret}@{place}/{known['NAME']}",
        "MUSTERROLL_SECRET_KEY": settings.SECRET_KEY,
        "MUSTERROLL_DEBUG": "1",
    }


def _wait_for(address: str, child: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + START_WITHIN
    while time.monotonic() < until:
        assert child.poll() is None, "the server ended at once"
        try:
            urllib.request.urlopen(address, timeout=5).close()
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the server did not answer in time")
