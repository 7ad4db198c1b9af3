"""What tells that the database is away: gone, going down, full, or taking no writes; and what it said."""

from collections.abc import Iterator

import psycopg
from django.db import Error, InterfaceError, OperationalError

LOST = (OperationalError, InterfaceError, psycopg.OperationalError, psycopg.InterfaceError)
AWAY = ("08", "53", "57P")  # how PostgreSQL's codes for a lost connection, no room and going down begin
LONGEST = 300  # letters


def is_away(error: BaseException | None) -> bool:
    """Whether an error is the database's, which is away, and no fault of what was asked.

    One that only reads is a copy of another that has taken over, or is about to: what is written is for that.
    """
    causes = list(behind(error))
    if any(isinstance(one, psycopg.errors.ReadOnlySqlTransaction) for one in causes):
        return True
    lost = [one for one in causes if isinstance(one, LOST)]
    codes = [one.sqlstate for one in lost if isinstance(one, psycopg.Error) and one.sqlstate]
    return bool(lost) and all(code.startswith(AWAY) for code in codes)


def is_reachable(error: BaseException) -> bool:
    """Whether it is there, and only full or taking no writes."""
    there = (psycopg.errors.ReadOnlySqlTransaction, psycopg.errors.DiskFull)
    return any(isinstance(one, there) for one in behind(error))


def error_text(error: BaseException) -> str:
    """What the database or the way to it said, in one line: of a refused connection all of it, of a
    statement no row."""
    told = [one for one in behind(error) if isinstance(one, psycopg.Error | Error)]
    last = told[-1] if told else error
    has_code = isinstance(last, psycopg.Error) and last.sqlstate
    words = str(last).splitlines()[:1] if has_code else [str(last)]
    return " ".join(" ".join(words).split())[:LONGEST] or type(last).__name__


def behind(error: BaseException | None) -> Iterator[BaseException]:
    """An error and what it was raised from."""
    while error is not None:
        yield error
        error = error.__cause__
