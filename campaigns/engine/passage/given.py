"""One answer at the door: whether its question is open, whether it passes it, and that it is kept."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from campaigns.engine.passage.answered import ROLL, as_met, changed_meanwhile, reads
from campaigns.engine.passage.dialogue import Talk
from campaigns.engine.passage.visit import Passage
from campaigns.engine.passage.writing import store_answer
from campaigns.engine.who.rights import at_its_table
from campaigns.models import Dialogue
from rules.engine.dice import RANDOM, is_random
from rules.engine.games import Effects
from rules.engine.procedure import Open, Settled
from rules.engine.questions import Answer, Choose, Question, YesNo
from rules.engine.refusals import Refused


def open_question(progress: Open | Settled[Effects], key: str) -> Question:
    if isinstance(progress, Open):
        for question in progress.questions:
            if question.key == key:
                return question
    raise changed_meanwhile()


def die_left(passage: Passage, dialogue: Dialogue, progress: Open | Settled[Effects]) -> str:
    """The key of the first open die that this person may throw; empty when there is none."""
    for question in progress.questions if isinstance(progress, Open) else ():
        who = at_its_table(question.who, dialogue.params)
        if is_random(question) and passage.actor.acts_as(
            who, passage.scope, passage.state, passage.registration
        ):
            return question.key
    return ""


def silent(passage: Passage, questions: Iterable[Question]) -> tuple[Question, object] | None:
    """The first question to which it is an answer that nobody gives one, and that answer."""
    book = passage.registration.game.book_of(passage.state)
    answers = ((one, passage.registration.unanswered(book, one)) for one in questions)
    return next((said for said in answers if said[1] is not None), None)


def put(passage: Passage, dialogue: Dialogue, talk: Talk, question: Question, value: object) -> None:
    """Check one answer and keep it."""
    if value is ROLL or not question.by_hand:
        if value is not ROLL:
            raise Refused(question.rule, _("The app answers this question."), question.key)
        if not isinstance(question, RANDOM) and not by_die(passage, question):
            raise Refused("", _("That is not a die. Choose one of the answers."), question.key)
        given = talk.rolled(question)
    elif is_random(question) and question.key in talk.thrown:
        face = talk.rolled(question).value if reads(passage, dialogue.procedure, question) else None
        raise Refused("", rolled_by_app(face), question.key)
    else:
        origin = "hand" if is_random(question) else "choice"
        checked = as_met(passage, question).check(value)
        given = Answer(
            checked, origin, dice=(checked,) if isinstance(checked, int) and is_random(question) else ()
        )
    again = question.key in talk.dropped
    talk.answers[question.key] = store_answer(passage, dialogue, question, given, again=again)
    talk.given.add(question.key)
    passage.has_spoken = True


def by_die(passage: Passage, question: Question) -> bool:
    """Whether the app's die makes this choice; what is sealed a person writes."""
    choice = isinstance(question, Choose | YesNo) and not question.sealed
    return choice and passage.registration.by_die(passage.state, question.who)


def rolled_by_app(face: object) -> str:
    """Why nobody types over a die; without the face for whom it is a secret."""
    if face is None:
        return _("The app rolled this die, so it cannot be changed.")
    return _("The app rolled a %(face)s for this, and that is final.") % {"face": face}
