"""From a field of the rules' dataclass to its column.

| type hint | column |
|---|---|
| `str` | 80 characters; `Name` 120, `Words` without an end, `Literal` 24 |
| `int` | `Count` not negative, `Small` and `SmallCount` of two bytes; so is a `Literal` of numbers |
| `bool`, `datetime` | the same |
| `… | None` | may be NULL |
| all else | JSON |

A column has the dataclass's default, in Python and in the database: a version that still serves and does not
know the column goes on writing. What a field's own words may be says the rules' type, never the database: a
new word needs no migration.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field
from datetime import datetime
from functools import partial, reduce
from operator import or_
from types import UnionType
from typing import Any, Literal, TypeAliasType, Union, cast, get_args, get_origin

from django.db import models

from rules.engine.codec import adapter
from rules.engine.plain import Count, Name, Small, SmallCount, Words

type Column = models.Field[Any, Any]

KEY = 80  # characters of an id
WORD = 24  # of a `Literal`
BY_TYPE: dict[object, Callable[..., Column]] = {
    str: partial(models.CharField, max_length=KEY, blank=True),
    Name: partial(models.CharField, max_length=120, blank=True),
    Words: partial(models.TextField, blank=True),
    int: models.IntegerField,
    Count: models.PositiveIntegerField,
    Small: models.SmallIntegerField,
    SmallCount: models.PositiveSmallIntegerField,
    bool: models.BooleanField,
    datetime: models.DateTimeField,
}
ZERO: dict[type[Column], object] = {models.CharField: "", models.TextField: "", models.BooleanField: False}


def column_of(field: Field[Any], hint: object) -> Column:
    """The column of a field of a dataclass, by its type hint, with its default."""
    kind, optional = _required(hint)
    make = _by_words(kind) or BY_TYPE.get(kind) or models.JSONField
    column = make(null=optional)
    with_default(column, field, hint)
    return column


def with_default(column: Column, field: Field[Any], hint: object) -> None:
    """Give a column the default of its field; of one without, what is empty."""
    value: Any = field.default
    if isinstance(column, models.JSONField) and not column.null:
        column.db_default, column.default = _json(field, hint)
        return
    if value is MISSING:
        value = None if column.null else ZERO.get(type(column), 0)
    if value is not None:  # NULL is what Python and the database give by themselves
        column.default = column.db_default = value


def _required(hint: object) -> tuple[object, bool]:
    """A hint without `None`, and whether it had it."""
    if get_origin(hint) not in (Union, UnionType) or type(None) not in get_args(hint):
        return hint, False
    rest: list[Any] = [part for part in get_args(hint) if part is not type(None)]
    return reduce(or_, rest), True


def _by_words(hint: object) -> Callable[..., Column] | None:
    """The column of a type that lists its words or numbers."""
    kinds = {type(word) for word in _words_of(hint)}
    if kinds == {str}:
        return partial(models.CharField, max_length=WORD, blank=True)
    return models.PositiveSmallIntegerField if kinds == {int} else None


def _words_of(hint: object) -> tuple[object, ...]:
    if hint in BY_TYPE:
        return (None,)
    if isinstance(hint, TypeAliasType):
        return _words_of(hint.__value__)
    if get_origin(hint) is Literal:
        return get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        return tuple(word for part in get_args(hint) for word in _words_of(part))
    return (None,)


def _json(field: Field[Any], hint: object) -> tuple[Any, Callable[[], object]]:
    """A field's default as JSON, and what makes it: an empty list or table where that is read as the same."""
    default = field.default_factory() if field.default_factory is not MISSING else field.default
    if default is MISSING:
        return [], list
    kind = adapter(cast("type[object]", hint))
    dumped = kind.dump_python(default, mode="json")
    made = dict if isinstance(dumped, dict) else list
    try:
        if kind.validate_python(made()) == default:
            return made(), made
    except ValueError:
        pass  # it has no empty value: a pair, say
    return dumped, partial(made, dumped)
