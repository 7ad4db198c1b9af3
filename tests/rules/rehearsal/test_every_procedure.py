"""The laws of a procedure, for every procedure of every game: order, repetition, loops, strange answers.

What is driven are the steps of the example scripts, with the app's dice and with choices picked by chance;
that every procedure has a step there is `test_rehearsals.py`'s business.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.codec import canonical_state, dump_effects, load_effects
from rules.engine.dice import Thrower, is_random, roll, thrower
from rules.engine.effects import apply_all
from rules.engine.games import AnyGame
from rules.engine.hidden import SealedSheet
from rules.engine.procedure import Open, Procedure, Settled, drive, from_mapping
from rules.engine.questions import Answer, Choose, ChooseSeveral, Number, Question, Split, YesNo
from rules.engine.refusals import Refused
from rules.engine.shelf import all_games
from rules.engine.state import State
from rules.rehearsal import reference
from rules.rehearsal.rehearse import Script, rehearse, starting_state
from tests.rules.engine.loaded import constant

FEW = hypothesis.settings(max_examples=5)
SEEDS = st.integers(0, 2**32)
STRANGE: tuple[object, ...] = (
    None,
    True,
    -(10**9),
    2.5,
    "",
    "nobody",
    "\x00",
    [],
    [[]],
    [[[], 1]],
    {},
    {"x": {}},
    ("x", "x"),
)

type Outcome = tuple[str, Any]
type Source = Callable[[Question], Answer]


@dataclass(frozen=True)
class Case:
    """One step of an example: the state it meets and the answers the example gives."""

    game: AnyGame
    state: State
    step: dict[str, Any]
    entry: str
    given: dict[str, object]
    edition: str = ""

    def start(self) -> Procedure[Any]:
        now = datetime.fromisoformat(self.step["now"]) if "now" in self.step else None
        return self.game.start(self.state, self.step["do"], self.step.get("params", {}), self.entry, now)


@cache
def cases() -> dict[str, list[Case]]:
    """Every step of every example by its procedure."""
    found: dict[str, list[Case]] = {}
    for name, game in all_games().items():
        for script in reference.scripts_of(name):
            for case in steps_of(game, script):
                found.setdefault(case.step["do"], []).append(case)
    return found


def steps_of(game: AnyGame, script: Script) -> list[Case]:
    """The steps of a script that do something."""
    state = starting_state(game, script.get("book", ""), script.get("settings", {}), script.get("state", {}))
    made = []
    for number, (step, told) in enumerate(zip(script["steps"], rehearse(script)["steps"], strict=True), 1):
        if "do" in step:
            answers = {str(one["key"]): one["answer"] for one in told["questions"]}
            entry, edition = str(step.get("entry", f"e{number}")), script.get("book", "")
            made.append(Case(game, state, step, entry, answers, edition))
            state = apply_all(state, load_effects(told["effects"]))
    return made


EVERY = pytest.mark.parametrize("name", sorted(cases()))


def by_chance(case: Case, seed: int, throw: Thrower) -> Source:
    """The same answer for the same key: dice from `throw`, the example's choice or any other."""

    def answer(question: Question) -> Answer:
        if is_random(question):
            return roll(question, throw)
        luck = random.Random(f"{seed} {question.key}")
        if question.key in case.given and luck.random() < 0.4:
            return Answer(case.given[question.key])
        return Answer(any_answer(question, luck, case.given.get(question.key)))

    return answer


def of_example(case: Case) -> Source:
    """The example's own answers."""
    return lambda question: Answer(case.given[question.key])


def any_answer(question: Question, luck: random.Random, example: Any) -> Any:
    """Something the question allows; the example's own answer for what only people can make up."""
    match question:
        case YesNo():
            return luck.random() < 0.5
        case ChooseSeveral():
            able = [one.id for one in question.options if not one.why_not]
            most = min(question.most or len(able), len(able))
            return luck.sample(able, luck.randint(min(question.least, most), most))
        case Choose():
            return luck.choice([one.id for one in question.options if not one.why_not])
        case Number():
            return luck.randint(question.least, question.most)
        case Split():
            return _shares(question, luck)
    return example


def _shares(question: Split, luck: random.Random) -> list[tuple[str, int]]:
    shares = {one.id: question.least for one in question.options}
    while (left := question.total - sum(shares.values())) > 0:
        able = [one for one, amount in shares.items() if amount < (question.most or question.total)]
        shares[luck.choice(able)] += min(left, 1)
    return list(shares.items())


def at_once(case: Case, source: Source) -> Outcome:
    """What comes of it when every question is answered as soon as it is asked."""
    try:
        progress = drive(case.start(), source)
    except Refused as refused:
        return "refused", refused.rule
    assert isinstance(progress, Settled)
    return "settled", tuple(progress.result)


def one_by_one(case: Case, source: Source, pick: Callable[[tuple[Question, ...]], Question]) -> Outcome:
    """The same with one answer at a time, each time from the beginning, in the order `pick` likes."""
    known: dict[str, Answer] = {}
    try:
        while isinstance(progress := drive(case.start(), from_mapping(known)), Open):
            question = pick(progress.questions)
            known[question.key] = source(question)
    except Refused as refused:
        return "refused", refused.rule
    return "settled", tuple(progress.result)


@EVERY
@FEW
@given(SEEDS)
def test_same_answers_in_any_order_give_the_same_effects(name: str, seed: int) -> None:
    luck = random.Random(seed)
    for case in cases()[name]:
        source = by_chance(case, seed, thrower(seed.to_bytes(8)))
        outcome = at_once(case, source)
        assert at_once(case, source) == outcome
        assert one_by_one(case, source, lambda front: front[-1]) == outcome
        assert one_by_one(case, source, luck.choice) == outcome


@EVERY
@FEW
@given(SEEDS)
def test_effects_can_be_booked_and_kept(name: str, seed: int) -> None:
    """They survive their JSON and lead to one state, and the state they were computed on is untouched."""
    for case in cases()[name]:
        before = canonical_state(case.state)
        kind, effects = at_once(case, by_chance(case, seed, thrower(seed.to_bytes(8))))
        if kind == "settled":
            kept = load_effects(dump_effects(effects))
            assert kept == effects
            assert canonical_state(apply_all(case.state, kept)) == canonical_state(
                apply_all(case.state, effects)
            )
        assert canonical_state(case.state) == before


@EVERY
def test_dice_that_always_show_the_same_face_end(name: str) -> None:
    """An endless loop is stopped by the driver with an error of its own, which fails here."""
    for case in cases()[name]:
        for face in range(1, 7):
            source = by_chance(case, face, constant(face))
            assert at_once(case, source) == one_by_one(case, source, lambda front: front[-1])


@EVERY
def test_the_examples_own_answers_settle_whatever_the_order(name: str) -> None:
    for case in cases()[name]:
        example = of_example(case)
        outcome = one_by_one(case, example, lambda front: front[-1])
        assert outcome == at_once(case, example)
        assert outcome[0] == "settled"


@EVERY
def test_a_strange_answer_is_refused_in_a_sentence(name: str) -> None:
    """Whatever a phone may send: the question takes it or refuses it with its own key, and nothing breaks."""
    for case in cases()[name]:
        progress = drive(case.start(), of_example(case))
        for asked in progress.asked:
            for refused in filter(None, (_refusal(asked.question, strange) for strange in STRANGE)):
                assert refused.key in {one.key for one in (asked.question, *lines_of(asked.question))}
                assert refused.sentence.endswith((".", "?"))


def lines_of(question: Question) -> tuple[Question, ...]:
    """What is asked on a sheet: a refusal names its line."""
    return question.lines if isinstance(question, SealedSheet) else ()


def _refusal(question: Question, value: Any) -> Refused | None:
    try:
        question.check(value)
    except Refused as refused:
        return refused
    return None
