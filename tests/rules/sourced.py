"""Whatever a rule books says which rule that is, by an id there is."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable

from rules.engine.books import SHELF
from rules.engine.effects import Effect

KNOWN = {rule for file in SHELF.glob("rules-*.toml") for rule in tomllib.loads(file.read_text())}


def sourced[E: Iterable[Effect]](effects: E) -> E:
    assert [one for one in effects if one.rule not in KNOWN] == [], "every effect names its rule"
    return effects
