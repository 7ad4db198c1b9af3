"""A hall full of open league pages: how long after a commit until the last of them shows it.

Each page follows the stream, waits its part of the time the server announces and fetches all its stale parts
in one request, as the pages' script does. Twelve play, three organise, the rest look on, each with a sign-in
of their own. Somebody browses meanwhile. Wall time, on the machine that runs the phones as well.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import statistics
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from time import monotonic

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import connection

from bench.measure import Figure
from bench.server import served
from campaigns.engine import door
from campaigns.engine.who.access import SessionStore
from campaigns.engine.who.rights import Actor
from campaigns.models import Role, Scope, Seat
from campaigns.people import seats as people
from config.serving import room

CROWDS = ((250, "≤ 0.8 s", 6), (1_000, "≤ 3 s", 4))
PLAYERS, ORGANISERS = 12, 3
PART = re.compile(r'id="(\w+)" data-refresh-on="([^"]+)"')
PATIENCE = 60


@dataclass
class Hall:
    """Everybody with an open page of one league."""

    port: int
    scope: int
    cookies: list[str]
    parts: dict[int, dict[str, list[str]]] = field(default_factory=dict)  # what who shows follows
    open: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = field(default_factory=list)

    @property
    def page(self) -> str:
        return f"/l/{self.scope}/"

    async def fill(self) -> None:
        for first in range(0, len(self.cookies), 50):
            few = self.cookies[first : first + 50]
            self.open += await asyncio.gather(*(self._stream(one) for one in few))

    async def _stream(self, cookie: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(self._asking(f"/live/{self.scope}", cookie))
        said = await reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in said.split(b"\r\n")[0]:
            raise RuntimeError(said.decode())
        return reader, writer

    def _asking(self, path: str, cookie: str, more: str = "") -> bytes:
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAccept-Encoding: gzip\r\n"
        return f"{head}Cookie: {settings.SESSION_COOKIE_NAME}={cookie}\r\n{more}\r\n".encode()

    async def follow(self, number: int) -> float:
        """Hear the next event, wait for one's turn, fetch what is stale; when that was there."""
        told = await _event(self.open[number][0])
        touched = str(told["touched"]).split()
        shown = self.parts[min(number, PLAYERS + ORGANISERS)]
        stale = [name for name, follows in shown.items() if set(touched) & {*follows}]
        if not stale:
            return monotonic()
        spread = float(str(told["within"])) / 1000
        await asyncio.sleep(random.random() * spread)  # noqa: S311 - whose turn it is
        more = f"HX-Request: true\r\nHX-Target: {' '.join(stale)}\r\n"
        line = await asyncio.open_connection("127.0.0.1", self.port)
        await self.get(line, self.page, self.cookies[number], more)
        line[1].close()
        return monotonic()

    async def get(
        self, line: tuple[asyncio.StreamReader, asyncio.StreamWriter], path: str, cookie: str, more: str = ""
    ) -> bytes:
        reader, writer = line
        writer.write(self._asking(path, cookie, more))
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        if b" 200 " not in head.split(b"\r\n")[0]:
            raise RuntimeError(head.decode())
        if found := re.search(rb"content-length: (\d+)", head):
            return await reader.readexactly(int(found[1]))
        body = b""
        while size := int((await reader.readline()).strip() or b"0", 16):
            body += await reader.readexactly(size)
            await reader.readline()
        await reader.readline()
        return body

    async def browse(self, paths: list[str], taken: list[float]) -> None:
        """A player who goes from page to page and never waits."""
        line = await asyncio.open_connection("127.0.0.1", self.port)
        while True:
            for path in paths:
                began = monotonic()
                await self.get(line, path, self.cookies[0])
                taken.append((monotonic() - began) * 1000)

    def close(self) -> None:
        for _reader, writer in self.open:
            writer.close()


async def _event(reader: asyncio.StreamReader) -> dict[str, object]:
    while True:
        line = await reader.readline()
        if line.startswith(b"data:") and b"touched" in line:
            found: dict[str, object] = json.loads(line[5:])
            return found
        if not line:
            raise RuntimeError("A stream ended.")


def crowds(scope: Scope, seat: Seat, warband: str, mission: str) -> list[Figure]:
    """Pages that follow, and somebody who browses meanwhile."""
    room.raise_limit()
    most = max(size for size, _asked, _writes in CROWDS)
    cookies = [session_key_of(one) for one in _everybody(seat, most)]
    at = f"/l/{scope.pk}/"
    paths = [at, f"{at}w/{warband}/", f"{at}m/{mission}/"]
    found = []
    for size, asked, writes in CROWDS:
        with served(workers=2) as port:
            hall = Hall(port, scope.pk, cookies[:size])
            lasts, taken = asyncio.run(_evening(hall, paths, seat, warband, writes))
        p95 = statistics.quantiles(taken, n=20)[-1]
        value = f"the last after {statistics.median(lasts):.2f} s, worst {max(lasts):.2f} s"
        browsing = f"somebody browsing meanwhile: p95 {p95:.0f} ms of {len(taken)} pages, asked ≤ 150 ms"
        found.append(Figure(f"commit → {size:,} open pages up to date", value, browsing, asked))
    connection.close()
    return found


async def _evening(
    hall: Hall, paths: list[str], seat: Seat, warband: str, writes: int
) -> tuple[list[float], list[float]]:
    for number in range(PLAYERS + ORGANISERS + 1):  # all who only look on are shown the same
        hall.parts[number] = await _follows(hall, hall.cookies[number])
    await hall.fill()
    await asyncio.sleep(3)  # the processes tell each other how many watch
    lasts: list[float] = []
    taken: list[float] = []
    for number in range(writes + 1):
        heard = [asyncio.create_task(hall.follow(one)) for one in range(len(hall.cookies))]
        browsing = asyncio.create_task(hall.browse(paths, taken if number else []))
        committed = await asyncio.to_thread(_write, hall.scope, seat, warband)
        arrived = await asyncio.wait_for(asyncio.gather(*heard), PATIENCE)
        browsing.cancel()
        with suppress(asyncio.CancelledError):
            await browsing
        if number:  # the first time everybody is new to the server
            lasts.append(max(arrived) - committed)
        await asyncio.sleep(0.5)
    hall.close()
    return lasts, taken


async def _follows(hall: Hall, cookie: str) -> dict[str, list[str]]:
    """What the parts of somebody's page follow, as it says itself."""
    reader, writer = await asyncio.open_connection("127.0.0.1", hall.port)
    head = f"GET {hall.page} HTTP/1.1\r\nHost: 127.0.0.1:{hall.port}\r\nConnection: close\r\n"
    writer.write(f"{head}Cookie: {settings.SESSION_COOKIE_NAME}={cookie}\r\n\r\n".encode())
    text = (await asyncio.wait_for(reader.read(), PATIENCE)).decode()
    writer.close()
    found = {name: names.split() for name, names in PART.findall(text)}
    assert found, text[:500]
    return found


def _write(scope: int, seat: Seat, warband: str) -> float:
    try:
        given = {"warband": warband, "amount": 1, "words": "in a full hall"}
        door.act(scope, Actor(seat), "opr.give_points", given)
        return monotonic()
    finally:
        connection.close()


def _everybody(seat: Seat, most: int) -> list[Seat]:
    """Players first, then organisers, then who looks on; those of an earlier hall come again."""
    known = list(seat.club.seats.active().select_related("person__user"))
    seated = [one for one in known if one.role == Role.PLAYER]
    players = _made(seat, seated, "Player", Role.PLAYER, PLAYERS)
    others = [one for one in known if one.role == Role.ORGANISER and one.pk != seat.pk]
    organisers = [seat, *_made(seat, others, "Organiser", Role.ORGANISER, ORGANISERS - 1)]
    guests = [one for one in known if one.role == Role.SPECTATOR]
    missing = most - len(players) - len(organisers)
    return [*players, *organisers, *_made(seat, guests, "Guest", Role.SPECTATOR, missing)]


def _made(of: Seat, known: list[Seat], name: str, role: str, number: int) -> list[Seat]:
    taken = {one.name for one in of.club.seats.all()}
    free = (one for n in count(1) if (one := f"{name} {n}") not in taken)
    return [*known[:number], *(guest_seat(of, next(free), role) for _ in range(number - len(known)))]


def guest_seat(of: Seat, name: str, role: str) -> Seat:
    return Seat.objects.create(club=of.club, person=people.make_guest(name), name=name, role=role)


def session_key_of(seat: Seat) -> str:
    session = SessionStore()
    user = seat.person.user
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)
