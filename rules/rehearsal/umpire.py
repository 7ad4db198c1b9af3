"""An umpire: what the rules say to a case, and whether that is what somebody expects.

A case is a script (`rehearse`) whose steps may say what they should lead to, each in `expect`: of a figure
its value, of a procedure whatever of its report matters, in its shape and no more of it than one wants to
claim. Of effects and questions those that are named have to come in this order; others may stand between
them. Where a rule refuses something, its id or the words of the refusal are enough.

    {"do": "opr.casualties", …, "dice": [1, 4], "expect": {"effects": [{"effect": "opr.trait"}]}}
    {"ask": "value", "params": {"unit": "h"}, "expect": 85}
    {"do": "opr.field", …, "expect": {"refused": "OPR-24"}}

Under `without` stand effects of which there must be none: `{"without": [{"effect": "opr.trait"}]}`.

`words` of the case say what it is about. What the state is at the end may be expected, too, under `expect` of
the case: `{"units": [{"id": "h", "xp": 5}]}`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.engine.books import rule_text
from rules.engine.codec import dump_state
from rules.engine.games import AnyGame
from rules.engine.plain import JsonObject, Params
from rules.engine.shelf import all_games
from rules.engine.state import State
from rules.rehearsal.rehearse import BadScript, StepResult, play_script

ANY = object()
SOURCE = re.compile(r"\b[A-Z]+-\d+\b")


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Where the rules say something else: the way to it, what was expected, what they say."""

    where: str
    expected: object
    said: object


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules say to one step (0: to the state at the end), by which rules, in whose words.

    `is_right`: None where nothing was expected. `asked`: the questions with their answers, in order.
    """

    step: int
    what: str
    is_right: bool | None
    says: JsonObject
    differences: tuple[Mismatch, ...] = ()
    rules: tuple[tuple[str, str], ...] = ()
    asked: tuple[JsonObject, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """The rulings on a case, with the state before its first step and after each."""

    rulings: tuple[Ruling, ...]
    states: tuple[State, ...]

    def around(self, first: int = 0) -> tuple[State, State]:
        """Before and after a step and all that follows; of a figure, after what was done last before it.

        Without a step the first of which something is expected, or else the first of all.
        """
        first = first or next((one.step for one in self.rulings if one.step and one.is_right is not None), 1)
        done = [one.step for one in self.rulings if "effects" in one.says and one.step <= first]
        return self.states[max(done, default=1) - 1], self.states[-1]


def case_rulings(case: Mapping[str, object]) -> list[Ruling]:
    """The rulings on a case, step by step. Raises `BadScript` for one that cannot be played."""
    return list(judged(case).rulings)


def judged(case: Mapping[str, object]) -> Judgement:
    """The same with the states it went through."""
    expected = [step.get("expect", ANY) if isinstance(step, Mapping) else ANY for step in _steps(case)]
    told = play_script(case)
    if told.error:
        raise BadScript("step {step}: {sentence}".format(**told.error), told.error.get("unused", ()))
    game = all_games()[str(case["game"])]
    found = [
        _ruling(game, number, one, wanted)
        for number, (one, wanted) in enumerate(zip(told.steps, expected, strict=True), start=1)
    ]
    if "expect" in case:
        state: JsonObject = {name: list(rows) for name, rows in dump_state(told.states[-1]).items()}
        differences = tuple(_differs("", case["expect"], state))
        found.append(Ruling(0, "the state at the end", not differences, {}, differences))
    return Judgement(tuple(found), told.states)


def _steps(case: Mapping[str, object]) -> Sequence[object]:
    steps = case.get("steps", ())
    return steps if isinstance(steps, Sequence) and not isinstance(steps, str) else ()


def _ruling(game: AnyGame, number: int, told: StepResult, wanted: object) -> Ruling:
    says = _said(told)
    differences = () if wanted is ANY else tuple(_differences(told, says, wanted))
    is_right = None if wanted is ANY else not differences
    rules = tuple((rule, rule_text(rule)) for rule in _rules(game, told) if rule_text(rule))
    what, asked = told.get("do") or told["ask"], tuple(told.get("questions", ()))
    return Ruling(number, what, is_right, says, differences, rules, asked)


def _said(told: StepResult) -> JsonObject:
    """What is worth saying of a report: a value, a refusal, what is still asked, what was booked."""
    parts = ("value", "refused", "open", "effects")
    return {name: value for name, value in told.items() if name in parts}


def _differences(told: StepResult, says: JsonObject, wanted: object) -> Iterator[Mismatch]:
    if "ask" in told:
        given = says.get("value", says)
        yield from _differs("", wanted, says if _is_refusal(wanted) else given)
    elif "refused" in told and not _is_refusal(wanted):
        yield Mismatch("", wanted, "{rule}: {sentence}".format(**told["refused"]))
    elif "open" in told and not (isinstance(wanted, Mapping) and "open" in wanted):
        yield Mismatch("", wanted, [one["text"] for one in told["open"]])
    elif isinstance(wanted, Mapping):
        yield from _differs("", {name: one for name, one in wanted.items() if name != "without"}, dict(told))
        yield from _unwanted(told, wanted.get("without"))
    else:
        yield from _differs("", wanted, dict(told))


def _unwanted(told: StepResult, kinds: object) -> Iterator[Mismatch]:
    """What was booked of that of which nothing should have been."""
    for kind in kinds if isinstance(kinds, Sequence) else ():
        booked = (one for one in told.get("effects", ()) if not list(_differs("", kind, one)))
        yield from (Mismatch("without", kind, one) for one in booked)


def _is_refusal(wanted: object) -> bool:
    return isinstance(wanted, Mapping) and set(wanted) == {"refused"}


def _differs(where: str, wanted: object, said: object) -> Iterator[Mismatch]:
    """Whatever of what was wanted is not so."""
    if where == "refused" and isinstance(wanted, str) and isinstance(said, Mapping):
        if wanted not in (said.get("rule"), said.get("sentence")):
            yield Mismatch(where, wanted, f"{said.get('rule')}: {said.get('sentence')}")
    elif isinstance(wanted, Mapping) and isinstance(said, Mapping):
        for name, value in wanted.items():
            yield from _differs(f"{where}.{name}".lstrip("."), value, said.get(name))
    elif _are_rows(wanted) and isinstance(said, Sequence):
        yield from _in_order(where, wanted, said)
    elif wanted != said:
        yield Mismatch(where, wanted, said)


def _are_rows(wanted: object) -> bool:
    return isinstance(wanted, Sequence) and bool(wanted) and all(isinstance(one, Mapping) for one in wanted)


def _in_order(where: str, wanted: object, said: Sequence[object]) -> Iterator[Mismatch]:
    """Each row that was named comes, after the one named before it."""
    assert isinstance(wanted, Sequence)
    at = 0
    for number, row in enumerate(wanted):
        found = next((n for n in range(at, len(said)) if not list(_differs("", row, said[n]))), None)
        if found is None:
            yield from _nearest(f"{where}.{number}", row, said[at:])
        else:
            at = found + 1


def _nearest(where: str, row: object, rest: Sequence[object]) -> Iterator[Mismatch]:
    """How the row that is most like it differs; where none is, that there is none."""
    alike = [one for one in rest if _same_kind(row, one)]
    best = min(alike, key=lambda one: len(list(_differs("", row, one))), default=None)
    if best is None:
        yield Mismatch(where, row, None)
    else:
        yield from _differs(where, row, best)


def _same_kind(row: object, one: object) -> bool:
    if not isinstance(row, Mapping) or not isinstance(one, Mapping):
        return False
    names = [name for name in ("effect", "key", "id") if name in row]
    return all(row[name] == one.get(name) for name in names)


def _rules(game: AnyGame, told: StepResult) -> list[str]:
    """The rules a report rests on: of a refusal its own, else of all that was asked and booked, else those
    that the procedure or the figure names."""
    if "refused" in told:
        return [told["refused"]["rule"]]
    parts: list[Params] = [*told.get("questions", ()), *told.get("open", ()), *told.get("effects", ())]
    found = list(dict.fromkeys(str(one["rule"]) for one in parts if one.get("rule")))
    if found:
        return found
    if "ask" in told:
        return list(dict.fromkeys(SOURCE.findall(inspect.getdoc(game.named(told["ask"])) or "")))
    return list(game.procedures[told["do"]].rules)
