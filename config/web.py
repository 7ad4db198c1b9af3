"""`python -m config.web`: the web server with everything it has to be told, wherever it is started.

`make run` and the container start it; it becomes granian, which starts so many web processes. These are forks
of one that has read the site: its code is read and its templates are compiled once, whatever their number;
they are there at once, also when one was killed, and share what they do not change. What presses paper is
read before as well, so that no first PDF waits for it, and its 30 MB are held once. So nothing may be left
open by reading, neither a thread nor a connection: a fork would have half of it.

Where the system makes processes otherwise, and where code is read again when it changes (`make dev`), each
process reads for itself, as granian does it.
"""

import gc
import importlib
import multiprocessing
import os
import sys
from contextlib import suppress

from django.core.exceptions import ImproperlyConfigured

from config import env
from config.processes import signs
from config.serving import room

HEADERS_WITHIN = 10_000  # milliseconds for the head of a request, and of a connection without one
LARGEST_HEAD = 2**16  # bytes
# What the system's allocator holds back for later: one place for all threads, and large blocks given back.
ALLOCATOR = {"MALLOC_ARENA_MAX": "1", "MALLOC_TRIM_THRESHOLD_": "131072", "MALLOC_MMAP_THRESHOLD_": "131072"}
SITE = "config.asgi"


def main() -> None:
    room.raise_limit()
    if told := room.complaint():
        sys.stderr.write(f"{told}\n")
    try:
        words = command()
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    surroundings = {**ALLOCATOR, **os.environ}
    os.execve(sys.executable, words, surroundings)  # noqa: S606 - our own interpreter, words of our own


def command() -> list[str]:
    """Granian's command line. HTTP/2 is the proxy's: only with HTTP/1 a silent connection is ended in time.

    A connection counts as work for granian as long as it is open, a live stream as well: `--backpressure` is
    how many a process takes, and by default fewer than the pages a club keeps open.
    """
    words = [sys.executable, "-m", "config.web", f"{SITE}:application", "--interface", "asgi"]
    words += ["--host", env.text("MUSTERROLL_BIND", "0.0.0.0")]  # noqa: S104
    words += ["--port", str(env.integer_setting("MUSTERROLL_PORT", 8000, least=1, most=65535))]
    words += ["--workers", str(workers()), "--workers-kill-timeout", "2", "--respawn-failed-workers"]
    words += ["--backpressure", str(room.connections()), "--http", "1", "--no-ws"]
    words += ["--http1-header-read-timeout", str(HEADERS_WITHIN), "--http1-buffer-size", str(LARGEST_HEAD)]
    words += ["--log-level", "warning"]
    if env.yes("MUSTERROLL_RELOAD", default=False):
        watched = ("config", "rules", "campaigns", "maps")
        words += ["--reload", *(word for path in watched for word in ("--reload-paths", path))]
    return words


def become_granian(words: list[str]) -> None:
    """Granian, told these words, once the site is read for all of its processes."""
    from granian.cli import entrypoint

    from config.database import keys

    forks = multiprocessing.get_start_method() == "fork"
    if not forks and signs.PLACE in os.environ:
        signs.watch()  # a fork would have half of its thread, and where there are forks the system tells
    os.environ[signs.PARENT] = str(os.getpid())
    if forks and f"{SITE}:application" in words and "--reload" not in words:
        importlib.import_module(SITE)
        read_paper()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        keys.refuse_another()
    except keys.AnotherKey as error:
        sys.exit(str(error))
    entrypoint()


def read_paper() -> None:
    """What presses paper, once for all processes; without the system's Pango there is none, and no harm."""
    warm = importlib.import_module("config.serving.warm")
    gc.disable()
    with suppress(OSError):
        warm.preload_press()
    gc.freeze()  # as `config.wsgi` has done with the site
    gc.enable()


def workers() -> int:
    return env.integer_setting("MUSTERROLL_WORKERS", min(2, os.cpu_count() or 1), least=1, most=32)


if __name__ == "__main__":
    if told := sys.argv[1:]:
        become_granian(told)
    else:
        main()
