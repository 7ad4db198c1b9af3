"""How many pages follow a league: each process counts its own streams and tells the others, by PostgreSQL.

Open pages hear it as the event `watching`, at most once a second and only when the number changed. No table
keeps it: a process that has died is forgotten after a while.

    event: watching
    data: 11
"""

import asyncio
import json
import logging
import secrets
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from itertools import islice
from time import monotonic

from django.db import DatabaseError, connection

CHANNEL = "musterroll_watching"
PAUSE = 1.0  # seconds; whoever comes and goes meanwhile is counted together
AGAIN = 60.0  # seconds; every process says that it is still there
STALE = 150.0  # seconds; what it said before counts no longer
MOST = 400  # scopes in one notification, which PostgreSQL limits to 8,000 bytes

log = logging.getLogger(__name__)


class Crowd:
    """The streams of all processes by scope; `say(scope, message)` reaches the pages of this one."""

    def __init__(
        self,
        streams: Mapping[str, Collection[object]],
        say: Callable[[str, bytes], None],
        pause: float = PAUSE,
    ) -> None:
        self.name = secrets.token_hex(4)
        self.streams, self.say, self.pause = streams, say, pause
        self.counts: dict[str, dict[str, int]] = {}
        self.heard: dict[str, float] = {}
        self.said: dict[str, int] = {}
        self.changed = asyncio.Event()
        self.telling: asyncio.Task[None] | None = None

    def came(self, scope: str) -> None:
        """A page came: it has to be told the number even if that stayed the same."""
        self.said.pop(scope, None)
        self.went()

    def went(self) -> None:
        self.changed.set()
        if self.telling is None or self.telling.done():
            self.telling = asyncio.create_task(self._tell_for_ever())

    def watching(self, scope: str) -> int:
        """How many pages follow, as far as this process knows."""
        told = sum(counts.get(scope, 0) for counts in self.counts.values())
        return max(told, len(self.streams.get(scope, ())))

    def hear(self, payload: str) -> None:
        """What a process, perhaps this one, has counted. One that was unknown is told our own."""
        try:
            told = json.loads(payload)
            name, counts = str(told["from"]), {str(one): int(n) for one, n in told["counts"].items()}
        except (ValueError, KeyError, TypeError, AttributeError):
            log.warning("A count of who watches could not be read: %r", payload)
            return
        if name not in self.counts and name != self.name:
            self.went()
        self.counts[name], self.heard[name] = counts, monotonic()
        self._forget_the_silent()
        for scope in list(self.streams):
            self._say(scope)

    async def close(self) -> None:
        if self.telling is not None:
            self.telling.cancel()
            await asyncio.wait([self.telling])

    def _say(self, scope: str) -> None:
        total = sum(counts.get(scope, 0) for counts in self.counts.values())
        if total and self.said.get(scope) != total:
            self.said[scope] = total
            self.say(scope, f"event: watching\ndata: {total}\n\n".encode())

    def _forget_the_silent(self) -> None:
        for name, when in list(self.heard.items()):
            if when < monotonic() - STALE:
                del self.counts[name], self.heard[name]

    async def _tell_for_ever(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(AGAIN):
                    await self.changed.wait()
            await asyncio.sleep(self.pause)
            self.changed.clear()
            followed = ((scope, len(ones)) for scope, ones in self.streams.items() if ":" not in scope)
            counts = dict(islice(followed, MOST))  # whoever follows a side's own stream follows its league's
            try:
                await asyncio.to_thread(_notify, json.dumps({"from": self.name, "counts": counts}))
            except (DatabaseError, OSError) as error:
                log.warning("Who watches could not be told (%s).", error)


def _notify(payload: str) -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload])
    finally:
        connection.close()
