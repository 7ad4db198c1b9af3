"""What the umpire says to a case: right, or where the rules say something else, with their sentences."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from rules.engine.books import rule_text
from rules.engine.shelf import all_games
from rules.rehearsal.reference import scripts_of
from rules.rehearsal.rehearse import BadScript
from rules.rehearsal.umpire import Ruling, case_rulings

CORPUS = Path(__file__).parents[1] / "corpus"
CASES = [
    pytest.param(case, id=f"{path.stem}-{number}")
    for path in sorted(CORPUS.glob("*.json"))
    for number, case in enumerate(json.loads(path.read_text("utf-8")), start=1)
]


@pytest.mark.parametrize("case", CASES)
def test_the_rules_say_what_a_case_of_the_corpus_expects(case: dict[str, Any]) -> None:
    found = [one for one in case_rulings(case) if one.is_right is not None]
    assert found, "a case expects something"
    assert not [one.differences for one in found if not one.is_right]


@pytest.mark.parametrize("game", sorted(all_games()))
def test_every_example_is_a_case(game: str) -> None:
    for script in scripts_of(game):
        found = case_rulings(script)
        assert len(found) == len(script["steps"])
        assert [one for one in found if one.is_right is False] == []


def value_case(expected: object) -> dict[str, Any]:
    unit = {"id": "h", "warband": "a", "name": "Hero", "list_points": 90}
    step = {"ask": "value", "params": {"unit": "h"}, "expect": expected}
    state = {"warbands": [{"id": "a", "units": ["h"]}], "units": [unit]}
    return {"game": "opr", "book": "aofs-3.2.0", "state": state, "steps": [step]}


def only(case: dict[str, Any]) -> Ruling:
    [found] = case_rulings(case)
    return found


def test_a_figure_is_right_or_told_with_the_rule_it_rests_on() -> None:
    assert only(value_case(90)).is_right
    wrong = only(value_case(95))
    assert (wrong.is_right, [(one.expected, one.said) for one in wrong.differences]) == (False, [(95, 90)])
    assert wrong.rules
    assert all(text == rule_text(rule) for rule, text in wrong.rules)


def refused_case(expect: object) -> dict[str, Any]:
    """A tie, which the rules refuse (OPR-30)."""
    bands = [{"id": one, "name": one, "units": [f"{one}1"]} for one in "ab"]
    units = [{"id": f"{one}1", "warband": one, "name": one, "list_points": 50} for one in "ab"]
    state = {"campaign": [{"id": "campaign", "status": "running"}], "warbands": bands, "units": units}
    tie = {"do": "opr.quick_report", "params": {"warbands": ["a", "b"], "winners": ["a", "b"]}}
    settings = {"campaign_type": "endless"}
    step = {**tie, "expect": expect}
    return {"game": "opr", "book": "gf-3.4.0", "settings": settings, "state": state, "steps": [step]}


@pytest.mark.parametrize(
    ("expect", "is_right"),
    [
        ({"refused": "OPR-30"}, True),
        ({"refused": "OPR-31"}, False),
        ({"refused": {"rule": "OPR-30", "kind": "impossible"}}, True),
        ({"effects": [{"effect": "opr.vp"}]}, False),
    ],
)
def test_a_refusal_is_expected_by_its_rule(expect: object, is_right: bool) -> None:
    found = only(refused_case(expect))
    assert found.is_right is is_right
    assert [rule for rule, _text in found.rules] == ["OPR-30"]


@pytest.mark.parametrize(
    ("expect", "differences"),
    [
        ([{"effect": "opr.points", "warband": "a"}, {"effect": "opr.vp"}], []),
        ([{"effect": "opr.vp"}, {"effect": "opr.points", "warband": "a"}], ["effects.1.warband"]),
        ([{"effect": "opr.points", "warband": "a", "amount": 20}], ["effects.0.amount"]),
        ([{"effect": "opr.trait"}], ["effects.0"]),
    ],
)
def test_effects_come_in_the_order_that_was_named_with_others_between_them(
    expect: list[Any], differences: list[str]
) -> None:
    case = refused_case({"effects": expect})
    case["steps"][0]["params"]["winners"] = ["b"]
    assert [one.where for one in only(case).differences] == differences


def test_too_few_dice_leave_the_case_open_and_too_many_cannot_be_played() -> None:
    roll: dict[str, Any] = {"do": "opr.start", "params": {}, "expect": {"effects": [{"effect": "opr.limit"}]}}
    bands = [{"id": one, "name": one, "units": [f"{one}1"]} for one in "ab"]
    units = [{"id": f"{one}1", "warband": one, "name": one, "list_points": 900} for one in "ab"]
    case = {"game": "opr", "book": "gf-3.4.0", "state": {"warbands": bands, "units": units}}
    open_still = only({**case, "settings": {"campaign_type": "game"}, "steps": [roll]})
    assert (open_still.is_right, "open" in open_still.says) == (False, True)
    with pytest.raises(BadScript, match="step 1"):
        case_rulings({**case, "settings": {"campaign_type": "game"}, "steps": [{**roll, "dice": [3, 3]}]})


def told(tmp_path: Path, case: object, *more: str) -> str:
    file, out = tmp_path / "case.json", io.StringIO()
    file.write_text(json.dumps(case), "utf-8")
    try:
        call_command("umpire", str(file), *more, stdout=out)
    except CommandError as error:
        return f"{out.getvalue()}{error}"
    return out.getvalue()


def test_the_command_answers_with_rule_and_sentence(tmp_path: Path) -> None:
    right = told(tmp_path, {**refused_case({"refused": "OPR-30"}), "words": "level after four rounds"})
    assert right.startswith("Case 1: level after four rounds\n  Step 1, opr.quick_report: right.")
    assert f"OPR-30: {rule_text('OPR-30')}" in right
    wrong = told(tmp_path, [value_case(95)])
    assert "you expect 95, the rules say 90." in wrong
    assert wrong.endswith("The rules say something else in 1 of these.")
    assert json.loads(told(tmp_path, value_case(90), "--json"))[0]["is_right"] is True
    assert "is not JSON" in told(tmp_path, "no case") or "A case is a JSON object." in told(
        tmp_path, "no case"
    )
    assert "cannot be played" in told(tmp_path, {"game": "chess"})
