"""The example scripts run, use everything there is to do, and their page is up to date."""

import json
from pathlib import Path

import pytest

from rules.opr import GAME
from rules.rehearsal import reference
from rules.rehearsal.rehearse import rehearse

SCRIPTS = reference.scripts_of("opr")


@pytest.mark.parametrize("script", SCRIPTS, ids=[one["book"] for one in SCRIPTS])
def test_opr_70_the_example_scripts_run_through(script: dict[str, object]) -> None:
    for step, told in zip(script["steps"], rehearse(script)["steps"], strict=True):  # type: ignore[call-overload]
        assert "refused" not in told, (step, told)
        assert "open" not in told, (step, told)


def test_opr_70_every_procedure_has_an_example() -> None:
    assert set(GAME.procedures) <= set(reference.examples_of("opr"))


def test_opr_70_the_reference_is_up_to_date() -> None:
    page = (reference.FOLDER / "opr.md").read_text(encoding="utf-8")
    assert page == reference.reference_pages()["opr.md"], "run python -m rules.rehearsal.reference"


def test_opr_70_the_script_of_the_introduction_runs() -> None:
    text = Path(reference.FOLDER.parent / "rehearse.md").read_text(encoding="utf-8")
    script = json.loads(text.split("```json")[1].split("```")[0])
    assert rehearse(script)["steps"][-1]["value"] == 85
