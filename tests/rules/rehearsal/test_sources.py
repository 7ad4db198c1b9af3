"""What the rules rest on: every procedure names its rules, and no docstring names one there is not."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.engine.shelf import all_games
from rules.rehearsal.coverage import ids_in_scope
from scripts import figures

ROOT = Path(__file__).parents[3] / "rules"
RULE = re.compile(r"\b(OPR|CQ|SOLO|FS)-(\d+)\b")
ANY = re.compile(r"\b[A-Z]+-\d+\b")


def docstrings() -> Iterator[tuple[str, str]]:
    """(where, docstring) of every module, class and function of the rules."""
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(figures.parsed(path)):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (
                told := ast.get_docstring(node)
            ):
                yield f"{path.relative_to(ROOT)}:{getattr(node, 'name', '')}", told


def test_no_docstring_names_a_rule_that_there_is_not() -> None:
    known = ids_in_scope()
    named = [
        (where, prefix, int(number)) for where, told in docstrings() for prefix, number in RULE.findall(told)
    ]
    assert len(named) > 500
    assert not [one for one in named if one[2] not in known[one[1]]]


@pytest.mark.parametrize("game", sorted(all_games()))
def test_every_procedure_that_carries_out_a_rule_names_it(game: str) -> None:
    specs = all_games()[game].procedures.values()
    silent = [one.name for one in specs if one.rules and not ANY.search(inspect.getdoc(one.run) or "")]
    assert not silent
