"""A fault is not a refusal: nobody takes a missing key or attribute for "that cannot be done".

What a state no longer holds is said by `rules.engine.state.Gone`; a name somebody sent is looked up by `get`.
"""

from __future__ import annotations

import ast

import pytest

from scripts import figures

pytestmark = [
    pytest.mark.skipif(not (figures.ROOT / ".git").exists(), reason="not a git checkout"),
    pytest.mark.xdist_group("code"),  # one process reads all modules once
]

FAULTS = {"KeyError", "LookupError", "AttributeError"}


def caught(file: str) -> list[str]:
    """Where a file catches a fault of the code itself."""
    handlers = [
        one for one in ast.walk(figures.parsed(figures.ROOT / file)) if isinstance(one, ast.ExceptHandler)
    ]
    return [
        f"{file}:{one.lineno}"
        for one in handlers
        if one.type is None or FAULTS & {name.id for name in ast.walk(one.type) if isinstance(name, ast.Name)}
    ]


def test_no_fault_is_caught_where_rules_are_driven() -> None:
    found = [
        one
        for file in figures.code()
        if file.startswith(("rules/", "campaigns/", "maps/"))
        for one in caught(file)
    ]
    assert not found, f"this would make a refusal of a fault: {found}"
