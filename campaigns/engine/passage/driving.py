"""Inside a passage: a procedure that begins, as far as its answers reach, and what follows by itself.

What follows are the game's own steps, in a league that passes over them the acts of sides with nothing to
choose, and what silence does for those who are not there. Whether somebody may begin or answer it has been
asked before (`campaigns.engine.door`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.engine.lines import Act
from campaigns.engine.passage.answered import ROLL, as_met, changed_meanwhile, reads
from campaigns.engine.passage.dialogue import Talk, hold, look, open_dialogue, open_talk, revealer, thrown_in
from campaigns.engine.passage.standing import fallen, taken_up
from campaigns.engine.passage.summaries import asked_of
from campaigns.engine.passage.visit import DoorOutcome, Passage
from campaigns.engine.passage.writing import settle, slot_of, store_answer
from campaigns.engine.stored import touched
from campaigns.engine.stored.whose_move import seats_of
from campaigns.engine.who.let_in import leave_trace
from campaigns.engine.who.rights import ABSENT, CLOCK, IDLE, Actor, at_its_table
from campaigns.models import Dialogue, Slot
from rules.engine.dice import RANDOM, is_random
from rules.engine.games import Effects
from rules.engine.procedure import Open, Settled
from rules.engine.questions import Answer, Choose, Question, YesNo
from rules.engine.refusals import Refused
from rules.engine.todos import Todo

MOST_STEPS = 400  # that follow one another by themselves


def begun(passage: Passage, procedure: str, params: Mapping[str, object]) -> tuple[Slot, Dialogue, Talk]:
    """A procedure that may begin: its slot, its dialogue so far, and the talk about it."""
    _close(passage, procedure, params)
    spec = passage.registration.game.spec(procedure)
    slot, is_new = slot_of(passage, spec.slot_name(params), repeat=spec.repeat)
    dialogue = None
    if not is_new:
        dialogue = open_dialogue(passage.scope, slot__pk=slot.pk) or taken_up(
            passage, slot, procedure, params
        )
    if dialogue is None:
        dialogue = Dialogue(
            slot=slot,
            scope=passage.scope,
            procedure=procedure,
            params=dict(params),
            opened_by=passage.actor.seat,
            opened_at=passage.now,
        )
    return slot, dialogue, talk_of(passage, slot, dialogue, is_new=is_new)


def _close(passage: Passage, procedure: str, params: Mapping[str, object]) -> None:
    """Answer what is open before this and asks nobody any more: what was sealed counts, the rest is plain."""
    if procedure not in passage.registration.closes:
        return
    before, about, value = passage.registration.closes[procedure](params)
    found = Dialogue.objects.filter(scope=passage.scope, procedure=before, params__contains=about)
    with passage.by_itself():
        for dialogue in found.select_related("slot"):
            dialogue.scope = passage.scope
            talk = talk_of(passage, dialogue.slot, dialogue)
            if isinstance(look(passage.scope, dialogue.slot, passage.state)[1], Refused):
                continue  # the act itself says what is wrong
            while isinstance(progress := drive(passage, dialogue, talk), Open):
                put(passage, dialogue, talk, progress.questions[0], value)
            settle(passage, dialogue.slot, dialogue, talk, progress)


def talk_of(passage: Passage, slot: Slot, dialogue: Dialogue, *, is_new: bool = False) -> Talk:
    if dialogue.pk:
        return open_talk(slot, dialogue, passage.state, now=dialogue.opened_at)
    return Talk(
        passage.registration.game, passage.state, dialogue.procedure, dialogue.params, slot.code,
        bytes(slot.seed), passage.scope.on_clock(dialogue.opened_at), reveal=revealer(passage.scope),
        faces=dict if is_new else partial(thrown_in, slot),
    )  # fmt: skip


def drive(passage: Passage, dialogue: Dialogue, talk: Talk) -> Open | Settled[Effects]:
    """Drive; stored answers that no longer pass because the ground moved are taken out.

    One that stood before a die of the app stays until it is answered anew: it may pass again.
    """
    progress = talk.drive()
    if talk.dropped:
        gone = talk.dropped.keys() - talk.given
        lost = [one.pk for one in dialogue.answers.all() if one.key in gone and one.pk > fallen(dialogue)]
        hold(dialogue, "answers", [one for one in dialogue.answers.all() if one.pk not in lost])
        dialogue.answers.filter(pk__in=lost).delete()
        passage.has_spoken |= bool(lost)
    return progress


def driven(passage: Passage, slot: Slot, dialogue: Dialogue, talk: Talk, app_dice: bool) -> DoorOutcome:
    """Drive as far as the answers reach; with `app_dice` the app throws every die this person may throw.

    What a warband of the app has to choose, a die chooses at once.
    """
    while True:
        progress = drive(passage, dialogue, talk)
        if isinstance(progress, Settled):
            passage.entry = entry = settle(passage, slot, dialogue, talk, progress)
            passage.dialogue = passage.spoken = None
            return DoorOutcome(slot.code, entry.seq, reopened=talk.reopened)
        if not dialogue.pk:
            dialogue.save()
            leave_trace(passage.actor.let_in, slot)
            passage.has_spoken = True
        thrown = [q for q in progress.questions if _is_thrown(passage, dialogue, q, app_dice)]
        if not thrown:
            passage.dialogue, passage.spoken = dialogue, (talk, progress)
            passage.asked[str(dialogue.pk)] = asked_of(passage.registration, talk, progress)
            return DoorOutcome(slot.code, None, progress.questions, talk.reopened)
        for question in thrown:
            put(passage, dialogue, talk, question, ROLL)


def _is_thrown(passage: Passage, dialogue: Dialogue, question: Question, app_dice: bool) -> bool:
    if not question.by_hand:
        return True
    if app_dice and isinstance(question, RANDOM):
        who = at_its_table(question.who, dialogue.params)
        return passage.actor.acts_as(who, passage.scope, passage.state, passage.registration)
    return by_die(passage, question)


def follow(passage: Passage) -> None:
    """What the game does by itself now, the acts of those who have nothing to choose, and what silence does
    where nobody is there to act.

    A step that is refused waits for the clock, or for somebody.
    """
    for _step in range(MOST_STEPS):
        book = passage.registration.game.book_of(passage.state)
        steps = passage.registration.next_steps(passage.state, book, passage.now)
        if not (
            _one_of(passage, CLOCK, steps)
            or _one_of(passage, IDLE, _without_choice(passage))
            or _one_of(passage, ABSENT, _without_anybody(passage))
        ):
            return


def renew(passage: Passage) -> None:
    """Who is absent is another than before: do what follows, and say anew whose move it is."""
    passage.look_again()
    follow(passage)
    passage.count("away", (touched.EVERYTHING, touched.REPORTS))


def _one_of(passage: Passage, actor: Actor, steps: Iterable[Act]) -> bool:
    with passage.by_itself(actor):
        return any(taken(passage, *one) for one in steps)


def _without_choice(passage: Passage) -> Iterator[Act]:
    """The acts of sides that are left no choice, by what everybody may know."""
    if passage.scope.passes_over:
        game, public = passage.registration.game, passage.registration.public(passage.state)
        for one in passage.registration.whose_move.owed(public, game.book_of(public)):
            if one.idle and one.side:
                yield f"{game.name}.{one.act}", dict(one.params)


def _without_anybody(passage: Passage) -> Sequence[Act]:
    """What silence does for those who are not there, as long as anybody is: no league plays by itself."""
    registration, state = passage.registration, passage.state
    absent = passage.absent if registration.goes_on else None
    if not absent or registration.goes_on is None or registration.is_over(state):
        return ()
    sides = (one for one in registration.sides_of(state) if registration.in_play(state, one))
    if not any(absent.meant(registration.members_of(state, one)) for one in sides):
        return ()
    book = registration.game.book_of(state)
    rows = list(registration.whose_move.owed(state, book))

    def rests(row: Todo) -> bool:
        return bool(row.side) and absent.rests(row.side, seats_of(registration, state, row))

    return registration.goes_on(state, book, rows, rests, absent.unplayed)


def taken(passage: Passage, procedure: str, params: Mapping[str, object]) -> bool:
    """An act that nobody has to do: its dice are the app's, and what nobody answers is what silence means.
    Whether that settled it."""
    state, seq, slots = passage.state, passage.scope.seq, passage.scope.slots
    try:
        with transaction.atomic():
            slot, dialogue, talk = begun(passage, procedure, params)
            while not (outcome := driven(passage, slot, dialogue, talk, app_dice=True)).settled:
                if (said := silent(passage, outcome.questions)) is None:
                    return False
                put(passage, dialogue, talk, *said)
            return True
    except Refused:
        passage.state, passage.scope.seq, passage.scope.slots = state, seq, slots
        return False


# One answer: whether its question is open, whether it passes it, and that it is kept


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
