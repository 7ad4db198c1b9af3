"""Every procedure of every game has an example that runs, and the pages made from them are up to date."""

from __future__ import annotations

from typing import Any

import pytest

from rules import reference
from rules.rehearse import rehearse
from rules.shelf import all_games

SCRIPTS = [
    pytest.param(script, id=f"{name}-{number}")
    for name in all_games()
    for number, script in enumerate(reference.scripts_of(name))
]


@pytest.mark.parametrize("script", SCRIPTS)
def test_an_example_runs_through(script: dict[str, Any]) -> None:
    for told in rehearse(script)["steps"]:
        assert "refused" not in told, told
        assert "open" not in told, told


@pytest.mark.parametrize("name", all_games())
def test_every_procedure_has_an_example(name: str) -> None:
    missing = set(all_games()[name].procedures) - set(reference.examples_of(name))
    assert not missing, f"add these to rules/{name}/examples.json: {sorted(missing)}"


def test_the_pages_are_up_to_date() -> None:
    made = reference.pages()
    old = [name for name, text in made.items() if (reference.FOLDER / name).read_text("utf-8") != text]
    assert not old, f"run python -m rules.reference: {old}"
