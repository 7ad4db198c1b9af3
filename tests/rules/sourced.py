"""Whatever a rule books, asks or refuses says which rule that is, by an id there is, and says it in words."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable

from rules.engine.books import SHELF
from rules.engine.codec import dump_effects, load_effects
from rules.engine.effects import Effect
from rules.engine.questions import ORGANISER, TABLE, Question, Roll, die_values
from rules.engine.refusals import Refused

KNOWN = {rule for file in SHELF.glob("rules-*.toml") for rule in tomllib.loads(file.read_text())}

# Fields within a parameter that a refusal may name alone: of an item, a setting, a unit, a piece of ground.
WITHIN = {"label", "price", "units", "campaign_type", "terrain"}


def sourced[E: Iterable[Effect]](effects: E) -> E:
    """Effects of an entry: each names its rule, and is told again by the JSON of the journal."""
    booked = tuple(effects)
    assert [one for one in booked if one.rule not in KNOWN] == [], "every effect names its rule"
    assert load_effects(dump_effects(booked)) == booked
    return effects


def well_asked(question: Question) -> None:
    """A question has a key, words and a rule; so has what it offers."""
    assert isinstance(question.key, str)
    assert question.key
    assert question.rule in KNOWN, f"{question.key}: no rule {question.rule}"
    kind, _, whose = str(question.who).partition(":")
    assert question.who in (TABLE, ORGANISER) or (kind in ("side", "person") and whose not in ("", "None"))
    if isinstance(question, Roll) and question.faces:
        assert [face.value for face in question.faces] == list(die_values(question.die)), question.key
    options = getattr(question, "options", ())
    for told in (question.text, *(text for one in options for text in (one.label, one.note, one.why_not))):
        assert isinstance(told, str), f"{question.key}: {told}"
        assert "None" not in told, f"{question.key}: {told}"


def well_refused(refused: Refused, *fields: str) -> None:
    """A refusal names a rule and the field it is about, if any, and says it in words."""
    assert refused.rule in {"", *KNOWN}, f"no rule {refused.rule!r}: {refused.sentence}"
    assert refused.sentence
    assert "None" not in refused.sentence, refused.sentence
    key = refused.key or ""
    assert key in {"", *fields} or key.partition(".")[0] in {*fields, *WITHIN}, f"no field {key}: {fields}"
