"""Inside a transaction: a procedure that begins, as far as its answers reach, and what follows by itself.

What follows are the game's own steps, in a league that passes over them the acts of sides with nothing to
choose, and what silence does for those who are not there. Whether somebody may begin or answer it has been
asked before (`campaigns.engine.door`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from django.db.transaction import atomic
from django.utils.translation import gettext as _

from campaigns.engine.lines import Act
from campaigns.engine.stored import topics
from campaigns.engine.stored.whose_move import seats_of
from campaigns.engine.transaction.answered import ROLL, as_met, changed_meanwhile, reads
from campaigns.engine.transaction.dialogue import (
    DialogueRun,
    open_dialogue,
    open_run,
    peek_dialogue,
    prefetch_rows,
    revealer,
    thrown_in,
)
from campaigns.engine.transaction.scope_transaction import DoorOutcome, ScopeTransaction
from campaigns.engine.transaction.slot_standing import last_fixed_answer, taken_up
from campaigns.engine.transaction.summaries import asked_people
from campaigns.engine.transaction.writing import settle_dialogue, slot_of, store_answer
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


def begin_dialogue(
    transaction: ScopeTransaction, procedure: str, params: Mapping[str, object]
) -> tuple[Slot, Dialogue, DialogueRun]:
    """A procedure that may begin: its slot, its dialogue so far, and the run of it."""
    _close(transaction, procedure, params)
    spec = transaction.registration.game.spec(procedure)
    slot, is_new = slot_of(transaction, spec.slot_name(params), repeat=spec.repeat)
    dialogue = None
    if not is_new:
        dialogue = open_dialogue(transaction.scope, slot__pk=slot.pk) or taken_up(
            transaction, slot, procedure, params
        )
    if dialogue is None:
        dialogue = Dialogue(
            slot=slot,
            scope=transaction.scope,
            procedure=procedure,
            params=dict(params),
            opened_by=transaction.actor.seat,
            opened_at=transaction.now,
        )
    return slot, dialogue, run_of(transaction, slot, dialogue, is_new=is_new)


def _close(transaction: ScopeTransaction, procedure: str, params: Mapping[str, object]) -> None:
    """Answer what is open before this and asks nobody any more: what was sealed counts, the rest is plain."""
    if procedure not in transaction.registration.acts.closes_dialogues:
        return
    before, about, value = transaction.registration.acts.closes_dialogues[procedure](params)
    found = Dialogue.objects.filter(scope=transaction.scope, procedure=before, params__contains=about)
    with transaction.by_itself():
        for dialogue in found.select_related("slot"):
            dialogue.scope = transaction.scope
            run = run_of(transaction, dialogue.slot, dialogue)
            if isinstance(peek_dialogue(transaction.scope, dialogue.slot, transaction.state)[1], Refused):
                continue  # the act itself says what is wrong
            while isinstance(progress := drive_dialogue(transaction, dialogue, run), Open):
                keep_answer(transaction, dialogue, run, progress.questions[0], value)
            settle_dialogue(transaction, dialogue.slot, dialogue, run, progress)


def run_of(
    transaction: ScopeTransaction, slot: Slot, dialogue: Dialogue, *, is_new: bool = False
) -> DialogueRun:
    if dialogue.pk:
        return open_run(slot, dialogue, transaction.state, now=dialogue.opened_at)
    return DialogueRun(
        transaction.registration.game, transaction.state, dialogue.procedure, dialogue.params, slot.code,
        bytes(slot.seed), transaction.scope.on_clock(dialogue.opened_at), reveal=revealer(transaction.scope),
        faces=dict if is_new else partial(thrown_in, slot),
    )  # fmt: skip


def drive_dialogue(
    transaction: ScopeTransaction, dialogue: Dialogue, run: DialogueRun
) -> Open | Settled[Effects]:
    """Drive; stored answers that no longer pass because the ground moved are taken out.

    One that stood before a die of the app stays until it is answered anew: it may pass again.
    """
    progress = run.drive()
    if run.dropped:
        gone = run.dropped.keys() - run.given
        lost = [
            one.pk
            for one in dialogue.answers.all()
            if one.key in gone and one.pk > last_fixed_answer(dialogue)
        ]
        prefetch_rows(dialogue, "answers", [one for one in dialogue.answers.all() if one.pk not in lost])
        dialogue.answers.filter(pk__in=lost).delete()
        transaction.has_spoken |= bool(lost)
    return progress


def advance_dialogue(
    transaction: ScopeTransaction, slot: Slot, dialogue: Dialogue, run: DialogueRun, app_dice: bool
) -> DoorOutcome:
    """Drive as far as the answers reach; with `app_dice` the app throws every die this person may throw.

    What a warband of the app has to choose, a die chooses at once.
    """
    while True:
        progress = drive_dialogue(transaction, dialogue, run)
        if isinstance(progress, Settled):
            transaction.entry = entry = settle_dialogue(transaction, slot, dialogue, run, progress)
            transaction.dialogue = transaction.spoken = None
            return DoorOutcome(slot.code, entry.seq, reopened=run.reopened)
        if not dialogue.pk:
            dialogue.save()
            leave_trace(transaction.actor.let_in, slot)
            transaction.has_spoken = True
        thrown = [q for q in progress.questions if _is_thrown(transaction, dialogue, q, app_dice)]
        if not thrown:
            transaction.dialogue, transaction.spoken = dialogue, (run, progress)
            transaction.asked[str(dialogue.pk)] = asked_people(transaction.registration, run, progress)
            return DoorOutcome(slot.code, None, progress.questions, run.reopened)
        for question in thrown:
            keep_answer(transaction, dialogue, run, question, ROLL)


def _is_thrown(transaction: ScopeTransaction, dialogue: Dialogue, question: Question, app_dice: bool) -> bool:
    if not question.by_hand:
        return True
    if app_dice and isinstance(question, RANDOM):
        who = at_its_table(question.who, dialogue.params)
        return transaction.actor.acts_as(who, transaction.scope, transaction.state, transaction.registration)
    return by_die(transaction, question)


def run_next_steps(transaction: ScopeTransaction) -> None:
    """What the game does by itself now, the acts of those who have nothing to choose, and what silence does
    where nobody is there to act.

    A step that is refused waits for the clock, or for somebody.
    """
    for _step in range(MOST_STEPS):
        book = transaction.registration.game.book_of(transaction.state)
        steps = transaction.registration.rules.next_steps(transaction.state, book, transaction.now)
        if not (
            _one_of(transaction, CLOCK, steps)
            or _one_of(transaction, IDLE, _without_choice(transaction))
            or _one_of(transaction, ABSENT, _without_anybody(transaction))
        ):
            return


def follow_absences(transaction: ScopeTransaction) -> None:
    """Who is absent is another than before: do what follows, and say anew whose move it is."""
    transaction.look_again()
    run_next_steps(transaction)
    transaction.count("away", (topics.EVERYTHING, topics.REPORTS))


def _one_of(transaction: ScopeTransaction, actor: Actor, steps: Iterable[Act]) -> bool:
    with transaction.by_itself(actor):
        return any(settle_by_itself(transaction, *one) for one in steps)


def _without_choice(transaction: ScopeTransaction) -> Iterator[Act]:
    """The acts of sides that are left no choice, by what everybody may know."""
    if not (transaction.scope.passes_over or transaction.games):
        return
    game, rules = transaction.registration.game, transaction.registration.rules
    rows = rules.whose_move.owed if transaction.scope.passes_over else rules.passed_after_games
    public = transaction.registration.public(transaction.state)
    for one in rows(public, game.book_of(public)):
        if one.idle and one.side:
            yield f"{game.name}.{one.act}", dict(one.params)


def _without_anybody(transaction: ScopeTransaction) -> Sequence[Act]:
    """What silence does for those who are not there, as long as anybody is: no league plays by itself."""
    registration, state = transaction.registration, transaction.state
    absent = transaction.absent if registration.rules.goes_on else None
    if not absent or registration.rules.goes_on is None or registration.rules.is_over(state):
        return ()
    sides = (one for one in registration.sides_of(state) if registration.rules.in_play(state, one))
    if not any(absent.meant(registration.rules.members_of(state, one)) for one in sides):
        return ()
    book = registration.game.book_of(state)
    rows = list(registration.rules.whose_move.owed(state, book))

    def rests(row: Todo) -> bool:
        return bool(row.side) and absent.rests(row.side, seats_of(registration, state, row))

    return registration.rules.goes_on(state, book, rows, rests, absent.unplayed)


def settle_by_itself(transaction: ScopeTransaction, procedure: str, params: Mapping[str, object]) -> bool:
    """An act that nobody has to do: its dice are the app's, and what nobody answers is what silence means.
    Whether that settled it."""
    state, seq, slots = transaction.state, transaction.scope.seq, transaction.scope.slots
    try:
        with atomic():
            slot, dialogue, run = begin_dialogue(transaction, procedure, params)
            while not (outcome := advance_dialogue(transaction, slot, dialogue, run, app_dice=True)).settled:
                if (said := silent_answer(transaction, outcome.questions)) is None:
                    return False
                keep_answer(transaction, dialogue, run, *said)
            return True
    except Refused:
        transaction.state, transaction.scope.seq, transaction.scope.slots = state, seq, slots
        return False


# One answer: whether its question is open, whether it passes it, and that it is kept


def open_question(progress: Open | Settled[Effects], key: str) -> Question:
    if isinstance(progress, Open):
        for question in progress.questions:
            if question.key == key:
                return question
    raise changed_meanwhile()


def die_left(transaction: ScopeTransaction, dialogue: Dialogue, progress: Open | Settled[Effects]) -> str:
    """The key of the first open die that this person may throw; empty when there is none."""
    for question in progress.questions if isinstance(progress, Open) else ():
        who = at_its_table(question.who, dialogue.params)
        if is_random(question) and transaction.actor.acts_as(
            who, transaction.scope, transaction.state, transaction.registration
        ):
            return question.key
    return ""


def silent_answer(
    transaction: ScopeTransaction, questions: Iterable[Question]
) -> tuple[Question, object] | None:
    """The first question to which it is an answer that nobody gives one, and that answer."""
    book = transaction.registration.game.book_of(transaction.state)
    answers = ((one, transaction.registration.rules.unanswered(book, one)) for one in questions)
    return next((said for said in answers if said[1] is not None), None)


def keep_answer(
    transaction: ScopeTransaction, dialogue: Dialogue, run: DialogueRun, question: Question, value: object
) -> None:
    """Check one answer and keep it."""
    if value is ROLL or not question.by_hand:
        if value is not ROLL:
            raise Refused(question.rule, _("Only the app can answer this question."), question.key)
        if not isinstance(question, RANDOM) and not by_die(transaction, question):
            raise Refused("", _("That is not a die. Choose one of the answers."), question.key)
        given = run.rolled(question)
    elif is_random(question) and question.key in run.thrown:
        face = run.rolled(question).value if reads(transaction, dialogue.procedure, question) else None
        raise Refused("", rolled_by_app(face), question.key)
    else:
        origin = "hand" if is_random(question) else "choice"
        checked = as_met(transaction, question).check(value)
        given = Answer(
            checked, origin, dice=(checked,) if isinstance(checked, int) and is_random(question) else ()
        )
    again = question.key in run.dropped
    run.answers[question.key] = store_answer(transaction, dialogue, question, given, again=again)
    run.given.add(question.key)
    transaction.has_spoken = True


def by_die(transaction: ScopeTransaction, question: Question) -> bool:
    """Whether the app's die makes this choice; what is sealed a person writes."""
    choice = isinstance(question, Choose | YesNo) and not question.sealed
    return choice and transaction.registration.rules.by_die(transaction.state, question.who)


def rolled_by_app(face: object) -> str:
    """Why nobody types over a die; without the face for whom it is a secret."""
    if face is None:
        return _("The app rolled this die, so it cannot be changed.")
    return _("The app’s roll for this was %(face)s, and that is final.") % {"face": face}
