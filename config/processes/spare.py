"""A web process's spare moment: what takes a while and is wanted sooner or later is done when nobody waits
for a page, so that it holds up neither the start nor anybody who asks meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

QUIET = 3.0  # seconds in which nobody has asked for a page
AT_LATEST = 60.0  # seconds after the start; a full hall is never quiet

log = logging.getLogger(__name__)


class Moment:
    """When somebody has asked for a page last, and what is done once that is a while ago."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.begin()

    def begin(self) -> None:
        """The process has started now: what it is a fork of may be old."""
        self.began = self.latest = self.clock()

    def asked(self) -> None:
        """Somebody asks for a page."""
        self.latest = self.clock()

    def left(self) -> float:
        """Seconds until there is one; 0 when it is now."""
        return max(0.0, min(self.latest + QUIET, self.began + AT_LATEST) - self.clock())

    async def use(self, act: Callable[[], object]) -> None:
        """Do it once after the start, in a thread of its own; what fails is done when it is wanted."""
        self.begin()
        while left := self.left():
            await asyncio.sleep(left)
        try:
            await asyncio.to_thread(act)
        except Exception:
            log.info("%s has failed in a spare moment", getattr(act, "__name__", act), exc_info=True)
