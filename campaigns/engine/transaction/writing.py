"""Where an entry and the rows of a state are written, a casualty and all else that the rules decide.

`settle_dialogue` does both once the door has driven a procedure to its end; a correction writes its entry by
`write_entry`. Slots, answers, throws and seals on the way there are written here, too.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import connection
from django.db.models import CharField
from django.db.models.functions import Cast
from django.utils.translation import gettext as _

from campaigns.engine.stored import people_texts
from campaigns.engine.stored.room import require_room
from campaigns.engine.transaction.dialogue import prefetch_rows, prefetched_rows
from campaigns.engine.transaction.seals import fingerprint_of
from campaigns.engine.who.let_in import leave_trace
from campaigns.engine.who.rights import Actor, acting_for, side_from_who, who_starts
from campaigns.models import (
    Dialogue,
    DialogueAnswer,
    Entry,
    EntryText,
    SealedAnswer,
    Seat,
    Slot,
    ThrownDie,
)
from campaigns.models.journal import new_seed
from rules.engine.codec import dump_answers, dump_effects
from rules.engine.effects import apply_all
from rules.engine.games import REVISION, Effects
from rules.engine.hidden import Deal
from rules.engine.plain import JsonObject, Params
from rules.engine.questions import Answer, Question, Text
from rules.engine.refusals import Refused

if TYPE_CHECKING:
    from campaigns.engine.transaction.dialogue import DialogueRun
    from campaigns.engine.transaction.scope_transaction import ScopeTransaction
    from rules.engine.procedure import AnsweredQuestion, Settled

# What the chronicle tells beside what the rules did.
CORRECTION, SET_ASIDE, SEALED_ANEW = "correction", "set_aside", "sealed_anew"
CARRIES_ON, WAITS_AGAIN, LEFT_CLUB = "carries_on", "waits_again", "left_club"
# Found or made in one statement. Of one that may settle again: the first that waits, else another turn.
FOUND = """WITH found AS (SELECT id, name, code, seed, standing, false AS is_new, {settled} AS has_settled
 FROM campaigns_slot slot WHERE scope_id = %(scope)s AND {which}),
made AS (INSERT INTO campaigns_slot (scope_id, name, code, seed, standing)
 SELECT %(scope)s, {name}, %(code)s, %(seed)s, '{{}}' WHERE NOT EXISTS (SELECT FROM found)
 RETURNING id, name, code, seed, standing, true, false)
SELECT id, name, code, seed, standing::text, is_new, has_settled FROM found
UNION ALL SELECT id, name, code, seed, standing::text, true, false FROM made"""
LIVING = "EXISTS (SELECT FROM campaigns_entry entry WHERE entry.slot_id = slot.id AND NOT void)"
NEVER = "NOT EXISTS (SELECT FROM campaigns_entry entry WHERE entry.slot_id = slot.id)"
IS_TURN = (
    "left(name, length(%(name)s) + 1) = %(name)s || '#' AND substr(name, length(%(name)s) + 2) ~ '^[0-9]+$'"
)
NEXT = f"""%(name)s || '#' || (SELECT coalesce(max(substr(name, length(%(name)s) + 2)::int), 0) + 1
 FROM campaigns_slot WHERE scope_id = %(scope)s AND {IS_TURN})"""  # noqa: S608 - our own words
WAITS = f"{IS_TURN} AND NOT {LIVING} AND (standing <> '{{}}' OR {NEVER}) ORDER BY id LIMIT 1"
ONLY = FOUND.format(settled=LIVING, which="name = %(name)s", name="%(name)s")
TURN = FOUND.format(settled="false", which=WAITS, name=NEXT)
CLOSE = (
    "WITH answers AS (DELETE FROM campaigns_dialogueanswer WHERE dialogue_id = %(dialogue)s)"
    " DELETE FROM campaigns_dialogue WHERE id = %(dialogue)s"
)
NOTES = (SET_ASIDE, SEALED_ANEW, CARRIES_ON, WAITS_AGAIN, LEFT_CLUB)


def slot_of(transaction: ScopeTransaction, name: str, *, repeat: bool) -> tuple[Slot, bool]:
    """The slot of this name, and whether it is new: there was none, or it may settle again and has."""
    with connection.cursor() as cursor:
        code = f"s{transaction.scope.slots + 1}"
        told: dict[str, str | int | bytes] = {
            "scope": transaction.scope.pk,
            "name": name,
            "seed": new_seed(),
            "code": code,
        }
        cursor.execute(TURN if repeat else ONLY, told)
        pk, named, code, seed, standing, is_new, has_settled = cursor.fetchone()
    slot = Slot(
        pk=pk, scope=transaction.scope, name=named, code=code, seed=seed, standing=json.loads(standing)
    )
    if is_new:
        transaction.scope.slots += 1
        if transaction.seed_of:
            slot.seed = transaction.seed_of(named)
            slot.save(update_fields=["seed"])
    elif has_settled:
        raise Refused("", _("That has already been settled."), admission=True)
    return slot, is_new


def store_throw(slot: Slot, key: str, thrown: Answer, answer: int) -> None:
    """Remember a face the app has shown, and in which row of the dialogue."""
    die = ThrownDie(slot=slot, key=key, value=thrown.value, dice=list(thrown.dice), answer=answer)
    ThrownDie.objects.bulk_create(
        [die], update_conflicts=True, unique_fields=["slot", "key"], update_fields=["answer"]
    )
    known = prefetched_rows(slot, "thrown", ThrownDie)
    if known is not None:
        prefetch_rows(slot, "thrown", [*(one for one in known if one.key != key), die])


def store_answer(
    transaction: ScopeTransaction,
    dialogue: Dialogue,
    question: Question,
    given: Answer,
    *,
    again: bool = False,
) -> Answer:
    """Keep one answer of a dialogue; a sealed one goes to the seals and only its fingerprint stays.

    `again`: in the place of one that stood and has become impossible.
    """
    by = transaction.actor.seat
    if not dialogue.pk:
        dialogue.save()
    leave_trace(transaction.actor.let_in, dialogue.slot)
    if question.sealed:
        given = Answer(_sealed(transaction, dialogue, question, given.value), "sealed")
    given = Answer(given.value, given.origin, str(by.pk) if by else "", given.dice)
    row = {"value": given.value, "origin": given.origin, "dice": list(given.dice), "by": by}
    known = prefetched_rows(dialogue, "answers", DialogueAnswer)
    if again and dialogue.answers.filter(key=question.key).update(**row):
        dialogue.__dict__.pop("_prefetched_objects_cache", None)
    else:
        kept = DialogueAnswer.objects.create(dialogue=dialogue, key=question.key, **row)
        if known is not None:
            prefetch_rows(dialogue, "answers", [*known, kept])
        if given.origin == "app":
            store_throw(dialogue.slot, question.key, given, kept.pk)
    return given


def _sealed(transaction: ScopeTransaction, dialogue: Dialogue, question: Question, value: object) -> object:
    """The fingerprint of a sealed answer; of a deal that of each hand, which is sealed for its own."""
    if not isinstance(question, Deal):
        return seal_answer(transaction, dialogue, question, value)
    dealt = question.check(value)
    hands = ((hand, replace(question, key=f"{question.key}:{hand}", who=hand), held) for hand, held in dealt)
    return tuple((hand, seal_answer(transaction, dialogue, one, held)) for hand, one, held in hands)


def seal_answer(transaction: ScopeTransaction, dialogue: Dialogue, question: Question, value: object) -> str:
    """Seal a value and return its fingerprint: SHA-256 of 128 random bits and the canonical content.

    Where something was sealed before, the chronicle says that it has been sealed anew.
    """
    salt = secrets.token_bytes(16)
    fingerprint = fingerprint_of(salt, value)
    _sealed, is_new = SealedAnswer.objects.update_or_create(
        slot=dialogue.slot,
        key=question.key,
        defaults={
            "owner": _owner(transaction, question),
            "side": side_from_who(question.who),
            "value": value,
            "salt": salt,
            "fingerprint": fingerprint,
            "sealed_at": transaction.now,
            "revealed_at": None,
        },
    )
    if not is_new:
        write_plain_entry(transaction, SEALED_ANEW, dialogue, {}, who=question.who)
    return fingerprint


def _owner(transaction: ScopeTransaction, question: Question) -> Seat | None:
    """Whose a seal is besides a side's; not of whoever was there when the app dealt face down."""
    kind, _colon, name = question.who.partition(":")
    if not isinstance(question, Deal):
        return transaction.actor.seat
    if kind != "person":
        return None
    called = Seat.objects.annotate(called=Cast("pk", CharField()))  # a player's owner may be nobody's number
    return called.filter(called=name, club=transaction.scope.club).first()


def settle_dialogue(
    transaction: ScopeTransaction, slot: Slot, dialogue: Dialogue, run: DialogueRun, settled: Settled[Effects]
) -> Entry:
    """Book a settled procedure: its entry, the rows it changes, and the end of its dialogue."""
    before = transaction.state
    after = apply_all(before, settled.result)
    require_room(transaction.registration, before, after, run.params)
    transaction.scope.seq += 1
    answers = {asked.question.key: _signed(transaction, asked) for asked in settled.asked}
    wordy = {asked.question.key for asked in settled.asked if isinstance(asked.question, Text)}
    entry = write_entry(
        transaction, slot, run.procedure, run.params, answers, wordy, settled.result,
        started_at=dialogue.opened_at, by=_whose(transaction, dialogue),
    )  # fmt: skip
    transaction.registration.save(transaction.scope.pk, transaction.scope.version + 1, before, after)
    transaction.state = after
    mark_revealed(transaction, settled)
    if dialogue.pk:
        close_dialogue(dialogue)
    _close_idle(transaction, settled)
    if slot.standing:
        slot.standing = {}
        slot.save(update_fields=["standing"])
    return entry


def close_dialogue(dialogue: Dialogue) -> None:
    """Take an open dialogue away, with its answers."""
    with connection.cursor() as cursor:
        cursor.execute(CLOSE, {"dialogue": dialogue.pk})


def _signed(transaction: ScopeTransaction, asked: AnsweredQuestion) -> Answer:
    """An answer with whose it was to give, when somebody gave it for them."""
    kind, _sep, name = asked.question.who.partition(":")
    members = (
        transaction.registration.rules.members_of(transaction.state, name)
        if kind == "side"
        else [name]
        if kind == "person"
        else []
    )
    by = asked.answer.by
    if not any(members) or not by or by in members:
        return asked.answer
    gave = transaction.actor.seat if transaction.actor.is_seat(by) else Seat.objects.filter(pk=by).first()
    if gave is None or any(map(Actor(gave).is_seat, members)):
        return asked.answer
    return replace(asked.answer, stood_for=asked.question.who)


def _close_idle(transaction: ScopeTransaction, settled: Settled[Effects]) -> None:
    """Close the dialogues about what this has ended: nothing they ask means anything any more."""
    for params in transaction.registration.acts.idle(settled.result):
        Dialogue.objects.filter(scope=transaction.scope, params__contains=params).delete()


def write_plain_entry(
    transaction: ScopeTransaction, what: str, dialogue: Dialogue, more: Params, *, who: str = "organiser"
) -> Entry:
    """Write down something the rules know nothing of: an entry without effects that names its dialogue."""
    named = transaction.registration.store.traces.names
    about = {name: dialogue.params[name] for name in named if isinstance(dialogue.params.get(name), str)}
    return write_bare_entry(transaction, what, {**about, **more, "what": dialogue.procedure}, who=who)


def write_bare_entry(
    transaction: ScopeTransaction, what: str, params: Params, *, who: str = "organiser"
) -> Entry:
    """The same of what no dialogue is about."""
    transaction.scope.seq += 1
    slot, _is_new = slot_of(transaction, what, repeat=True)
    return write_entry(
        transaction, slot, what, params, {}, set(), (), started_at=transaction.now, fixed=True, who=who
    )


def _whose(transaction: ScopeTransaction, dialogue: Dialogue) -> Actor:
    """Who did it: whoever settles it, or who began it when they only answered somebody else's question."""
    who = who_starts(transaction.registration.game.spec(dialogue.procedure), dialogue.params)
    if not dialogue.pk or transaction.actor.acts_as(
        who, transaction.scope, transaction.state, transaction.registration
    ):
        return transaction.actor
    return Actor(dialogue.opened_by) if dialogue.opened_by else transaction.actor


def write_entry(
    transaction: ScopeTransaction, slot: Slot, procedure: str, params: Params, answers: dict[str, Answer],
    wordy: set[str], effects: Effects, *, started_at: datetime | None, place: int | None = None,
    fixed: bool = False, by: Actor | None = None, who: str = "organiser",
) -> Entry:  # fmt: skip
    """Insert the entry and the words taken out of it. `wordy` are the keys answered in a person's words; what
    is no procedure falls to `who`."""
    texts: list[str] = []
    spec = transaction.registration.game.procedures.get(procedure)
    who = who_starts(spec, params) if spec else who
    by = by or transaction.actor
    entry = Entry.objects.create(
        scope=transaction.scope,
        seq=transaction.scope.seq,
        place=transaction.scope.seq if place is None else place,
        slot=slot,
        procedure=procedure,
        params=people_texts.take_out(params, texts),
        answers=people_texts.take_out(_told(answers, wordy), texts),
        effects=people_texts.take_out(dump_effects(effects), texts),
        fixed=fixed,
        edition=transaction.scope.edition,
        revision=REVISION,
        actor=by.seat,
        acting_for=acting_for(by, who, transaction.scope, transaction.state, transaction.registration),
        via=transaction.actor.via,
        started_at=started_at,
        at=transaction.now,
    )
    leave_trace(transaction.actor.let_in, slot)
    if texts:
        EntryText.objects.bulk_create(EntryText(entry=entry, n=n, body=body) for n, body in enumerate(texts))
    return entry


def _told(answers: dict[str, Answer], wordy: set[str]) -> dict[str, JsonObject]:
    """Answers as an entry keeps them: what people wrote apart, so that it can be taken out."""
    return {
        key: (
            {**one, "words": one["value"], "value": None}
            if key in wordy and one["origin"] != "sealed"
            else one
        )
        for key, one in dump_answers(answers).items()
    }


def mark_revealed(transaction: ScopeTransaction, settled: Settled[Effects]) -> None:
    """A seal that a settled step has opened is open from now on."""
    opened = [a.question for a in settled.asked if a.answer.origin == "revealed"]
    for question in opened:
        SealedAnswer.objects.filter(
            slot__scope=transaction.scope,
            slot__code=getattr(question, "entry", ""),
            key=getattr(question, "sealed_key", ""),
        ).update(revealed_at=transaction.now)
