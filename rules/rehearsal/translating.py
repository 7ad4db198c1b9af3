"""All texts of books and rules at once, for translators."""

from __future__ import annotations

from functools import cache

from rules.engine.books import load_book, rule_texts
from rules.engine.language import ENGLISH, Voice, said, speak
from rules.engine.shelf import all_games
from rules.maps.ready import READY
from rules.rehearsal.usual import usual_texts


@cache
def book_texts() -> tuple[str, ...]:
    """What a translator finds in no code: each text of the books and on the rules, what each procedure is
    called, and the usual questions. Books say their texts while they are read: this reads them and listens.
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
            for text in usual_texts(game.name):
                said(text)
    finally:
        speak(before)
    return tuple(heard)
