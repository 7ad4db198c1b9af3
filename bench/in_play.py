"""A mission in play: what a tick costs the server with all it causes, and what is looked at meanwhile.

Two phones have its page open, twelve follow the league. A tap is what one sends, and what the other fetches
once its stream has told it. With another checkout in `MUSTERROLL_BENCH_BEFORE` its server is asked the same
in turn, in a league of its own.
"""

from __future__ import annotations

import gzip
import os
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from statistics import fmean
from urllib.parse import urlencode

from django.conf import settings

from bench.measure import Figure, Work
from bench.server import FORM, TOKEN, Cost, Server, cookie_of, medians_of, shipped
from campaigns.engine import door
from campaigns.engine.who.rights import Actor
from campaigns.models import Scope, Seat
from campaigns.shell.drawn.by_value import HAS
from rules.opr.state import OprState

type Turn = tuple[Server, Work | None, Work]

ROUNDS, STREAMS = 15, 12
BEFORE = os.environ.get("MUSTERROLL_BENCH_BEFORE", "")
MARKED = re.compile(r"<\w+[^>]*? data-is=[^>]*>")


@dataclass
class OpenPage:
    """A mission's page that stays open on a phone: the marks of what it has."""

    server: Server
    address: str
    cookie: str
    marks: dict[str, str] = field(default_factory=dict)
    told: socket.socket | None = None  # its stream

    def open(self) -> None:
        self._take(self.server.get(self.address, self.cookie))

    def tap(self, tail: str, **said: str) -> None:
        more = {"Content-Type": FORM, "X-CSRFToken": TOKEN, "HX-Request": "true", HAS: self._has}
        cookie = f"{self.cookie}; {settings.CSRF_COOKIE_NAME}={TOKEN}"
        body = urlencode({**said, "once": TOKEN})
        self._take(self.server.ask("POST", f"{self.address}{tail}/", cookie, body, **more))

    def fetch(self) -> None:
        asked = {"HX-Request": "true", "HX-Target": "mission", HAS: self._has}
        self._take(self.server.get(self.address, self.cookie, **asked))

    def hear(self) -> None:
        """Wait for the stream's word, and fetch what is stale."""
        assert self.told
        said = b""
        while b"touched" not in said:
            said += self.told.recv(4096)
        self.fetch()

    @property
    def _has(self) -> str:
        return " ".join(f"{name}={mark}" for name, mark in self.marks.items())

    def _take(self, body: bytes) -> None:
        text = (gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body).decode()
        for tag in MARKED.findall(text):
            name, mark = re.search(r' id="([^"]+)"', tag), re.search(r' data-is="(\w+)"', tag)
            assert name, tag
            assert mark, tag
            self.marks[name[1]] = mark[1]


@dataclass
class WatchedTable:
    """Two at a table, and what they tap."""

    scope: Scope
    phones: tuple[OpenPage, OpenPage]
    units: tuple[str, str]

    def taps(self) -> Iterator[Work]:
        """Down and up again, out and not out after all, by one and the other in turn."""
        (mine, theirs), (killer, victim) = self.phones, self.units
        said = ({"down": killer}, {"victim": victim, "killer": killer, "round": "1", "way": "out"})
        back = ({"up": killer}, {"strike": victim})
        for tail, forth, then in zip(("down", "out"), said, back, strict=True):
            yield partial(_tap, mine, theirs, tail, forth)
            yield partial(_tap, theirs, mine, tail, then)


def _tap(sender: OpenPage, other: OpenPage, tail: str, said: dict[str, str]) -> None:
    sender.tap(tail, **said)
    other.hear()


def mission_in_play(begun: Callable[[], tuple[Scope, OprState]], players: list[Seat]) -> list[Figure]:
    """A tap, and pages meanwhile; against another checkout's server where there is one."""
    with ExitStack() as stack:
        tables = [
            stack.enter_context(_table(*begun(), players, place))
            for place in ("", BEFORE)[: 1 + bool(BEFORE)]
        ]
        return list(_figures(tables))


def _figures(tables: list[WatchedTable]) -> Iterator[Figure]:
    kinds = zip(*(table.taps() for table in tables), strict=True)
    works: list[Turn] = [
        (table.phones[0].server, None, tap) for same in kinds for table, tap in zip(tables, same, strict=True)
    ]
    taken = medians_of(ROUNDS, *works)
    costs = [taken[n :: len(tables)] for n in range(len(tables))]
    yield _figure("a tick with all it causes", [_mean(one) for one in costs], "≤ 9 ms, ≤ 0.17 of the first")
    for what, asked, of in LOOKS:
        works = [(table.phones[0].server, *of(table)) for table in tables]
        yield _figure(what, medians_of(ROUNDS, *works), asked)


def _mean(costs: list[Cost]) -> Cost:
    return Cost(fmean(one.python for one in costs), fmean(one.postgres for one in costs))


def _figure(what: str, costs: list[Cost], asked: str) -> Figure:
    ours, *before = costs
    value = ours.told()
    against = "".join(f"before: {one.told()}; {ours.whole / one.whole:.2f} of it" for one in before)
    return Figure(what, value, against, asked)


def _page(table: WatchedTable) -> tuple[Work | None, Work]:
    return None, table.phones[0].open


def _page_after(table: WatchedTable) -> tuple[Work | None, Work]:
    return _both(table), table.phones[0].open


def _part(table: WatchedTable) -> tuple[Work | None, Work]:
    return None, table.phones[0].fetch


def _other(tail: str, *, ticked: bool) -> Callable[[WatchedTable], tuple[Work | None, Work]]:
    def of(table: WatchedTable) -> tuple[Work | None, Work]:
        phone = table.phones[0]
        look = partial(phone.server.get, f"/l/{table.scope.pk}/" if tail == "league" else tail, phone.cookie)
        return _both(table) if ticked else None, look

    return of


def _both(table: WatchedTable) -> Work:
    """A tick, and back."""

    def work() -> None:
        for tap in list(table.taps())[:2]:
            tap()

    return work


LOOKS = (
    ("its page as it stands", "≤ 3 ms", _page),
    ("its page after a tick of one's own", "≤ 3.5 ms", _page_after),
    ("its part with nothing new", "", _part),
    ("the league's page after a tick", "≤ 3.5 ms", _other("league", ticked=True)),
    ("the league's page as it stands", "≤ 3 ms", _other("league", ticked=False)),
    ("home", "≤ 8 ms", _other("/", ticked=False)),
    ("/health", "≤ 1 ms", _other("/health", ticked=False)),
)


@contextmanager
def _table(scope: Scope, state: OprState, players: list[Seat], place: str) -> Iterator[WatchedTable]:
    """A mission that one of two has begun, both with its page open."""
    bands = [next(one for one in state.active if one.owner == str(seat.pk)) for seat in players[:2]]
    actor = Actor(players[0])
    opened = door.act(scope.pk, actor, "opr.open_mission", {"warbands": [one.id for one in bands]})
    mission = f"{opened.slot}.mission"
    door.act(scope.pk, actor, "opr.begin", {"mission": mission})
    with shipped(place=place) as server, ExitStack() as stack:
        address, cookies = f"/l/{scope.pk}/m/{mission}/", [cookie_of(seat) for seat in players]
        mine, theirs = (OpenPage(server, address, cookie) for cookie in cookies[:2])
        streams = [
            stack.enter_context(_stream(server, scope, cookies[n % len(cookies)])) for n in range(STREAMS)
        ]
        mine.told, theirs.told = streams[:2]
        for phone in (mine, theirs):
            phone.open()
        server.at_rest()
        found = state.units
        units = tuple(next(u for u in band.units if found[u]) for band in bands)
        yield WatchedTable(scope, (mine, theirs), (units[0], units[1]))


@contextmanager
def _stream(server: Server, scope: Scope, cookie: str) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
        host = f"127.0.0.1:{server.port}"
        line.sendall(f"GET /live/{scope.pk} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n".encode())
        said = b""
        while b": welcome" not in said:
            said += line.recv(4096)
        yield line
