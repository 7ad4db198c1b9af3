"""Which rule a function carries out stands in its words: `Source: OPR-38`.

What belongs to no rule says what it serves: whole rooms below the rulebooks, and in their folders these few.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from scripts import figures
from scripts.figures import ROOT

pytestmark = pytest.mark.xdist_group("code")  # one process reads all modules once

RULE = re.compile(r"\b(?:OPR|SOLO|CQ|FS|A)-\d+")
# Rooms in which nothing knows a rulebook: they are what rules are written with.
MECHANISM = ("rules.engine", "rules.maps", "rules.turns", "rules.rehearsal")
# Modules and functions of a rulebook's own folder that carry out no rule: what they are there for.
SERVING = {
    "rules.opr.books": "the book's file, and what stands in its tables",
    "rules.opr.game": "the game's beginning and its settings",
    "rules.opr.telling": "an entry as a sentence",
    "rules.opr.booking.find_mission": "what any rule of a mission is about, or a refusal",
    "rules.opr.booking.few": "words",
    "rules.opr.booking.points_text": "words",
    "rules.opr.figures.by_name.settings_figure": "every setting; each names its own rule",
    "rules.opr.waiting.refusal_sentence": "any act; each names its own rule",
    "rules.solo.book": "the book's file, and a setting's value in words",
    "rules.solo.game": "the game's beginning and its settings",
    "rules.solo.limits": "how long and how large what people bring may be",
    "rules.solo.telling": "an entry as a sentence",
    "rules.solo.figures.by_name": "figures for scripts: how they are registered, and their numbers",
    "rules.solo.setting_up.setup.in_phase": "any rule that belongs to a phase; the caller names it",
    "rules.solo.setting_up.setup.not_over": "any rule of a game that is not over; the caller names it",
    "rules.solo.setting_up.setup.of_the_app": "any rule about the app's units; the caller names it",
    "rules.conquest.book": "the book's file, and a league's options",
    "rules.conquest.game": "the game's beginning and its settings",
    "rules.conquest.telling": "an entry as a sentence",
    "rules.conquest.rounds.admission.require_territory": "what a rule is about, or a refusal",
    "rules.firestorm.book": "the book's file, and a league's options",
    "rules.firestorm.game": "the game's beginning and its settings",
    "rules.firestorm.telling": "an entry as a sentence",
}


def public() -> Iterator[tuple[str, str]]:
    """(dotted name, words) of every public function of the rules."""
    for path in sorted((ROOT / "rules").rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for one in figures.parsed(path).body:
            if isinstance(one, ast.FunctionDef) and not one.name.startswith("_"):
                yield f"{module}.{one.name}", ast.get_docstring(one) or ""


def within(name: str, places: tuple[str, ...]) -> bool:
    return f"{name}.".startswith(tuple(f"{place}." for place in places))


def without_a_rule() -> list[str]:
    """The functions of the rulebooks' folders whose words name no rule."""
    return [name for name, words in public() if not within(name, MECHANISM) and not RULE.search(words)]


def test_a_function_of_a_rulebook_names_its_rule() -> None:
    found = [name for name in without_a_rule() if not within(name, tuple(SERVING))]
    assert not found, f"write `Source: ` and the rule's id, or say in SERVING what it is there for: {found}"


def test_a_function_of_a_rulebook_says_what_it_does() -> None:
    silent = [name for name, words in public() if not within(name, MECHANISM) and not words]
    assert not silent


def test_what_only_serves_is_no_more_than_it_must_be() -> None:
    known = without_a_rule()
    idle = [place for place in SERVING if not any(within(name, (place,)) for name in known)]
    assert not idle, f"all of it names its rule: {idle}"
