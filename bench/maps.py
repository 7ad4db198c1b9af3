"""A map league late in its season: drawing, its page's queries, a phone's first paint and taps.

The land is a field of hexagons that ten empires share as after many rounds, each around its capital.
"""

from __future__ import annotations

import os
import statistics
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bench.measure import Figure, against, kilobytes, medians
from bench.rival import ready, written
from bench.server import served, signed_in
from campaigns.engine.stored.store import registered
from campaigns.engine.transaction.scope_transaction import count_write, scope_transaction
from campaigns.engine.transaction.scopes import found_scope
from campaigns.engine.who.rights import Actor
from campaigns.models import Club, Scope, Seat
from campaigns.shell.look.emblems import EMBLEM_NAMES
from config import system_packages
from maps.conquest.map.map_page import realm_sign
from maps.ground.drawing import Drawing, map_svg
from rules.conquest import GAME
from rules.conquest.book import EDITIONS
from rules.conquest.state import Building, Campaign, Conquest, Realm, Territory
from rules.maps.hexes import Cell, centre, hex_distance, hex_links, labels
from rules.maps.model import Ground, Terrain

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZES, EMPIRES, LOADS = (100, 500), 10, 7
MOST = {100: 8, 500: 14}  # kilobytes
TERRAIN: tuple[Terrain, ...] = ("plain", "plain", "plain", "mountain", "plain", "marsh", "plain", "mountain")
PAINTED = """() => new Promise((told) => {
  const seen = () => performance.getEntriesByName("first-contentful-paint")[0];
  if (seen()) told(seen().startTime);
  else new PerformanceObserver((list, watch) => {
    if (seen()) { watch.disconnect(); told(seen().startTime); }
  }).observe({ type: "paint", buffered: true });
})"""
TAPPED = """(key) => new Promise((told) => {
  const tap = document.querySelector(`svg.map a[data-t="${key}"]`), began = performance.now();
  tap.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  requestAnimationFrame(() => setTimeout(() => told({
    took: performance.now() - began, near: document.querySelectorAll("svg.map a.is-near").length,
  })));
})"""


def maps(club: Club, seats: list[Seat]) -> list[Figure]:
    leagues = {count: league(club, seats, count) for count in SIZES}
    found = [
        line for count, scope in leagues.items() for line in (_drawn(scope, count), _queried(scope, count))
    ]
    return [*found, *phone(leagues, seats[0])]


def league(club: Club, seats: list[Seat], count: int) -> Scope:
    """A league whose points are being spent, on so many territories."""
    scope = found_scope(
        club=club, by=seats[0], game="conquest", edition=EDITIONS[0], name=f"{count} territories", settings={}
    )
    with scope_transaction(scope.pk, Actor(seats[0])) as transaction:
        transaction.registration.save(
            scope.pk,
            transaction.scope.version + 1,
            transaction.state,
            late(count, [str(one.pk) for one in seats]),
        )
        count_write(transaction.scope, "bench")
    return scope


def late(count: int, owners: list[str]) -> Conquest:
    """The state: land by the nearest capital, a third of it still free."""
    wide = round(count**0.5)
    cells = [(n % wide - n // wide // 2, n // wide) for n in range(count)]
    capitals = cells[:: count // EMPIRES][:EMPIRES]
    named = labels(cells)
    places = [_place(cell, named[cell], n, capitals) for n, cell in enumerate(cells)]
    realms = [
        Realm(
            id=f"R{n}", owner=owners[n % len(owners)], name=f"Empire {n}", colour=colour, ep=5,
            capital=named[capitals[n]],
        )
        for n, colour in enumerate(EMBLEM_NAMES[:EMPIRES])
    ]  # fmt: skip
    return Conquest(
        campaign={"campaign": Campaign(edition=EDITIONS[0], phase="conquest", round=12, active="R0")},
        ground={"map": Ground()},
        territories={one.id: one for one in places},
        links={one.id: one for one in hex_links(places)},
        realms={one.id: one for one in realms},
    )


def _place(cell: Cell, name: str, n: int, capitals: list[Cell]) -> Territory:
    x, y = centre(cell)
    away, nearest = min((hex_distance(cell, one), number) for number, one in enumerate(capitals))
    building: Building = "city" if not away else ("mine", "castle", "port")[n % 3] if n % 9 == 4 else ""
    land = Territory(id=name, x=x, y=y, q=cell[0], r=cell[1], river=n % 8 == 5, building=building)
    owner = f"R{nearest}" if n % 3 or not away else ""
    return replace(land, owner=owner, terrain=TERRAIN[(n * 5 + n // 7) % len(TERRAIN)] if away else "plain")


def drawing_of(state: Conquest) -> Drawing:
    return Drawing(
        ground=state.ground["map"],
        places=list(state.territories.values()),
        links=list(state.links.values()),
        url="/l/1/map/?t={}#panel",
        owners={one.id: one.owner for one in state.territories.values() if one.owner},
        signs={one.id: realm_sign(one) for one in state.realms.values()},
        capitals=frozenset(one.capital for one in state.realms.values()),
    )


def _drawn(scope: Scope, count: int) -> Figure:
    state = registered(GAME).load(scope.pk)
    assert isinstance(state, Conquest)
    drawing = drawing_of(state)
    svg = map_svg(drawing)
    runs = ready(svg)  # the map's sheet is worked out by now, as for everybody after the first who looks
    assert written(runs) == svg
    ours, theirs = medians(15, lambda: map_svg(drawing), lambda: written(runs))
    line = against(f"map of {count} territories", ours, theirs, "the same bytes by f-strings", "≤ 2.5×")
    weighed = replace(line, value=f"{line.value}, {kilobytes(svg.encode())}")
    return replace(weighed, asked=f"{line.asked}, ≤ {MOST[count]} KB")


def _queried(scope: Scope, count: int) -> Figure:
    assert scope.created_by is not None
    client, address = signed_in(scope.created_by), f"/l/{scope.pk}/map/?t=C3"
    (took,) = medians(5, lambda: client.get(address))
    with CaptureQueriesContext(connection) as caught:
        assert client.get(address).status_code == 200
    value = f"{took:.0f} ms, {len(caught)} queries"
    return Figure(f"page of {count} territories, somebody spending", value, "", "queries ≤ 12")


def phone(leagues: dict[int, Scope], seat: Seat) -> list[Figure]:
    """First paint and taps in headless Chromium, 390 pixels wide, the server on the same machine."""
    from playwright.sync_api import sync_playwright

    os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")  # playwright keeps a loop running
    name = settings.SESSION_COOKIE_NAME
    value = signed_in(seat).cookies[name].value
    with served() as port, sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=system_packages.browser() or None, args=["--no-sandbox"]
        )
        at = f"http://127.0.0.1:{port}"
        opened = browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=3)
        opened.add_cookies([{"name": name, "value": value, "url": at}])
        page, found = opened.new_page(), list[Figure]()
        for count, scope in leagues.items():
            found += _seen(page, f"{at}/l/{scope.pk}/map/", count)
        browser.close()
    return found


def _seen(page: Page, address: str, count: int) -> Iterator[Figure]:
    page.goto(address)
    loads = [_painted(page, address) for _ in range(LOADS)]
    yield _wall(f"first paint of {count} territories at 390 px", loads, "< 1 s")
    page.wait_for_load_state("networkidle")
    taps = [page.evaluate(TAPPED, key) for key in ("C3", "D4", "E5", "D6", "F3", "G4", "E7")]
    assert all(one["near"] for one in taps)
    yield _wall(f"tap → neighbours shown, {count} territories", [one["took"] for one in taps], "< 100 ms")


def _painted(page: Page, address: str) -> float:
    page.goto(address)
    return float(page.evaluate(PAINTED))


def _wall(what: str, taken: list[float], asked: str) -> Figure:
    value = f"{statistics.median(taken):.0f} ms, slowest {max(taken):.0f} ms"
    return Figure(what, value, f"on the clock, {len(taken)} times", asked)
