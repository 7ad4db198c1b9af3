"""While the database is away the log has one line with the cause, then a count, then its end."""

import logging
import socket
import socketserver
import struct
from collections.abc import Iterator
from io import StringIO
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import InternalError, OperationalError
from django.db.backends.signals import connection_created
from django.utils.module_loading import import_string
from psycopg_pool import ConnectionPool, PoolTimeout

from config.database.away import is_away
from config.processes import outages

PLAINLY = "sslmode=disable gssencmode=disable"


class Log:
    """What an office's log would have, and a clock that goes on when told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.text, self.now = StringIO(), 1_000.0
        monkeypatch.setattr(outages, "OUTAGE", outages.Outage())
        monkeypatch.setattr(outages, "time", SimpleNamespace(monotonic=lambda: self.now))
        self.logger = logging.Logger("office")
        self.handler = logging.StreamHandler(self.text)
        logged: Any = settings.LOGGING
        for name in logged["handlers"]["console"]["filters"]:
            made = logged["filters"][name]["()"]
            self.handler.addFilter(import_string(made)())
        self.logger.addHandler(self.handler)

    def lines(self) -> list[str]:
        found = self.text.getvalue().splitlines()
        self.text.truncate(0)
        self.text.seek(0)
        return found


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Log:
    return Log(monkeypatch)


@pytest.fixture
def office(log: Log) -> Iterator[Log]:
    """The log that everything of this process writes into."""
    root = logging.getLogger()
    root.addHandler(log.handler)
    yield log
    root.removeHandler(log.handler)


def gone(words: str = "connection failed: Connection refused") -> OperationalError:
    error = OperationalError(words)
    error.__cause__ = psycopg.OperationalError(words)
    return error


def test_an_outage_is_one_line_then_a_count_and_a_line_at_its_end(office: Log) -> None:
    for _page in range(40):
        office.logger.error("Service Unavailable: %s", "/me/", exc_info=gone())
        office.logger.warning("Live updates lost the database (%s); trying again.", gone())
    [line] = office.lines()
    assert line.startswith("The database is away: connection failed: Connection refused")
    office.now += outages.STILL
    for _page in range(40):
        office.logger.error("Service Unavailable: %s", "/me/", exc_info=gone())
    assert office.lines() == ["The database is still away after 60 s, met 81 times"]
    office.logger.error("Bad Request", exc_info=ValueError("ours"))
    assert office.lines()[-1] == "ValueError: ours"
    outages.note_connection()
    assert any(key[0] == "outages" for key, *_how in connection_created.receivers)
    [line] = office.lines()
    assert line == "The database is back after 60 s; that it was away was met 120 times"
    outages.note_connection()
    assert not office.lines()


def test_another_cause_is_told_as_well(log: Log) -> None:
    for words in ("server closed the connection", "FATAL: password authentication failed", "server closed"):
        log.logger.error("x", exc_info=gone(words))
    assert [line.partition(": ")[2].partition(" (")[0] for line in log.lines()] == [
        "server closed the connection", "FATAL: password authentication failed", "server closed",
    ]  # fmt: skip


class Refusing(socketserver.BaseRequestHandler):
    """A server that lets nobody in, as PostgreSQL says it of a wrong password."""

    def handle(self) -> None:
        (length,) = struct.unpack("!i", self.request.recv(4, socket.MSG_WAITALL))
        self.request.recv(length - 4, socket.MSG_WAITALL)
        told = "SFATAL", "C28P01", 'Mpassword authentication failed for user "club"', ""
        fields = b"".join(one.encode() + b"\0" for one in told)
        self.request.sendall(b"E" + struct.pack("!i", len(fields) + 4) + fields)


@pytest.fixture
def refusing() -> Iterator[str]:
    """How to reach such a server."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Refusing) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield (
            f"host=127.0.0.1 port={server.server_address[1]} user=club dbname=club password=wrong " + PLAINLY
        )
        server.shutdown()


def test_a_wrong_password_is_told_once_by_whoever_could_not_connect(
    log: Log, refusing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pool tells it from a thread of its own; pages say no more than that they waited."""
    told, pools = Event(), logging.getLogger(outages.POOL)
    log.handler.addFilter(lambda record: told.set() or True)  # after the one that lets the first through
    monkeypatch.setattr(pools, "handlers", [log.handler])
    monkeypatch.setattr(pools, "propagate", False)  # an office has one handler, which this one stands for
    with ConnectionPool(refusing, min_size=1, max_size=1, open=True) as pool:
        assert told.wait(60)
        for _page in range(2):
            with pytest.raises(PoolTimeout) as refused:
                pool.getconn(timeout=0.1)
            log.logger.error("Service Unavailable: %s", "/me/", exc_info=refused.value)
    lines = log.lines()
    assert lines[0].startswith("The database is away: ")
    assert 'password authentication failed for user "club"' in lines[0]
    assert len([line for line in lines if "password authentication" in line]) == 1
    assert not [line for line in lines if "Traceback" in line or "Service Unavailable" in line]


def test_a_server_that_takes_no_writes_is_away_until_it_was_quiet_for_a_while(office: Log) -> None:
    error = InternalError("cannot execute INSERT in a read-only transaction")
    error.__cause__ = psycopg.errors.ReadOnlySqlTransaction(str(error))
    assert is_away(error)
    for _tap in range(3):
        office.logger.error("x", exc_info=error)
        outages.note_connection()
    assert len(office.lines()) == 1
    office.now += outages.STILL
    outages.note_connection()
    assert office.lines() == ["The database is back after 60 s; that it was away was met 3 times"]
