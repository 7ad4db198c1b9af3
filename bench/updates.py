"""What a write at another table costs a phone that shows a map: the main thread's work, four times slower."""

from __future__ import annotations

import os
import statistics
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from django.conf import settings
from playwright.sync_api import Page

from bench import firestorm, maps
from bench.measure import Figure
from bench.paint import PHONE, SLOWER, browser
from bench.server import served, signed_in
from campaigns.engine.transaction.scope_transaction import count_write, scope_transaction
from campaigns.engine.who.rights import Actor
from campaigns.models import Club, Scope, Seat

PATHS = {"conquest": "map", "firestorm": "firestorm"}
ROUNDS, SETTLED = 9, 2500  # milliseconds until all that an event led to is over
COUNTED = ("TaskDuration", "RecalcStyleDuration", "LayoutDuration")


def updates(club: Club, seats: list[Seat]) -> list[Figure]:
    """A page that stands open on each map while somebody writes entries."""
    os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")  # playwright keeps a loop running
    leagues = {"Conquest, 500 territories": maps.league(club, seats, 500)}
    leagues["Firestorm, 60 territories"] = firestorm.kept(club, seats)
    return [_told(name, costs) for name, costs in seen(leagues, seats[0])]


def seen(leagues: Mapping[str, Scope], seat: Seat, rules: str = "") -> Iterator[tuple[str, list[float]]]:
    """Main thread, style and layout in milliseconds; `rules` are put beside the page's own."""
    name = settings.SESSION_COOKIE_NAME
    cookie = signed_in(seat).cookies[name].value
    with served() as port, browser() as chromium:
        at = f"http://127.0.0.1:{port}"
        context = chromium.new_context(viewport=PHONE, is_mobile=True, has_touch=True, bypass_csp=True)
        context.add_cookies([{"name": name, "value": cookie, "url": at}])
        for title, scope in leagues.items():
            page = context.new_page()
            page.goto(f"{at}/l/{scope.pk}/{PATHS[scope.game]}/")
            page.wait_for_selector("body.is-live")
            if rules:
                page.add_style_tag(content=rules)
            yield title, _updated(page, partial(_written, scope, seat))
            page.close()


def _updated(page: Page, write: Callable[[], None]) -> list[float]:
    """The middle of several writes."""
    line = page.context.new_cdp_session(page)
    line.send("Performance.enable")
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    rounds: list[list[float]] = []
    for _ in range(ROUNDS):
        before = _spent(line.send("Performance.getMetrics"))
        write()
        page.wait_for_timeout(SETTLED)
        after = _spent(line.send("Performance.getMetrics"))
        rounds.append([1000 * (now - then) for then, now in zip(before, after, strict=True)])
    return [statistics.median(one) for one in zip(*rounds[1:], strict=True)]


def _spent(metrics: Mapping[str, list[dict[str, float]]]) -> list[float]:
    found = {str(one["name"]): float(one["value"]) for one in metrics["metrics"]}
    return [found[name] for name in COUNTED]


def _written(scope: Scope, seat: Seat) -> None:
    with scope_transaction(scope.pk, Actor(seat)) as transaction:
        count_write(transaction.scope, "bench", names=("entries",))


def _told(name: str, costs: list[float]) -> Figure:
    whole, style, layout = costs
    value = f"{whole:.0f} ms of the main thread, {style:.0f} of them style and {layout:.0f} layout"
    return Figure(f"a write, on an open map: {name}", value, f"390 px, {SLOWER}× slower, {ROUNDS - 1} times")
