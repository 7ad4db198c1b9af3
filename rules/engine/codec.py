"""Between dataclasses and plain JSON: effects, entities and whole states, checked on the way in.

`load_*` raises pydantic's ValidationError, which names the path of every error. Shapes: an effect is
`{"effect": name, …fields}`; a state is `{table: [entity, …]}`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, get_args, get_type_hints

from pydantic import TypeAdapter

from rules.engine.effects import EFFECTS, Effect
from rules.engine.plain import JsonObject
from rules.engine.questions import Answer
from rules.engine.state import Entity, State

_ADAPTERS: dict[object, TypeAdapter[Any]] = {}
_ENTITIES: dict[type[State], dict[str, type[Entity]]] = {}


def adapter[T](cls: type[T]) -> TypeAdapter[T]:
    """The adapter of a type, built once."""
    if cls not in _ADAPTERS:
        _ADAPTERS[cls] = TypeAdapter(cls)
    return _ADAPTERS[cls]


def dump(value: object) -> Any:
    """Any dataclass as plain JSON values."""
    return adapter(type(value)).dump_python(value, mode="json")


def load[T](cls: type[T], data: object) -> T:
    """A dataclass from plain JSON values."""
    return adapter(cls).validate_python(data)


def dump_effects(effects: Iterable[Effect]) -> list[JsonObject]:
    """Effects as a journal keeps them."""
    return [{"effect": one.effect, **dump(one)} for one in effects]


def load_effects(data: Iterable[Mapping[str, Any]]) -> tuple[Effect, ...]:
    """Effects from what a journal keeps."""
    return tuple(
        load(EFFECTS[one["effect"]], {k: v for k, v in one.items() if k != "effect"}) for one in data
    )


def dump_answers(answers: Mapping[str, Answer]) -> dict[str, JsonObject]:
    """Answers as a journal keeps them."""
    return {key: dump(answer) for key, answer in answers.items()}


def load_answers(data: Mapping[str, Any]) -> dict[str, Answer]:
    """Answers from what a journal keeps."""
    return {key: Answer(**{**one, "dice": tuple(one.get("dice", ()))}) for key, one in data.items()}


def entity_types(state: type[State]) -> dict[str, type[Entity]]:
    """{"units": Unit, …} from the annotations of a state class, read once."""
    if state not in _ENTITIES:
        hints = get_type_hints(state)
        _ENTITIES[state] = {name: get_args(hints[name])[-1] for name in state.tables()}
    return _ENTITIES[state]


def dump_state(state: State) -> dict[str, list[JsonObject]]:
    """Every table as a list sorted by id: the same state gives the same JSON."""
    return {
        name: [dump(entity) for _, entity in sorted(getattr(state, name).items())] for name in state.tables()
    }


def canonical_state(state: State) -> str:
    """Canonical JSON of a state, for comparing and hashing."""
    return json.dumps(dump_state(state), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
