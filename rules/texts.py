"""Our own words: on every rule, by id, which `docs/rules/` is made from and a page shows; and all of them at
once, for translators.
"""

from __future__ import annotations

import tomllib
from functools import cache

from rules.books import SHELF, load_book
from rules.conquest import book as conquest
from rules.language import ENGLISH, Voice, per_language, said, speak
from rules.opr import books as opr
from rules.shelf import all_games
from rules.solo import game as solo


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


@cache
def book_texts() -> tuple[str, ...]:
    """What a translator finds in no code: each text of the books and on the rules, and what each procedure
    is called. Books say their texts while they are read, so this reads them all and listens.
    """
    games = all_games()
    heard: dict[str, None] = {}
    before = speak(Voice(lambda: "heard", lambda text: heard.setdefault(text) or text, ENGLISH.ngettext))
    try:
        load_book(opr.SETTINGS, opr.SettingsBook)
        for edition in opr.EDITIONS:
            load_book(edition, opr.OprBook)
        for edition in conquest.EDITIONS:
            conquest.book(edition)
        for edition in solo.EDITIONS:
            solo.book(edition)
        rule_texts()
        for game in games.values():
            for spec in game.procedures.values():
                said(spec.title)
    finally:
        speak(before)
    return tuple(heard)
