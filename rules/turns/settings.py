"""Settings of a league: what each may be stands in a model, in code; its line, its rule and a word for each
choice in the book. What differs from the defaults is all that a state keeps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import NotRequired, TypedDict, get_args

from pydantic import ValidationError

from rules.engine.books import BookModel
from rules.engine.games import Choosable
from rules.engine.language import Text, say
from rules.engine.plain import Params
from rules.engine.refusals import Refused

type Value = bool | int | str


class SettingText(BookModel):
    """How an option is told: one plain line, its rule, a word for each choice; `offered`: whether it is for
    leagues that have not set it."""

    line: Text
    rule: str
    options: dict[str, Text] = {}
    frozen: bool = True
    offered: bool = True


def typed_number(value: object) -> object:
    """A number typed into a form as the number it is."""
    return int(value) if isinstance(value, str) and value.isdigit() else value


def fits(model: type[BookModel], texts: Mapping[str, SettingText]) -> None:
    """Raise ValueError unless the book tells each setting and each choice of it."""
    if set(texts) != set(model.model_fields):
        raise ValueError(f"settings: {set(texts) ^ set(model.model_fields)}")
    for key, text in texts.items():
        choices = get_args(model.model_fields[key].annotation)
        if list(text.options) != [str(one) for one in choices]:
            raise ValueError(f"settings.{key}: options {list(text.options)}, expected {choices}")


def differing_settings(
    model: type[BookModel], texts: Mapping[str, SettingText], settings: Params
) -> tuple[tuple[str, Value], ...]:
    """Settings that differ from the defaults, or `Refused` with the faulty one named."""
    typed = {key: int(v) if isinstance(v, str) and v.isdecimal() else v for key, v in settings.items()}
    try:
        chosen = model.model_validate(typed)
    except ValidationError as error:
        raise _no_setting(str(error.errors()[0]["loc"][0]), model, texts) from error
    plain = model()
    return tuple(
        (key, getattr(chosen, key))
        for key in model.model_fields
        if getattr(chosen, key) != getattr(plain, key)
    )


def _no_setting(key: str, model: type[BookModel], texts: Mapping[str, SettingText]) -> Refused:
    """The refusal of a setting that is none, or of a value it cannot have, with those it can."""
    if key not in texts:
        return Refused("", say("This rulebook has no setting called {key}.", key=key), key)
    text, field = texts[key], model.model_fields[key]
    if field.annotation is bool:
        may_be = say("Choose yes or no.")
    elif text.options:
        may_be = say("Choose one of {choices}.", choices=", ".join(text.options))
    else:
        limits = {name: limit for one in field.metadata for name, limit in asdict(one).items()}
        may_be = say("Choose a whole number from {least} to {most}.", least=limits["ge"], most=limits["le"])
    return Refused(text.rule, f"{text.line} {may_be}", key)


def choosables(model: type[BookModel], texts: Mapping[str, SettingText]) -> tuple[Choosable, ...]:
    """The options of a league, with what each may be."""
    shapes = model.model_json_schema()["properties"]
    return tuple(_choosable(key, shapes[key], text) for key, text in texts.items())


class _Shape(TypedDict):
    """An option's JSON schema, as far as it is read here."""

    type: str
    default: str | int
    enum: NotRequired[list[str | int]]
    minimum: NotRequired[int]
    maximum: NotRequired[int]


def _choosable(key: str, shape: _Shape, text: SettingText) -> Choosable:
    values = (True, False) if shape["type"] == "boolean" else tuple(shape.get("enum", ()))
    least, most = shape.get("minimum", 0), shape.get("maximum", 0)
    return Choosable(
        key, shape["default"], values, least, most, text.line, text.rule,
        words=text.options, frozen=text.frozen, offered=text.offered,
    )  # fmt: skip
