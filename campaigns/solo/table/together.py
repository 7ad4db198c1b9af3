"""Which two questions stand on one screen of the table, so that one tap answers both.

Of a choice between a few what each of them asks with yes or no; of a yes, and of an order that was done, whom
it is aimed at.
"""

from __future__ import annotations

from rules.engine.questions import Choose, ChooseUnit, Question, YesNo
from rules.solo.activating.activation import DONE
from rules.solo.activating.cards import OrderQuestion

MOST_TOGETHER = 6  # options each with a yes and a no
MOST_UNITS = 16


def leading_answers(question: Question) -> tuple[str | bool, ...]:
    """The answers after which the next question might be answered by the same tap."""
    if isinstance(question, OrderQuestion):
        return (DONE,)
    if isinstance(question, YesNo):
        return (True,)
    if not isinstance(question, Choose) or isinstance(question, ChooseUnit):
        return ()
    if len(question.options) > MOST_TOGETHER:
        return ()
    return tuple(one.id for one in question.options if not one.why_not)


def is_answered_with(question: Question, after: Question) -> bool:
    """Whether `after`, which follows one of those answers, is answered by the same tap."""
    if isinstance(question, OrderQuestion | YesNo):
        return isinstance(after, ChooseUnit) and len(after.options) <= MOST_UNITS
    return isinstance(after, YesNo)


def taps_of(asked: list[tuple[Question, object]]) -> int:
    """How many taps answer these questions, each with its answer, one after the other."""
    taps = place = 0
    while place < len(asked):
        question, answer = asked[place]
        after = asked[place + 1][0] if place + 1 < len(asked) else None
        leads = after is not None and answer in leading_answers(question)
        both = after is not None and leads and is_answered_with(question, after)
        taps, place = taps + 1, place + 1 + both
    return taps
