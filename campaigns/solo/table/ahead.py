"""What a table is asked right after an answer: shown together, so that one tap answers both.

Only looked at, by driving a copy of the dialogue on; which question comes next is the rules' business.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from campaigns.engine.transaction.dialogue import DialogueRun
from campaigns.solo.table.together import is_answered_with, leading_answers
from rules.engine.procedure import Open
from rules.engine.questions import Answer, Choose, Option, Question, YesNo
from rules.engine.refusals import Refused

YES, NO = "yes", "no"
BETWEEN = "|"  # in the value of a button that answers both; no id has it


@dataclass(frozen=True, slots=True)
class NextQuestion:
    """What follows an `answer` at once; each of its own answers is a button."""

    answer: str
    question: Question

    @property
    def taps(self) -> tuple[Option, ...]:
        """Its answers; the ids say both."""
        return tuple(replace(one, id=f"{self.answer}{BETWEEN}{one.id}") for one in _answers_of(self.question))


def _answers_of(question: Question) -> tuple[Option, ...]:
    if isinstance(question, YesNo):
        return Option(NO, question.no), Option(YES, question.yes)
    assert isinstance(question, Choose)
    return question.options


def next_questions(run: DialogueRun, question: Question) -> tuple[NextQuestion, ...]:
    """What each of its answers asks then, where one tap answers both."""
    found = ((value, _after(run, question, value)) for value in leading_answers(question))
    return tuple(
        NextQuestion(YES if value is True else str(value), after)
        for value, after in found
        if after is not None and is_answered_with(question, after)
    )


def _after(run: DialogueRun, question: Question, value: object) -> Question | None:
    """The one question that would follow; None for none, several, or an answer that does not pass."""
    answered = {**run.answers, question.key: Answer(value)}
    try:
        progress = replace(run, answers=answered, given={question.key}, dropped={}).drive()
    except Refused:
        return None
    if not isinstance(progress, Open) or len(progress.questions) > 1:
        return None
    return progress.questions[0]
