"""Our own words on every rule, by id: `docs/rules/` is made from them and a page shows them."""

from __future__ import annotations

import tomllib

from rules.engine.books import SHELF
from rules.engine.language import per_language, said


@per_language
def rule_texts() -> dict[str, str]:
    """{"OPR-39": "…", …} from the files `rules-*.toml` on the shelf."""
    found: dict[str, str] = {}
    for path in sorted(SHELF.glob("rules-*.toml")):
        texts = tomllib.loads(path.read_text(encoding="utf-8"))
        found |= {rule: said(text) for rule, text in texts.items()}
    return found


def rule_text(rule_id: str) -> str:
    """The words on one rule, empty when there are none yet."""
    return rule_texts().get(rule_id, "")
