"""What the live stream is told, as PostgreSQL delivers it after the commit."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg

from config.stream import live

type Events = Callable[[], list[dict[str, Any]]]


@contextmanager
def hearing() -> Iterator[Events]:
    """All that was told since it was asked last; of what a test has committed."""
    with psycopg.connect(live.listen_conninfo(), autocommit=True) as listening:
        listening.execute(f"LISTEN {live.CHANNEL}")
        yield lambda: [json.loads(one.payload) for one in listening.notifies(timeout=0.2)]
