"""Making a draft of a correction, and deciding in it what the past now asks.

A draft keeps what was wrong (its cause) and the decisions that follow from it apart: decisions carry
`"decided": True`. Nothing here changes the journal; `campaigns.engine.correcting` computes and commits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from campaigns.engine.correcting import Preview, draft_changes, journal_of
from campaigns.engine.plugins import require_deep
from campaigns.engine.stored.journal import initial_state
from campaigns.engine.stored.store import registration_of
from campaigns.models import Correction, Entry, Scope, Seat
from rules.engine.dice import is_random, roll, thrower
from rules.engine.journal import Draft, EntryOutcome, Record, replay
from rules.engine.questions import Question
from rules.engine.refusals import Refused
from rules.engine.state import State


def void_entry(scope: Scope, by: Seat, entry: Entry) -> Correction:
    """A draft in which the entry never happened."""
    require_deep(scope)
    return Correction.objects.create(scope=scope, by=by, changes={entry.slot.code: {"void": True}})


def void_entries(scope: Scope, by: Seat, codes: Iterable[str]) -> Correction:
    """A draft in which all these entries never happened, by the codes of their slots."""
    return Correction.objects.create(scope=scope, by=by, changes={code: {"void": True} for code in codes})


def change_answer(scope: Scope, by: Seat, entry: Entry, question: Question, value: object) -> Correction:
    """A draft in which one answer was another. Raises `Refused` for the app's dice and what was sealed."""
    require_deep(scope)
    origin = entry.answers[question.key]["origin"]
    if origin == "app":
        raise Refused(question.rule, _("The app rolled this die, so its result stays."), question.key)
    if origin in ("sealed", "revealed"):
        raise Refused(question.rule, _("This was sealed and stays as written."), question.key)
    given = "hand" if is_random(question) else "choice"
    answer = {"value": value, "origin": given, "by": str(by.pk)}
    return Correction.objects.create(
        scope=scope, by=by, changes={entry.slot.code: {"answers": {question.key: answer}}}
    )


def change_facts(
    scope: Scope, by: Seat, code: str, facts: Mapping[str, object], draft: Correction | None
) -> Correction:
    """Other facts of a report: in a draft that is open already, or in a new one."""
    if draft is None:
        return Correction.objects.create(scope=scope, by=by, changes={code: {"params": dict(facts)}})
    for insert in draft.inserts:
        if insert["code"] == code:
            insert["params"] = dict(facts)
            draft.save(update_fields=["inserts"])
            return draft
    return _put(draft, code, {**draft.changes.get(code, {}), "params": dict(facts)})


def state_before(scope: Scope, place: tuple[int, int], draft: Correction | None = None) -> State:
    """What an entry met: the state in front of its place, as the draft (if any) leaves it."""
    inserts, changes = (draft.inserts, draft.changes) if draft else ([], {})
    earlier = [one for one in journal_of(scope, inserts, changes) if one.place < place]
    game = registration_of(scope.game).game
    found: Draft[State] = replay(game, initial_state(scope), earlier, draft_changes(changes, inserts))
    return found.after


# --- Decisions ---------------------------------------------------------------------------------------------


def drop(draft: Correction, outcome: EntryOutcome) -> Correction:
    """An entry that cannot stay falls away."""
    return _decided(draft, outcome.record.id, {"void": True})


def keep_entry(draft: Correction, outcome: EntryOutcome, words: str) -> Correction:
    """An override: the entry stays as it was recorded, for a reason."""
    if not words:
        raise Refused("", _("Give a short reason for keeping it."), "words")
    return _decided(draft, outcome.record.id, {"keep": True, "words": words})


def choose_again(draft: Correction, outcome: EntryOutcome) -> Correction:
    """Ask the question again whose answer does not pass any more."""
    key = outcome.refused.key if outcome.refused else None
    if key not in outcome.answers:
        raise Refused("", _("There is nothing to choose here."))
    asked = {**draft.changes.get(outcome.record.id, {}).get("answers", {}), key: None}
    return _decided(draft, outcome.record.id, {"answers": asked})


def answer_draft(draft: Correction, outcome: EntryOutcome, question: Question, value: object) -> Correction:
    """Answer a question that is open in the draft."""
    origin = "hand" if is_random(question) else "choice"
    return _answered(
        draft, outcome.record, question, {"value": value, "origin": origin, "by": str(draft.by_id)}
    )


def throw(draft: Correction, outcome: EntryOutcome, question: Question) -> Correction:
    """Answer with the app's die; it comes from the entry's own seed, so it falls once."""
    if not is_random(question):
        raise Refused("", _("That is not a die. Choose one of the answers."), question.key)
    thrown = roll(question, thrower(outcome.record.seed))
    given = {"value": thrown.value, "origin": "app", "dice": list(thrown.dice)}
    return _answered(draft, outcome.record, question, given)


def is_decided(draft: Correction, code: str) -> bool:
    """Whether somebody has decided about this entry in the draft, or called this step complete."""
    complete = any(one["code"] == code and one.get("open") is False for one in draft.inserts)
    return complete or bool(draft.changes.get(code, {}).get("decided"))


def reopen_decision(draft: Correction, code: str) -> Correction:
    """Decide again about an entry. What the app has thrown for it stays thrown."""
    for one in draft.inserts:
        if one["code"] == code and "open" in one:
            one["open"] = True
    change = draft.changes.get(code, {})
    if change.get("decided"):
        thrown = {
            key: one for key, one in change.get("answers", {}).items() if one and one["origin"] == "app"
        }
        rest = {other: one for other, one in draft.changes.items() if other != code}
        draft.changes = rest | ({code: {"decided": True, "answers": thrown}} if thrown else {})
    draft.save(update_fields=["changes", "inserts"])
    return draft


def complete(draft: Correction, code: str) -> Correction:
    """Nothing more was done in a step than what the draft has put in front of it."""
    for one in draft.inserts:
        if one["code"] == code and "open" in one:
            one["open"] = False
    draft.save(update_fields=["inserts"])
    return draft


def _answered(draft: Correction, record: Record, question: Question, given: dict[str, object]) -> Correction:
    answers = draft.changes.get(record.id, {}).get("answers", {})
    return _decided(draft, record.id, {"answers": {**answers, question.key: given}})


def _decided(draft: Correction, code: str, change: dict[str, object]) -> Correction:
    """A decision; about the entry that was wrong itself it stays part of the cause."""
    return _put(draft, code, {**draft.changes.get(code, {"decided": True}), **change})


def _put(draft: Correction, code: str, change: dict[str, object]) -> Correction:
    draft.changes = {**draft.changes, code: change}
    draft.save(update_fields=["changes"])
    return draft


def undecided_entry(preview: Preview, code: str) -> EntryOutcome:
    """The entry of a draft that waits for a decision; raises `Refused` when it does not."""
    for outcome in preview.undecided:
        if outcome.record.id == code:
            return outcome
    raise Refused("", _("That has already been decided."), admission=True)
