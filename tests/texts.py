"""Every text that goes through a translation: of code, templates and books, found without gettext."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.conf import settings
from django.template.base import Node, Template
from django.template.engine import Engine
from django.templatetags.i18n import BlockTranslateNode, TranslateNode

from rules.engine.language import CONTEXT
from rules.engine.shelf import all_games
from rules.rehearsal.translating import book_texts
from scripts import figures

ROOT = Path(settings.ROOT)
CODE = ("campaigns", "config", "maps", "rules")
PLAIN = ("run.py", "upkeep.py")  # of `config`: what the terminal says
# Which argument is the key a translation is found under.
KEY = dict.fromkeys(
    ("_", "gettext_noop", "gettext", "gettext_lazy", "lazy", "say", "mark", "ngettext", "ngettext_lazy"), 0
)
KEY |= dict.fromkeys(("say_many", "pgettext", "pgettext_lazy", "mark_in"), 1)
IN_CONTEXT = ("pgettext", "pgettext_lazy", "mark_in")
# A hyphen where a number is less than nothing: "-2", "D3-1"; a minus is "−2", a range has a dash.
HYPHENED = re.compile(r"(?<![\w./:#%=(-])-\d|\(-\d|\b[DW]\d-\d")
INLINE = re.compile(r"""_\((["'])(.+?)\1\)""")


@cache
def texts() -> frozenset[str]:
    """The keys of all of them: the sentence in English, in the singular where there is a plural."""
    toys = {spec.title for spec in all_games()["coin"].procedures.values()}
    return frozenset({*_in_code(), *_in_templates(), *book_texts()} - toys)


def _in_code() -> Iterator[str]:
    for folder in CODE:
        for file in sorted(file for file in (ROOT / folder).rglob("*.py") if file.name not in PLAIN):
            yield from said_in(file)


def said_in(file: Path) -> Iterator[str]:
    """The keys of one module."""
    for node in ast.walk(figures.parsed(file)):
        if isinstance(node, ast.Call) and (sentence := _said(node)):
            yield sentence


def _said(call: ast.Call) -> str | None:
    """The key in `_("Save")` or `translation.gettext("Save")`, if this is such a call; after its context."""
    name = getattr(call.func, "id", None) or getattr(call.func, "attr", "")
    given = call.args[KEY[name]] if name in KEY and len(call.args) > KEY[name] else None
    if not isinstance(given, ast.Constant) or not isinstance(given.value, str):
        return None
    context = call.args[0] if name in IN_CONTEXT else None
    return keyed(given.value, context.value if isinstance(context, ast.Constant) else None)


def keyed(sentence: str, context: object) -> str:
    """What a catalog finds a sentence under."""
    return f"{context}{CONTEXT}{sentence}" if context else sentence


def _context(node: BlockTranslateNode | TranslateNode) -> str:
    """A block's is an expression, a single word's its text."""
    context = node.message_context
    literal = getattr(getattr(context, "var", None), "literal", context)
    return str(literal or "").strip("\"'")


def _in_templates() -> Iterator[str]:
    for file in sorted(one for one in (ROOT / "templates").rglob("*") if one.suffix in (".html", ".txt")):
        yield from drawn_in(file)


def drawn_in(file: Path) -> Iterator[str]:
    """The keys of one template."""
    source = file.read_text()
    yield from (found for _quote, found in INLINE.findall(source))
    for node in _nodes(Template(source, engine=Engine.get_default())):
        if isinstance(node, BlockTranslateNode):
            yield keyed(_block(node), _context(node))
        elif isinstance(node, TranslateNode):
            sentence = str(node.filter_expression.var.literal).replace("%", "%%")
            yield keyed(sentence, _context(node))


def _nodes(template: Template) -> Iterator[Node]:
    for kind in (BlockTranslateNode, TranslateNode):
        yield from template.nodelist.get_nodes_by_type(kind)


def _block(node: BlockTranslateNode) -> str:
    sentence, _names = node.render_token_list(node.singular)
    return sentence
