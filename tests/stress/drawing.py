"""Parameters of an act and answers to a question, drawn by chance from what a league holds and from examples.

A parameter is filled by its name and its shape: a `battle` with the id of a battle, what an entity says of
others (the `turn` of a battle) with that. Now and then with something from the nasty list.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from datetime import timedelta
from functools import cache
from string import Formatter
from types import NoneType, UnionType
from typing import Any, Literal, TypeAliasType, Union, cast, get_args, get_origin, get_type_hints

from django.utils import timezone

from rules.engine.codec import dump
from rules.engine.games import AnyGame, AnySpec
from rules.engine.hidden import SealedSheet
from rules.engine.questions import (
    ChooseSeveral,
    Number,
    Path,
    Question,
    Roll,
    Split,
    Text,
    YesNo,
    question_options,
)
from rules.engine.refusals import Refused
from rules.engine.state import State
from rules.rehearsal import reference
from tests.stress import nasty
from tests.stress.facts import Facts

OFTEN, SELDOM = 0.75, 0.04
MOST_TRIES = 60  # at a sheet
WRITTEN = {"name", "words", "target", "title", "note"}  # by people


def singular(table: str) -> str:
    """What a parameter is called that names something of a table."""
    return table[:-3] + "y" if table.endswith("ies") else table.removesuffix("s")


@cache
def examples(game: str) -> Mapping[str, list[dict[str, Any]]]:
    """The parameters of every step of a game's example scripts, by procedure."""
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for script in reference.scripts_of(game):
        for step in script["steps"]:
            if "do" in step:
                found[str(step["do"])].append(cast(dict[str, Any], step.get("params", {})))
    return found


@cache
def known_words(game: str) -> Mapping[str, list[Any]]:
    """Values of the examples by the name of their parameter, whichever act it is of."""
    found: dict[str, list[Any]] = defaultdict(list)
    for steps in examples(game).values():
        for params in steps:
            for name, value in params.items():
                if value not in found[name]:
                    found[name].append(value)
    return found


@dataclass
class Drawer:
    """Draws for one league as it stands. `nastily`: how often something is odd, `left`: how often what may be
    left out is; `seats`: who is in the club, `sides`: those of the game."""

    game: AnyGame
    facts: Facts
    state: State
    luck: random.Random
    seats: list[str]
    sides: list[str]
    nastily: float = SELDOM
    left: float = 0.6
    _pools: dict[str, list[Any]] = field(default_factory=dict)

    def params(self, spec: AnySpec, known: Mapping[str, Any]) -> dict[str, Any]:
        """Parameters of an act; those that are `known` stay."""
        said: dict[str, Any] = dict(known)
        shape, hints, whose = spec.params.model_fields, dict[str, Any](), _named_in(spec.by)
        for name in self.luck.sample(sorted(shape), len(shape)):
            needed = shape[name].is_required() or name in whose
            if name in said or (not needed and self.luck.random() < self.left):
                continue
            said[name] = self.odd(name) if self.luck.random() < self.nastily else None
            if said[name] is None:
                said[name] = hints.get(name) if name in hints and self.luck.random() < OFTEN else None
            if said[name] is None:
                said[name] = self.value(spec.name, name, shape[name].annotation)
            hints |= self._said_by(name, said[name])
        return said

    def odd(self, name: str) -> Any:
        if name in WRITTEN:
            return self.luck.choice(nasty.WORDS + nasty.NAMES)
        return self.luck.choice(nasty.IDS + nasty.VALUES)

    def _said_by(self, name: str, value: Any) -> dict[str, Any]:
        """What the thing that was chosen says of others."""
        table = next((one for one in self.state.tables() if singular(one) == name), "")
        thing = getattr(self.state, table).get(value) if table and isinstance(value, str) else None
        if thing is None:
            return {}
        return {one.name: dump(getattr(thing, one.name)) for one in fields(thing) if one.name != "id"}

    # By shape

    def value(self, procedure: str, name: str, hint: Any) -> Any:
        """A value for a parameter, by the game's own samples, its name, examples or its shape."""
        if name in self.facts.samples:
            return self.facts.samples[name](self.state, self.luck)
        told = [one[name] for one in examples(self.game.name).get(procedure, ()) if name in one]
        pool = self.pool(name, hint)
        if pool and _is_plain(hint):
            return self.luck.choice(pool)
        if told and not _is_plain(hint) and self.luck.random() < 0.5:
            return self.luck.choice(told)
        return self._made(name, hint, told or known_words(self.game.name).get(name, []))

    def _made(self, name: str, hint: Any, told: list[Any]) -> Any:
        if isinstance(hint, TypeAliasType):
            return self._made(name, hint.__value__, told)
        origin, inner = get_origin(hint), get_args(hint)
        if origin in (Union, UnionType):
            return self._made(name, self.luck.choice([one for one in inner if one is not NoneType]), told)
        if origin is Literal:
            return self.luck.choice(inner)
        if origin in (list, tuple) and inner:
            most = self.luck.choice((0, 1, 1, 2, 2, 3))
            return [self._made(singular(name), inner[0], told) for _ in range(most)]
        if origin is dict or hint is dict:
            return self._table(name, inner, told)
        if is_dataclass(hint) and isinstance(hint, type):
            return self._thing(hint)
        return self._plain(name, hint, told)

    def _plain(self, name: str, hint: Any, told: list[Any]) -> Any:
        if hint is bool:
            return self.luck.random() < 0.5
        if hint is int:
            return self.luck.choice(self.pool(name, int) or [0, 1, 1, 2, 3, 5])
        if getattr(hint, "__name__", "") in ("datetime", "AwareDatetime"):
            return (timezone.now() + timedelta(days=self.luck.choice((-1, 1, 3)))).isoformat()
        if pool := self.pool(name):
            return self.luck.choice(pool)
        plain = [one for one in told if isinstance(one, str)]
        return self.luck.choice(plain or ["because", *nasty.WORDS[2:3]])

    def _table(self, name: str, inner: tuple[Any, ...], told: list[Any]) -> Any:
        """A mapping: of ids to things, or as an example has it."""
        if whole := [one for one in told if isinstance(one, dict)]:
            return self.luck.choice(whole)
        keys = self.pool(singular(name)) or self.sides
        hint = inner[1] if len(inner) > 1 else str
        chosen = self.luck.sample(keys, min(len(keys), self.luck.randrange(3)))
        return {str(one): self._made("", hint, []) for one in chosen}

    def _thing(self, kind: type[Any]) -> dict[str, Any]:
        """Something of a shape of its own, as a program sends it."""
        hints, said = get_type_hints(kind), dict[str, Any]()
        for one in fields(kind):
            needed = one.default is MISSING and one.default_factory is MISSING
            if needed or self.luck.random() < 0.4:
                said[one.name] = self._made(one.name, hints[one.name], [])
        return said

    # By name

    def pool(self, name: str, hint: Any = str) -> list[Any]:
        """Everything in the league a parameter of this name and kind may mean."""
        if name not in self._pools:
            self._pools[name] = list(dict.fromkeys(self._found(name)))
        kind = int if int in (hint, *get_args(hint)) else str
        return [one for one in self._pools[name] if isinstance(one, kind)]

    def _found(self, name: str) -> Iterator[Any]:
        for table in self.state.tables():
            rows = getattr(self.state, table)
            if singular(table) == name:
                yield from rows
            for thing in list(rows.values())[-12:] if name else ():
                value = getattr(thing, name, None)
                if isinstance(value, str | int) and value != "" and not isinstance(value, bool):
                    yield value
        if name == "owner":
            yield from self.seats


@cache
def _named_in(template: str) -> frozenset[str]:
    """The parameters that say who may start an act: without them it is nobody's."""
    return frozenset(name for _text, name, _spec, _kind in Formatter().parse(template) if name)


def _is_plain(hint: Any) -> bool:
    """A text or a number, or none."""
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    return all(one in (str, int, NoneType) for one in kinds)


# Answers


def answer_to(question: Question, luck: random.Random) -> Any:
    """Something the question allows; None where it allows nothing."""
    match question:
        case SealedSheet():
            return _sheet(question, luck)
        case YesNo():
            return luck.random() < 0.5
        case Number():
            return luck.randint(question.least, question.most)
        case Text():
            long_enough = [one for one in nasty.WORDS if question.least <= len(one.strip()) <= question.most]
            return luck.choice(long_enough or ["because of it"])
        case Path():
            return _way(question, luck)
        case Split():
            return _shares(question, luck)
        case Roll():
            return luck.choice(question.values)
    able = [one.id for one in question_options(question) if not one.why_not]
    if isinstance(question, ChooseSeveral):
        most = min(question.most or len(able), len(able))
        return luck.sample(able, luck.randint(min(question.least, most), most))
    return luck.choice(able) if able else None


def _way(question: Path, luck: random.Random) -> list[str]:
    """A way along the links, as long as it may be or shorter."""
    near: dict[str, list[str]] = defaultdict(list)
    for a, b in question.edges:
        near[a].append(b)
        near[b].append(a)
    at, steps = question.start, list[str]()
    for _step in range(luck.randint(question.least, question.most)):
        if not near[at]:
            break
        at = luck.choice(near[at])
        steps.append(at)
    return steps


def _sheet(question: SealedSheet, luck: random.Random) -> list[tuple[str, Any]]:
    """A line each; where the sheet finds a fault, the lines about the same thing are written anew."""
    said = {line.key: answer_to(line, luck) for line in question.lines}
    for _try in range(MOST_TRIES):
        try:
            question.check(list(said.items()))
        except Refused as refused:
            wrong = next((line.about for line in question.lines if line.key == refused.key), None)
            said |= {line.key: answer_to(line, luck) for line in question.lines if line.about == wrong}
        else:
            break
    return list(said.items())


def _shares(question: Split, luck: random.Random) -> list[tuple[str, int]]:
    shares = {one.id: question.least for one in question.options}
    while (left := question.total - sum(shares.values())) > 0:
        able = [one for one, amount in shares.items() if amount < (question.most or question.total)]
        if not able:
            break
        shares[luck.choice(able)] += min(left, luck.randint(1, left))
    return [(one, min(amount, question.most or amount)) for one, amount in shares.items()]
