"""How bodies of requests are taken in: within a time, and only so much of them at once.

A body that came whole with its request costs nothing and is not counted. One that takes longer has to keep
coming, and those on their way together, from one address and from all, stay below a number and a size.
"""

import asyncio
from collections import Counter
from enum import Enum
from typing import IO

from config.serving.wire import Receive

LARGEST = 20 * 2**20  # bytes; forms set smaller limits and say so beside the field
IN_MEMORY = 2**16  # bytes of each; the rest waits on the disk
WITHIN = 20.0  # seconds a body may take, and for each so many bytes a second more
SLOWEST = 4_096  # bytes a second
MOST_OF_ONE = 50  # bodies on their way from one address; a club night has one router
MOST = 200
MOST_BYTES = 400 * 2**20


class BodyTrouble(Enum):
    """Why a body was not taken in; the number is the answer's status, 0 when nobody is there to answer."""

    LEFT = 0
    SLOW = 408
    LARGE = 413
    MANY = 503


class Bodies:
    """Those on their way to one process."""

    def __init__(self) -> None:
        self.open: Counter[str] = Counter()
        self.held = 0

    async def take(self, receive: Receive, visitor: str, body: IO[bytes]) -> int | BodyTrouble:
        """The size of a request's body, which is in `body` then, or why it is not."""
        message = await receive()
        if message["type"] == "http.disconnect":
            return BodyTrouble.LEFT
        body.write(message.get("body", b""))
        if not message.get("more_body", False):
            return body.tell() if body.tell() <= LARGEST else BodyTrouble.LARGE
        if self.open[visitor] >= MOST_OF_ONE or self.open.total() >= MOST:
            return BodyTrouble.MANY
        self.open[visitor] += 1
        self.held += body.tell()
        try:
            return await self._rest(receive, body)
        finally:
            self.held -= body.tell()
            self.open[visitor] -= 1
            if not self.open[visitor]:
                del self.open[visitor]

    async def _rest(self, receive: Receive, body: IO[bytes]) -> int | BodyTrouble:
        loop = asyncio.get_running_loop()
        began, more, size = loop.time(), True, body.tell()
        while more:
            try:
                async with asyncio.timeout_at(began + WITHIN + size / SLOWEST):
                    message = await receive()
            except TimeoutError:
                return BodyTrouble.SLOW
            if message["type"] == "http.disconnect":
                return BodyTrouble.LEFT
            chunk = message.get("body", b"")
            size += len(chunk)
            if size <= LARGEST:
                if self.held + len(chunk) > MOST_BYTES:
                    return BodyTrouble.MANY
                body.write(chunk)
                self.held += len(chunk)
            more = message.get("more_body", False)
        return size if size <= LARGEST else BodyTrouble.LARGE
