"""Reading the journal: entries as the rules' records, and the check that rows agree with them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from datetime import datetime

from campaigns.engine.stored import people_texts
from campaigns.engine.stored.store import registration_of
from campaigns.models import Entry, EntryText, EntryVersion, Scope
from rules.engine.codec import load_answers, load_effects
from rules.engine.journal import EntryOutcome, Record, fold, rerun
from rules.engine.plain import JsonObject
from rules.engine.questions import Answer
from rules.engine.state import Difference, Entity, State, altered, differences

WORDY = ("name", "words")


def initial_state(scope: Scope) -> State:
    """The state before the first entry."""
    state: State = registration_of(scope.game).game.begin(scope.edition, scope.begin)
    return state


def entry_texts(scope: Scope) -> dict[int, dict[int, str]]:
    """Words by entry and number."""
    found: dict[int, dict[int, str]] = defaultdict(dict)
    rows = EntryText.objects.filter(entry__scope=scope).values_list("entry_id", "n", "body")
    for entry, n, body in rows:
        found[entry][n] = body
    return found


COLUMNS = (
    "pk", "slot__code", "seq", "procedure", "params", "answers", "effects", "slot__seed", "started_at",
    "place", "fixed", "revision",
)  # fmt: skip


def records(scope: Scope, *, with_void: bool = False, until: datetime | None = None) -> list[Record]:
    """The journal of a scope in its order, or so far; columns rather than rows, because it may be ten
    thousand long."""
    texts = entry_texts(scope)
    entries = scope.entries.all() if with_void else scope.entries.filter(void=False)
    entries = entries if until is None else entries.filter(at__lte=until)
    found = (_record(texts.get(pk), *columns) for pk, *columns in entries.values_list(*COLUMNS))
    return [replace(one, now=scope.on_clock(one.now)) for one in found]


def entry_record(entry: Entry, texts: dict[int, str]) -> Record:
    """One entry as a plain record, with people's words back in their places."""
    return _record(
        texts, entry.slot.code, entry.seq, entry.procedure, entry.params, entry.answers, entry.effects,
        entry.slot.seed, entry.scope.on_clock(entry.started_at), entry.place, entry.fixed, entry.revision,
    )  # fmt: skip


def _record(
    texts: dict[int, str] | None, code: str, seq: int, procedure: str, params: JsonObject,
    answers: Mapping[str, JsonObject], effects: list[JsonObject], seed: bytes | memoryview,
    now: datetime | None, place: int, fixed: bool, revision: int,
) -> Record:  # fmt: skip
    if texts:  # an entry without words has nothing to put back
        params, answers, effects = (people_texts.put_back(data, texts) for data in (params, answers, effects))
    return Record(
        id=code,
        seq=seq,
        procedure=procedure,
        params=params,
        answers=loaded_answers(answers),
        effects=load_effects(effects),
        seed=bytes(seed),
        now=now,
        at=place,
        fixed=fixed,
        revision=revision,
    )


def former_answers(scope: Scope) -> dict[str, dict[str, Answer]]:
    """What replaced versions of entries had answered, by entry and key; the latest version counts."""
    versions = EntryVersion.objects.filter(entry__scope=scope).order_by("pk")
    rows = list(versions.values_list("entry_id", "entry__slot__code", "answers"))
    texts, found = entry_texts(scope) if rows else {}, defaultdict[str, dict[str, Answer]](dict)
    for entry, code, answers in rows:
        found[code] |= loaded_answers(people_texts.put_back(answers, texts.get(entry, {})))
    return found


def loaded_answers(data: Mapping[str, JsonObject]) -> dict[str, Answer]:
    """Answers by key; an answer in words has them under `words`."""
    plain = {
        key: {**{k: v for k, v in one.items() if k != "words"}, "value": one.get("words", one["value"])}
        for key, one in data.items()
    }
    return load_answers(plain)


def with_words_restored(entries: Iterable[Entry]) -> list[Entry]:
    """These entries with people's words back in parameters and effects; to be read, not saved."""
    found = list(entries)
    texts: dict[int, dict[int, str]] = defaultdict(dict)
    for entry, n, body in EntryText.objects.filter(entry__in=found).values_list("entry_id", "n", "body"):
        texts[entry][n] = body
    for one in found:
        one.params, one.effects = (
            people_texts.put_back(data, texts[one.pk]) for data in (one.params, one.effects)
        )
    return found


def state_from_journal(scope: Scope) -> State:
    """The state the recorded effects give."""
    return fold(initial_state(scope), records(scope))


def state_at(scope: Scope, moment: datetime) -> State:
    """The state as it was at a moment, by the effects as they are recorded now."""
    return fold(initial_state(scope), records(scope, until=moment))


def reconcile(scope: Scope) -> list[Difference]:
    """What differs between the journal and the rows; names may be moderated and are left out."""
    by_journal, by_rows = state_from_journal(scope), registration_of(scope.game).load(scope.pk)
    return [d for d in differences(_nameless(by_journal), _nameless(by_rows)) if d.field not in WORDY]


def rerun_today(scope: Scope) -> list[EntryOutcome]:
    """Entries that today's rules would settle otherwise. Changes nothing."""
    return rerun(registration_of(scope.game).game, initial_state(scope), records(scope))


def _nameless(state: State) -> State:
    """The state without people's words."""
    for table in state.tables():
        entities = [_without_words(entity) for entity in getattr(state, table).values()]
        state = state.put(table, *entities)
    return state


def _without_words(entity: Entity) -> Entity:
    blank = {field.name: "" for field in fields(entity) if field.name in WORDY}
    return altered(entity, **blank)
