"""Sentences in `rules/` that nobody could translate: English that is neither said nor marked.

A string counts as English when letters follow letters over a space, or when it is a single word with a
capital. What only programmers and the command line read is left out.

`python -m tests.unsaid FILE…` lists them.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

SAID = {
    "say",
    "say_many",
    "mark",
    "mark_in",
    "pgettext",
    "pgettext_lazy",
    "_",
    "gettext",
    "ngettext",
    "gettext_lazy",
    "gettext_noop",
    "lazy",
}
# Errors of whoever writes rules or books, never of whoever plays.
FAULTS = {"ValueError", "KeyError", "TypeError", "RuntimeError", "LookupError", "NotImplementedError"}
FAULTS |= {"AssertionError", "Literal", "TypeVar", "BrokenProcedure"}
# What entries hold and dice are thrown by, whatever the language.
KEPT = {"by hand", "painting {}", "build {}", "battle struck out", "Trophy"}
WORDS = re.compile(r"[A-Za-z’]{2,}[^\w\s]*\s+[^\w\s]*[A-Za-z’]")
PIECE = re.compile(r"(^|\s)[A-Za-z’]{2,}[.,:;?!…]*(\s|$)|^[A-Za-z’]{2,}\s|\s[A-Za-z’]{2,}$")
LABEL = re.compile(r"^[A-Z][a-z’]+[.,:;?!…]?$")


def unsaid(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """(line, string) of each sentence that is neither said nor marked."""
    yield from _in(tree)


def _in(node: ast.AST) -> Iterator[tuple[int, str]]:
    match node:
        case ast.Expr(value=ast.Constant()):  # a docstring
            return
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name))) if name in FAULTS:
            return
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in FAULTS:
            return
        case ast.Call(func=ast.Name(id=name)) if name in SAID:
            rest = [one for one in node.args if not isinstance(one, ast.Constant)]
            yield from _each([*rest, *node.keywords])
            return
        case ast.Subscript(value=ast.Name(id="Literal")) | ast.Assert():
            return
        case ast.AnnAssign():
            yield from _each([node.value] if node.value else [])
            return
        case ast.FunctionDef():
            yield from _each([*node.body, *node.args.defaults])
            return
        case ast.JoinedStr():
            parts = [str(one.value) if isinstance(one, ast.Constant) else "\0" for one in node.values]
            whole = "".join(parts).replace("\0", "{}")
            if (
                whole not in KEPT
                and " " in whole
                and any(PIECE.search(one) or WORDS.search(one) for one in parts)
            ):
                yield node.lineno, whole
            yield from _each([one for one in node.values if isinstance(one, ast.FormattedValue)])
            return
        case ast.Constant(value=str(text)) if text not in KEPT:
            if WORDS.search(text) or LABEL.match(text) or (PIECE.search(text) and " " in text):
                yield node.lineno, text
            return
    yield from _each(list(ast.iter_child_nodes(node)))


def _each(nodes: list[ast.AST]) -> Iterator[tuple[int, str]]:
    for one in nodes:
        yield from _in(one)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        for line, text in unsaid(ast.parse(Path(name).read_text())):
            print(f"{name}:{line}: {text}")
