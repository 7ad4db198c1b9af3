"""Types to the seam: `Any` stands only where JSON or a library without types comes in or leaves.

Parameters, facts, an answer before its shape is read are `Params` or `object`; `rules/engine/plain.py` takes
values out. A league of any game is an `AnyViewer`, its state a `State`; the context of a page maps to
`object`.
"""

from __future__ import annotations

import ast

import pytest

from scripts import figures

pytestmark = [
    pytest.mark.skipif(not (figures.ROOT / ".git").exists(), reason="not a git checkout"),
    pytest.mark.xdist_group("code"),  # one process reads all modules once
]

# A module: what comes in or leaves there that nothing can say the type of.
SEAM = {
    "bench.chance": "any act by its name, with whatever it takes, and what a figure asked by name tells",
    "bench.rivals.pages": "rows as PostgreSQL puts them into JSON",
    "bench.solo_ground": "what a simulated table remembers by the key of a question",
    "bench.solo_table": "answers to questions of every shape",
    "campaigns.engine.who.access": "a model asked for by its name, a session of the kind the settings choose",
    "campaigns.models.columns": "a column of whatever type a hint names",
    "campaigns.models.relations": "a relation that Django draws without a column; its parts have no types",
    "campaigns.models.state": "a class that is made while it is read, with what it says itself",
    "config.database.compiled": "a query of whatever rows, its values, and what Django makes of them",
    "config.database.altering": "columns and states of migrations, as Django hands them on",
    "campaigns.engine.transaction.viewer": "a league whose game one need not know",
    "campaigns.notices.ways.way": "what a way opens, and what it finds of each address, is its own",
    "campaigns.engine.stored.people_texts": "JSON of any depth, whose texts alone are taken out and put back",
    "rules.engine.codec": "what pydantic makes of any type, and effects and answers as a journal keeps them",
    "rules.engine.effects": "an effect changes a state of its own game; the fold knows only that it is one",
    "rules.engine.games": "a game, a procedure, a figure by name: each has its own state, book, parameters",
    "rules.engine.procedure": "what is sent in is the value of the very question that was yielded",
}


def test_any_stands_only_at_the_seam() -> None:
    found = [one for one in figures.saying_any() if one not in SEAM]
    assert not found, f"say what it is, or what nothing can say the type of: {found}"


def test_the_seam_is_no_longer_than_it_must_be() -> None:
    assert SEAM.keys() <= set(figures.saying_any()), "a module needs its line no more"


def untyped(file: str) -> list[str]:
    """The functions of a file that do not say what they take and give."""
    found = ast.walk(figures.parsed(figures.ROOT / file))
    return [
        f"{file}:{one.name}"
        for one in found
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
        and (one.returns is None or any(given.annotation is None for given in taken(one)))
    ]


def taken(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.arg]:
    """What it is given, but for what it belongs to."""
    given = function.args
    all_of_it = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
    return [one for one in all_of_it if one is not None and one.arg not in ("self", "cls")]


def test_what_drives_tests_says_what_it_takes_and_gives() -> None:
    drivers = [one for one in figures.tracked() if one.startswith("tests/") and one.endswith(".py")]
    found = [one for file in drivers for one in untyped(file) if not is_test(one)]
    assert not found, f"the type checker takes these at their word: {found}"


def is_test(function: str) -> bool:
    """What pytest calls: it is given fixtures and hypothesis's examples, which say their types themselves."""
    file, name = function.split(":")
    return "/test_" in file and name.startswith("test_")
