"""What a phone on a bad link sees and when: Chromium at 390 px, 400 kbit/s, 400 ms away, a slow processor.

First paint, the paint of the largest part and how much moved afterwards, as the browser itself reports them,
and the bytes that crossed the link. A first visit has an empty cache; a later one is the same page again. The
link is the browser's own throttle: no loss and no slow start, so a real one is worse.
"""

from __future__ import annotations

import os
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

from bench.measure import Figure
from bench.server import served, signed_in
from campaigns.models import Scope, Seat
from config import system_packages

ROUNDS = 5
PHONE: ViewportSize = {"width": 390, "height": 844}
LINK = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}  # bytes/s
SLOWER = 4
ASKED = "≤ 0.9 s, ≤ 1.2 s, 0"
WATCH = """
window.seen = {first: 0, largest: 0, moved: 0};
const watch = (type, note) => new PerformanceObserver(list => list.getEntries().forEach(note))
  .observe({type, buffered: true});
watch('paint', one => { if (one.name === 'first-contentful-paint') seen.first = one.startTime; });
watch('largest-contentful-paint', one => { seen.largest = one.startTime; });
watch('layout-shift', one => { if (!one.hadRecentInput) seen.moved += one.value; });
"""


@dataclass(frozen=True, slots=True)
class Visit:
    first: float  # ms
    largest: float
    moved: float
    size: float  # bytes over the link


def paint(scope: Scope, seat: Seat, warband: str, mission: str) -> list[Figure]:
    """League, warband and mission page: a first visit and a later one."""
    at = f"/l/{scope.pk}/"
    found = []
    cookie = signed_in(seat).cookies["sessionid"].value
    with served() as port, browser() as chromium:
        base = f"http://127.0.0.1:{port}"
        for name, address in (
            ("league", at),
            ("warband", f"{at}w/{warband}/"),
            ("mission", f"{at}m/{mission}/"),
        ):
            visits(chromium, base, address, cookie)  # the server has met the page before
            rounds = [visits(chromium, base, address, cookie) for _ in range(ROUNDS)]
            found += [
                figure(f"{name} page, {which}", [one[number] for one in rounds], limit)
                for number, (which, limit) in enumerate((("first visit", 60), ("later", 10)))
            ]
    return found


def figure(what: str, seen: list[Visit], limit: int) -> Figure:
    def middle(name: str) -> float:
        return statistics.median(float(getattr(one, name)) for one in seen)

    moved = max(one.moved for one in seen)
    size = middle("size") / 1000
    value = f"{middle('first') / 1000:.2f} s, {middle('largest') / 1000:.2f} s, {moved:.4g}; {size:.1f} kB"
    return Figure(what, value, f"median of {len(seen)} visits", f"{ASKED}; ≤ {limit} kB")


@contextmanager
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        yield playwright.chromium.launch(executable_path=system_packages.browser(), args=sandbox)


def visits(chromium: Browser, base: str, address: str, cookie: str) -> list[Visit]:
    """The page with nothing known but who we are, then the same page once more."""
    context = chromium.new_context(viewport=PHONE, is_mobile=True, has_touch=True, device_scale_factor=2)
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": base}])
    context.add_init_script(WATCH)
    try:
        return [visit(context, base + address) for _ in range(2)]
    finally:
        context.close()


def visit(context: BrowserContext, address: str) -> Visit:
    page = context.new_page()
    sizes: list[float] = []
    throttle(page, sizes)
    page.goto(address, wait_until="load")
    page.wait_for_timeout(1500)  # late faces and images may still move something
    seen = page.evaluate("seen")
    page.close()
    return Visit(seen["first"], seen["largest"], seen["moved"], sum(sizes))


def throttle(page: Page, sizes: list[float]) -> None:
    link = page.context.new_cdp_session(page)
    link.send("Network.enable")
    link.send("Network.emulateNetworkConditions", LINK)
    link.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    link.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
