"""Two hundred open pages of one league: how long from a commit until the last of them was told."""

from __future__ import annotations

import asyncio
import statistics
import time

from django.conf import settings
from django.db import connection

from bench.measure import Figure
from bench.server import served, signed_in
from campaigns.engine.transaction.scope_transaction import count_write, scope_transaction
from campaigns.engine.who.rights import Actor
from campaigns.models import Scope, Seat
from config.serving import room

STREAMS, WRITES = 200, 12
CROWD, PAGES = 1_100, 20


def streams(scope: Scope, seat: Seat) -> list[Figure]:
    cookie = signed_in(seat).cookies[settings.SESSION_COOKIE_NAME].value
    with served() as port:
        connected, firsts, lasts = asyncio.run(_watch(port, scope, cookie))
    told = f"first {statistics.median(firsts):.0f} ms, last {statistics.median(lasts):.0f} ms"
    worst = f"{connected} of {STREAMS} connected, {WRITES} commits, slowest {max(lasts):.0f} ms"
    return [
        Figure(f"commit → {STREAMS} open pages", told, worst, "the last within 100 ms"),
        crowd(scope, seat),
    ]


def crowd(scope: Scope, seat: Seat) -> Figure:
    """A page for somebody new while one process has more open pages than most servers have files."""
    room.raise_limit()
    everybody = [*seat.club.seats.active().select_related("person__user")][:10]
    cookies = [signed_in(one).cookies[settings.SESSION_COOKIE_NAME].value for one in everybody]
    with served() as port:
        connected, took = asyncio.run(_open_pages(port, scope, cookies))
    told = f"median {statistics.median(took) * 1000:.0f} ms"
    worst = f"{connected} streams open in one process, {len(took)} pages, slowest {max(took) * 1000:.0f} ms"
    return Figure(f"a new visitor's page beside {CROWD:,} open ones", told, worst, "it comes")


async def _watch(port: int, scope: Scope, cookie: str) -> tuple[int, list[float], list[float]]:
    phones = await asyncio.gather(*(_open(port, scope.pk, cookie) for _ in range(STREAMS)))
    await asyncio.sleep(1)
    firsts, lasts = [], []
    for _ in range(WRITES):
        heard = [asyncio.create_task(_event(reader)) for reader, _writer in phones]
        committed = await asyncio.to_thread(changed, scope.pk)
        arrived = sorted(at - committed for at in await asyncio.wait_for(asyncio.gather(*heard), 30))
        firsts.append(arrived[0] * 1000)
        lasts.append(arrived[-1] * 1000)
    for _reader, writer in phones:
        writer.close()
    return len(phones), firsts, lasts


async def _open_pages(port: int, scope: Scope, cookies: list[str]) -> tuple[int, list[float]]:
    phones = []
    for first in range(0, CROWD, 50):
        few = range(first, min(first + 50, CROWD))
        phones += await asyncio.gather(*(_open(port, scope.pk, cookies[n % len(cookies)]) for n in few))
    took = [await _page(port) for _ in range(PAGES)]
    for _reader, writer in phones:
        writer.close()
    return len(phones), took


async def _page(port: int) -> float:
    """How long a page takes on a connection of its own."""
    began = time.monotonic()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"GET /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
    writer.write(head.encode())
    said = await asyncio.wait_for(reader.read(), 60)
    writer.close()
    if b" 200 " not in said.split(b"\r\n")[0]:
        raise RuntimeError(said.decode())
    return time.monotonic() - began


async def _open(port: int, scope: int, cookie: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    name = settings.SESSION_COOKIE_NAME
    head = f"GET /live/{scope} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {name}={cookie}\r\n\r\n"
    writer.write(head.encode())
    said = await reader.readuntil(b"\r\n\r\n")
    if b" 200 " not in said.split(b"\r\n")[0]:
        raise RuntimeError(said.decode())
    return reader, writer


async def _event(reader: asyncio.StreamReader) -> float:
    """When the next event's data arrived."""
    while True:
        line = await reader.readline()
        if line.startswith(b"data:") and b"version" in line:
            return time.monotonic()
        if not line:
            raise RuntimeError("A stream ended.")


def changed(scope: int) -> float:
    """One write through the door; when its commit was done."""
    try:
        with scope_transaction(scope, Actor(None)) as transaction:
            count_write(transaction.scope, "bench")
        return time.monotonic()
    finally:
        connection.close()
