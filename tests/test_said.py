"""Every text can be translated: in rules it is said, in apps it goes through gettext, in templates too.

What is in the code is found by reading it; the pages and procedures are also walked in a language nobody
speaks (`tests/rules/engine/test_language.py`, `tests/campaigns/test_language.py`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from scripts import figures
from tests.pseudo import english
from tests.unsaid import unsaid

pytestmark = pytest.mark.xdist_group("code")  # one process reads all modules once

ROOT = Path(__file__).resolve().parent.parent
UNICODE = {"Cf"}  # its word for a sign that formats
# Read by whoever types commands, in English.
COMMANDS = {"apps.py", "coverage.py", "docs.py", "reference.py", "rehearse.py", "umpire.py"}
# Shown before any language is known, or to whoever makes the pages.
PLAIN = {"500.html", "parts/parts_home.html", "parts/parts_page.html"}
NO_TEXT = re.compile(
    r"{#.*?#}|{% comment.*?{% endcomment %}|{% blocktranslate.*?{% endblocktranslate %}"
    r"|{% block (?:layout|back|body_class|title_class)\b.*?{% endblock %}"
    r"|<(script|style|code|svg)\b.*?</\1>|<!.*?>|&\w+;|{{.*?}}|{%.*?%}",
    re.DOTALL,
)
SPOKEN = re.compile(r'\s(?:title|aria-label|placeholder|alt|label)="([^"]*)"')


CODE = """
def ask(unit, count):
    \"\"\"A docstring is no sentence of the app.\"\"\"
    key = f"casualty:{unit.id}"
    if not unit:
        raise ValueError("for programmers only")
    yield Choose(key, say("What became of {unit}?", unit=f"{unit.name} and friends"), yes="Pay")
    return f"{count} units fell", TABLE[say_many(count, "{number} unit", "{number} units")], mark("Later on.")
"""


def test_what_nobody_could_translate_is_found() -> None:
    assert [text for _, text in unsaid(ast.parse(CODE))] == ["{} and friends", "Pay", "{} units fell"]


def test_what_the_rules_say_can_be_translated() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in sorted((ROOT / "rules").rglob("*.py"))
        if path.name not in COMMANDS
        for line, text in unsaid(figures.parsed(path))
        if text not in UNICODE
    ]
    assert not found, "say() it, or mark() it (rules/engine/language.py):\n" + "\n".join(found)


def _misfilled(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """(line, sentence) of each that names other values than it is given."""
    for call in ast.walk(tree):
        match call:
            case ast.Call(func=ast.Name(id="say" | "said"), args=sentences, keywords=given):
                counted = set[str | None]()
            case ast.Call(func=ast.Name(id="say_many"), args=[_, *sentences], keywords=given):
                counted = {"number"}
            case _:
                continue
        values = {one.arg for one in given}
        for one in sentences:
            if isinstance(one, ast.Constant) and isinstance(one.value, str) and None not in values:
                named = {name for _, name, _, _ in Formatter().parse(one.value) if name is not None}
                if named - counted != values:
                    yield call.lineno, one.value


FILLED = """
say("{unit} rolls.", unit=1), say_many(2, "a unit of {side}", "{number} units of {side}", side=1)
say("{unit} rolls.", units=1), say_many(2, "a unit of {side}", "{number} units", side=1), say("{unit}")
"""


def test_a_sentence_is_given_what_it_names() -> None:
    wrong = [text for _, text in _misfilled(ast.parse(FILLED))]
    assert wrong == ["{unit} rolls.", "{number} units", "{unit}"]
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in sorted((ROOT / "rules").rglob("*.py"))
        for line, text in _misfilled(figures.parsed(path))
    ]
    assert not found, "\n".join(found)


def _texts(template: str) -> Iterator[str]:
    bare = NO_TEXT.sub(" ", template)
    yield from SPOKEN.findall(bare)
    yield from re.sub(r"<[^>]*>", "\n", bare).splitlines()


def test_what_templates_say_can_be_translated() -> None:
    root = ROOT / "templates"
    found = [
        f"{name}: {text.strip()}"
        for path in sorted(root.rglob("*.html"))
        if (name := str(path.relative_to(root))) not in PLAIN
        for text in _texts(path.read_text())
        if english(text, ("Musterroll", "AP"))
    ]
    assert not found, "put it into {% translate %}:\n" + "\n".join(found)


SENTENCE = re.compile(r"[A-Z{][a-z’}]* [^<]*[.?!…]", re.DOTALL)
# What programs, programmers and the command line read; the demo's people speak as they like.
NOT_SHOWN = re.compile(r"/(demo|management|migrations|models|shell/look/views\.py|admin\.py|apps\.py)")


def test_sentences_of_the_apps_can_be_translated() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for app in ("campaigns", "maps")
        for path in sorted((ROOT / app).rglob("*.py"))
        if not NOT_SHOWN.search(str(path.relative_to(ROOT)))
        for line, text in unsaid(figures.parsed(path))
        if SENTENCE.fullmatch(text.strip())
    ]
    assert not found, "put it into gettext:\n" + "\n".join(found)


PYTHONS_SIGN = re.compile(r""":\+d?}|stringformat:"\+""")


def test_python_gives_no_number_its_sign() -> None:
    """It writes a hyphen where a minus belongs; `signed` of `rules.engine.language` does not."""
    files = [
        file
        for folder in ("campaigns", "maps", "rules", "templates")
        for file in (ROOT / folder).rglob("*.*")
    ]
    texts = {file: file.read_text() for file in files if file.suffix in (".py", ".html", ".txt")}
    assert [str(file) for file, text in texts.items() if PYTHONS_SIGN.search(text)] == []
