"""Eight phones that never wait: how long nearly all of their pages take through a real server.

Wall time, on a machine that runs the phones as well; each phone asks for the three pages in turn over one
connection. In half of the rounds the league changes before each, so that its parts are drawn anew.
"""

from __future__ import annotations

import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

from django.conf import settings
from django.db import connection

from bench.measure import Figure
from bench.server import served, signed_in
from bench.streams import changed
from campaigns.models import Scope, Seat

PHONES, ROUNDS = 8, 30


def load(scope: Scope, seat: Seat, warband: str, mission: str) -> list[Figure]:
    at = f"/l/{scope.pk}/"
    pages = [at, f"{at}w/{warband}/", f"{at}m/{mission}/"]
    cookie = f"{settings.SESSION_COOKIE_NAME}={signed_in(seat).cookies[settings.SESSION_COOKIE_NAME].value}"
    with served(workers=2) as port, ThreadPoolExecutor(PHONES) as phones:
        _round(port, cookie, pages)
        found = []
        for name, changing in (("as it stands", False), ("changing all the time", True)):
            taken: list[float] = []
            for _ in range(ROUNDS):
                if changing:
                    changed(scope.pk)
                asked = [phones.submit(_round, port, cookie, pages) for _ in range(PHONES)]
                taken += [one for each in asked for one in each.result()]
            found.append(_figure(name, sorted(taken)))
    connection.close()
    return found


def _round(port: int, cookie: str, pages: list[str]) -> list[float]:
    phone, taken = HTTPConnection("127.0.0.1", port, timeout=30), []
    for page in pages:
        began = time.perf_counter()
        phone.request("GET", page, headers={"Cookie": cookie, "Accept-Encoding": "gzip"})
        answer = phone.getresponse()
        answer.read()
        assert answer.status == 200, (page, answer.status)
        taken.append((time.perf_counter() - began) * 1000)
    phone.close()
    return taken


def _figure(name: str, taken: list[float]) -> Figure:
    p95 = statistics.quantiles(taken, n=20)[-1]
    values = f"p95 {p95:.0f} ms, median {statistics.median(taken):.0f} ms, {len(taken)} pages"
    return Figure(
        f"league, warband and mission pages, {PHONES} connections, {name}", values, "", "p95 < 200 ms"
    )
