"""Below the games' own folders nothing names a game, a rulebook's id or a figure of one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.engine.shelf import SHELF
from scripts import figures
from tests.texts import drawn_in, said_in

pytestmark = pytest.mark.xdist_group("code")  # one process reads all modules once

ROOT = Path(__file__).parent.parent
ROOMS = (
    "rules/engine",
    "rules/maps",
    "rules/rehearsal",
    "rules/turns",
    "campaigns/engine",
    "campaigns/shell",
    "campaigns/beginning",
    "campaigns/leagues",
    "campaigns/corrections",
    "campaigns/people",
    "campaigns/api",
    "campaigns/demo",
    "campaigns/nights",
    "campaigns/notices",
    "campaigns/paper",
    "campaigns/imports",
    "maps/ground",
    "maps/turns",
)
TEMPLATES = ("shell", "beginning", "leagues", "corrections", "people", "api", "nights", "notices", "paper")
EXEMPT = {
    "rules/engine/shelf.py": "the shelf itself",
    "campaigns/notices/ways/browsers.py": "OPR is how Opera calls itself",
    "campaigns/shell/look/views.py": "the page of parts shows what a rulebook's look like",
}
# What list builders write, and what kept lists call it since.
SPELT = {
    "campaigns/imports/army_forge.py": {"xp"},
    "campaigns/imports/lists.py": {"xp"},
    "campaigns/imports/text.py": {r"(?: ?\| ?(?P<experience>\d{1,9}) ?XP)?"},
}
FIGURES = ("gold", "ep", "vp", "xp")
GAMES = re.compile(rf"(?<![A-Za-z])({'|'.join([*SHELF, 'firestorm', *FIGURES])})(?![A-Za-z])", re.IGNORECASE)
# Words of a game's rules. On a map some are signs, whoever's rules want them drawn.
TERMS = re.compile(r"(?<![A-Za-z])(banners?|besieged|sieges?|glory)(?![A-Za-z])", re.IGNORECASE)
SIGNS = {
    "banners": "named tokens of owners that stand on territories",
    "sieges": "territories that are drawn in two halves, with the ring around them",
    "besieged": "one of these, drawn and told",
    "SIEGE": "its drawing in the key",
    "_siege": "its drawing on the map",
    '"/><path class="m-siege" d="': "the class of its ring",
}
# What one game calls its sides and its games. A name that is filled in is read by nobody.
ITS_OWN = re.compile(r"(?<![A-Za-z])(warbands?|missions?)(?![A-Za-z])", re.IGNORECASE)
FILLED = re.compile(r"%\(\w+\)\w|{\w+}")
IDS = re.compile(r"\b(OPR|SOLO|CQ|FS)-\d")


def docstrings(tree: ast.Module) -> set[ast.Constant]:
    """The texts that explain: they may give an example of a game, and the rule behind a line."""
    bodies = [node.body for node in ast.walk(tree) if hasattr(node, "body") and isinstance(node.body, list)]
    firsts = [body[0] for body in bodies if body]
    said = (one.value for one in firsts if isinstance(one, ast.Expr))
    return {one for one in said if isinstance(one, ast.Constant)}


def words(path: Path) -> Iterator[str]:
    """Every name and text of a module's code, imports and the names it is called by included."""
    tree = figures.parsed(path)
    explaining = docstrings(tree)
    for node in ast.walk(tree):
        for field in ("name", "id", "attr", "arg", "module", "asname"):
            if isinstance(found := getattr(node, field, None), str):
                yield found
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in explaining:
            yield node.value


def test_no_room_below_the_games_names_one() -> None:
    found = []
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            place = str(path.relative_to(ROOT))
            named = (
                []
                if place in EXEMPT
                else [one for one in words(path) if GAMES.search(one) or IDS.search(one)]
            )
            found += [f"{place}: {one!r}" for one in named if one not in SPELT.get(place, ())]
    assert not found, "\n".join(found)


def test_ground_knows_signs_and_no_rules() -> None:
    found, drawn = [], set[str]()
    for room in ("rules/maps", "rules/turns", "maps/ground", "maps/turns"):
        for path in sorted((ROOT / room).rglob("*.py")):
            named = {one for one in words(path) if TERMS.search(one)}
            drawn |= named
            found += [f"{path.relative_to(ROOT)}: {one!r}" for one in named - SIGNS.keys()]
    assert not found, "\n".join(found)
    assert SIGNS.keys() <= drawn, "a sign is drawn no more"


def test_no_template_below_the_games_names_one() -> None:
    found = []
    for room in TEMPLATES:
        for path in sorted((ROOT / "templates/campaigns" / room).rglob("*.html")):
            text = re.sub(r"{% comment %}.*?{% endcomment %}", "", path.read_text(), flags=re.DOTALL)
            if named := GAMES.search(text) or IDS.search(text):
                found.append(f"{path.relative_to(ROOT)}: {named[0]}")
    assert not found, "\n".join(found)


def test_no_sentence_that_all_games_share_has_the_words_of_one() -> None:
    said = [(path, one) for room in ROOMS for path in (ROOT / room).rglob("*.py") for one in said_in(path)]
    drawn = [
        (path, one)
        for room in (*(f"campaigns/{one}" for one in TEMPLATES), "maps/ground", "maps/turns")
        for path in (ROOT / "templates" / room).rglob("*.html")
        for one in drawn_in(path)
    ]
    assert said
    assert drawn
    found = [(path, one) for path, one in (*said, *drawn) if ITS_OWN.search(FILLED.sub("", one))]
    assert not found, "\n".join(sorted(f"{path.relative_to(ROOT)}: {one!r}" for path, one in found))


def test_what_may_name_one_still_does() -> None:
    for place in EXEMPT:
        assert any(GAMES.search(one) or IDS.search(one) for one in words(ROOT / place)), place
    for place, spelt in SPELT.items():
        assert spelt <= set(words(ROOT / place)), place
