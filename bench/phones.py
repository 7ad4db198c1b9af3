"""Phones at a table, cheap to play: raw HTTP/1.1 over kept connections, each with a live stream.

A phone does what the page's script does (`static/js/app.js`): it says the marks of what it has, its taps are
answered in place, and what its stream tells of it fetches once, at a moment within the time that was named.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import re
from dataclasses import dataclass, field
from time import monotonic

from django.conf import settings

from bench.server import FORM, IDLE, TOKEN
from campaigns.shell.drawn.by_value import HAS

MARKED = re.compile(r'<\w+(?=[^>]* id="([^"]+)")[^>]* data-is="(\w+)"')
FOLLOWS = re.compile(r'<\w+[^>]*? id="([^"]+)"[^>]*? data-refresh-on="([^"]+)" data-from="([^"]+)"')
LIVE = re.compile(r' data-live="([^"]+)"')
VERSION = re.compile(rb"(?i)x-version: (\d+)|data-version=\"(\d+)\"")
LENGTH = re.compile(rb"(?i)content-length: (\d+)")
TOLD = re.compile(rb'data: (\{"(?:scope|within)"[^\n]*)')

type Answer = tuple[bytes, bytes]


@dataclass
class WaitedTimes:
    """Milliseconds that phones waited."""

    taps: list[float] = field(default_factory=list)
    others: list[float] = field(default_factory=list)  # from a tap until the other phone shows it
    pages: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    @property
    def trouble(self) -> str:
        return f"; {len(self.failed)} failed: {self.failed[0]}" if self.failed else ""


class KeptLine(asyncio.Protocol):
    """A connection on which one request at a time is answered."""

    def __init__(self) -> None:
        self.said = b""
        self.answered: asyncio.Future[Answer] | None = None
        self.line: asyncio.Transport | None = None
        self.used = monotonic()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.line = transport

    def data_received(self, data: bytes) -> None:
        self.said += data
        if self.answered and not self.answered.done() and (whole := _whole(self.said)):
            self.said = b""
            self.answered.set_result(whole)

    def connection_lost(self, error: Exception | None) -> None:
        self.line = None
        if self.answered and not self.answered.done():
            self.answered.set_exception(error or ConnectionError("hung up"))

    @property
    def is_kept(self) -> bool:
        return self.line is not None and monotonic() - self.used < IDLE

    async def ask(self, sent: bytes) -> Answer:
        assert self.line
        self.answered = asyncio.get_running_loop().create_future()
        self.line.write(sent)
        found = await self.answered
        self.used = monotonic()
        return found


def _whole(said: bytes) -> Answer | None:
    """Head and body, once both are there."""
    head, found, body = said.partition(b"\r\n\r\n")
    if not found:
        return None
    if length := LENGTH.search(head):
        return (head, body) if len(body) >= int(length[1]) else None
    if not body.endswith(b"0\r\n\r\n"):
        return None
    pieces = b""
    while size := int(body.partition(b"\r\n")[0], 16):
        at = body.index(b"\r\n") + 2
        pieces, body = pieces + body[at : at + size], body[at + size + 2 :]
    return head, pieces


class FollowedStream(asyncio.Protocol):
    """A live stream; whose it is hears each event."""

    def __init__(self, phone: TablePhone, asked: bytes) -> None:
        self.phone, self.asked, self.said = phone, asked, b""
        self.opened = asyncio.Event()
        self.line: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.line = transport
        transport.write(self.asked)

    def data_received(self, data: bytes) -> None:
        *events, self.said = (self.said + data).split(b"\n\n")
        for event in events:
            if told := TOLD.search(event):
                self.phone.hear(json.loads(told[1]))
            elif b": welcome" in event:
                self.opened.set()

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.is_set():
            self.phone.noted.failed.append(f"a stream was not opened: {self.said[:80]!r}")
        self.opened.set()


@dataclass(eq=False)
class TablePhone:
    """Somebody's open page of a mission; `forms` are what they tap in turn, each an address and a body."""

    port: int
    cookie: str
    league: str
    mission: str
    forms: tuple[tuple[str, str], ...]
    sleeps: bool = False
    browses: bool = False
    noted: WaitedTimes = field(default_factory=WaitedTimes)
    other: TablePhone | None = None
    tapped: float = 0.0  # when its latest tap was due
    _marks: dict[str, str] = field(default_factory=dict)
    _follows: list[tuple[str, set[str], str]] = field(default_factory=list)  # a part, its names, its address
    _stale: dict[str, str] = field(default_factory=dict)  # by part where it is fetched
    _wanted: int = 0  # versions of the league: what it has to show, and what it does
    _shown: int = 0
    _next: int = 0
    _line: KeptLine | None = None
    _stream: FollowedStream | None = None
    _free: asyncio.Lock = field(default_factory=asyncio.Lock)
    _fetching: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        return self._stream is not None

    async def open(self, due: float, page: str = "") -> None:
        """A page with its stream; what was open before is left."""
        self.leave()
        head, body = await self._ask(self._head("GET", page or self.mission) + b"\r\n")
        self.noted.pages.append((monotonic() - due) * 1000)
        self._marks, self._shown, self._wanted = {}, 0, 0
        if self.other:
            self.other.tapped = 0.0  # what it opens shows that already
        text = self._take(head, body)
        self._follows = [(name, {*on.split()}, at) for name, on, at in FOLLOWS.findall(text)]
        found = LIVE.search(text)
        assert found, head
        asked = self._head("GET", found[1].replace("&amp;", "&")) + b"\r\n"
        stream = FollowedStream(self, asked)
        self._stream = stream
        await asyncio.get_running_loop().create_connection(lambda: stream, "127.0.0.1", self.port)
        await stream.opened.wait()

    async def tap(self, due: float) -> None:
        """The next of its taps, answered in place."""
        tail, said = self.forms[self._next % len(self.forms)]
        self._next += 1
        self.tapped = due
        body = f"csrfmiddlewaretoken={TOKEN}&once={TOKEN}&{said}".encode()
        head = self._head(
            "POST", f"{self.mission}{tail}/", f"Content-Type: {FORM}\r\nHX-Request: true\r\n{self._has}"
        )
        answer = await self._ask(head + f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
        self._take(*answer)
        self.noted.taps.append((monotonic() - due) * 1000)

    def hear(self, told: dict[str, object]) -> None:
        """What the stream tells; what is stale is fetched once."""
        names = {*str(told.get("touched", "*")).split()}
        any_of = names | {re.sub(":.*", ":*", one) for one in names} | {"*"}
        stale = {part: at for part, on, at in self._follows if "*" in names or on & any_of}
        version = int(str(told.get("version", 0))) or self._shown + 1
        if not stale or version <= self._shown:
            return
        self._stale |= stale
        self._wanted = max(self._wanted, version)
        if self._fetching is None or self._fetching.done():
            self._fetching = asyncio.create_task(self._fetch(float(str(told.get("within", 30))) / 1000))

    async def _fetch(self, within: float) -> None:
        while self._wanted > self._shown:
            await asyncio.sleep(random.random() * within)  # noqa: S311 - whose turn it is
            async with self._free:  # its own tap may bring the same
                wanted, stale = self._wanted, self._stale
                self._stale = {}
            if wanted <= self._shown:
                return
            for at in {*stale.values()}:
                parts = " ".join(part for part, where in stale.items() if where == at)
                await self._renew(at, f"HX-Request: true\r\nHX-Target: {parts}\r\n{self._has}")
            self._shown = max(self._shown, wanted)
            if self.other and self.other.tapped:
                self.noted.others.append((monotonic() - self.other.tapped) * 1000)
                self.other.tapped = 0.0

    async def _renew(self, at: str, more: str) -> None:
        try:
            self._take(*await self._ask(self._head("GET", at, more) + b"\r\n"))
        except (RuntimeError, OSError) as error:
            self.noted.failed.append(str(error))

    def leave(self) -> None:
        """Put the phone away, or go to another page."""
        if self._fetching and not self._fetching.done():
            self._fetching.cancel()
        if self._stream and self._stream.line:
            self._stream.line.abort()
        self._stream, self._follows, self._stale = None, [], {}

    def close(self) -> None:
        """Out of the door: another loop, another server may begin with it."""
        self.leave()
        self._hang_up()
        self._free, self._fetching = asyncio.Lock(), None

    async def _ask(self, sent: bytes) -> Answer:
        async with self._free:
            if self._line is None or not self._line.is_kept:
                self._hang_up()
                connecting = asyncio.get_running_loop().create_connection(KeptLine, "127.0.0.1", self.port)
                self._line = (await connecting)[1]
            try:
                head, body = await self._line.ask(sent)
            except BaseException:
                self._hang_up()
                raise
        if b" 200 " not in head.split(b"\r\n", 1)[0]:
            raise RuntimeError(f"{sent.split(b' HTTP')[0].decode()}: {head.decode()[:200]}")
        return head, body

    def _hang_up(self) -> None:
        if self._line and self._line.line:
            self._line.line.abort()
        self._line = None

    def _head(self, method: str, path: str, more: str = "") -> bytes:
        cookies = f"{self.cookie}; {settings.CSRF_COOKIE_NAME}={TOKEN}"
        host = f"127.0.0.1:{self.port}\r\nAccept-Encoding: gzip"
        return f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookies}\r\n{more}".encode()

    @property
    def _has(self) -> str:
        has = " ".join(f"{name}={mark}" for name, mark in self._marks.items())
        return f"{HAS}: {has}\r\n" if has else ""

    def _take(self, head: bytes, body: bytes) -> str:
        """Keep the marks and the version of what came."""
        plain = gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body
        if found := VERSION.search(head) or VERSION.search(plain):
            self._shown = max(self._shown, int(found[1] or found[2]))
        text = plain.decode()
        self._marks |= dict(MARKED.findall(text))
        return text
