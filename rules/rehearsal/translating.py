"""All texts of books and rules at once, for translators."""

from __future__ import annotations

from functools import cache

from rules.conquest import book as conquest
from rules.engine.books import load_book
from rules.engine.language import ENGLISH, Voice, said, speak
from rules.engine.shelf import all_games
from rules.engine.texts import rule_texts
from rules.firestorm import book as firestorm
from rules.maps.ready import READY
from rules.opr import books as opr
from rules.solo import game as solo


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
        for edition in firestorm.EDITIONS:
            firestorm.book(edition)
            firestorm.siege_book(edition)
            firestorm.start_book(edition)
        rule_texts()
        for map in READY:
            said(map.about)
        for game in games.values():
            for spec in game.procedures.values():
                said(spec.title)
    finally:
        speak(before)
    return tuple(heard)
