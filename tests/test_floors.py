"""The floors of the house: who may know whom. Imports run down, by types and inside functions too."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts import figures

pytestmark = pytest.mark.xdist_group("code")  # one process reads all modules once

ROOT = Path(__file__).parent.parent
# From the ground up; rooms of one floor know nothing of each other.
FLOORS: dict[str, tuple[frozenset[str], ...]] = {
    "rules": (
        frozenset({"engine"}),
        frozenset({"maps", "opr", "turns"}),
        frozenset({"conquest", "firestorm", "solo"}),
        frozenset({"rehearsal"}),
    ),
    "campaigns": (
        frozenset({"models"}),
        frozenset({"engine"}),
        frozenset({"shell"}),
        frozenset({"templatetags"}),
        frozenset({"people", "imports", "api", "paper"}),
        frozenset({"nights"}),
        frozenset({"notices"}),
        frozenset({"beginning", "corrections", "demo", "leagues", "solo"}),
        frozenset({"opr"}),
    ),
    "maps": (
        frozenset({"models"}),
        frozenset({"ground"}),
        frozenset({"templatetags", "turns"}),
        frozenset({"conquest", "firestorm"}),
    ),
}
ABOVE = (
    "admin",
    "apps",
    "urls",
    "management",
    "migrations",
    "printing",
    "tokens",
)  # hand out what lies below
APPS = ("rules", "campaigns", "maps")  # maps may know campaigns, both may know the rules; never the reverse


def imported(path: Path) -> Iterator[str]:
    """The modules a file imports, wherever in it."""
    return figures.imported(figures.parsed(path))


def arrows(app: str) -> Iterator[tuple[str, str, str]]:
    """(room, other room, which file) for each import between two rooms of an app."""
    for path in sorted((ROOT / app).rglob("*.py")):
        room = path.relative_to(ROOT / app).parts[0].removesuffix(".py")
        for name in imported(path):
            at, _, rest = name.partition(".")
            other = rest.split(".")[0]
            if at == app and other != room and room not in ABOVE:
                yield room, other, f"{path.relative_to(ROOT)} imports {name}"


@pytest.mark.parametrize("app", FLOORS)
def test_imports_between_rooms_run_down(app: str) -> None:
    height = {room: n for n, floor in enumerate(FLOORS[app]) for room in floor}
    up = [
        what
        for room, other, what in arrows(app)
        if room in height and other in height and height[room] <= height[other]
    ]
    assert not up, "\n".join(up)


@pytest.mark.parametrize("app", FLOORS)
def test_every_room_has_its_floor(app: str) -> None:
    rooms = {one.name for one in (ROOT / app).iterdir() if (one / "__init__.py").exists()}
    rooms |= {one.stem for one in (ROOT / app).glob("models.py")}
    assert rooms - {*ABOVE} == {room for floor in FLOORS[app] for room in floor}


@pytest.mark.parametrize("app", APPS)
def test_apps_know_only_those_below_them(app: str) -> None:
    above = APPS[APPS.index(app) + 1 :]
    found = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sorted((ROOT / app).rglob("*.py"))
        for name in imported(path)
        if name.split(".")[0] in above
    ]
    assert not found, "\n".join(found)


def test_no_module_knows_itself_by_way_of_others() -> None:
    assert not figures.circles(figures.modules()), "what both need belongs below both, or is handed in"


def test_a_circle_is_found_and_who_only_leads_there_is_not_in_it() -> None:
    known = {"view": {"page"}, "page": {"words"}, "words": {"page", "texts"}, "texts": set[str]()}
    assert figures.circles({one: frozenset(others) for one, others in known.items()}) == {"page", "words"}


@pytest.mark.parametrize("app", ["campaigns", "maps"])
def test_views_import_no_views(app: str) -> None:
    found = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sorted((ROOT / app).rglob("*views.py"))
        for name in imported(path)
        if name.startswith(("campaigns.", "maps.")) and any(one.endswith("views") for one in name.split("."))
    ]
    assert not found, "\n".join(found)


# Who asks the rules for a figure by its name, because somebody else says the name.
PROGRAMS = ("campaigns/api/", "campaigns/management/commands/rehearse")


def by_name(path: Path) -> Iterator[str]:
    """Where a file takes a figure from its registered name: from a game's folder of figures, or of a game."""
    where = str(path.relative_to(ROOT))
    for name in imported(path):
        if re.fullmatch(r"rules\.\w+\.figures(\..*)?", name):
            yield f"{where} imports {name}"
    for one in ast.walk(figures.parsed(path)):
        if isinstance(one, ast.Attribute) and one.attr in ("ask", "asked", "named", "figures"):
            of = one.value
            if (of.attr if isinstance(of, ast.Attribute) else getattr(of, "id", "")) in ("game", "GAME"):
                yield f"{where}:{one.lineno} asks for a figure by its name"


@pytest.mark.parametrize("app", ["campaigns", "maps"])
def test_no_page_asks_for_a_figure_by_its_name(app: str) -> None:
    """Pages call the functions of the rules, which have types; names are for rehearsals and programs."""
    files = [one for one in sorted((ROOT / app).rglob("*.py")) if "tests" not in one.parts]
    pages = [one for one in files if not str(one.relative_to(ROOT)).startswith(PROGRAMS)]
    found = [what for path in pages for what in by_name(path)]
    assert not found, "\n".join(found)


def test_figures_by_name_stand_apart_from_the_rules() -> None:
    """What only programs ask lies in a game's folder of figures, registered nowhere beside a rule."""
    found = [
        f"{path.relative_to(ROOT)}:{one.lineno}"
        for path in sorted((ROOT / "rules").rglob("*.py"))
        if "figures" not in path.parts
        for one in ast.walk(figures.parsed(path))
        if isinstance(one, ast.Call) and ast.unparse(one.func) == "GAME.figure"
    ]
    assert not found, found
