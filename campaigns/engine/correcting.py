"""Correcting the past: drafts, their preview, and the commit through the door.

A draft is computed on the journal as it stands, without a lock. It commits when nothing in it needs a
decision; the commit computes it once more on the present head under the lock, and if the difference is not
the one that was shown, it shows the new one instead. Replaced entries keep their place and earlier version.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import NotRequired, TypedDict

from django.db.models import Q
from django.db.transaction import atomic
from django.utils.translation import gettext as _

from campaigns.engine.lines import TakesBack
from campaigns.engine.stored.journal import former_answers, initial_state, records
from campaigns.engine.stored.replacing import Differs, differing, patched_state, replace_entries
from campaigns.engine.stored.room import require_room
from campaigns.engine.stored.store import registration_of
from campaigns.engine.stored.topics import sides_between
from campaigns.engine.transaction.driving import run_next_steps
from campaigns.engine.transaction.scope_transaction import ScopeTransaction, scope_transaction
from campaigns.engine.transaction.writing import CORRECTION, write_entry
from campaigns.engine.who.rights import Actor
from campaigns.models import Entry, Scope, Slot
from campaigns.models.corrections import Correction, CorrectionStatus
from campaigns.models.journal import FOLLOWS
from rules.engine.codec import dump_answers, dump_effects
from rules.engine.journal import Change, Draft, EntryOutcome, Record, replay
from rules.engine.plain import JsonObject
from rules.engine.questions import Answer
from rules.engine.refusals import Refused
from rules.engine.state import State


class GivenRow(TypedDict):
    """An answer in a draft, as JSON."""

    value: object
    origin: NotRequired[str]
    by: NotRequired[str]
    dice: NotRequired[list[int]]


class ChangeRow(TypedDict, total=False):
    """What a draft does to an entry, as JSON (`Correction.changes`); None asks again."""

    void: bool
    keep: bool
    words: str
    params: JsonObject
    answers: dict[str, GivenRow | None]
    revived: int
    takes_back: int


class InsertRow(TypedDict):
    """What was forgotten at the time, as JSON (`Correction.inserts`); `open`: not called complete yet."""

    code: str
    after: int
    procedure: str
    params: JsonObject
    seed: str
    open: NotRequired[bool]


type Changes = Mapping[str, ChangeRow]
type Inserts = Sequence[InsertRow]


@dataclass(frozen=True)
class Preview:
    """A draft ready to be shown. `waiting` are forgotten steps nobody has called complete yet."""

    draft: Draft[State]
    fingerprint: str
    waiting: frozenset[str] = frozenset()

    @property
    def undecided(self) -> tuple[EntryOutcome, ...]:
        return tuple(outcome for outcome in self.draft.outcomes if self._is_undecided(outcome))

    def _is_undecided(self, outcome: EntryOutcome) -> bool:
        return outcome.needs_decision or (outcome.record.id in self.waiting and not outcome.void)

    @property
    def noted(self) -> tuple[EntryOutcome, ...]:
        return tuple(outcome for outcome in self.draft.outcomes if outcome.noted)

    @property
    def dropped(self) -> tuple[str, ...]:
        return tuple(sentence for outcome in self.draft.outcomes for sentence in outcome.dropped)

    @property
    def ready(self) -> bool:
        return not self.undecided and any(outcome.changed for outcome in self.draft.outcomes)


def preview_correction(correction: Correction) -> Preview:
    """What the correction would change on the journal as it stands now."""
    return preview_of(correction.scope, correction.changes, correction.inserts)


def preview_of(scope: Scope, changes: Changes, inserts: Inserts) -> Preview:
    game = registration_of(scope.game).game
    journal = journal_of(scope, inserts, changes)
    draft = replay(game, initial_state(scope), journal, draft_changes(changes, inserts))
    waiting = frozenset(one["code"] for one in inserts if one.get("open"))
    return Preview(draft, _fingerprint(draft), waiting)


@dataclass(frozen=True, slots=True)
class Ahead:
    """A preview that was computed before the lock was taken, and what it was computed on: a long league's
    takes seconds, in which nobody else could write."""

    version: int
    changes: Changes
    inserts: Inserts
    preview: Preview
    differs: Differs

    def under_lock(self, scope: Scope, changes: Changes, inserts: Inserts) -> Ahead:
        """The same, if league and draft still stand as they stood; else it is computed again."""
        if (self.version, self.changes, self.inserts) == (scope.version, changes, inserts):
            return self
        return computed(scope, changes, inserts)


def computed_ahead(scope_id: int, changes: Changes, inserts: Inserts) -> Ahead:
    """A preview on the journal as it stands. The version is read before the journal: who writes in between
    makes another one."""
    return computed(Scope.objects.get(pk=scope_id), changes, inserts)


def computed(scope: Scope, changes: Changes, inserts: Inserts) -> Ahead:
    """The same of a league as its row says it stands."""
    shown = preview_of(scope, changes, inserts)
    return Ahead(scope.version, changes, inserts, shown, differing(registration_of(scope.game), shown.draft))


def journal_of(scope: Scope, inserts: Inserts, changes: Changes | None = None) -> list[Record]:
    """The journal as a draft has it: with what was forgotten and what counts again, in the draft's order."""
    former = former_answers(scope)
    known = [*records(scope), *_revived(scope, changes or {})]
    known = [replace(one, former=former[one.id]) if one.id in former else one for one in known]
    return [*known, *_all_inserted(scope, inserts)]


def _revived(scope: Scope, changes: Changes) -> list[Record]:
    """Entries a correction had taken out and this draft puts back; so far nothing of them counts."""
    again = {change["revived"] for change in changes.values() if change.get("revived")}
    if not again:
        return []
    taken_out = [one for one in records(scope, with_void=True) if one.seq in again]
    return [replace(one, effects=()) for one in taken_out]


def inserted_in(draft: Correction) -> list[Record]:
    """What a draft puts in, in its order."""
    return _all_inserted(draft.scope, draft.inserts)


def _all_inserted(scope: Scope, inserts: Inserts) -> list[Record]:
    return [inserted(scope, n, one) for n, one in enumerate(inserts, start=1)]


def draft_changes(changes: Changes, inserts: Inserts) -> dict[str, Change]:
    """What a draft does, by entry; something inserted is part of the change."""
    return {one["code"]: Change() for one in inserts} | {
        code: change_of(data) for code, data in changes.items()
    }


def change_of(data: ChangeRow) -> Change:
    """A stored change as a plain value."""
    answers = {key: one and _answer_of(one) for key, one in data.get("answers", {}).items()}
    return Change(data.get("void", False), data.get("params"), answers, data.get("keep", False))


def _answer_of(data: GivenRow) -> Answer:
    value, origin = _tuples(data["value"]), data.get("origin", "choice")
    typed_in = (value,) if origin == "hand" and isinstance(value, int) else ()
    dice = tuple(data.get("dice", ())) or typed_in
    return Answer(value, origin, data.get("by", ""), dice)


def _tuples(value: object) -> object:
    return tuple(_tuples(one) for one in value) if isinstance(value, list) else value


def inserted(scope: Scope, n: int, one: InsertRow) -> Record:
    """A forgotten entry, the `n`th of its draft. Its dice are asked for; the app's come from its own seed."""
    return Record(
        id=one["code"],
        seq=scope.seq + n,
        procedure=one["procedure"],
        params=one["params"],
        answers={},
        effects=(),
        seed=bytes.fromhex(one["seed"]),
        at=one["after"],
        asks=True,
    )


def _fingerprint(draft: Draft[State]) -> str:
    told = [
        [
            o.record.id,
            o.void,
            dump_effects(o.record.effects),
            dump_effects(o.effects),
            [_evidence(o.record), _evidence(o)] if o.rewritten else "",
            o.refused.sentence if o.refused else "",
        ]
        for o in draft.outcomes
    ]
    return sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()


def _evidence(one: Record | EntryOutcome) -> tuple[JsonObject, dict[str, JsonObject]]:
    """What an entry stands on: its facts and its answers."""
    return dict(one.params), dump_answers(one.answers)


def commit(correction: Correction, actor: Actor, seen: str) -> Entry:
    """Make a draft count, and what follows by itself then. `seen` is the fingerprint of the difference the
    person has looked at.
    """
    ahead = computed_ahead(correction.scope_id, correction.changes, correction.inserts)
    with scope_transaction(correction.scope_id, actor) as transaction:
        correction = Correction.objects.select_for_update().get(pk=correction.pk)
        if correction.status != CorrectionStatus.OPEN:
            raise Refused("", _("This correction has already been dealt with."), admission=True)
        correction.scope = transaction.scope
        ahead = ahead.under_lock(transaction.scope, correction.changes, correction.inserts)
        entry = _commit(transaction, correction, ahead, seen)
        correction.status, correction.entry = CorrectionStatus.COMMITTED, entry
        correction.save()
        run_next_steps(transaction)
        return entry


def _commit(transaction: ScopeTransaction, correction: Correction, ahead: Ahead, seen: str) -> Entry:
    shown = ahead.preview
    if shown.fingerprint != seen:
        raise Refused(
            "", _("Something has changed. Here is what the correction would change now."), admission=True
        )
    if shown.undecided:
        raise Refused("", _("There is still something to decide."))
    if not shown.ready:
        raise Refused("", _("This would change nothing."))
    require_room(
        transaction.registration, transaction.state, patched_state(transaction.state, ahead.differs), {}
    )
    kept = _overrides(transaction.scope, correction)
    return write_correction(
        transaction, shown.draft, correction.inserts, correction.words, kept, ahead.differs
    )


def _overrides(scope: Scope, correction: Correction) -> list[JsonObject]:
    reasons = {code: one.get("words", "") for code, one in correction.changes.items() if one.get("keep")}
    seqs = scope.entries.filter(slot__code__in=reasons).values_list("slot__code", "seq")
    return [{"entry": seq, "words": reasons[code]} for code, seq in seqs]


def write_correction(
    transaction: ScopeTransaction,
    draft: Draft[State],
    inserts: Inserts,
    reason: str,
    kept: Sequence[JsonObject] = (),
    differs: Differs | None = None,
) -> Entry:
    """Write a draft: the correction's own entry, the new versions, the rows.

    `kept` are the overrides: entries that stay as they were whatever the rules say, each with its reason;
    `differs`, where it is known already, what the draft makes different.
    """
    found = differing(transaction.registration, draft) if differs is None else differs
    after = patched_state(transaction.state, found)
    transaction.scope.seq += 1
    slot = _new_slot(transaction.scope, f"{CORRECTION}:{transaction.scope.seq}")
    planned = {one["code"]: one for one in inserts}
    new = [o for o in draft.outcomes if o.record.id in planned and not o.void]  # the rest was dropped again
    seqs = {o.record.id: transaction.scope.seq + n for n, o in enumerate(new, start=1)}
    changed = [seqs.get(o.record.id, o.record.seq) for o in draft.outcomes if o.changed]
    dice_known = [
        o.record.seq for o in draft.outcomes if (o.void or o.rewritten) and _rolled_by_app(o.record)
    ]
    sides = sorted(sides_between(transaction.registration, transaction.state, after))
    params = {"words": reason, "entries": changed, "kept": kept, "dice_known": dice_known, "sides": sides}
    entry = write_entry(
        transaction, slot, CORRECTION, params, {}, set(), (), started_at=transaction.now, fixed=True
    )
    for outcome in new:
        _insert(transaction, planned[outcome.record.id], outcome)
    replace_entries(entry, [one for one in draft.outcomes if one.changed and one.record.id not in planned])
    transaction.registration.save(
        transaction.scope.pk, transaction.scope.version + 1, transaction.state, after
    )
    transaction.state, transaction.is_holding = after, True
    transaction.count(CORRECTION)
    return entry


# What somebody wrote down for others


def still_open(scope: Scope, due: TakesBack) -> Entry | None:
    """The entry that an act would take back; None where there is none. Raises `Refused` when it is late."""
    made = scope.entries.filter(void=False, procedure=due.procedure, params__contains=dict(due.params))
    held = registration_of(scope.game).store.held
    mine = made.filter(**{f"params__{held}__in": due.by}).select_related("slot")
    entry = mine.order_by("-seq").first()
    if entry is None:
        return None
    since = scope.entries.filter(void=False, seq__gt=entry.seq, procedure__in=due.built_on)
    since = since.exclude(via__in=FOLLOWS)
    begun = scope.dialogues.filter(procedure__in=due.built_on, opened_at__gte=entry.at)
    if since.exists() or begun.exists():
        raise due.late
    return entry


def take_back_entry(transaction: ScopeTransaction, due: TakesBack) -> None:
    """Void an entry inside a transaction that is already locked, with what followed by itself and could not
    have without it; what others did meanwhile stays. Raises `Refused` when it is late, or something rests on
    it.
    """
    entry = still_open(transaction.scope, due)
    if entry is None:
        return
    by_itself = Q(procedure__in=due.by_itself) | Q(via__in=FOLLOWS)
    since = transaction.scope.entries.filter(by_itself, void=False, seq__gt=entry.seq)
    followed, void = set(since.values_list("slot__code", flat=True)), {entry.slot.code}
    while True:
        shown = preview_of(transaction.scope, {code: {"void": True} for code in void}, [])
        lost = {one.record.id for one in shown.draft.outcomes if one.refused} & followed - void
        if not lost:
            break
        void |= lost
    if not shown.draft.ready:
        raise due.late
    write_correction(transaction, shown.draft, [], "")


def _rolled_by_app(record: Record) -> bool:
    """Whether a die of the app was known to whoever said it was otherwise."""
    return any(answer.origin == "app" for answer in record.answers.values())


def _new_slot(scope: Scope, name: str, seed: bytes | None = None) -> Slot:
    scope.slots += 1
    more = {} if seed is None else {"seed": seed}
    return Slot.objects.create(scope=scope, name=name, code=f"s{scope.slots}", **more)


def _insert(transaction: ScopeTransaction, planned: InsertRow, outcome: EntryOutcome) -> None:
    """Give a forgotten entry its slot and place; it keeps the draft's code, which names what is new in it."""
    spec = transaction.registration.game.spec(planned["procedure"])
    slot = Slot.objects.filter(scope=transaction.scope, name=spec.slot_name(planned["params"])).first()
    if slot is None or Entry.objects.filter(slot=slot).exists():
        slot = _new_slot(transaction.scope, f"{spec.slot_name(planned['params'])}#{planned['code']}")
    slot.code, slot.seed = planned["code"], bytes.fromhex(planned["seed"])
    slot.save()
    transaction.scope.seq += 1
    write_entry(
        transaction,
        slot,
        planned["procedure"],
        outcome.params,
        dict(outcome.answers),
        set(),
        outcome.effects,
        started_at=None,
        place=planned["after"],
    )


def discard(correction: Correction) -> None:
    """Throw a draft away; nothing was changed."""
    with atomic():
        correction.status = CorrectionStatus.DISCARDED
        correction.save(update_fields=["status"])
