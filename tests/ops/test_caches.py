"""What a process keeps in its memory has a bound: no club, however large, makes it grow for ever."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import caches

from campaigns.engine import remembering
from campaigns.engine.store import registration
from config.held import HeldCache
from tests import factories
from tests.campaigns import play

# Every unbounded cache of a module, with what its keys are made of: never anything people send.
BY_CODE = {
    "campaigns/engine/desk.py": "games",
    "campaigns/engine/store.py": "games",
    "campaigns/paper/league.py": "files of the project",
    "campaigns/paper/measure.py": "faces for print",
    "campaigns/paper/press.py": "files of the project",
    "campaigns/shell/reading/zones.py": "nothing",
    "campaigns/solo/armies.py": "files of the project",
    "campaigns/templatetags/look.py": "nothing",
    "config/pgprocess.py": "programs",
    "maps/ground/icons.py": "files of the project",
    "maps/ground/key.py": "classes of the style",
    "maps/ground/thumbs.py": "files of the project",
    "rules/engine/language.py": "classes",
    "rules/engine/shelf.py": "games",
    "rules/engine/state.py": "classes",
    "rules/maps/hexes.py": "sizes of a hexagon",
    "rules/maps/ready.py": "files of the project",
    "rules/rehearsal/translating.py": "files of the project",
}
# Every bounded one, with its most entries and the bytes of a large one.
BY_COUNT = {
    ("campaigns/engine/mine.py", 5_000): 400,
    ("campaigns/templatetags/look.py", 2_000): 4_000,
    ("campaigns/shell/league.py", 500): 4_000,
    ("campaigns/shell/links.py", 20_000): 400,
    ("maps/ground/atlas/links.py", 4_000): 1_000,
    ("maps/ground/atlas/ornaments.py", 16): 64_000,
    ("maps/ground/atlas/scatter.py", 4_000): 1_500,
    ("maps/ground/atlas/sheet.py", 8): 1_250_000,  # a map of 500 territories, with its outlines
    ("maps/ground/atlas/sheet.py", 64): 0,  # those outlines, remembered by each sheet
}
MOST = 48 * 2**20  # bytes of all that are bounded, with kept states and parts


def decorated() -> Iterator[tuple[str, str, int | None]]:
    """Each cache of a module: its file, what it is, its most entries."""
    root = Path(settings.ROOT)
    for folder in ("campaigns", "config", "maps", "rules"):
        for file in sorted((root / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text())):
                name = ast.unparse(node) if isinstance(node, ast.Call | ast.Name | ast.Attribute) else ""
                if name.startswith(("lru_cache(", "functools.lru_cache(")) and isinstance(node, ast.Call):
                    (size,) = [one.value for one in node.keywords if one.arg == "maxsize"]
                    yield str(file.relative_to(root)), "lru_cache", ast.literal_eval(size)
            for node in ast.walk(ast.parse(file.read_text())):
                for one in getattr(node, "decorator_list", []):
                    if ast.unparse(one) in ("cache", "functools.cache", "lru_cache"):
                        yield str(file.relative_to(root)), "cache", None


def test_caches_without_a_bound_are_keyed_by_code_alone() -> None:
    assert {file for file, kind, _most in decorated() if kind == "cache"} == set(BY_CODE)


def test_the_others_have_a_bound_and_all_of_them_together_one_in_bytes() -> None:
    bounded = {(file, most) for file, kind, most in decorated() if kind == "lru_cache"}
    assert bounded == set(BY_COUNT)
    by_count = sum(most * each for (_file, most), each in BY_COUNT.items())
    every: Any = settings.CACHES
    options = every["parts"]["OPTIONS"]
    parts = options["MAX_BYTES"]
    assert by_count < MOST
    assert parts + remembering.HEAVIEST <= MOST


@pytest.fixture
def held() -> HeldCache:
    return HeldCache("of-a-test", {"OPTIONS": {"MAX_BYTES": 1_000, "MAX_ENTRIES": 20}})


def test_parts_leave_when_their_bytes_are_too_many(held: HeldCache) -> None:
    for n in range(9):
        held.set(f"part{n}", "x" * 200)
        held.get("part0")
        assert held.held <= 1_000
    assert held.get("part8") is not None
    assert held.get("part0") is not None, "what is asked for stays"
    assert held.get("part1") is None
    held.set("large", "x" * 2_000)
    assert held.get("large") is None
    assert held.get_or_set("large", lambda: "y" * 2_000) == "y" * 2_000
    held.clear()
    assert held.held == 0


def test_parts_are_counted_whatever_happens_to_them(held: HeldCache) -> None:
    held.clear()
    for n in range(60):
        held.set(f"{n % 25}", "x" * (n % 7))
        held.delete(f"{(n * 3) % 25}")
    kept: dict[str, bytes] = held._cache  # type: ignore[attr-defined]
    assert held.held == sum(len(one) for one in kept.values())


def test_the_cache_of_parts_is_one_of_these() -> None:
    assert isinstance(caches["parts"], HeldCache)


def test_what_is_read_later_of_a_remembered_state_is_weighed(db: None) -> None:
    ilse = factories.new_organiser(name="Ilse")
    scope = play.found_league(ilse, campaign_type="endless")
    hers, his = play.started(scope, ilse, "Marta", "Tom")
    play.evening(scope, ilse, hers, his)
    known = registration("opr").as_read(scope.pk)
    assert known.held == known.size
    known.state.missions.values()
    assert known.held > known.size
