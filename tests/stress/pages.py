"""Every page of a league that somebody can open, with the ids that are in it, the oddest first."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Any
from urllib.parse import quote

from django.urls import URLPattern, URLResolver, get_resolver

from campaigns.models import ActRequest, Entry, Report, Slot
from rules.engine.shelf import SHELF
from rules.engine.state import State
from tests.stress.drawing import singular
from tests.stress.found import Found
from tests.stress.nasty import PLAIN
from tests.stress.stage import Stage

LEAGUES = ("l/<int:pk>/", "api/v1/leagues/<int:pk>/")
EACH = 1  # ids of a kind, the oddest first
BROKEN = 500


@cache
def routes(game: str) -> list[str]:
    """Every address of a league of this game; other games' rooms have pages of their own."""
    rooms = {name: places.plugin.rpartition(".")[0] for name, places in SHELF.items()}
    others = tuple(f"{room}." for name, room in rooms.items() if not rooms[game].startswith(room))
    found = _views(get_resolver())
    return sorted(
        {route for route, room in found if route.startswith(LEAGUES) and not room.startswith(others)}
    )


def _views(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, str]]:
    """Every address with the module of its view."""
    for one in resolver.url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _views(one, route)
        elif isinstance(one, URLPattern):
            yield route, one.callback.__module__


def odd_first(ids: Iterable[str]) -> list[str]:
    return sorted(ids, key=lambda one: bool(PLAIN.fullmatch(one)))


def addresses_of(stage: Stage, about: Collection[str] = ()) -> list[str]:
    """Every page of the league as it stands, with one of the ids that fit, or those of them it is `about`."""
    wanted = frozenset(about)
    found = [one for route in routes(stage.scope.game) for one in _filled(stage, route, wanted)]
    return list(dict.fromkeys(found))


def _filled(stage: Stage, route: str, about: frozenset[str]) -> Iterator[str]:
    start, _, rest = route.replace("<int:pk>", str(stage.scope.pk), 1).partition("<")
    if not rest:
        yield f"/{start}"
        return
    name, _, end = rest.partition(">")
    for one in _chosen(stage, name.rpartition(":")[2], route, about):
        address = f"/{start}{quote(one, safe='')}{end}"
        yield from _filled_again(stage, address, about) if "<" in end else (address,)


def _filled_again(stage: Stage, address: str, about: frozenset[str]) -> Iterator[str]:
    start, _, rest = address.partition("<")
    name, _, end = rest.partition(">")
    for one in _chosen(stage, name.rpartition(":")[2], address, about):
        done = f"{start}{quote(one, safe='')}{end}"
        yield from _filled_again(stage, done, about) if "<" in end else (done,)


def _chosen(stage: Stage, name: str, route: str, about: frozenset[str]) -> list[str]:
    """Those it is about, or else one."""
    known = _known(stage, name, route)
    if name == "table":
        return [one for one in known if not about.isdisjoint(getattr(stage.state, one))] or known[:EACH]
    return [one for one in known if one in about] or known[:EACH]


def _known(stage: Stage, name: str, route: str) -> list[str]:
    state, scope = stage.state, stage.scope
    if name in ("slot", "code"):
        return list(Slot.objects.filter(scope=scope).order_by("-pk").values_list("code", flat=True))
    if name == "number" and "requests/" in route:
        asked = ActRequest.objects.filter(scope=scope).order_by("-pk").values_list("pk", flat=True)
        return [str(one) for one in asked]
    if name in ("seq", "number"):
        newest = Entry.objects.filter(scope=scope).order_by("-seq").values_list("seq", flat=True)
        reports = Report.objects.filter(scope=scope).order_by("pk").values_list("pk", flat=True)
        return [str(one) for one in (*newest[:EACH], *reports[:EACH])]
    if name == "table":
        return list(state.tables())
    if name == "key":
        table = route.partition("/state/")[2].partition("/")[0]
        rows: Any = getattr(state, table, None) or getattr(state, stage.plugin.store.sides)
        return odd_first(rows)
    table = next((one for one in state.tables() if singular(one) == name), stage.plugin.store.sides)
    return odd_first(getattr(state, table)) or ["nobody"]


def odd_ids(state: State) -> Iterator[str]:
    """The ids of a state that are no plain words."""
    for table in state.tables():
        rows: Mapping[str, object] = getattr(state, table)
        yield from (key for key in rows if not PLAIN.fullmatch(key))


def opened(stage: Stage, who: str, address: str) -> Iterator[Found]:
    """Whether a page answers."""
    about = re.sub(r"/\d+/", "/N/", address.partition(f"/{stage.scope.pk}/")[2])
    try:
        answer = stage.browser(who).get(address)
    except Exception as error:
        yield Found("page", f"{type(error).__name__}", f"{who} opens {address}: {error!r}"[:500])
        return
    if answer.status_code >= BROKEN:
        yield Found("page", about, f"{who} opens {address}: {answer.status_code}")
