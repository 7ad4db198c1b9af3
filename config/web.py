"""`python -m config.web`: the web server with everything it has to be told, wherever it is started.

`make run` and the container start it; it becomes granian, which starts so many web processes.
"""

import os
import sys

from django.core.exceptions import ImproperlyConfigured

from config import env, room

HEADERS_WITHIN = 10_000  # milliseconds for the head of a request, and of a connection without one
LARGEST_HEAD = 2**16  # bytes


def main() -> None:
    room.raise_limit()
    if told := room.complaint():
        sys.stderr.write(f"{told}\n")
    try:
        words = command()
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    os.execv(sys.executable, words)  # noqa: S606 - our own interpreter, words of our own


def command() -> list[str]:
    """Granian's command line. HTTP/2 is the proxy's: only with HTTP/1 a silent connection is ended in time.

    A connection counts as work for granian as long as it is open, a live stream as well: `--backpressure` is
    how many a process takes, and by default fewer than the pages a club keeps open.
    """
    words = [sys.executable, "-m", "granian", "config.asgi:application", "--interface", "asgi"]
    words += ["--host", env.text("MUSTERROLL_BIND", "0.0.0.0")]  # noqa: S104
    words += ["--port", str(env.number("MUSTERROLL_PORT", 8000, least=1, most=65535))]
    words += ["--workers", str(workers()), "--workers-kill-timeout", "2", "--respawn-failed-workers"]
    words += ["--backpressure", str(room.connections()), "--http", "1", "--no-ws"]
    words += ["--http1-header-read-timeout", str(HEADERS_WITHIN), "--http1-buffer-size", str(LARGEST_HEAD)]
    words += ["--log-level", "warning"]
    if env.yes("MUSTERROLL_RELOAD", default=False):
        watched = ("config", "rules", "campaigns", "maps")
        words += ["--reload", *(word for path in watched for word in ("--reload-paths", path))]
    return words


def workers() -> int:
    return env.number("MUSTERROLL_WORKERS", min(2, os.cpu_count() or 1), least=1, most=32)


if __name__ == "__main__":
    main()
