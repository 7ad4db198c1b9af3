"""A web process from its start to its old age: the first page, and memory after thousands of requests; and an
office that is opened again.

The process has really just started: the server as it is shipped, asked for a page by somebody who is signed
in.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import HTTPConnection
from itertools import cycle, islice
from pathlib import Path

from django.db import connection

from bench.measure import Figure
from bench.office import Office, place
from bench.server import Server, below, cookie_of, resident, said, shipped
from bench.streams import changed
from campaigns.models import Scope, ScopeKind, Seat

STOPS, PHONES = (2_000, 10_000, 20_000), 4
ASKED_BETWEEN = 200  # requests between two writes
TAILS = ("", "chronicle/", "board/", "rules/", "missions/", "honours/", "warbands/")
PARTS = "standings missions waited news"
OTHERS = 20  # leagues of other kinds that are looked at as well
TICK = os.sysconf("SC_CLK_TCK")


def process(scope: Scope, seat: Seat, warband: str, mission: str) -> list[Figure]:
    """What the first page of a new process costs, its memory later, and an office that opens again."""
    at, cookie = f"/l/{scope.pk}/", cookie_of(seat)
    with shipped() as server:
        server.at_rest()
        first, began = server.cost_of(at, cookie), time.perf_counter()
        server.get(at, cookie)
        clock = f"the same page again {(time.perf_counter() - began) * 1000:.0f} ms on the clock"
    with shipped() as server:
        pages = [f"{at}{tail}" for tail in (*TAILS, f"w/{warband}/", f"m/{mission}/")]
        others = (
            Scope.objects.filter(club=seat.club, kind=ScopeKind.LEAGUE)
            .exclude(game=scope.game)
            .order_by("-pk")[:OTHERS]
        )
        pages += ["/", *(f"/l/{one.pk}/" for one in others)]
        memory = _memory(server, cookie, scope, pages)
    return [Figure("first page of a new process", first.told(), clock, "≤ 60 ms"), memory, *starts()]


def _memory(server: Server, cookie: str, scope: Scope, pages: Sequence[str]) -> Figure:
    held, done = list[str](), 0
    with ThreadPoolExecutor(PHONES) as phones:
        for stop in STOPS:
            while done < stop:
                changed(scope.pk)
                share = partial(_many, server.port, cookie, scope.pk, pages)
                for asked in [phones.submit(share, done + n) for n in range(PHONES)]:
                    asked.result()
                done += ASKED_BETWEEN
            held.append(f"{max(map(resident, server.processes)):.0f} MB")
    connection.close()
    what = f"memory of a web process after {', '.join(f'{one:,}' for one in STOPS)} requests"
    about = f"{len(pages)} pages and one's live parts in turn, a write every {ASKED_BETWEEN} requests"
    return Figure(what, ", ".join(held), about, "≤ 160 MB, flat")


def _many(port: int, cookie: str, scope: int, pages: Sequence[str], begin: int) -> None:
    """A phone's share of the requests between two writes; every fourth asks for the parts that are stale."""
    line = HTTPConnection("127.0.0.1", port, timeout=60)
    for n, page in enumerate(islice(cycle(pages), begin, begin + ASKED_BETWEEN // PHONES)):
        path = page if n % 4 else f"/l/{scope}/"
        more = {} if n % 4 else {"HX-Request": "true", "HX-Target": PARTS}
        status, _body = said(line, "GET", path, None, {"Cookie": cookie, "Accept-Encoding": "gzip", **more})
        assert status in (200, 302), path
    line.close()


def starts() -> list[Figure]:
    """From `make run` to the printed address, the first time and the second."""
    with place() as home:
        return [
            _start(home, "the first start, no demo club"),
            _start(home, "a second start, nothing changed"),
        ]


def _start(home: Path, what: str) -> Figure:
    began, office = time.monotonic(), Office(home)
    try:
        office.until_open()
        clock, every = time.monotonic() - began, [office.process.pid, *below(office.process.pid)]
        cost = sum(map(_spent, every))
    finally:
        office.close()
    return Figure(what, f"{cost:.1f} s", f"of all processes together; {clock:.1f} s on the clock")


def _spent(process: int) -> float:
    """Seconds of processor time that it has taken, with those it has started and that have ended."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICK
