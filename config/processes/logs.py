"""Log lines without secrets; as JSON, one object a line, with `MUSTERROLL_LOG=json`.

python-json-logger would save a dozen lines and take over none of what matters here: that links and rows stay
out of a line. It pays once somebody wants the fields of `extra`.
"""

import json
import logging
import re
import sys
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from types import TracebackType

import psycopg
from django.db import Error

type ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]

# Addresses whose next word is a right by itself: whoever has it needs no sign-in.
SECRET_LINK = re.compile(
    r"/(join|back|calendar|mail/(?:confirm|stop|stop/week)/\d+|accounts/(?:confirm-email|password/reset/key))"
    r"/[^/\s]+"
)


class HideSecretLinks(logging.Filter):
    """A logged address leaves out the word of an invitation, way back, calendar or mail."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        if SECRET_LINK.search(message):
            record.msg, record.args = SECRET_LINK.sub(r"/\1/…", message), ()
        return True


def without_values(told: str, error: BaseException | None) -> str:
    """A traceback without what a database adds to its complaint: the row that failed, the statement."""
    added = {
        line.strip()
        for one in _behind(error)
        if isinstance(one, psycopg.Error | Error)
        for line in str(one).splitlines()[1:]
    }
    kept = [line for line in told.split("\n") if not line.strip() or line.lstrip(" |").strip() not in added]
    return "\n".join(kept)


def tell_uncaught(kind: type[BaseException], error: BaseException, at: TracebackType | None) -> None:
    """What stops a command goes to the error stream, which a service keeps like a log: the same rows stay
    out.
    """
    told = "".join(traceback.format_exception(kind, error, at))
    sys.stderr.write(without_values(told, error))


def _behind(error: BaseException | None) -> Iterator[BaseException]:
    """An error and all that a traceback tells of what led to it."""
    met: set[int] = set()
    open_ones = [error]
    while open_ones:
        one = open_ones.pop()
        if one is None or id(one) in met:
            continue
        met.add(id(one))
        yield one
        open_ones += [one.__cause__, one.__context__]
        open_ones += one.exceptions if isinstance(one, BaseExceptionGroup) else ()


class PlainFormatter(logging.Formatter):
    def formatException(self, ei: ExcInfo) -> str:
        return without_values(super().formatException(ei), ei[1])


class JsonFormatter(PlainFormatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
