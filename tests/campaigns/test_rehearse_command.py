"""`manage.py rehearse`: scripts in, what the rules say out, and a sentence for every mistake in a script."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command


def rehearse(script: Any, tmp_path: Path) -> dict[str, Any]:
    path = tmp_path / "script.json"
    path.write_text(script if isinstance(script, str) else json.dumps(script), "utf-8")
    out = io.StringIO()
    call_command("rehearse", str(path), stdout=out)
    told: dict[str, Any] = json.loads(out.getvalue())
    return told


def opr(*steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"game": "opr", "book": "aofs-3.2.0", "steps": list(steps), **more}


def wrong(script: Any, tmp_path: Path) -> str:
    with pytest.raises(CommandError) as error:
        rehearse(script, tmp_path)
    return str(error.value)


BAND = [
    {"name": "Captain", "points": 70, "hero": True},
    {"name": "Ferrymen", "points": 40},
    {"name": "Lamplighters", "points": 40},
]
FOUND = [
    {"do": "opr.found_warband", "params": {"owner": owner, "name": f"Band {owner}", "units": BAND}}
    for owner in ("1", "2")
]
PLAYED = {
    "do": "opr.quick_report",
    "params": {
        "warbands": ["e1.warband", "e2.warband"],
        "winners": ["e1.warband"],
        "kills": [
            {"victim": "e2.unit-1", "killer": "e1.unit-1", "round": 1},
            {"victim": "e2.unit-2", "killer": "e1.unit-1", "round": 2},
        ],
    },
}
AFTER = {"do": "opr.casualties", "params": {"mission": "e4.mission", "warband": "e2.warband"}}


def evening(tmp_path: Path, **answers: Any) -> dict[str, Any]:
    """Two warbands, one mission, and what became of the two units that fell."""
    started = {"do": "opr.start", "dice": [2]}
    told = rehearse(opr(*FOUND, started, PLAYED, {**AFTER, **answers}), tmp_path)
    last: dict[str, Any] = told["steps"][-1]
    return last


def keys(step: dict[str, Any], name: str) -> list[str]:
    return [question["key"] for question in step[name]]


def test_dice_by_key(tmp_path: Path) -> None:
    asked = keys(evening(tmp_path), "open")
    assert len(asked) == 2
    told = evening(tmp_path, answers={asked[1]: 4, asked[0]: 5})
    assert {question["key"]: question["answer"] for question in told["questions"]} == {
        asked[0]: 5,
        asked[1]: 4,
    }
    assert told["effects"]


def test_plain_lists_are_taken_in_the_rulebooks_order(tmp_path: Path) -> None:
    by_key = evening(tmp_path, answers=dict(zip(keys(evening(tmp_path), "open"), (5, 4), strict=True)))
    assert evening(tmp_path, dice=[5, 4]) == by_key


def test_too_few_dice_name_the_question(tmp_path: Path) -> None:
    told = evening(tmp_path, dice=[5])
    assert len(told["questions"]) == 1
    assert told["open"][0]["text"]
    assert told["open"][0]["rule"].startswith("OPR-")
    assert "effects" not in told


def test_too_many_dice_name_the_step_and_the_last_question(tmp_path: Path) -> None:
    last = keys(evening(tmp_path), "open")[1]
    with pytest.raises(CommandError, match=rf"step 5: too many answers, after {last} .*\[3\]"):
        evening(tmp_path, dice=[5, 4, 3])


def test_too_few_choices_name_the_question_though_dice_are_left(tmp_path: Path) -> None:
    """A specialist picks a kind first; the dice of the units behind wait for it."""
    bands = [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}]
    one = {"id": "u1", "warband": "a", "name": "One", "list_points": 30, "xp": 4}
    two, foe = one | {"id": "u2", "name": "Two"}, one | {"id": "f", "warband": "b", "name": "Foe"}
    played = {
        "do": "opr.quick_report",
        "entry": "m",
        "params": {"warbands": ["a", "b"], "winners": ["a"]},
    }
    steps: list[dict[str, Any]] = [
        {"do": "opr.start", "dice": [2]},
        played,
        {"do": "opr.casualties", "params": {"mission": "m.mission", "warband": "a"}},
        {"do": "opr.experience", "params": {"mission": "m.mission", "warband": "a"}, "dice": [3, 1]},
    ]
    state = {"warbands": bands, "units": [one, two, foe]}
    told = rehearse(opr(*steps, state=state), tmp_path)["steps"][-1]
    assert keys(told, "open")[0] == "kind:u1:1"
    assert told["unused"] == [1]
    told = rehearse(opr(*steps[:3], {**steps[3], "choices": ["melee"]}, state=state), tmp_path)["steps"][-1]
    assert [(one["key"], one["answer"]) for one in told["questions"] if one["kind"] == "roll"] == [
        ("trait:u1:1:1", 3),
        ("trait:u2:1:1", 1),
    ]
    assert "unused" not in told


def test_a_die_that_is_no_number_names_the_question(tmp_path: Path) -> None:
    asked = keys(evening(tmp_path), "open")[0]
    with pytest.raises(CommandError, match=f"{asked}: 'six' is no face"):
        evening(tmp_path, dice=["six", 4])


def test_a_key_nobody_asks_for_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"too many answers.*casualty:nobody"):
        evening(tmp_path, dice=[5, 4], answers={"casualty:nobody": 99})


def test_a_refusal_has_its_rule_and_the_state_stays(tmp_path: Path) -> None:
    told = rehearse(
        opr({"do": "opr.found_warband", "params": {"owner": "1", "name": "x", "units": []}}), tmp_path
    )
    refused = told["steps"][0]["refused"]
    assert refused["rule"].startswith("OPR-")
    assert refused["sentence"]
    assert refused["kind"] in ("admission", "impossible")
    assert told["state"]["warbands"] == []


def test_a_face_the_die_does_not_have_is_refused(tmp_path: Path) -> None:
    refused = evening(tmp_path, dice=[9, 4])["refused"]
    assert refused["key"] == keys(evening(tmp_path), "open")[0]


def test_figures_by_name(tmp_path: Path) -> None:
    told = rehearse(
        opr(*FOUND, {"ask": "standings"}, {"ask": "value", "params": {"unit": "e1.unit-1"}}), tmp_path
    )
    assert [line["warband"] for line in told["steps"][2]["value"]] == ["e1.warband", "e2.warband"]
    assert told["steps"][3]["value"] == 70


def test_a_state_of_ones_own(tmp_path: Path) -> None:
    state = {"warbands": [{"id": "w", "name": "Ferrymen", "status": "active", "pool": 40}]}
    give = {"do": "opr.give_points", "params": {"warband": "w", "amount": 5, "words": "found a purse"}}
    told = rehearse(opr(give, state=state), tmp_path)
    assert told["state"]["warbands"][0]["pool"] == 45


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("{", "not JSON"),
        ("", "not JSON"),
        ("[]", "JSON object"),
        ({}, "names no game"),
        ({"game": "chess"}, "chess"),
        (opr({}), 'neither "do" nor "ask"'),
        (opr({"ask": "luck"}), "no figure is called luck; there are"),
        (opr(state={"dragons": []}), "no table dragons; it has"),
        (opr(state={"units": [{"id": "u", "points": 5}]}), "units have no points"),
        (opr(state={"units": [{"id": "u", "list_points": "many"}]}), "list_points"),
        (opr(settings={"weather": "on"}), "weather"),
        ({"game": "opr", "book": "aofs-1"}, "There is no rulebook aofs-1"),
        (opr({"do": "opr.start", "now": "soon"}), "a moment with a time zone, not 'soon'"),
        (opr({"do": "opr.start", "now": "2026-03-02T10:00:00"}), "a moment with a time zone"),
        (opr({"do": "opr.start", "now": 5}), "a moment with a time zone, not 5"),
        (opr({"ask": "value", "params": {"colour": "red"}}), "wrong"),
        (opr({"do": "opr.start", "answers": [1]}), "answers must be an object"),
        (opr("opr.start"), "steps.0 must be an object"),  # type: ignore[arg-type]
        (opr(state=[]), "state must be an object"),
        (opr(state={"units": ["u"]}), "state.units.0 must be an object"),
        ({"game": "conquest", "steps": [{"ask": "armies", "params": {"battle": "b9"}}]}, "no b9"),
    ],
    ids=str,
)
def test_a_wrong_script_gets_a_sentence(script: Any, sentence: str, tmp_path: Path) -> None:
    assert sentence in wrong(script, tmp_path)


def test_a_procedure_that_is_none_is_refused(tmp_path: Path) -> None:
    told = rehearse(opr({"do": "opr.cheat"}), tmp_path)
    assert "opr.cheat" in told["steps"][0]["refused"]["sentence"]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("rehearse", str(tmp_path / "nothing.json"))


def test_no_database_is_touched(tmp_path: Path) -> None:
    """This file has no `django_db` mark: a query would fail the test above all others."""
    assert rehearse(opr(), tmp_path)["steps"] == []


def test_the_reference_is_written_by_the_same_command() -> None:
    out = io.StringIO()
    call_command("rehearse", reference=True, stdout=out)
    assert out.getvalue().strip() == "0 pages written"


def test_without_a_script_it_says_so() -> None:
    with pytest.raises(CommandError, match="Name a script"):
        call_command("rehearse")
