"""What a process keeps in its memory has a bound: no club, however large, makes it grow for ever."""

from __future__ import annotations

import ast
import tracemalloc
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import caches

from campaigns.engine.stored import state_cache
from campaigns.engine.stored.store import registered
from campaigns.shell.drawn import kept
from config.memory import SHELVES, MemoryShelf, remembered
from config.serving import warm
from config.serving.held import ENTRY, HeldCache
from rules.opr import GAME
from tests import factories
from tests.campaigns import play

# Every unbounded cache of a module, with what its keys are made of: never anything people send.
BY_CODE = {
    "campaigns/engine/plugins.py": "games",
    "campaigns/engine/stored/room.py": "rows",
    "campaigns/engine/stored/store.py": "games",
    "campaigns/paper/league.py": "files of the project",
    "campaigns/paper/measure.py": "faces for print",
    "campaigns/paper/press.py": "files of the project",
    "campaigns/shell/reading/zones.py": "nothing",
    "campaigns/solo/armies.py": "files of the project",
    "campaigns/templatetags/look.py": "nothing",
    "config/outward.py": "nothing",
    "config/database/pgprocess.py": "programs",
    "config/serving/warm.py": "nothing",
    "maps/ground/icons.py": "files of the project",
    "maps/ground/paper/key.py": "classes of the style",
    "maps/ground/thumbs.py": "files of the project",
    "rules/engine/language.py": "classes",
    "rules/engine/shapes.py": "procedures and figures",
    "rules/engine/shelf.py": "games",
    "rules/engine/state.py": "classes",
    "rules/maps/hexes.py": "sizes of a hexagon",
    "rules/maps/ready.py": "files of the project",
    "rules/rehearsal/translating.py": "files of the project",
    "rules/rehearsal/usual.py": "files of the project",
}
MOST = 120 * 2**20  # bytes of all that a process remembers


@cache
def decorated() -> tuple[tuple[str, str], ...]:
    """Each cache of a module by Python's own: its file, what it is."""
    return tuple(_decorated())


def _decorated() -> Iterator[tuple[str, str]]:
    root = Path(settings.ROOT)
    for folder in ("campaigns", "config", "maps", "rules"):
        for file in sorted((root / folder).rglob("*.py")):
            if "cache" not in (text := file.read_text()):  # which spares parsing it
                continue
            tree = ast.parse(text)
            said = {ast.unparse(one) for one in ast.walk(tree) if isinstance(one, ast.Name | ast.Attribute)}
            if said & {"lru_cache", "functools.lru_cache"}:
                yield str(file.relative_to(root)), "lru_cache"
            for node in ast.walk(tree):
                for one in getattr(node, "decorator_list", []):
                    if ast.unparse(one) in ("cache", "functools.cache"):
                        yield str(file.relative_to(root)), "cache"


def test_caches_without_a_bound_are_keyed_by_code_alone() -> None:
    assert {file for file, kind in decorated() if kind == "cache"} == set(BY_CODE)


def test_none_is_bounded_by_a_number_of_entries() -> None:
    assert [file for file, kind in decorated() if kind == "lru_cache"] == []


def test_all_that_a_process_remembers_has_one_bound_in_bytes() -> None:
    warm.up()
    every: Any = settings.CACHES
    parts = every["parts"]["OPTIONS"]["MAX_BYTES"]
    functions = [one for one in SHELVES if not one.name.endswith("Shapes.union")]  # a sheet counts its own
    answers = len(kept.SHELVES) * kept.HEAVIEST
    assert {one.name.split(".")[0] for one in functions} == {"campaigns", "maps"}
    assert len(functions) > 10
    assert sum(one.most for one in functions) + parts + state_cache.HEAVIEST + answers <= MOST


def test_what_is_remembered_leaves_when_its_bytes_are_too_many() -> None:
    made = list[int]()

    @remembered(most=20_000)
    def text(number: int) -> str:
        made.append(number)
        return "x" * 1_000

    for n in range(40):
        assert text(n) == text(0) == "x" * 1_000
        assert shelf_of(text).bytes <= 20_000
    assert made == list(range(40)), "what is asked for stays"
    assert text(1)
    assert made[-1] == 1, "what nobody asked for has gone"


def test_what_is_too_large_is_made_each_time() -> None:
    made = list[str]()

    @remembered(most=500)
    def text(*, name: str) -> str:
        made.append(name)
        return name * 600

    assert text(name="a") == text(name="a")
    assert made == ["a", "a"]
    assert shelf_of(text).bytes == 0


def test_bytes_are_counted_as_they_are() -> None:
    """Against what Python itself has asked the system for, with texts short and long."""

    @remembered(most=2**24)
    def pieces(number: int) -> tuple[str, ...]:
        return tuple(f"{number} {n}" * (number % 7) for n in range(9))

    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for n in range(5_000, 8_000):
        pieces(n)
    taken = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert taken <= shelf_of(pieces).bytes <= 1.5 * taken


def shelf_of(function: object) -> MemoryShelf:
    found = vars(function)["shelf"]
    assert isinstance(found, MemoryShelf)
    return found


@pytest.fixture
def held() -> HeldCache:
    return HeldCache("of-a-test", {"OPTIONS": {"MAX_BYTES": 1_000 + 4 * ENTRY}})


def test_parts_leave_when_their_bytes_are_too_many(held: HeldCache) -> None:
    for n in range(9):
        held.set(f"part{n}", "x" * 200)
        held.get("part0")
        assert held.held <= held.most
    assert held.get("part8") is not None
    assert held.get("part0") is not None, "what is asked for stays"
    assert held.get("part1") is None
    large = "".join(map(chr, range(2_000, 6_000)))
    held.set("large", large)
    assert held.get("large") is None
    assert held.get_or_set("large", lambda: large) == large
    held.clear()
    assert held.held == 0


def test_a_long_part_is_packed(held: HeldCache) -> None:
    text = "<li>Gruk, out in round 2</li>" * 200
    held.set("list", text)
    assert held.held < len(text) // 5
    assert held.get("list") == text


def test_parts_are_counted_whatever_happens_to_them(held: HeldCache) -> None:
    held.clear()
    for n in range(60):
        held.set(f"{n % 25}", "x" * (n % 7))
        held.delete(f"{(n * 3) % 25}")
    there: dict[str, bytes] = held._cache  # type: ignore[attr-defined]
    assert held.held == sum(len(one) + ENTRY for one in there.values())
    assert len(there) > 4, "many small ones have room"


def test_the_cache_of_parts_is_one_of_these() -> None:
    assert isinstance(caches["parts"], HeldCache)


def test_what_is_read_later_of_a_remembered_state_is_weighed(db: None) -> None:
    ilse = factories.new_organiser(name="Ilse")
    scope = play.found_league(ilse, campaign_type="endless")
    hers, his = play.started(scope, ilse, "Marta", "Tom")
    play.evening(scope, ilse, hers, his)
    known = registered(GAME).as_read(scope.pk)
    assert known.held == known.size
    known.state.missions.values()
    assert known.held > known.size
