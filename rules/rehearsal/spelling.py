"""How types and defaults are told in the reference: as a script writes them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Literal, TypeAliasType, Union, get_args, get_origin
from typing import get_type_hints as hints_of

from pydantic_core import PydanticUndefined

from rules.engine.codec import dump
from rules.engine.shapes import shape_of

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

WORDS: dict[object, str] = {NoneType: "null", object: "any"}


def spelt(hint: object) -> str:
    """`tuple[str, ...]` as `list[str]`, `Literal["a"]` as `"a"`, a dataclass by its name."""
    if isinstance(hint, TypeAliasType):
        return spelt(hint.__value__)
    kind, inner = get_origin(hint), get_args(hint)
    if isinstance(kind, TypeAliasType):
        return spelt(kind.__value__[inner])
    if kind is None:
        return WORDS.get(hint) or str(getattr(hint, "__name__", hint))
    if kind is Literal:
        return " | ".join(json.dumps(one) for one in inner)
    if kind in (Union, UnionType):
        return " | ".join(dict.fromkeys(map(spelt, inner)))
    if kind is Annotated:
        return spelt(inner[0])
    return _holding(kind, inner)


def _holding(kind: type, inner: tuple[object, ...]) -> str:
    if issubclass(kind, Mapping):
        return f"{{{spelt(inner[0])}: {spelt(inner[1])}}}"
    if kind is tuple and inner[-1] is not Ellipsis:
        return f"[{', '.join(map(spelt, inner))}]"
    if issubclass(kind, Sequence | set | frozenset):
        return f"list[{spelt(inner[0])}]"
    return str(kind.__name__)


def parameters(run: Callable[..., object], skip: int) -> Iterator[tuple[str, str, str]]:
    """(name, type, default or nothing) of what a function takes after its first `skip`."""
    for name, field in shape_of("parameters", run, skip).model_fields.items():
        yield field.alias or name, spelt(field.annotation), _default(field.default)


def fields_of(shape: type[DataclassInstance]) -> Iterator[tuple[str, str, str]]:
    """(name, type, default or nothing) of what a thing holds."""
    hints = hints_of(shape)
    for field in fields(shape):
        made = field.default_factory() if field.default_factory is not MISSING else field.default
        yield field.name, spelt(hints[field.name]), _default(made)


def _default(value: object) -> str:
    missing = value is MISSING or value is PydanticUndefined
    return "" if missing else json.dumps(dump(value), ensure_ascii=False)


def dataclasses_in(hint: object) -> Iterator[type[DataclassInstance]]:
    """The things of the rules that a type speaks of."""
    if isinstance(hint, TypeAliasType):
        yield from dataclasses_in(hint.__value__)
    elif isinstance(hint, type) and is_dataclass(hint) and hint.__module__.startswith("rules."):
        yield hint
    for inner in get_args(hint):
        yield from dataclasses_in(inner)
