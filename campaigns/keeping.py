"""Writing what the door, or a correction behind it, has decided: slots, answers, throws, seals, entries."""

from __future__ import annotations

import json
import re
import secrets
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from campaigns import words
from campaigns.models import (
    Dialogue,
    DialogueAnswer,
    Entry,
    EntryText,
    Scope,
    SealedAnswer,
    Seat,
    Slot,
    ThrownDie,
)
from campaigns.rights import Actor, acting_for, who_starts
from campaigns.store import ENDED
from rules.codec import dump_answers, dump_effects
from rules.effects import apply_all
from rules.games import REVISION
from rules.questions import Answer, Question, Text
from rules.refusals import Refused

if TYPE_CHECKING:
    from campaigns.dialogue import Talk
    from campaigns.door import Visit
    from rules.procedure import Asked, Settled


def slot_of(here: Visit, name: str, *, repeat: bool) -> tuple[Slot, bool]:
    """The slot of this name, and whether it is new: there was none, or it may settle again and has."""
    entries = Entry.objects.filter(slot=OuterRef("pk"))
    slots = Slot.objects.filter(scope=here.scope)
    if repeat:
        turns = slots.filter(name__regex=rf"^{re.escape(name)}#[0-9]+$").annotate(has_settled=Exists(entries))
        latest = turns.order_by("-pk").first()
        if latest is not None and not latest.has_settled:
            return latest, False
        return _new_slot(here, f"{name}#{_turn(latest) + 1}"), True
    slot = slots.filter(name=name).annotate(has_settled=Exists(entries.filter(void=False))).first()
    if slot is None:
        return _new_slot(here, name), True
    if slot.has_settled:
        raise Refused("", _("That is settled already."), admission=True)
    return slot, False


def _new_slot(here: Visit, name: str) -> Slot:
    here.scope.slots += 1
    seed = {"seed": here.seed_of(name)} if here.seed_of else {}
    return Slot.objects.create(scope=here.scope, name=name, code=f"s{here.scope.slots}", **seed)


def _turn(slot: Slot | None) -> int:
    return int(slot.name.rpartition("#")[2]) if slot else 0


def store_throw(slot: Slot, key: str, thrown: Answer) -> None:
    """Remember a face the app has shown."""
    die = ThrownDie(slot=slot, key=key, value=thrown.value, dice=list(thrown.dice))
    ThrownDie.objects.bulk_create([die], ignore_conflicts=True)


def store_answer(
    slot: Slot, dialogue: Dialogue, question: Question, given: Answer, by: Seat | None
) -> Answer:
    """Keep one answer of a dialogue; a sealed one goes to the seals and only its fingerprint stays."""
    if question.sealed:
        given = Answer(seal(slot, question.key, given.value, by), "sealed")
    given = Answer(given.value, given.origin, str(by.pk) if by else "", given.dice)
    if not dialogue.pk:
        dialogue.save()
    DialogueAnswer.objects.create(
        dialogue=dialogue,
        key=question.key,
        value=given.value,
        origin=given.origin,
        dice=list(given.dice),
        by=by,
    )
    return given


def seal(slot: Slot, key: str, value: Any, owner: Seat | None) -> str:
    """Seal a value and return its fingerprint: SHA-256 of 128 random bits and the canonical content."""
    salt = secrets.token_bytes(16)
    fingerprint = fingerprint_of(salt, value)
    SealedAnswer.objects.update_or_create(
        slot=slot,
        key=key,
        defaults={"owner": owner, "value": value, "salt": salt, "fingerprint": fingerprint},
    )
    return fingerprint


def fingerprint_of(salt: bytes, value: Any) -> str:
    content = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(salt + content.encode()).hexdigest()


def settle(here: Visit, slot: Slot, dialogue: Dialogue, talk: Talk, settled: Settled) -> Entry:
    """Book a settled procedure: its entry, the rows it changes, and the end of its dialogue."""
    before = here.state
    after = apply_all(before, settled.result)
    here.scope.seq += 1
    answers = {asked.question.key: _signed(here, asked) for asked in settled.asked}
    wordy = {asked.question.key for asked in settled.asked if isinstance(asked.question, Text)}
    entry = write_entry(
        here, slot, talk.procedure, talk.params, answers, wordy, settled.result,
        started_at=dialogue.opened_at, by=_whose(here, dialogue),
    )  # fmt: skip
    here.kept.save(here.scope.pk, here.scope.version + 1, before, after)
    here.state = after
    mark_revealed(here, settled)
    if dialogue.pk:
        dialogue.delete()
    _close_idle(here.scope, settled)
    return entry


def _signed(here: Visit, asked: Asked) -> Answer:
    """An answer with whose it was to give, when somebody gave it for them."""
    kind, _sep, name = asked.question.who.partition(":")
    owner = here.kept.owner_of(here.state, name) if kind == "side" else name if kind == "person" else ""
    by = asked.answer.by
    if not owner or not by or by == owner:
        return asked.answer
    gave = here.actor.seat if here.actor.is_seat(by) else Seat.objects.filter(pk=by).first()
    if gave is None or Actor(gave).is_seat(owner):
        return asked.answer
    return replace(asked.answer, stood_for=asked.question.who)


def _close_idle(scope: Scope, settled: Settled) -> None:
    """Close the dialogues about what this has ended: nothing they ask means anything any more."""
    ended = ENDED.get(scope.game, lambda effects: ())
    for params in ended(settled.result):
        Dialogue.objects.filter(scope=scope, params__contains=params).delete()


def _whose(here: Visit, dialogue: Dialogue) -> Actor:
    """Who did it: whoever settles it, or who began it when they only answered somebody else's question."""
    who = who_starts(here.kept.game.spec(dialogue.procedure), dialogue.params)
    if not dialogue.pk or here.actor.acts_as(who, here.scope, here.state, here.kept):
        return here.actor
    return Actor(dialogue.opened_by) if dialogue.opened_by else here.actor


def write_entry(
    here: Visit, slot: Slot, procedure: str, params: Any, answers: dict[str, Answer], wordy: set[str],
    effects: Any, *, started_at: datetime | None, place: int | None = None, fixed: bool = False,
    by: Actor | None = None,
) -> Entry:  # fmt: skip
    """Insert the entry and the words taken out of it. `wordy` are the keys answered in a person's words."""
    texts: list[str] = []
    told = {
        key: (
            {**one, "words": one["value"], "value": None}
            if key in wordy and one["origin"] != "sealed"
            else one
        )
        for key, one in dump_answers(answers).items()
    }
    spec = here.kept.game.procedures.get(procedure)
    who = who_starts(spec, params) if spec else "organiser"
    by = by or here.actor
    entry = Entry.objects.create(
        scope=here.scope,
        seq=here.scope.seq,
        place=here.scope.seq if place is None else place,
        slot=slot,
        procedure=procedure,
        params=words.take_out(params, texts),
        answers=words.take_out(told, texts),
        effects=words.take_out(dump_effects(effects), texts),
        fixed=fixed,
        edition=here.scope.edition,
        revision=REVISION,
        actor=by.seat,
        acting_for=acting_for(by, who, here.scope, here.state, here.kept),
        via=here.actor.via,
        started_at=started_at,
        at=here.now,
    )
    if texts:
        EntryText.objects.bulk_create(EntryText(entry=entry, n=n, body=body) for n, body in enumerate(texts))
    return entry


def mark_revealed(here: Visit, settled: Settled) -> None:
    """A seal that a settled step has opened is open from now on."""
    opened = [a.question for a in settled.asked if a.answer.origin == "revealed"]
    for question in opened:
        SealedAnswer.objects.filter(
            slot__scope=here.scope,
            slot__code=getattr(question, "entry", ""),
            key=getattr(question, "sealed_key", ""),
        ).update(revealed_at=here.now)
