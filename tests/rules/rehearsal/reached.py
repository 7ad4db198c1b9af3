"""Which lines of the rules make a question or book an effect, and which of them somebody has reached."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType

from rules.engine.effects import EFFECTS
from rules.engine.questions import Question
from rules.engine.shelf import SHELF, folder_of
from rules.rehearsal.coverage import ROOT

WATCHING = 4  # a number of `sys.monitoring` that neither debuggers nor coverage use
ASKING = {"roll_until", "ask_pick", "equally_right"}  # they ask under a key and a rule they are given
BOOKS = {"ledger", "work"}  # whose methods book effects by a rule they are given

type Line = tuple[str, int]


def makers(game: str) -> Iterator[Line]:
    """Every line of a game's rules on which a question or an effect is made."""
    for path in sorted(folder_of(game).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and _makes(node.func):
                yield str(path.relative_to(ROOT)), node.lineno


def _makes(called: ast.expr) -> bool:
    if isinstance(called, ast.Attribute):
        return getattr(called.value, "id", "") in BOOKS or called.attr in _makers()
    return getattr(called, "id", "") in _makers()


@cache
def _makers() -> set[str]:
    return {one.__name__ for one in (*EFFECTS.values(), *_kinds(Question))} | ASKING


def _kinds(kind: type[Question]) -> Iterator[type[Question]]:
    for one in kind.__subclasses__():
        yield one
        yield from _kinds(one)


def reached(act: Callable[[], object]) -> set[Line]:
    """The lines of the rules that `act` runs."""
    seen: set[Line] = set()
    folders = tuple({f"{ROOT}/rules/", *(f"{folder_of(game)}/" for game in SHELF)})

    def line(code: CodeType, number: int) -> object:
        if not code.co_filename.startswith(folders):
            return sys.monitoring.DISABLE
        seen.add((code.co_filename, number))  # each time: one told once was sometimes lost
        return None

    sys.monitoring.use_tool_id(WATCHING, "reached")
    try:
        sys.monitoring.register_callback(WATCHING, sys.monitoring.events.LINE, line)
        sys.monitoring.set_events(WATCHING, sys.monitoring.events.LINE)
        act()
    finally:
        sys.monitoring.set_events(WATCHING, 0)
        sys.monitoring.register_callback(WATCHING, sys.monitoring.events.LINE, None)
        sys.monitoring.restart_events()
        sys.monitoring.free_tool_id(WATCHING)
    return {(str(Path(file).relative_to(ROOT)), number) for file, number in seen}
