"""What counts when nobody answers a question that is open when the time is up: always the least.

A die is the app's. What somebody may leave (an upgrade, a new banner, a claim) stays open and brings nothing.
What the organiser decides waits for them.
Source: FS-60, FS-64, FS-72, FS-105, FS-150, FS-152
"""

from __future__ import annotations

from rules.engine.questions import ORGANISER, Choose, ChooseTerritory, Number, Question, YesNo
from rules.firestorm.book import FirestormInForce

OPENING = "opening"


def unanswered(book: FirestormInForce, question: Question) -> str | int | bool | None:
    """The answer of silence; None where there is none: a die, a seal, or a choice that may be left.

    The lowest code of a territory, no second roll, no units that got through, a roll instead of a game.
    Source: FS-60, FS-64, FS-72, FS-105, FS-150, FS-158
    """
    if question.who == ORGANISER:
        return None
    if isinstance(question, ChooseTerritory):
        return min((one.id for one in question.options if not one.why_not), default=None)
    if isinstance(question, YesNo):
        return False
    if isinstance(question, Number):
        return question.least
    if isinstance(question, Choose):
        return _of_siege(book, question.key)
    return None


def _of_siege(book: FirestormInForce, key: str) -> str | None:
    """A siege's battleplan is rolled for; where it was played and nobody says who won, nothing is gained.

    Source: FS-150, FS-152
    """
    option, what = key.partition(":")[0], key.rpartition(":")[2]
    if what == "how" and (option == OPENING or option in book.siege.options):
        return "quick"
    if what != "winner":
        return None
    if option == OPENING:
        return "besieger"
    row = book.siege.options.get(option)
    return None if row is None else "besieged" if row.side == "besieger" else "besieger"
