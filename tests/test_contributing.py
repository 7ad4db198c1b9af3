"""CONTRIBUTING.md tells which files a change touches: they are there, and what it promises of them holds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.db import migrations
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.state import ModelState, ProjectState
from django.test.utils import isolate_apps

from campaigns.models.relations import Related
from campaigns.models.state import MODELS, StateRow
from rules.opr import state

ROOT = Path(__file__).parent.parent
PLACE = re.compile(r"`((?:campaigns|config|docs|maps|rules|scripts|templates|tests)/[\w./<>*-]*)`")


def sections(mark: str = "##") -> dict[str, str]:
    parts = re.split(rf"^{mark} (.+)$", (ROOT / "CONTRIBUTING.md").read_text(), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


USUAL = {
    "An injury in a book": "blinded_eye",
    "A procedure": "hand_over",
    "A field of a unit": "veteran",
    "A field of a night": "doors",
    "A page of a league": "honours",
    "A kind of notification": "GAME_SOON",
    "An endpoint": "standings",
}


def steps(text: str) -> list[str]:
    """The numbered steps of a section."""
    text = re.split(r"^#", text, maxsplit=1, flags=re.MULTILINE)[0]
    return [re.split(r"\n\n", step)[0] for step in re.split(r"^\d+\. ", text, flags=re.MULTILINE)[1:]]


def files(place: str) -> list[Path]:
    found = [*ROOT.glob(re.sub(r"<\w+>", "*", place.rstrip("/")))]
    return [one for path in found for one in ([path] if path.is_file() else path.rglob("*.*"))]


def test_every_file_it_names_is_there() -> None:
    named = PLACE.findall((ROOT / "CONTRIBUTING.md").read_text())
    gone = [place for place in named if not files(place)]
    assert len(named) > 50
    assert not gone, f"CONTRIBUTING.md sends people to {gone}"


@pytest.mark.parametrize("title", USUAL)
def test_its_example_stands_in_every_file_of_a_usual_change(title: str) -> None:
    text, example = sections("###")[title], USUAL[title]
    assert f"As `{example}`" in text
    assert len(steps(text)) >= 2
    for step in steps(text):
        wanted = re.compile(example.replace("GAME_SOON", "GAME_SOON|game_soon"))
        without = [one for one in PLACE.findall(step) if not holds(wanted, one)]
        assert PLACE.findall(step), f"which file? {step}"
        assert without == [] or title == "A field of a unit", f"{example} is not in {without}: take another"


def holds(wanted: re.Pattern[str], place: str) -> bool:
    texts = (one.read_text() for one in files(place) if one.suffix != ".pyc")
    return any(wanted.search(text) for text in texts)


def test_a_first_contribution_has_ten_steps() -> None:
    assert len(steps(sections()["A first contribution"])) == 10


def test_a_field_of_a_unit_is_said_in_these_files_and_no_other() -> None:
    said = [PLACE.findall(step)[0] for step in steps(sections("###")["A field of a unit"])]
    assert said == ["rules/opr/state.py", "rules/opr/effects.py", "campaigns/migrations/", "tests/rules/opr/"]
    rows = (ROOT / "campaigns/models/play.py").read_text()
    assert "veteran" in (ROOT / said[0]).read_text()
    assert "veteran" not in rows
    assert MODELS[state.Unit].columns()["veteran"] == "veteran"


WORD = re.compile(r"^\| (.+?) \| .+ \| `([\w/]+\.py)` \|$", re.MULTILINE)


def test_the_words_of_the_code_stand_where_the_glossary_says() -> None:
    rows = WORD.findall((ROOT / "docs/architecture.md").read_text())
    assert 20 <= len(rows) <= 25, "whoever needs another word takes one out"
    for words, place in rows:
        text = (ROOT / place).read_text()
        for name in re.findall(r"`(\w+)`", words):
            assert re.search(rf"\b(class|def|type|import) {name}\b|\b{name}\b", text), (
                f"{name} is not in {place}"
            )


def known(*bodies: Any) -> ProjectState:
    made = ProjectState()
    for body in bodies:
        made.add_model(ModelState.from_model(body, exclude_rels=True))
    return made


@dataclass(frozen=True, slots=True)
class Before:
    id: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class After:
    """`Before` and a field of each kind: a text, a number, a list, the id of something else."""

    id: str
    name: str = ""
    motto: str = "none"
    limit: int | None = None
    songs: tuple[str, ...] = ()
    friend: str = ""


def test_makemigrations_adds_a_new_field_and_nothing_else() -> None:
    with isolate_apps("tests.coin"):

        class Singer(StateRow, of=Before):
            class Meta(StateRow.Meta):
                app_label = "coin"

        before = known(Singer)
    with isolate_apps("tests.coin"):

        class Singer(StateRow, of=After):  # type: ignore[no-redef]
            friend = Related("Singer")

            class Meta(StateRow.Meta):
                app_label = "coin"

        after = known(Singer)
    MODELS.pop(Before), MODELS.pop(After)
    detector: Any = MigrationAutodetector(before, after)
    added = detector._detect_changes()["coin"][0].operations
    assert {one.name for one in added} == {"motto", "limit", "songs", "friend_id"}
    assert all(isinstance(one, migrations.AddField) for one in added)
    assert all(one.field.null or one.field.has_db_default() for one in added)
