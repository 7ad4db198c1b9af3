"""A web process from its start to its old age: the first page, and memory after thousands of requests.

The process has really just started: the server as it is shipped, asked for a page by somebody who is signed
in, its processor time and memory read from the system.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from time import perf_counter

from django.conf import settings

from bench.measure import Figure
from bench.pages import signed_in
from bench.streams import served
from campaigns.models import Scope, Seat

STOPS, PHONES = (2_000, 10_000, 20_000), 4
TICK = os.sysconf("SC_CLK_TCK")


def process(scope: Scope, seat: Seat, warband: str, mission: str) -> list[Figure]:
    at = f"/l/{scope.pk}/"
    tails = ("", f"w/{warband}/", f"m/{mission}/", "chronicle/", "board/", "rules/", "missions/")
    paths = ["/", *(f"{at}{tail}" for tail in tails)]
    cookie = f"{settings.SESSION_COOKIE_NAME}={signed_in(seat).cookies[settings.SESSION_COOKIE_NAME].value}"
    before = set(_children(os.getpid()))  # the database among them
    with served(workers=1) as port:
        new = [one for one in _children(os.getpid()) if one not in before]
        mine = [*new, *(below for one in new for below in _below(one))]
        began, first = _spent(mine), _fetch(port, cookie, at)
        cost, second = _spent(mine) - began, _fetch(port, cookie, at)
        clock = f"by the clock {first:.0f} ms, the same page again {second:.0f} ms"
        return [
            Figure("first page of a new process", f"{cost:.0f} ms", clock, "≤ 60 ms"),
            _memory(port, cookie, paths, mine),
        ]


def _memory(port: int, cookie: str, paths: list[str], processes: list[int]) -> Figure:
    held, done = list[str](), 0
    with ThreadPoolExecutor(PHONES) as phones:
        for stop in STOPS:
            share = (stop - done) // PHONES
            for asked in [phones.submit(_many, port, cookie, paths, share) for _ in range(PHONES)]:
                asked.result()
            done = stop
            held.append(f"{max(_resident(one) for one in processes) / 1e6:.0f} MB")
    what = f"memory of a web process after {', '.join(f'{one:,}' for one in STOPS)} requests"
    return Figure(what, ", ".join(held), f"{len(paths)} pages in turn", "≤ 160 MB, flat")


def _many(port: int, cookie: str, paths: list[str], number: int) -> None:
    line = HTTPConnection("127.0.0.1", port, timeout=60)
    for n in range(number):
        path = paths[n % len(paths)]
        line.request("GET", path, headers={"Cookie": cookie, "Accept-Encoding": "gzip"})
        answer = line.getresponse()
        answer.read()
        assert answer.status == 200, path
    line.close()


def _fetch(port: int, cookie: str, path: str) -> float:
    began = perf_counter()
    _many(port, cookie, [path], 1)
    return (perf_counter() - began) * 1000


def _children(process: int) -> list[int]:
    listed = Path(f"/proc/{process}/task").glob("*/children")
    return [int(one) for each in listed for one in each.read_text().split()]


def _below(process: int) -> list[int]:
    found = _children(process)
    return [*found, *(one for child in found for one in _below(child))]


def _spent(processes: list[int]) -> float:
    """Milliseconds of processor time that they have taken."""
    fields = [Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split() for one in processes]
    return sum(int(one[11]) + int(one[12]) for one in fields) / TICK * 1000


def _resident(process: int) -> int:
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
