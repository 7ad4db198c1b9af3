"""Rehearse: run procedures on a made-up state without any club, person or database.

In: `{"game", "book", "settings"?, "state"?, "steps": [...]}`. A step is either
`{"do": procedure, "params"?, "entry"?, "answers"?: {key: value}, "dice"?: [...], "choices"?: [...], "now"?}`
or `{"ask": figure, "params"?}`. Dice given as a list are consumed question by question, depth first, which
is the rulebooks' dice order (a D66 takes two); choices likewise for everything that is not a die. What a
step seals, a later one reveals by itself. Out:
`{"steps": [...], "state": {...}}`, each step with its questions, effects, notes, or a refusal with its rule.
Too few answers leave the step open and name the question, with what nothing took yet as `unused`; too many
are an error that names the last question. What a step says under `expect`, and the script under `words` and
`expect`, is for the umpire (`rules.rehearsal.umpire`). A step that cannot be run ends the script: `"error":
{"step", "sentence"}` beside the steps before it and the state they led to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Literal, NotRequired, TypedDict

from pydantic import ValidationError

from rules.engine.codec import adapter, dump, dump_effects, dump_state, entity_types, load
from rules.engine.dice import dice_value, is_random
from rules.engine.effects import apply_all
from rules.engine.games import AnyGame
from rules.engine.hidden import Deal
from rules.engine.plain import JsonObject, Params
from rules.engine.procedure import AnsweredQuestion, Open, Settled, drive, from_mapping
from rules.engine.questions import Answer, Question, Reveal, Roll
from rules.engine.refusals import Refused
from rules.engine.shapes import fault
from rules.engine.shelf import all_games
from rules.engine.state import Gone, State

type Seals = dict[tuple[str, str], object]  # by entry and key


class BadScript(Exception):
    """The script itself is wrong; the sentence says where. `unused`: answers that nothing took."""

    def __init__(self, sentence: str, unused: Sequence[object] = ()) -> None:
        super().__init__(sentence)
        self.unused = tuple(unused)


class Script(TypedDict, total=False):
    """A script that fits; what comes in is read first."""

    game: str
    book: str
    settings: JsonObject
    state: dict[str, list[JsonObject]]
    steps: list[JsonObject]


class Refusal(TypedDict):
    """A refusal of the rules; `key` is that of the question it is about."""

    rule: str
    sentence: str
    key: str | None
    kind: Literal["admission", "impossible"]


class StepResult(TypedDict, total=False):
    """What a step led to."""

    do: str
    ask: str
    value: object
    questions: list[JsonObject]
    effects: list[JsonObject]
    refused: Refusal
    answered: JsonObject
    open: list[JsonObject]
    unused: list[object]


class StepError(TypedDict):
    """The step that cannot be run, and why."""

    step: int
    sentence: str
    unused: NotRequired[list[object]]


class Rehearsed(TypedDict):
    """What a script led to: its steps, and the state after them."""

    steps: list[StepResult]
    state: dict[str, list[JsonObject]]
    error: NotRequired[StepError]


@dataclass(frozen=True, slots=True)
class _Script:
    game: str = ""
    book: str = ""
    settings: dict[str, object] = field(default_factory=dict)
    state: dict[str, list[JsonObject]] = field(default_factory=dict)
    steps: list[JsonObject] = field(default_factory=list)
    words: str = ""
    expect: object = None


@dataclass(frozen=True, slots=True)
class _Do:
    do: str
    params: dict[str, object] = field(default_factory=dict)
    entry: str = ""
    answers: dict[str, object] = field(default_factory=dict)
    dice: list[object] = field(default_factory=list)
    choices: list[object] = field(default_factory=list)
    now: object = None
    expect: object = None


@dataclass(frozen=True, slots=True)
class _Ask:
    ask: str
    params: dict[str, object] = field(default_factory=dict)
    expect: object = None


@dataclass
class _Supply:
    """Dice and choices still to be consumed in this step, and answers by key."""

    answers: JsonObject
    dice: list[object] = field(default_factory=list)
    choices: list[object] = field(default_factory=list)
    seals: Seals = field(default_factory=dict)

    def next_for(self, question: Question) -> Answer | None:
        if question.key in self.answers:
            origin = "hand" if is_random(question) else "choice"
            return Answer(self.answers.pop(question.key), origin)
        if isinstance(question, Roll) and self.dice:
            dice = self._thrown(question)
            return Answer(dice_value(question.die, dice), "hand", dice=dice)
        if self.choices and not isinstance(question, Roll):
            return Answer(self.choices.pop(0))
        if isinstance(question, Reveal) and (question.entry, question.sealed_key) in self.seals:
            return Answer(self.seals[question.entry, question.sealed_key], "revealed")
        return None

    def _thrown(self, question: Roll) -> tuple[int, ...]:
        faces = [face for face in self.dice if type(face) is int]
        if wrong := [face for face in self.dice if type(face) is not int]:
            raise BadScript(f"{question.key}: {wrong[0]!r} is no face of a die")
        count = 2 if question.die == "D66" and faces[0] < 10 else 1
        if len(faces) < count:
            raise BadScript(f"too few dice for {question.key}")
        dice, self.dice = tuple(faces[:count]), self.dice[count:]
        return dice if count == 2 or question.die != "D66" else divmod(dice[0], 10)

    @property
    def unused(self) -> list[object]:
        return [*self.answers, *self.dice, *self.choices]

    def check_empty(self, last: str) -> None:
        if self.unused:
            where = f"after {last} nothing more" if last else "nothing"
            raise BadScript(f"too many answers, {where} takes them: {self.unused}", self.unused)


@dataclass(frozen=True, slots=True)
class Played:
    """What a script led to, with the state before its first step and after each."""

    steps: tuple[StepResult, ...]
    states: tuple[State, ...]
    error: StepError | None = None


def rehearse(script: Mapping[str, object]) -> Rehearsed:
    """Run a script as far as it goes; raises `BadScript` for what is wrong before its first step."""
    found = play_script(script)
    rehearsed: Rehearsed = {"steps": [*found.steps], "state": dump_state(found.states[-1])}
    return {**rehearsed, "error": found.error} if found.error else rehearsed


def play_script(script: Mapping[str, object]) -> Played:
    """The same as it stands in memory."""
    asked: _Script = _shaped(_Script, script)
    game = all_games().get(asked.game)
    if game is None:
        raise BadScript(f"the script names no game we know: {asked.game!r}")
    state = starting_state(game, asked.book, asked.settings, asked.state)
    told: list[StepResult] = []
    states = [state]
    seals: Seals = {}
    for number, step in enumerate(asked.steps, start=1):
        try:
            state, report = _step(game, state, step, number, seals)
        except (BadScript, Gone) as wrong:
            error: StepError = {
                "step": number,
                "sentence": _missing(wrong) if isinstance(wrong, Gone) else str(wrong),
            }
            if isinstance(wrong, BadScript) and wrong.unused:
                error["unused"] = list(wrong.unused)
            return Played(tuple(told), tuple(states), error)
        told.append(report)
        states.append(state)
    return Played(tuple(told), tuple(states))


def _shaped[T](shape: type[T], given: Params) -> T:
    """A part of the script as it has to be; `BadScript` names what does not fit."""
    try:
        return load(shape, given)
    except ValidationError as error:
        raise BadScript(fault(error.errors()[0], "the script")) from error


def _missing(gone: Gone) -> str:
    return f"{gone.table} hold no {gone.id}"


def starting_state(
    game: AnyGame, edition: str, settings: Params, tables: Mapping[str, list[JsonObject]]
) -> State:
    """The game's own beginning with the given entities laid over it, field by field where an id exists."""
    try:
        state: State = game.begin(edition, settings)
    except Refused as refused:
        raise BadScript(refused.sentence) from refused
    kinds = entity_types(type(state))
    for table, entities in tables.items():
        if table not in kinds:
            raise BadScript(f"the state has no table {table}; it has {', '.join(kinds)}")
        for data in entities:
            old = getattr(state, table).get(data.get("id"))
            unknown = set(data) - {one.name for one in fields(kinds[table])}
            if unknown:
                raise BadScript(f"{table} have no {', '.join(sorted(unknown))}")
            full = {**(dump(old) if old is not None else {}), **data}
            state = state.put(table, _shaped(kinds[table], full))
    return state


def _step(game: AnyGame, state: State, step: Params, number: int, seals: Seals) -> tuple[State, StepResult]:
    if "ask" in step:
        return state, _figure(game, state, _shaped(_Ask, step))
    if "do" not in step:
        raise BadScript('there is neither "do" nor "ask"')
    given: _Do = _shaped(_Do, step)
    supply = _Supply(given.answers, given.dice, given.choices, seals)
    now = _moment(given.now) if "now" in step else None
    known: dict[str, Answer] = {}
    report: StepResult = {"do": given.do}
    entry = given.entry or f"e{number}"
    while True:
        try:
            procedure = game.start(state, given.do, given.params, entry, now)
            progress = drive(procedure, from_mapping(known))
        except Refused as refused:
            return state, {**report, "refused": _refusal(refused), "answered": _plain(known)}
        if isinstance(progress, Settled):
            supply.check_empty(progress.asked[-1].question.key if progress.asked else "")
            report |= {"questions": _asked(progress.asked), "effects": dump_effects(progress.result)}
            seals |= _sealed(entry, progress.asked)
            return apply_all(state, progress.result), report
        answer = supply.next_for(progress.questions[0])
        if answer is None and (later := _by_key(progress, supply)) is not None:
            question, answer = later
            known[question.key] = answer
        elif answer is None:
            still = [question_json(question) for question in progress.questions]
            report |= {"questions": _asked(progress.asked), "open": still}
            if supply.unused:
                report["unused"] = supply.unused
            return state, report
        else:
            known[progress.questions[0].key] = answer


def _sealed(entry: str, asked: tuple[AnsweredQuestion, ...]) -> Seals:
    """What a step has put under seals, for the steps that reveal it."""
    found: Seals = {}
    for one in asked:
        if isinstance(one.question, Deal):
            held = one.question.check(one.answer.value)
            found |= {(entry, f"{one.question.key}:{hand}"): card for hand, card in held}
        elif one.question.sealed:
            found[entry, one.question.key] = one.question.check(one.answer.value)
    return found


def _moment(given: object) -> datetime:
    try:
        moment = datetime.fromisoformat(given) if isinstance(given, str) else None
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise BadScript(f'"now" is a moment with a time zone, not {given!r}')
    return moment


def _by_key(progress: Open, supply: _Supply) -> tuple[Question, Answer] | None:
    for question in progress.questions:
        if question.key in supply.answers:
            answer = supply.next_for(question)
            return (question, answer) if answer is not None else None
    return None


def _figure(game: AnyGame, state: State, step: _Ask) -> StepResult:
    name = step.ask
    if name not in {*game.figures, *game.former}:
        raise BadScript(f"no figure is called {name}; there are {', '.join(sorted(game.figures))}")
    try:
        given = game.asked(name, step.params)
    except Refused as wrong:
        raise BadScript(f"{name}: {wrong.sentence}") from wrong
    try:
        value = game.named(name)(state, game.book_of(state), **given)
    except Refused as refused:
        return {"ask": name, "refused": _refusal(refused)}
    except Gone as missing:
        raise BadScript(f"{name}: {_missing(missing)}") from missing
    return {"ask": name, "value": adapter(object).dump_python(value, mode="json")}


def _refusal(refused: Refused) -> Refusal:
    return {
        "rule": refused.rule,
        "sentence": refused.sentence,
        "key": refused.key,
        "kind": "admission" if refused.admission else "impossible",
    }


def _plain(answers: Mapping[str, Answer]) -> JsonObject:
    return {key: answer.value for key, answer in answers.items()}


def _asked(asked: tuple[AnsweredQuestion, ...]) -> list[JsonObject]:
    return [{**question_json(one.question), "answer": one.answer.value} for one in asked]


def question_json(question: Question) -> JsonObject:
    """A question as plain JSON with its kind; the API tells questions in this shape as well."""
    return {"kind": question.kind, **dump(question)}
