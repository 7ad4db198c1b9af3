"""Driving a procedure with what is stored: the slot, the answers so far, the app's dice, the seals.

Reads and drives only; `campaigns.engine.door` decides who may answer and writes. Pages use `peek_dialogue` to
show what is open in a dialogue and `dry_run` to learn what an act would say without doing it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, partial

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Model, OuterRef
from django.db.models.functions import JSONObject

from campaigns.engine.stored.store import registration_of
from campaigns.models import Dialogue, DialogueAnswer, Scope, SealedAnswer, Slot, ThrownDie
from rules.engine.dice import Thrower, choose_by_die, roll, thrower
from rules.engine.games import ActTrait, AnyGame, AnySpec, Effects
from rules.engine.hidden import Deal
from rules.engine.procedure import Open, Settled, drive
from rules.engine.questions import Answer, Choose, Draw, Question, Reveal, Roll, YesNo
from rules.engine.refusals import Refused
from rules.engine.state import State

GIVEN = ArraySubquery(
    DialogueAnswer.objects.filter(dialogue=OuterRef("pk"))
    .order_by("pk")
    .values(row=JSONObject(**{name: name for name in ("id", "key", "value", "origin", "dice", "by_id")}))
)
FELL = ArraySubquery(
    ThrownDie.objects.filter(slot=OuterRef("slot")).values(
        row=JSONObject(**{name: name for name in ("id", "key", "value", "dice", "answer")})
    )
)


@dataclass
class DialogueRun:
    """One open procedure in memory: what it stands on and the answers it has.

    `dropped` says which answers no longer pass because the ground moved under them; a refusal of one `given`
    just now goes to whoever gave it. `revealed`: it has asked for what is sealed elsewhere.
    """

    game: AnyGame
    state: State
    procedure: str
    params: Mapping[str, object]
    entry: str
    seed: bytes
    now: datetime | None
    answers: dict[str, Answer] = field(default_factory=dict)
    faces: Callable[[], dict[str, Answer]] = dict
    reveal: Callable[[Reveal], Answer | None] = lambda question: None
    dropped: dict[str, Refused] = field(default_factory=dict)
    given: set[str] = field(default_factory=set)
    revealed: bool = False

    @property
    def spec(self) -> AnySpec:
        return self.game.spec(self.procedure)

    @cached_property
    def thrown(self) -> dict[str, Answer]:
        """What the app has thrown in the slot, by question; read when a die is about to fall."""
        return self.faces()

    @property
    def reopened(self) -> tuple[str, ...]:
        """Why questions that were answered are asked again."""
        return tuple(refused.sentence for refused in self.dropped.values())

    @property
    def throw(self) -> Thrower:
        return thrower(self.seed)

    def drive(self) -> Open | Settled[Effects]:
        """Run from the beginning with the answers so far, without those that no longer pass.

        Raises `Refused` for what no earlier answer is to blame for.
        """
        while True:
            procedure = self.game.start(self.state, self.procedure, self.params, self.entry, self.now)
            try:
                return drive(procedure, self._known)
            except Refused as refused:
                if refused.key not in self.answers or refused.key in self.given:
                    raise
                self.dropped[refused.key] = refused
                del self.answers[refused.key]

    def _known(self, question: Question) -> Answer | None:
        if isinstance(question, Reveal):
            self.revealed = True
            return self.answers.get(question.key) or self.reveal(question)
        return self.answers.get(question.key)

    def rolled(self, question: Question) -> Answer:
        """The app's face for a question: the one it has shown before, or the one the seed gives."""
        if (shown := self.shown(question)) is not None:
            return shown
        if isinstance(question, Choose | YesNo):
            return choose_by_die(question, self.throw)
        if isinstance(question, Deal):
            return roll(self._with_cards(question), self.throw)
        if isinstance(question, Roll | Draw):
            return roll(question, self.throw)
        raise TypeError(f"no die answers {question.kind}")

    def _with_cards(self, question: Deal) -> Deal:
        """A deal from what an earlier one has left, which lies sealed."""
        slot, key = question.source
        left = self.reveal(Reveal("", "", entry=slot, sealed_key=key)) if slot else None
        return question.of_rest(left.value) if left else question

    def shown(self, question: Question) -> Answer | None:
        """The face the app has shown for a question, if it can still be its answer."""
        thrown = self.thrown.get(question.key)
        if thrown is None:
            return None
        try:
            question.check(thrown.value)
        except Refused:
            return None
        return thrown


# A dialogue and how far its answers reach.
type Spoken = tuple[DialogueRun, Open | Settled[Effects] | Refused]


def open_dialogue(scope: Scope, **where: object) -> Dialogue | None:
    """The open dialogue of a slot with its answers and what was thrown in the slot, read at once."""
    found = Dialogue.objects.select_related("slot").annotate(given=GIVEN, fell=FELL)
    dialogue = found.filter(scope=scope, **where).first()
    if dialogue is None:
        return None
    slot, dialogue.scope = dialogue.slot, scope
    slot.dialogue = dialogue
    answers = [DialogueAnswer(dialogue=dialogue, **row) for row in dialogue.given]
    prefetch_rows(dialogue, "answers", answers)
    prefetch_rows(slot, "thrown", [ThrownDie(slot=slot, **row) for row in dialogue.fell])
    return dialogue


def prefetch_rows[M: Model](of: Model, name: str, rows: list[M]) -> None:
    """What a relation leads to has been read, or written, already."""
    found = getattr(of, name).all()
    found._result_cache, found._prefetch_done = rows, True
    of.__dict__.setdefault("_prefetched_objects_cache", {})[name] = found


def prefetched_rows[M: Model](of: Model, name: str, kind: type[M]) -> list[M] | None:
    """What is known of a relation without asking."""
    cached = of.__dict__.get("_prefetched_objects_cache", {}).get(name)
    return None if cached is None else [one for one in cached if isinstance(one, kind)]


def open_run(slot: Slot, dialogue: Dialogue, state: State, *, now: datetime | None) -> DialogueRun:
    """The run of a stored dialogue, with the answers it has."""
    registration = registration_of(dialogue.scope.game)
    answers = {row.key: answer_of(row) for row in dialogue.answers.all()}
    params = dialogue.params
    if dialogue.procedure in registration.game.marked[ActTrait.FOLLOWS_SERVER]:
        params = registration.store.known[dialogue.procedure](dialogue.scope, params)
    return DialogueRun(
        registration.game, state, dialogue.procedure, params, slot.code, bytes(slot.seed),
        dialogue.scope.on_clock(now), answers,
        partial(thrown_in, slot), revealer(dialogue.scope),
    )  # fmt: skip


def thrown_in(slot: Slot) -> dict[str, Answer]:
    """What the app has thrown in a slot, by question."""
    return {die.key: Answer(die.value, "app", dice=tuple(die.dice)) for die in slot.thrown.all()}


def answer_of(row: DialogueAnswer) -> Answer:
    by = str(row.by_id) if row.by_id else ""
    return Answer(_frozen(row.value), row.origin, by, tuple(row.dice))


def _frozen(value: object) -> object:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def revealer(scope: Scope) -> Callable[[Reveal], Answer | None]:
    """Answers reveal questions from the seals of this scope; the only reader besides the owner's page."""

    def reveal(question: Reveal) -> Answer | None:
        seals = SealedAnswer.objects.filter(slot__scope=scope, slot__code=question.entry)
        seal = seals.filter(key=question.sealed_key).first()
        return None if seal is None else Answer(_frozen(seal.value), "revealed", str(seal.owner_id or ""))

    return reveal


def peek_dialogue(scope: Scope, slot: Slot, state: State | None = None) -> Spoken:
    """What an open dialogue shows now, without locking or writing."""
    state = state if state is not None else registration_of(scope.game).load(scope.pk)
    dialogue = slot.dialogue
    dialogue.scope = scope
    run = open_run(slot, dialogue, state, now=dialogue.opened_at)
    try:
        return run, run.drive()
    except Refused as refused:
        return run, refused


def dry_run(
    scope: Scope, state: State, procedure: str, params: Mapping[str, object], now: datetime | None = None
) -> Open | Settled[Effects] | Refused:
    """What an act would say if it were done now: it runs the act's own check and writes nothing."""
    game = registration_of(scope.game).game
    try:
        return drive(
            game.start(state, procedure, params, "trial", scope.on_clock(now)), lambda question: None
        )
    except Refused as refused:
        return refused
