"""What was chosen before a die of the app fell stands: it stays with its slot, whatever closes the dialogue.

Whoever opens the slot again meets the same facts, the same answers and the same faces; only what comes after
the last die is asked anew. A choice that has become impossible is asked again by itself, and so are the facts
a dialogue began with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, TypedDict

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from campaigns.engine.stored.journal import entry_record
from campaigns.engine.transaction.dialogue import DialogueRun, answer_of
from campaigns.engine.transaction.writing import SET_ASIDE, close_dialogue, write_plain_entry
from campaigns.engine.who.rights import may_start
from campaigns.models import Dialogue, DialogueAnswer, Entry, Slot
from rules.engine.codec import dump_answers, load_answers
from rules.engine.plain import JsonObject, Params
from rules.engine.questions import Answer
from rules.engine.refusals import Refused

if TYPE_CHECKING:
    from campaigns.engine.transaction.scope_transaction import ScopeTransaction

BY_AN_ENTRY = {"entry": True}  # what stands is in the entry that was taken back


class SlotStanding(TypedDict):
    """What stands in a slot, as JSON: a dialogue, and its answers in the order in which they were given."""

    procedure: str
    params: JsonObject
    opened_at: str | None
    answers: list[tuple[str, JsonObject]]


def last_fixed_answer(dialogue: Dialogue) -> int:
    """The latest answer that stands: the app's die fell with it or after it; 0 when none has fallen."""
    by_app = (one.pk for one in dialogue.answers.all() if one.origin == "app")
    return max((*by_app, *(die.answer or 0 for die in dialogue.slot.thrown.all())), default=0)


def why_no_aside(dialogue: Dialogue, *, is_organiser: bool) -> str:
    """The sentence why this person does not set a dialogue aside; empty when they may."""
    if is_organiser:
        return ""
    if any(one.origin == "sealed" for one in dialogue.answers.all()):
        return _("An answer here is sealed. Only an organiser can cancel these questions.")
    if any(one.origin == "app" for one in dialogue.answers.all()) or dialogue.slot.thrown.all():
        return _(
            "The app has rolled a die here, and it counts. Only an organiser can cancel these questions."
        )
    return ""


def put_aside(transaction: ScopeTransaction, dialogue: Dialogue, *, told: bool) -> None:
    """Close a dialogue without settling it. What stands stays with the slot. `told`: in the chronicle too."""
    slot, stands = dialogue.slot, last_fixed_answer(dialogue)
    rows = list(dialogue.answers.all())
    if stands:
        answers = {one.key: answer_of(one) for one in rows if one.pk <= stands}
        _keep(slot, _standing(dialogue.procedure, dialogue.params, dialogue.opened_at, answers))
    open_seals = sum(one.origin == "sealed" and one.pk > stands for one in rows)
    if told and (stands or open_seals):
        write_plain_entry(transaction, SET_ASIDE, dialogue, {"dice": bool(stands), "seals": open_seals})
    close_dialogue(dialogue)


def stand_by(slot: Slot, entry: Entry) -> None:
    """An entry was taken back at the table: what was chosen before its dice stands, also in a slot that may
    settle again."""
    if any(one["origin"] == "app" for one in entry.answers.values()):
        _keep(slot, BY_AN_ENTRY)


def _keep(slot: Slot, standing: SlotStanding | Mapping[str, bool]) -> None:
    slot.standing = standing
    slot.save(update_fields=["standing"])


def _standing(
    procedure: str, params: Params, opened_at: datetime | None, answers: Mapping[str, Answer]
) -> SlotStanding:
    moment = opened_at.isoformat() if opened_at else None
    in_order = [(key, told) for key, told in dump_answers(answers).items()]
    return {"procedure": procedure, "params": dict(params), "opened_at": moment, "answers": in_order}


def taken_up(transaction: ScopeTransaction, slot: Slot, procedure: str, params: Params) -> Dialogue | None:
    """The dialogue of a slot in which something stands, open again; None when nothing does.

    It goes on with the facts it had; only when those have become impossible, with the ones given now.
    """
    found = slot.standing if "answers" in slot.standing else _by_entry(transaction, slot)
    if not found:
        return None
    answers = load_answers(dict(found["answers"]))
    opened_at = (found["opened_at"] and parse_datetime(found["opened_at"])) or transaction.now
    began = found["procedure"], found["params"], opened_at
    if _impossible(_run(transaction, slot, *began, answers)):
        began = procedure, dict(params), transaction.now
    else:
        spec = transaction.registration.game.spec(found["procedure"])
        may_start(
            transaction.actor,
            spec,
            found["params"],
            transaction.scope,
            transaction.state,
            transaction.registration,
        )
    dialogue = Dialogue(slot=slot, scope=transaction.scope, opened_by=transaction.actor.seat)
    dialogue.procedure, dialogue.params, dialogue.opened_at = began
    dialogue.save()
    transaction.has_spoken = True
    if rows := DialogueAnswer.objects.bulk_create(_rows(dialogue, answers)):
        slot.thrown.update(answer=rows[-1].pk)
    return dialogue


def _rows(dialogue: Dialogue, answers: Mapping[str, Answer]) -> Iterable[DialogueAnswer]:
    for key, one in answers.items():
        by = int(one.by) if one.by else None
        yield DialogueAnswer(
            dialogue=dialogue, key=key, value=one.value, origin=one.origin, dice=list(one.dice), by_id=by
        )


def _impossible(run: DialogueRun) -> bool:
    try:
        run.drive()
    except Refused:
        return True
    return False


def _run(
    transaction: ScopeTransaction, slot: Slot, procedure: str, params: Params, now: datetime | None,
    answers: Mapping[str, Answer],
) -> DialogueRun:  # fmt: skip
    seed, now = bytes(slot.seed), transaction.scope.on_clock(now)
    return DialogueRun(
        transaction.registration.game,
        transaction.state,
        procedure,
        params,
        slot.code,
        seed,
        now,
        dict(answers),
    )


def _by_entry(transaction: ScopeTransaction, slot: Slot) -> SlotStanding | None:
    """What stands by an entry of this slot that was taken back: its facts, and what was asked until its last
    die of the app."""
    entry = slot.entries.filter(void=True).order_by("-seq").first()
    if entry is None or not any(one["origin"] == "app" for one in entry.answers.values()):
        return None
    record = entry_record(entry, {text.n: text.body for text in entry.texts.all()})
    given = {key: one for key, one in record.answers.items() if one.origin != "revealed"}
    free = _after_the_dice(_run(transaction, slot, record.procedure, record.params, record.now, given))
    answers = {key: one for key, one in given.items() if key not in free}
    return _standing(record.procedure, record.params, record.now, answers)


def _after_the_dice(run: DialogueRun) -> set[str]:
    """The answers that were asked for after the app's last die, in the order of the rules."""
    try:
        asked = run.drive().asked
    except Refused:
        return set()
    last = max((place for place, one in enumerate(asked) if one.answer.origin == "app"), default=len(asked))
    return {one.question.key for one in asked[last + 1 :]}
