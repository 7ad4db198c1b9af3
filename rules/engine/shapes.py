"""Parameters of procedures and figures: one strict way to load them, for what people and programs send.

A function's annotations are the shape. What nobody knows is refused wherever it stands, also within the
things a parameter holds, in a sentence that names it and what there is instead. What does not fit is told in
a sentence for people: pydantic's errors in our words.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeAliasType, get_args, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from rules.engine.language import mark, said, say
from rules.engine.plain import Params
from rules.engine.refusals import Refused

if TYPE_CHECKING:
    from _typeshed import DataclassInstance
    from pydantic_core import ErrorDetails

WORDS = {
    "missing": mark("{field} is missing."),
    "extra_forbidden": mark("{field} is unknown here."),
    "unexpected_keyword_argument": mark("{field} is unknown here."),
    "string_type": mark("{field} must be text."),
    "int_type": mark("{field} must be a whole number."),
    "int_parsing": mark("{field} must be a whole number."),
    "int_from_float": mark("{field} must be a whole number."),
    "bool_type": mark("{field} must be true or false."),
    "bool_parsing": mark("{field} must be true or false."),
    "list_type": mark("{field} must be a list."),
    "tuple_type": mark("{field} must be a list."),
    "dict_type": mark("{field} must be an object."),
    "dataclass_type": mark("{field} must be an object."),
    "model_type": mark("{field} must be an object."),
    "literal_error": mark("{field} must be {expected}."),
    "greater_than_equal": mark("{field} must be {ge} or more."),
    "less_than_equal": mark("{field} must be {le} or less."),
    "string_too_long": mark("{field} can have at most {max_length} characters."),
    "string_too_short": mark("{field} is too short."),
    "too_long": mark("{field} can have at most {max_length} entries."),
}
OTHER = mark("{field} is not valid here.")
UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")


@cache
def shape_of(name: str, run: Callable[..., object], skip: int) -> type[BaseModel]:
    """The parameters of a function after its first `skip`; one that ends in `_` is sent without it."""
    hints = get_type_hints(run)
    wanted = list(inspect.signature(run).parameters.values())[skip:]
    rest = any(one.kind is one.VAR_KEYWORD for one in wanted)
    shape: dict[str, object] = {
        one.name: (hints[one.name], _field(one)) for one in wanted if one.kind is not one.VAR_KEYWORD
    }
    config = ConfigDict(extra="allow" if rest else "forbid", arbitrary_types_allowed=True)
    make: Callable[..., type[BaseModel]] = create_model
    return make(name, __config__=config, **shape)


def _field(one: inspect.Parameter) -> object:
    default = ... if one.default is inspect.Parameter.empty else one.default
    return Field(default, alias=one.name.rstrip("_")) if one.name.endswith("_") else default


def validated_params(shape: type[BaseModel], params: Params) -> dict[str, object]:
    """Parameters as the function wants them, or `Refused` with a sentence that names the field."""
    require_storable(params)
    try:
        model = shape(**params)
    except ValidationError as error:
        raise Refused("", _sentence(shape, error), _named(error)) from error
    return {name: getattr(model, name) for name in type(model).model_fields} | (model.model_extra or {})


def kept_params(shape: type[BaseModel], params: Params) -> Params:
    """What somebody sent, each number and each yes as it was read: 3 for "3" or 3.0, 1 for true. Whoever
    looks into a journal meets there what the procedure met; what was left out stays so. Or `Refused`.
    """
    read = {name.rstrip("_"): value for name, value in validated_params(shape, params).items()}
    return {name: _as_read(value, read.get(name)) for name, value in params.items()}


def _as_read(sent: object, read: object) -> object:
    if isinstance(sent, Mapping):
        return {key: _as_read(one, _held(read, str(key))) for key, one in sent.items()}
    if isinstance(sent, list | tuple) and isinstance(read, list | tuple):
        return [_as_read(one, held) for one, held in zip(sent, read, strict=True)]
    return read if isinstance(read, bool | int) and isinstance(sent, str | int | float) else sent


def _held(read: object, name: str) -> object:
    return read.get(name) if isinstance(read, Mapping) else getattr(read, name, None)


def require_storable(params: Params) -> None:
    """Raise `Refused` where a text in it has the character that databases take for its end."""
    if _holds_nul(params):
        raise Refused("", say("It contains a character that cannot be stored."))


def _sentence(shape: type[BaseModel], error: ValidationError) -> str:
    found = error.errors()
    unknown = [one for one in found if one["type"] in UNKNOWN]
    if not unknown:
        return fault(found[0])
    known = ", ".join(known_at(shape, unknown[0]["loc"])) or say("nothing")
    return say("{wrong} Known here: {known}.", wrong=fault(unknown[0]), known=known)


def _named(error: ValidationError) -> str | None:
    """The parameter that the sentence is about."""
    found = error.errors()
    first = next((one for one in found if one["type"] in UNKNOWN), found[0])
    return str(first["loc"][0]) if first["loc"] else None


def known_at(shape: type[BaseModel], path: tuple[int | str, ...]) -> tuple[str, ...]:
    """The names there are where an error lies."""
    if len(path) == 1:
        return tuple(field.alias or name for name, field in shape.model_fields.items())
    held = [
        field.annotation for name, field in shape.model_fields.items() if (field.alias or name) == path[0]
    ]
    kinds = [kind for one in held for kind in _kinds(one)]
    for part in path[1:-1]:
        inner = [get_type_hints(kind)[part] for kind in kinds if part in get_type_hints(kind)]
        kinds = [kind for one in inner for kind in _kinds(one)] or kinds
    return tuple(dict.fromkeys(one.name for kind in kinds for one in fields(kind)))


def _kinds(hint: object) -> Iterator[type[DataclassInstance]]:
    """The dataclasses a hint speaks of, in lists, tables and alternatives too."""
    if isinstance(hint, TypeAliasType):
        yield from _kinds(hint.__value__)
    elif isinstance(hint, type) and is_dataclass(hint):
        yield hint
    for inner in get_args(hint):
        yield from _kinds(inner)


def _holds_nul(value: object) -> bool:
    """Whether any text in it has the character that databases take for its end."""
    if isinstance(value, Mapping):
        return any(_holds_nul(one) for one in value.values())
    if isinstance(value, list | tuple):
        return any(_holds_nul(one) for one in value)
    return isinstance(value, str) and "\0" in value


def fault(error: ErrorDetails, whole: str = "") -> str:
    """One of `ValidationError.errors()`; `whole` is what the thing itself is called, where no field is."""
    field = ".".join(str(part) for part in error["loc"]) or whole or say("What was sent")
    return misfit(error["type"], field, **error.get("ctx", {}))


def misfit(kind: str, field: str, **bounds: object) -> str:
    """What is wrong with a field, by pydantic's name for it and its names for the bounds."""
    return said(WORDS.get(kind, OTHER), field=field, **bounds)
