"""What a faction has to do now, and what it may do, each as a sentence to whoever does it."""

from __future__ import annotations

from rules.firestorm.book import FirestormInForce
from rules.firestorm.figures.lines import FactionTodo
from rules.firestorm.game import GAME
from rules.firestorm.state import Firestorm
from rules.firestorm.telling.todos import faction_todo_sentence, thing_in, with_words
from rules.firestorm.todos import WHOSE_MOVE


@GAME.figure("to_do")
def faction_todo_figure(state: Firestorm, book: FirestormInForce, faction: str) -> list[FactionTodo]:
    """What a faction still owes in this phase, and what it may do. Source: FS-160"""
    return [
        {
            "act": one.act,
            "about": "" if one.act == "build" else thing_in(state, one),
            "text": faction_todo_sentence(state, one),
            "must": one.stand == "must",
        }
        for one in with_words(state, WHOSE_MOVE.of(state, book, faction))
    ]
