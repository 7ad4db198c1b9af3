"""What `make figures` counts stays in bounds; how to mend it stands beside each."""

from __future__ import annotations

import ast

import pytest

from scripts import figures

pytestmark = [
    pytest.mark.skipif(not (figures.ROOT / ".git").exists(), reason="not a git checkout"),
    pytest.mark.xdist_group("code"),  # one process reads all modules once
]


# A folder of more than fifteen modules: how many at most, and why they lie side by side.
LARGE = {
    "bench": (34, "one module a thing that is measured; nobody imports them but the list of all"),
    "campaigns/engine": (16, "what is done through the door, and what the clock does there, a module each"),
    "campaigns/engine/transaction": (
        16,
        "one module a step on the way through the door, whatever is done there",
    ),
    "campaigns/models": (25, "one label, one set of migrations: a module a table and what belongs to it"),
    "campaigns/opr/league": (18, "one module a field of the game's plug-in"),
    "rules/engine": (20, "one module an idea that every rule stands on"),
    "rules/firestorm": (20, "what all steps of a turn stand on, beside the folders of its steps"),
    "rules/opr": (17, "what all steps of a mission stand on, beside the folders of its steps"),
}


def test_folders_can_be_surveyed() -> None:
    found = figures.folders()
    large = {one: count for one, count in found.items() if count > LARGE.get(one, (15,))[0]}
    assert not large, f"group by what happens in them: {large}"
    assert not [one for one in LARGE if found.get(one, 0) <= 15], "a folder needs its reason no more"


# Rows and the dataclasses of the rules that they hold, what two books call the same, the API's own shapes.
SHARED = {
    *("Advantage", "Challenge", "Choice", "Consent", "Event", "Ground", "Link", "Mission", "Progress"),
    *("Realm", "Round", "Unit", "Warband"),
    *("Battle", "Campaign", "Siege", "Territory"),
    *("Entity", "Once"),
}
ALIKE = {"field", "mark", "settings", "told"}  # template tags, and the one word by which every game is asked


def test_functions_stay_short() -> None:
    lengths = [one.lines for one in figures.functions()]
    long = [one for one in figures.functions() if one.lines > 40]
    assert not long, f"name the steps inside and make them functions: {long}"
    over = [one.where for one in figures.functions() if one.lines > 16]
    assert figures.at_most(lengths, 90) <= 16, f"{len(over)} functions have more than 16 lines"


def test_a_class_can_be_looked_up_by_its_name() -> None:
    found = figures.shared(ast.ClassDef)
    assert found.keys() <= SHARED, "give it a name of its own"
    assert found.keys() == SHARED, "that name is not shared any more"


def test_functions_are_named_by_what_they_make() -> None:
    found = figures.shared(ast.FunctionDef)
    assert found.keys() <= ALIKE, "name it by what it makes, not by what all of its kind do"
    assert found.keys() == ALIKE, "that name is not shared any more"


def test_files_stay_short() -> None:
    long = [one for one in figures.files() if one.lines > 400]
    assert not long, f"two subjects in one file? split it: {long}"


def test_campaigns_is_one_house_that_one_can_survey() -> None:
    known = figures.rooms("campaigns")
    assert figures.arrows(known) < 100, "what two rooms share moves down, what one uses moves up into it"
    assert len(figures.floors(known)) <= 10, figures.floors(known)


@pytest.mark.parametrize("deep", [1, 2])
@pytest.mark.parametrize("app", figures.APPS)
def test_no_two_rooms_know_each_other(app: str, deep: int) -> None:
    assert figures.pairs(figures.rooms(app, deep)) == [], "what both need belongs below both"


MOVED_IN = 198  # lines of the tests' own game, its rules, plug-in and rows; only fewer


def test_a_small_game_is_rows_a_plugin_and_its_rules() -> None:
    own = [one for one in (figures.ROOT / "tests/coin").rglob("*.py") if not one.name.startswith("test_")]
    found = sum(len(one.read_text().splitlines()) for one in own)
    assert found <= MOVED_IN, "what it writes out as other games do belongs below all of them"
    assert {one.name for one in own} == {"__init__.py", "models.py", "plugin.py", "rules.py"}
    assert not [*(figures.ROOT / "tests/coin").rglob("*.html")], "its pages are those all games share"


HUNTING = 304  # tests outside the browser that read what was drawn; only fewer


def test_tests_ask_the_page_and_hunt_through_html_no_more_than_they_did() -> None:
    found = len(figures.readers(figures.reads_html))
    assert found <= HUNTING, "ask the page's dataclass (`tests/pages.py`) for what is data and not markup"
    assert found > HUNTING - 5, f"there are fewer now: HUNTING = {found}"


def test_a_length_is_what_one_scrolls_past() -> None:
    here = next(one for one in figures.functions() if one.where == "scripts/figures.py:at_most")
    assert here.lines == 4


def test_rooms_are_folders_and_single_modules_and_arrows_lead_down() -> None:
    known = {"shell": {"engine"}, "engine": {"models"}, "models": set[str](), "api": {"models"}}
    rooms = {room: frozenset(others) for room, others in known.items()}
    assert figures.arrows(rooms) == 3
    assert figures.floors(rooms) == ["shell", "engine", "models"]
    assert figures.pairs({**rooms, "models": frozenset({"engine"})}) == ["engine and models"]
    assert figures.room_of("campaigns/leagues/mine/todos.py", 1) == "leagues"
    assert figures.room_of("campaigns/leagues/mine/todos.py", 2) == "leagues/mine"
    assert figures.room_of("campaigns/admin.py", 2) == "admin"
