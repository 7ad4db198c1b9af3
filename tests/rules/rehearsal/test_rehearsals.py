"""Every procedure of every game has an example that runs, and the pages made from them are up to date."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, TypeAliasType, get_args, get_origin, get_type_hints

import pytest

from rules.engine.games import AnyGame
from rules.engine.refusals import Refused
from rules.engine.shapes import shape_of, validated_params
from rules.engine.shelf import SHELF, all_games, folder_of
from rules.rehearsal import reference
from rules.rehearsal.coverage import ROOT
from rules.rehearsal.rehearse import rehearse

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
    assert not missing, f"add these to {folder_of(name)}/examples.json: {sorted(missing)}"


def test_the_pages_are_up_to_date() -> None:
    """Those of the games the site has; one of the tests has none."""
    made = reference.reference_pages()
    ours = [f"{name}.md" for name in SHELF if folder_of(name).is_relative_to(ROOT / "rules")]
    old = [name for name in ours if (reference.FOLDER / name).read_text("utf-8") != made[name]]
    assert not old, f"run python -m rules.rehearsal.reference: {old}"


def _asked_or_done(game: AnyGame) -> Iterator[tuple[str, int]]:
    yield from ((name, 1) for name in game.procedures)
    yield from ((name, 2) for name in game.figures)


def _colourful(hint: Any) -> Iterator[Any]:
    """Values for a parameter of this type with a word too many, at every depth where there are words."""
    if isinstance(hint, TypeAliasType):
        yield from _colourful(hint.__value__)
    elif is_dataclass(hint):
        yield {"weather": 1}
        hints = get_type_hints(hint)
        for field in fields(hint):
            yield from ({field.name: value} for value in _colourful(hints[field.name]))
    elif get_origin(hint) in (dict, Mapping):
        yield from ({"x": value} for value in _colourful(get_args(hint)[1]))
    else:
        many = get_origin(hint) in (list, tuple, Sequence)
        for inner in get_args(hint):
            yield from ([value] if many else value for value in _colourful(inner))


EVERY = [(game, name, skip) for game in all_games().values() for name, skip in _asked_or_done(game)]


@pytest.mark.parametrize(("game", "name", "skip"), EVERY)
def test_what_nobody_knows_is_refused_by_name(game: AnyGame, name: str, skip: int) -> None:
    """At the top and within everything a parameter holds, for every procedure and every figure."""
    run = game.figures[name] if skip == 2 else game.procedures[name].run
    shape = shape_of(name, run, skip)
    wrong = [{"weather": 1}] if shape.model_config["extra"] == "forbid" else []
    for param, field in shape.model_fields.items():
        wrong += [{(field.alias or param): value} for value in _colourful(field.annotation)]
    for params in wrong:
        with pytest.raises(Refused, match=r"weather is unknown here\. Known here: \w"):
            validated_params(shape, params)


def test_what_a_report_is_checked_for_is_refused_by_name_too() -> None:
    """`check_report` hands on what the report takes."""
    told = rehearse({"game": "opr", "steps": [{"ask": "check_report", "params": {"weather": 1}}]})
    value: Any = told["steps"][0]["value"]
    assert "weather" in value["refused"]["sentence"]


def test_a_weapon_with_a_word_too_many_is_refused_with_the_words_there_are() -> None:
    for figure in ("classify", "weapon_score"):
        params = {"q": 4, "melee": [{"n": 1, "attacks": 3}]}
        told = rehearse({"game": "solo", "steps": [{"ask": figure, "params": params}]})
        assert told["error"] == {
            "step": 1,
            "sentence": f"{figure}: melee.0.attacks is unknown here. "
            "Known here: name, label, n, a, ap, range, rules.",
        }


def test_a_script_that_stumbles_tells_what_went_before() -> None:
    fine = {"do": "opr.change_setting", "params": {"key": "late_joiners", "value": "on"}}
    script = {"game": "opr", "book": "aofs-3.2.0", "steps": [fine, {"ask": "luck"}, fine]}
    told = rehearse(script)
    assert [step["do"] for step in told["steps"]] == ["opr.change_setting"]
    assert told["state"]["campaign"][0]["settings"] == [["late_joiners", "on"]]
    assert told["error"]["step"] == 2
    assert told["error"]["sentence"].startswith("no figure is called luck; there are ")


def test_an_answer_that_is_none_names_those_there_are() -> None:
    """A Fast Learner may take neither what it has nor what nobody knows; both are told why."""
    state = {
        "warbands": [{"id": "a", "name": "A", "units": ["u"], "mission": "m"}],
        "units": [{"id": "u", "warband": "a", "name": "Guard", "xp": 10, "level": 1}],
        "missions": [{"id": "m", "status": "finished", "sides": [{"warband": "a", "step": "experience"}]}],
    }
    state["units"][0]["traits"] = [{"kind": "level", "key": "agile", "level": 1}]  # type: ignore[index]
    for answer, why in (("agile", "Guard already has that."), ("wings", "answers here: Headstrong, ")):
        step = {
            "do": "opr.experience",
            "params": {"mission": "m", "warband": "a"},
            "answers": {"trait:u:2:1": 6, "pick:u:2": answer},
        }
        told = rehearse({"game": "opr", "book": "aofs-3.2.0", "state": state, "steps": [step]})
        assert why in told["steps"][0]["refused"]["sentence"]
        assert told["steps"][0]["refused"]["key"] == "pick:u:2"


def test_the_turn_on_a_map_in_the_docs_runs_and_its_words_are_true() -> None:
    """The script of `docs/rehearse.md`: seals in one step are revealed in another."""
    page = (ROOT / "docs" / "rehearse.md").read_text("utf-8")
    script = json.loads(page.partition("## A turn on a map")[2].partition("```json")[2].partition("```")[0])
    told = rehearse(script)
    assert [step for step in told["steps"] if {"refused", "open"} & set(step)] == []
    (order,) = [one for one in told["state"]["orders"] if one["banner"] == "C1"]
    assert (order["kind"], order["carried"], order["reason"]) == ("move", "hold", "attacked_first")
    owners = {one["id"]: one["owner"] for one in told["state"]["territories"]}
    assert owners == {"T1": "O", "T2": "O", "T3": "C"}


def test_the_first_script_of_firestorm_plays_every_phase_of_a_turn() -> None:
    told = rehearse(reference.scripts_of("firestorm")[0])
    phases = [
        effect["phase"]
        for step in told["steps"]
        for effect in step.get("effects", [])
        if effect["effect"] == "firestorm.phase"
    ]
    assert phases == [
        "preparation", "initiative", "orders", "reveal", "battles", "aftermath", "build", "scoring",
        "preparation",
    ]  # fmt: skip
