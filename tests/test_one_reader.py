"""What people send is read in one place: views hand it to forms, and nobody takes fields out of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts import figures

pytestmark = pytest.mark.xdist_group("code")  # one process reads all modules once

ROOT = Path(__file__).parent.parent
READER = "campaigns/shell/reading/"
PARSED_BY_HAND = ("isdecimal", "isdigit", "isnumeric")
# Where a number is read out of an id, an address or a file, not out of what somebody typed into a form.
NUMBERS: dict[str, str] = {
    "campaigns/engine/asking/impossible.py": "the id of a seat in a request",
    "campaigns/engine/stored/games.py": "the id of a seat in a state",
    "campaigns/engine/who/rights.py": "the id of a seat in a state",
    "campaigns/imports/reading.py": "figures of an army list",
    "campaigns/notices/kinds/todos.py": "the id of a seat in a row",
    "campaigns/opr/league/app_games.py": "the id of a game",
    "campaigns/opr/receipts/entries.py": "the id of an entry",
    "maps/ground/subject.py": "the number in a banner's name",
}


def sources() -> Iterator[tuple[str, ast.Module]]:
    for app in ("campaigns", "maps"):
        for path in sorted((ROOT / app).rglob("*.py")):
            name = str(path.relative_to(ROOT))
            if not name.startswith(READER):
                yield name, figures.parsed(path)


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


def test_fields_of_map_leagues_are_drawn_from_their_forms() -> None:
    """A template that writes a label or an input of its own says what the form says already."""
    templates = ROOT / "templates"
    found = {
        str(path.relative_to(templates))
        for path in (templates / "maps").rglob("*.html")
        if 'class="form-control"' in path.read_text() or '<label class="form-label"' in path.read_text()
    }
    assert not found, found


FORM = re.compile(r'<form method="post"([^>]*)>(.*?)</form>', re.DOTALL)
DRAWS = re.compile(r"\{% (?:field|taps|tick|told|control|answer) |_chips\.html|_facts\.html")


def test_what_a_form_of_a_map_league_lacks_is_said_by_us() -> None:
    """The browser sends it as it is; otherwise a sentence of its own would come before ours."""
    templates = ROOT / "templates"
    found = [
        f"{path.relative_to(templates)}: <form{tag}>"
        for path in sorted((templates / "maps").rglob("*.html"))
        for tag, inside in FORM.findall(path.read_text())
        if DRAWS.search(inside) and "novalidate" not in tag
    ]
    assert not found, found


def test_every_form_speaks_plainly() -> None:
    """No form is one of Django's own: it would say its sentences, and no wrong field would be in hand."""
    found = [
        f"{name}:{node.name}"
        for name, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and any(ast.unparse(one) in PLAIN_DJANGO for one in node.bases)
    ]
    assert found == ["campaigns/shell/look/views.py:SampleForm"]  # a picture of a form; nobody fills it


# An input with whatever a template puts between its angle brackets.
BY_HAND = re.compile(r"<(?:input|select|textarea)\b((?:[^>{]|\{\{.*?\}\}|\{%.*?%\}|\{)*)>")
CONTROL = "a control of its own, read by a form of its kind"
TAPS = "a line of a list somebody ticks, with what the page knows of it"
TURNS = "turns or narrows what is shown; nothing is sent with it"
# The templates that draw an input themselves, and why; every other one is drawn from the form that reads it.
DRAWN_BY_HAND: dict[str, str] = {
    "campaigns/corrections/overview.html": TURNS,
    "campaigns/opr/against/against.html": TAPS,
    "campaigns/opr/against/handover.html": TAPS,
    "campaigns/opr/table/_kill_how.html": CONTROL + ": how it happened, chips beside the two taps",
    "campaigns/opr/table/_kill_unit.html": CONTROL + ": a unit of the ledger, chosen, then tapped",
    "campaigns/opr/table/_ledger.html": CONTROL + ": who took out whom, two taps",
    "campaigns/opr/table/_rival_die.html": TAPS,
    "campaigns/opr/table/_setup.html": TAPS,
    "campaigns/opr/table/_sweep.html": "chips a script ticks the rows below with; nothing of them is sent",
    "campaigns/opr/table/_told_events.html": CONTROL + ": two dice to tap, and an event's own die",
    "campaigns/opr/table/_told_units.html": CONTROL + ": who took out whom, a row a unit",
    "campaigns/opr/table/out.html": CONTROL + ": who took out whom, two taps",
    "campaigns/opr/table/report_form.html": CONTROL + ": the ledger of a report, whose taps open each other",
    "campaigns/opr/warbands/warbands.html": TURNS + ": the paper of a print",
    "campaigns/shell/chronicle.html": TURNS,
    "campaigns/solo/_as_seen.html": CONTROL + ": chips of what the table sees, read with the act",
    "campaigns/solo/_deployment.html": TAPS,
    "campaigns/solo/_several.html": CONTROL + ": several questions at once",
    "maps/firestorm/battles/_path.html": TAPS,
    "mfa/webauthn/add_form.html": "hidden; the script that makes a passkey wants it",
    "parts/find_league.html": TURNS,
    "parts/parts_page.html": "pictures of the parts; nobody fills it in",
    "parts/question_fields.html": CONTROL + ": a rule's question, with faces, options and shares",
    "parts/stepper.html": CONTROL + ": a number between less and more",
}


def drawn_by_hand(text: str) -> bool:
    """Whether a template writes an input somebody sees."""
    return any(not re.search(r'type="(?:hidden|submit)"', each) for each in BY_HAND.findall(text))


def test_inputs_are_drawn_from_their_forms() -> None:
    """Label, length, what is wrong and what had been typed are the form's; a template only places them."""
    templates = ROOT / "templates"
    found = {
        str(path.relative_to(templates))
        for path in templates.rglob("*.html")
        if drawn_by_hand(path.read_text())
    }
    assert not found - set(DRAWN_BY_HAND), "Draw these by {% field %}, {% control %} or {% answer %}"
    assert not set(DRAWN_BY_HAND) - found, "These draw none by hand any more; take their lines away"


@pytest.mark.parametrize(
    ("text", "by_hand"),
    [
        ('<input name="words" maxlength="300">', True),
        ('<input class="tick"\n type="checkbox"{% if a > b %} checked{% endif %} name="w">', True),
        ('<select name="by">{% for one in all %}<option>{% endfor %}</select>', True),
        ("<textarea rows=3></textarea>", True),
        ('<input type="hidden" name="key" value="{{ key }}">', False),
        ("{% field form.words %}", False),
    ],
)
def test_what_counts_as_drawn_by_hand(text: str, *, by_hand: bool) -> None:
    assert drawn_by_hand(text) is by_hand
