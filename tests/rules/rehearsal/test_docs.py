"""`docs/rules/` is made from the books and every rule in scope has words."""

from __future__ import annotations

import pytest

from rules.engine.books import rule_texts
from rules.rehearsal import docs
from rules.rehearsal.coverage import ids_in_scope


def test_the_pages_are_up_to_date() -> None:
    for name, text in docs.rulebook_pages().items():
        assert (docs.FOLDER / name).read_text(encoding="utf-8") == text, "run python -m rules.rehearsal.docs"


@pytest.mark.parametrize("prefix", ids_in_scope())
def test_every_rule_has_words(prefix: str) -> None:
    wanted = {f"{prefix}-{number:02}" for number in ids_in_scope()[prefix]}
    assert not wanted - set(rule_texts())
