"""All texts of books and rules at once, for translators."""

from __future__ import annotations

from functools import cache

from rules.engine.books import load_book, rule_texts
from rules.engine.language import ENGLISH, Voice, said, speak
from rules.engine.shelf import all_games
from rules.maps.ready import READY


@cache
def book_texts() -> tuple[str, ...]:
    """What a translator finds in no code: each text of the books and on the rules, and what each procedure
    is called. Books say their texts while they are read, so this reads them all and listens.
    """
    games = all_games()
    heard: dict[str, None] = {}
    before = speak(Voice(lambda: "heard", lambda text: heard.setdefault(text) or text, ENGLISH.ngettext))
    try:
        for game in games.values():
            for file, shape in game.files.items():
                load_book(file, shape)
        rule_texts()
        for map in READY:
            said(map.about)
        for game in games.values():
            for spec in game.procedures.values():
                said(spec.title)
    finally:
        speak(before)
    return tuple(heard)
