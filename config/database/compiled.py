"""Queries that Django makes once: the statement is kept, and each look brings its values alone.

Django writes a query's SQL anew each time it is asked, which takes several times as long as the database
needs for the answer. A query that differs in its values only is written at its first look:

    @compiled
    def _slots(scope: int, code: str) -> QuerySet[Slot]:
        return Slot.objects.filter(scope=scope, code=code).select_related("scope")

    slot = next(iter(_slots(pk, code)), None)

Whatever else the function says is said once for all: no clock, nothing that may be None; a list of numbers
is asked for by `pk__any_of`, whose statement is the same however many there are. Of a number beyond the
database's own there is no row.
"""

from __future__ import annotations

import copy
import inspect
import json
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import partial
from operator import itemgetter
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Field, Lookup, QuerySet
from psycopg.types.json import Jsonb

LARGEST = 2**63 - 1
STAND_INS: dict[str, Callable[[int], object]] = {
    "int": lambda n: 2_000_000_011 + n,
    "str": lambda n: f"\x02{n}\x03",
    "list[int]": lambda n: [2_000_000_011 + n],
    "date": lambda n: date(1907, 1, 1) + timedelta(days=n),
    "datetime": lambda n: datetime(1907, 1, 1, tzinfo=UTC) + timedelta(seconds=n),
}


@Field.register_lookup
class AnyOf(Lookup[Any]):
    """`= ANY(…)`: one of the numbers of a list, which is one parameter."""

    lookup_name = "any_of"
    prepare_rhs = False

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        lhs, params = self.process_lhs(compiler, connection)
        return f"{lhs} = ANY(%s)", (*params, list(self.rhs))


class Compiled[**P, Row]:
    """A query by its values; what it is called with is what its function takes."""

    def __init__(self, build: Callable[P, QuerySet[Any, Row]]) -> None:
        self.build, self.__doc__, self.__name__ = build, build.__doc__, build.__name__
        self.names = tuple(inspect.signature(build).parameters)
        self._kept: _Statement | None = None

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> list[Row]:
        values = (*args, *(kwargs[name] for name in self.names[len(args) :]))
        if any(isinstance(one, int) and abs(one) > LARGEST for one in values):
            return []
        if self._kept is None:
            self._kept = _Statement(self._with_stand_ins())
        return list(self._kept.rows(values))

    def _with_stand_ins(self) -> tuple[QuerySet[Any, Row], list[object]]:
        kinds = inspect.get_annotations(self.build)
        stand_ins = [STAND_INS[kinds[name]](n) for n, name in enumerate(self.names)]
        return self.build(*stand_ins), stand_ins  # type: ignore[arg-type,call-arg]


def compiled[**P, Row](build: Callable[P, QuerySet[Any, Row]]) -> Compiled[P, Row]:
    """A function that describes a query, as one that asks it."""
    return Compiled(build)


type Made = Callable[[Sequence[Any]], object]  # a parameter of the statement, of the values


class _Statement:
    """A query with its SQL; `made` says what each of its parameters is made of."""

    def __init__(self, described: tuple[QuerySet[Any, Any], list[object]]) -> None:
        self.queryset: Any
        self.queryset, stand_ins = described
        if self.queryset._prefetch_related_lookups:
            raise TypeError("what is fetched beside a compiled query would not be")
        self.compiler = self.queryset.query.get_compiler(DEFAULT_DB_ALIAS)
        self.sql, params = self.compiler.as_sql()
        self.made: list[Made] = [_maker(one, stand_ins) for one in params]
        select = [one for one, *_more in self.compiler.select[: self.compiler.col_count]]
        self.converters = self.compiler.get_converters(select)

    def rows(self, values: Sequence[Any]) -> Iterable[Any]:
        compiler: Any = copy.copy(self.compiler)
        compiler.connection = connections[DEFAULT_DB_ALIAS]
        written = self.sql, tuple(make(values) for make in self.made)
        compiler.as_sql = lambda *args, **kwargs: written
        compiler.get_converters = lambda _select: self.converters
        query = _Asked(self.queryset.query, get_compiler=lambda *args, **kwargs: compiler)
        rows: Iterable[Any] = self.queryset._iterable_class(_Asked(self.queryset, query=query))
        return rows


class _Asked:
    """A queryset, or what it asks, but for what is given otherwise."""

    def __init__(self, of: object, **given: object) -> None:
        self.__dict__.update(given)
        self._of = of

    def __getattr__(self, name: str) -> Any:
        return getattr(self._of, name)


def _maker(param: Any, stand_ins: list[object]) -> Made:
    """What stands for a value gives way to it, as it is wrapped for the database or written into JSON."""
    for n, stand_in in enumerate(stand_ins):
        if isinstance(param, str) and param == json.dumps(stand_in, default=str):
            return partial(_written, n)
        if isinstance(param, Jsonb) and param.obj == stand_in:
            return partial(_in_json, n, param)
        if param == stand_in:
            return itemgetter(n) if type(param) is type(stand_in) else partial(_wrapped, n, type(param))
    if any(str(one) in repr(param) or repr(one) in repr(param) for one in stand_ins):
        raise TypeError(f"it is not known how {param!r} is made of a value")
    return lambda _values: param


def _written(n: int, values: Sequence[Any]) -> str:
    return json.dumps(values[n])


def _in_json(n: int, like: Jsonb, values: Sequence[Any]) -> Jsonb:
    return Jsonb(values[n], dumps=like.dumps)


def _wrapped(n: int, kind: Callable[[Any], object], values: Sequence[Any]) -> object:
    return kind(values[n])
