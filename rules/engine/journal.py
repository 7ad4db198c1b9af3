"""The journal as values: fold effects, rerun with today's rules, and replay with corrections.

Effects are the fact, answers the evidence. `fold` only applies effects. `rerun` asks today's rules what they
would settle and changes nothing. `replay` computes a correction's draft: from the first change on, every
entry that reads something changed is driven again with its recorded answers; one that reads the same state
keeps its effects. Dice come from the slot's own seed, so no face changes; new questions stay open in the
draft; admission rules are noted; only the impossible needs a decision.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from rules.engine.dice import is_random, roll, thrower
from rules.engine.effects import Effect, apply_all
from rules.engine.games import REVISION, AnyGame, Ctx, Effects, Game
from rules.engine.language import say
from rules.engine.plain import Params
from rules.engine.procedure import AnsweredQuestion, Answers, Open, Settled, drive
from rules.engine.questions import Answer, Question, YesNo
from rules.engine.refusals import Refused
from rules.engine.state import Gone, Read, State


@dataclass(frozen=True, slots=True)
class Record:
    """One entry of a journal. `id` names new things; (`at`, `seq`) is its place in the order.

    `asks`: a forgotten entry in a draft, whose dice somebody may still have to type in; they stay open.
    `former` are answers to questions an earlier correction made fall away: they hold when asked once more.
    """

    id: str
    seq: int
    procedure: str
    params: Params
    answers: Mapping[str, Answer]
    effects: tuple[Effect, ...]
    seed: bytes = b""
    now: datetime | None = None
    at: int = 0
    fixed: bool = False  # an override: its effects are given, not computed
    asks: bool = False
    former: Mapping[str, Answer] = field(default_factory=dict)
    revision: int = REVISION  # of the rules it was settled by

    @property
    def place(self) -> tuple[int, int]:
        return (self.at or self.seq, self.seq)


@dataclass(frozen=True, slots=True)
class Change:
    """What a correction does to one entry: void it, or replace parameters and some answers.

    `keep` overrides: the recorded effects stay whatever the rules say.
    """

    void: bool = False
    params: Params | None = None
    answers: Mapping[str, Answer | None] = field(default_factory=dict)
    keep: bool = False


@dataclass(frozen=True, slots=True)
class EntryOutcome:
    """What became of one entry in a draft."""

    record: Record
    effects: tuple[Effect, ...] = ()
    answers: Mapping[str, Answer] = field(default_factory=dict)
    params: Params = field(default_factory=dict)
    void: bool = False
    open: tuple[Question, ...] = ()
    refused: Refused | None = None
    noted: tuple[Refused, ...] = ()
    dropped: tuple[str, ...] = ()
    asked: tuple[AnsweredQuestion, ...] = ()
    rewritten: bool = False  # facts or answers are others, whatever they lead to

    @property
    def needs_decision(self) -> bool:
        return bool(self.open or self.refused)

    @property
    def changed(self) -> bool:
        return self.void or self.rewritten or self.effects != self.record.effects


@dataclass(frozen=True, slots=True)
class Draft[S: State]:
    """A correction before it counts: the state it would give and what became of each entry touched."""

    before: S
    after: S
    outcomes: tuple[EntryOutcome, ...]

    @property
    def ready(self) -> bool:
        return not any(outcome.needs_decision for outcome in self.outcomes)


def journal_order(records: Iterable[Record]) -> list[Record]:
    """The records as the journal tells them."""
    return sorted(records, key=lambda record: record.place)


def fold[S: State](start: S, records: Iterable[Record]) -> S:
    """The state after all recorded effects."""
    for record in journal_order(records):
        start = apply_all(start, record.effects)
    return start


def rerun[S: State, B](game: Game[S, B], start: S, records: Iterable[Record]) -> list[EntryOutcome]:
    """Entries that today's rules would settle otherwise; the recorded effects are folded all the same."""
    found = []
    state = start
    for record in journal_order(records):
        if not record.fixed:
            outcome = settle_again(game, state, record, Change(), state)
            if outcome.changed or outcome.needs_decision:
                found.append(outcome)
        state = apply_all(state, record.effects)
    return found


def recalled(game: AnyGame, record: Record) -> Record:
    """The entry with the facts it left to the rules said in full, as they were booked: whoever came along
    when everybody did is named, so that a changed past brings nobody else."""
    return replace(record, params=_in_full(game, record, record.params))


def _in_full(game: AnyGame, record: Record, params: Params) -> Params:
    spec = game.procedures.get(record.procedure)
    return spec.recall(params, record.effects) if spec is not None and spec.recall is not None else params


def replay[S: State, B](
    game: Game[S, B], start: S, records: Sequence[Record], changes: Mapping[str, Change]
) -> Draft[S]:
    """The draft of a correction; `changes` by entry id. Inserted entries are records among `records`
    with no effects of their own and a `Change` (possibly empty) under their id."""
    dirty: set[Read] = set()
    touched: set[Read] = set()
    before = after = start
    outcomes: list[EntryOutcome] = []
    for record in journal_order(records):
        change = changes.get(record.id)
        if change is None and not dirty:
            before = after = apply_all(before, record.effects)
            continue
        touched.clear()
        if change is not None and change.params is not None:
            change = replace(change, params=_in_full(game, record, change.params))
        outcome = _replayed(game, after, recalled(game, record), change, dirty, before)
        after, outcome = _booked(after.noting(touched.add), outcome, before)
        before = apply_all(before.noting(touched.add), record.effects).plain()
        after = after.plain()
        dirty = dirty - touched | {one for one in touched if _differs(one, before, after)}
        if change is not None or outcome.changed or outcome.needs_decision or outcome.noted:
            outcomes.append(outcome)
    return Draft(before, after, tuple(outcomes))


def _differs(one: Read, before: State, after: State) -> bool:
    """Whether an entity is another in the two histories."""
    table, entity_id = one
    old, new = getattr(before, table).get(entity_id), getattr(after, table).get(entity_id)
    return old is not new and old != new


def _replayed[S: State, B](
    game: Game[S, B], state: S, record: Record, change: Change | None, dirty: set[Read], then: S
) -> EntryOutcome:
    if change is not None and change.void:
        return EntryOutcome(record, void=True)
    if record.fixed or (change is not None and change.keep):
        return _as_recorded(record)
    if change is not None:
        again = settle_again(game, state, record, change, then)
        return replace(again, rewritten=_rewritten(record, again))
    reads: set[Read] = set()
    outcome = settle_again(game, state.watched(reads.add), record, Change(), then)
    if not reads & _widened(dirty):
        return _as_recorded(record)
    return replace(outcome, rewritten=_rewritten(record, outcome))


def _rewritten(record: Record, again: EntryOutcome) -> bool:
    """Whether facts or answers are others, even where they lead to the same effects."""
    if record.asks or again.needs_decision:
        return False
    taken = {asked.question.key for asked in again.asked if _goes_without_saying(record, asked.question)}
    return _evidence(record) != _evidence(again, taken - record.answers.keys())


def _evidence(
    one: Record | EntryOutcome, unsaid: Collection[str] = ()
) -> tuple[dict[str, object], dict[str, object]]:
    """Facts and answers, what was left empty or goes without saying left out."""
    facts = {name: fact for name, fact in one.params.items() if fact}
    return facts, {key: answer.value for key, answer in one.answers.items() if key not in unsaid}


def _goes_without_saying(record: Record, question: Question) -> bool:
    """Whether nobody was asked this when the entry was written, and everybody did it."""
    return isinstance(question, YesNo) and record.revision < question.since


def _as_recorded(record: Record) -> EntryOutcome:
    return EntryOutcome(record, record.effects, record.answers, record.params)


def _widened(dirty: set[Read]) -> set[Read]:
    return dirty | {(table, "*") for table, _ in dirty}


def settle_again[S: State, B](
    game: Game[S, B], state: S, record: Record, change: Change, then: S
) -> EntryOutcome:
    """Drive one entry on a state with the answers it ever had, the draft's own, and its slot's dice.

    `then` is the state it was once settled on: what has gone since is called as it was called there.
    """
    params = dict(change.params if change.params is not None else record.params)
    answers = {
        **record.former,
        **record.answers,
        **{k: a for k, a in change.answers.items() if a is not None},
    }
    for key, answer in change.answers.items():
        if answer is None:
            answers.pop(key, None)
    blank = replace(EntryOutcome(record), params=params, answers=answers)
    dropped: list[str] = []
    try:
        spec = game.spec(record.procedure)
        if spec.prune is not None:
            params, dropped = spec.prune(state, then, params)
        ctx = Ctx(state, game.book_of(state), record.id, record.now)
        progress = drive(spec.start(ctx, params), _source(answers, record), enforce=False)
    except Refused as refused:
        return replace(blank, refused=refused, dropped=tuple(dropped))
    except Gone as missing:
        return replace(blank, refused=_gone(missing, then), dropped=tuple(dropped))
    return _outcome(replace(blank, params=params, dropped=tuple(dropped)), progress)


def _outcome(blank: EntryOutcome, progress: Open | Settled[Effects]) -> EntryOutcome:
    used = {asked.question.key: asked.answer for asked in progress.asked}
    blank = replace(blank, answers=used, noted=progress.notes, asked=progress.asked)
    if isinstance(progress, Open):
        return replace(blank, open=progress.questions)
    return replace(blank, effects=tuple(progress.result))


def _source(answers: Mapping[str, Answer], record: Record) -> Answers:
    throw = thrower(record.seed)

    def answer(question: Question) -> Answer | None:
        known = answers.get(question.key)
        if known is not None and _passes(question, known):
            return known
        if _goes_without_saying(record, question) and not record.asks:
            return Answer(True)
        return roll(question, throw) if is_random(question) and not record.asks else None

    return answer


def _passes(question: Question, answer: Answer) -> bool:
    """A recorded answer that its question no longer allows is asked again rather than refused.

    A sealed one is a fingerprint; what is behind it was checked when it was sealed.
    """
    if answer.origin == "sealed":
        return True
    try:
        question.check(answer.value)
    except Refused:
        return False
    return True


def _booked[S: State](state: S, outcome: EntryOutcome, then: S) -> tuple[S, EntryOutcome]:
    """Apply the outcome; effects on something that is gone make it a decision."""
    try:
        return apply_all(state, outcome.effects), outcome
    except Gone as missing:
        return state, replace(outcome, effects=(), refused=_gone(missing, then))


def _gone(missing: Gone, then: State) -> Refused:
    what = then.called(missing.table, missing.id)
    if not what:
        return Refused("", say("This entry needs something that no longer exists."))
    return Refused("", say("This entry needs something that no longer exists: {what}.", what=what))
