"""Rows know no viewer: who may ask them. Pages read states, cut down to what their visitor may know."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from campaigns.models.state import MODELS
from scripts import figures

pytestmark = pytest.mark.xdist_group("code")  # one process reads all modules once

ROOT = Path(__file__).parent.parent
ROWS = {model.__name__ for model in MODELS.values() if not model.__module__.startswith("tests.")}
PLACES = ("campaigns.models", "maps.models")
MAY = {
    "campaigns/opr/league/clock.py": "whose weeks are over, of all leagues",
    "maps/conquest/clock.py": "what is due, of all leagues",
    "maps/firestorm/clock.py": "what is due, of all leagues",
    "campaigns/opr/league/needs.py": "who has had a warband, for home too, which reads no state of a league",
    "campaigns/opr/league/app_games.py": "games of a league's mission and their sides, which keep no secret",
    "campaigns/opr/against/at_the_table.py": "games that are open for these missions",
    "campaigns/opr/against/own_warbands.py": "games that are open for a mission",
    "campaigns/solo/club_page.py": "games that were played for a mission",
}


def named(path: Path) -> Iterator[str]:
    """The row models that a file takes: by their names, or as attributes of the package of all models."""
    tree, packages = figures.parsed(path), set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(PLACES):
            yield from (alias.name for alias in node.names if alias.name in ROWS)
        if isinstance(node, ast.ImportFrom) and node.module in ("campaigns", "maps", *PLACES):
            packages |= {alias.asname or alias.name for alias in node.names}
    for node in ast.walk(tree) if packages else ():
        if (
            isinstance(node, ast.Attribute)
            and node.attr in ROWS
            and ast.unparse(node.value).split(".")[0] in packages
        ):
            yield node.attr


@cache
def takers() -> dict[str, list[str]]:
    files = [
        one for app in ("campaigns", "maps", "config", "rules") for one in sorted((ROOT / app).rglob("*.py"))
    ]
    known = {str(path.relative_to(ROOT)): sorted(set(named(path))) for path in files}
    above = ("campaigns/models/", "maps/models/", "campaigns/engine/stored/", "campaigns/admin.py")
    return {place: rows for place, rows in known.items() if rows and not place.startswith(above)}


def test_rows_are_read_by_the_store_the_admin_and_whoever_has_a_reason() -> None:
    found = {place: rows for place, rows in takers().items() if place not in MAY}
    found = {place: rows for place, rows in found.items() if "/management/" not in place}
    assert not found, f"read `viewer.state`, which hides what its visitor may not know: {found}"
    assert takers().keys() >= MAY.keys(), "a reason is needed no more"


def test_a_taker_is_found_however_it_imports(tmp_path: Path) -> None:
    ways = {
        "from maps.models import Realm": ["Realm"],
        "from maps.models.conquest import Realm as Empire": ["Realm"],
        "from maps import models\nmodels.Realm.objects.all()": ["Realm"],
        "from maps.models import conquest\nconquest.Realm.objects.all()": ["Realm"],
        "from rules.conquest.state import Realm": [],
    }
    for place, (text, rows) in enumerate(ways.items()):
        path = tmp_path / f"way{place}.py"
        path.write_text(text)
        assert sorted(set(named(path))) == rows, text
