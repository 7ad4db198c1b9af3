"""While the database is away the log tells it once, with what the database or the way to it said, and then
counts: everybody who asks for a page would fill it with the same traceback.
"""

import logging
import threading
import time
from copy import copy

from config.database.away import error_text, is_away, is_reachable

STILL = 60.0  # seconds between two lines that say how often it was met
MOST = 5  # causes of one outage that are told each
POOL = "psycopg.pool"  # tells of every attempt to connect

log = logging.getLogger(__name__)


class Outage:
    """One that is on, or none (`since` is 0), in this process. A server that `answers` can be reached, and is
    full or takes no writes: a new connection is not its end.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.since = self.told_at = self.met_at = 0.0
        self.times = 0
        self.answers = False
        self.causes: list[str] = []

    def met(self, cause: str, *, answers: bool = False) -> str:
        """What the log says of having met it once more; empty: nothing."""
        with self.lock:
            now = time.monotonic()
            if not self.since:
                self.since, self.times, self.causes = now, 0, []
            self.times, self.met_at, self.answers = self.times + 1, now, answers
            is_news = bool(cause) and cause not in self.causes and len(self.causes) < MOST
            if not is_news and now - self.told_at < STILL:
                return ""
            self.told_at = now
            if is_news:
                self.causes.append(cause)
                return f"The database is away: {cause} (from here on this is counted)"
            return f"The database is still away after {now - self.since:.0f} s, met {self.times} times"

    def over(self) -> str:
        """What the log says when a connection was made; empty where that ends nothing."""
        with self.lock:
            now = time.monotonic()
            if not self.since or (self.answers and now - self.met_at < STILL):
                return ""
            took, self.since, self.told_at = now - self.since, 0.0, 0.0
            return f"The database is back after {took:.0f} s; that it was away was met {self.times} times"


OUTAGE = Outage()


class OneOutage(logging.Filter):
    """Lets one record of an outage through, in few words, and counts the others."""

    def filter(self, record: logging.LogRecord) -> bool | logging.LogRecord:
        if record.name == __name__:
            return True
        error = _error_of(record)
        if error is None and not (OUTAGE.since and record.name == POOL):
            return True
        line = OUTAGE.met(error_text(error), answers=is_reachable(error)) if error else OUTAGE.met("")
        if not line:
            return False
        told = copy(record)  # others may hear of it in full
        told.msg, told.args, told.exc_info, told.exc_text = line, (), None, None
        told.levelno, told.levelname = logging.ERROR, "ERROR"
        return told


def _error_of(record: logging.LogRecord) -> BaseException | None:
    """The error of a database that is away, of which a record tells."""
    told = [record.exc_info[1]] if record.exc_info else []
    told += [one for one in record.args or () if isinstance(one, BaseException)]
    return next((one for one in told if is_away(one)), None)


def note_connection(**signal: object) -> None:
    """A connection was made."""
    if OUTAGE.since and (line := OUTAGE.over()):
        log.warning(line)
