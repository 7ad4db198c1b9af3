"""What the rules say can be translated: every procedure is driven in a language nobody speaks.

Names and words of people stay as they are; whatever else is English in a question, a refusal or a chronicle's
sentence has not been said. Effects hold no sentence, whoever settles them.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from campaigns.engine.stored.store import registration_of
from rules.engine.codec import dump_effects
from rules.engine.dice import thrower
from rules.engine.language import ENGLISH, Voice, decimal, die_name, mark_in, said, say, say_many, speak
from rules.engine.procedure import Settled, drive
from rules.engine.questions import Answer, Question
from rules.engine.refusals import Refused
from tests.pseudo import english, pseudo, spoken, strange
from tests.rules.rehearsal.test_every_procedure import EVERY, Case, by_chance, cases

HIDDEN = {"key", "rule", "who", "kind", "die", "about", "id", "start", "edges", "entry", "sealed_key"}
HIDDEN |= {"ticked", "leaf"}
HIDDEN |= {"cards", "hands", "source"}  # what a deal is made of: ids; only the app answers it
CHANCES = range(2)


def texts(thing: Any) -> Iterator[str]:
    """Every string a page may show of a question."""
    if isinstance(thing, str):
        yield thing
    elif dataclasses.is_dataclass(thing):
        for field in dataclasses.fields(thing):
            if field.name not in HIDDEN:
                yield from texts(getattr(thing, field.name))
    elif isinstance(thing, Mapping):
        for value in thing.values():
            yield from texts(value)
    elif isinstance(thing, list | tuple):
        for value in thing:
            yield from texts(value)


def names_of(case: Case) -> set[str]:
    """Whatever is written in the state or given with the step: names, lists, ids, people's words."""
    found, ids = set(texts(case.step)) | set(case.given), {str(case.step.get("params", {}).get("words", ""))}
    for table in dataclasses.fields(case.state):
        rows = getattr(case.state, table.name)
        ids |= set(rows) if isinstance(rows, Mapping) else set()
        found |= set(_written(rows))
    return {one for one in found if any(letter.isupper() or letter.isdigit() for letter in one)} | ids - {""}


def _written(thing: Any) -> Iterator[str]:
    if dataclasses.is_dataclass(thing):
        for field in dataclasses.fields(thing):
            yield from _written(getattr(thing, field.name))
    elif isinstance(thing, Mapping):
        for key, value in thing.items():
            yield str(key)
            yield from _written(value)
    elif isinstance(thing, list | tuple | set | frozenset):
        for value in thing:
            yield from _written(value)
    elif isinstance(thing, str):
        yield thing


def shown(case: Case, seed: int) -> Iterator[str]:
    """What people read while the step is settled: questions, the refusal or the chronicle's sentence."""
    asked: list[Question] = []
    chance = by_chance(case, seed, thrower(seed.to_bytes(2)))

    def source(question: Question) -> Answer:
        asked.append(question)
        return chance(question)

    try:
        progress = drive(case.start(), source)
    except Refused as refused:
        yield refused.sentence
    else:
        assert isinstance(progress, Settled)
        effects = tuple(progress.result)
        assert not strange(json.dumps(dump_effects(effects), ensure_ascii=False)), "a sentence in an effect"
        answers = {question.key: chance(question) for question in asked}
        yield tell(case, answers, effects)
    for question in asked:
        yield from texts(question)


def tell(case: Case, answers: Mapping[str, Answer], effects: Any) -> str:
    registration, params = registration_of(case.game.name), case.step.get("params", {})
    told = registration.rules.tell(case.step["do"], params, answers, effects, lambda one: "№ 1", case.edition)
    return told or ""


@EVERY
def test_nothing_is_left_in_english(name: str) -> None:
    with spoken():
        for case in cases()[name]:
            names = names_of(case)
            for seed in CHANCES:
                for sentence in shown(case, seed):
                    assert not english(sentence, names), sentence


def test_a_sentence_is_said_in_the_language_in_force() -> None:
    assert say("{unit} rolls again.", unit="{Ana}") == "{Ana} rolls again."
    assert [say_many(n, "{number} unit", "{number} units") for n in (1, 0, -2)] == [
        "1 unit",
        "0 units",
        "−2 units",
    ]
    with spoken():
        assert say("{unit} rolls.", unit="Ana") == f"Ana {pseudo('rolls')}."
    assert say("Roll") == "Roll"


def test_nothing_is_left_in_english_can_fail() -> None:
    with spoken():
        assert english(f"{say('Roll for')} Ana and Bo", ["Ana", "Bo"]) == ["and"]
    assert speak.__module__ == "rules.engine.language"


@pytest.mark.parametrize("shown", ["D6, 2D6 and OPR-39", "3D"])
def test_codes_are_the_same_in_every_language(shown: str) -> None:
    assert english(shown, ["and"]) == []


def test_a_word_with_several_meanings_is_looked_up_by_its_context_and_decimals_have_their_own_sign() -> None:
    verb, heard = mark_in("a side in a battle", "attacks"), {("a side in a battle", "attacks"): "greift an"}
    assert (said(verb), decimal("1.50"), decimal("–")) == ("attacks", "1.50", "–")
    assert (die_name("2D6"), die_name("D66"), die_name("–")) == ("2D6", "D66", "–")
    comma = {"{whole}.{rest}": "{whole},{rest}", "{count}D{sides}": "{count}W{sides}"}
    before = speak(Voice(lambda: "de", lambda text: comma[text], ENGLISH.ngettext, lambda *it: heard[it]))
    try:
        assert (said(verb), decimal("1.50"), die_name("2D6")) == ("greift an", "1,50", "2W6")
    finally:
        speak(before)
