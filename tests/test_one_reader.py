"""What people send is read in one place: views hand it to forms, and nobody takes fields out of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
READER = "campaigns/shell/reading/"
PARSED_BY_HAND = ("isdecimal", "isdigit", "isnumeric")
# Where a number is read out of an id, an address or a file, not out of what somebody typed into a form.
NUMBERS: dict[str, str] = {
    "campaigns/imports/reading.py": "figures of an army list",
    "campaigns/opr/league/app_games.py": "the id of a game",
    "campaigns/opr/receipts/entries.py": "the id of an entry",
    "maps/ground/subject.py": "the number in a banner's name",
}


def sources() -> Iterator[tuple[str, ast.Module]]:
    for app in ("campaigns", "maps"):
        for path in sorted((ROOT / app).rglob("*.py")):
            name = str(path.relative_to(ROOT))
            if not name.startswith(READER):
                yield name, ast.parse(path.read_text())


def test_no_view_takes_fields_out_of_what_was_sent() -> None:
    found = [
        f"{name}:{node.lineno}"
        for name, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "POST"
    ]
    assert not found, found


def test_nobody_parses_what_was_typed_by_hand() -> None:
    found = {
        name
        for name, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in PARSED_BY_HAND
    }
    assert found <= set(NUMBERS), found - set(NUMBERS)


def test_nothing_that_was_sent_is_asked_for_by_name() -> None:
    """Not in a round-about way either: what `sent_to` gives goes into forms."""
    found = []
    for name, tree in sources():
        for node in ast.walk(tree):
            value = node.value if isinstance(node, ast.Subscript | ast.Attribute) else None
            if isinstance(value, ast.Call) and getattr(value.func, "id", "") == "sent_to":
                found.append(f"{name}:{value.lineno}")
    assert not found, found


def test_every_exception_is_still_one() -> None:
    texts = {name: (ROOT / name).read_text() for name in NUMBERS}
    gone = [name for name, text in texts.items() if not any(one in text for one in PARSED_BY_HAND)]
    assert not gone, gone


PLAIN_DJANGO = ("forms.Form", "forms.ModelForm", "Form", "ModelForm")
# Lines of a list of things, whose fields are made with them.
DRAWN_ALONE = {"maps/conquest/_begin.html", "maps/ground/_maker.html"}


def test_fields_of_map_leagues_are_drawn_from_their_forms() -> None:
    """A template that writes a label or an input of its own says what the form says already."""
    templates = ROOT / "templates"
    found = {
        str(path.relative_to(templates))
        for path in (templates / "maps").rglob("*.html")
        if 'class="form-control"' in path.read_text() or '<label class="form-label"' in path.read_text()
    }
    assert found - {"maps/ground/_field.html"} == DRAWN_ALONE


def test_every_form_speaks_plainly() -> None:
    """No form is one of Django's own: it would say its sentences, and no wrong field would be in hand."""
    found = [
        f"{name}:{node.name}"
        for name, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and any(ast.unparse(one) in PLAIN_DJANGO for one in node.bases)
    ]
    assert found == ["campaigns/shell/look/views.py:SampleForm"]  # a picture of a form; nobody fills it
