"""Tables whose past is read when somebody asks for it: a season's finished missions, a map's past rounds.

What is under way stands in the table from the beginning; of the rest only the ids do. `[id]` reads one
entity, `values` and `items` all of them, and a reader who asks for one after another is given all as well. So
nothing a rule reads is ever missing, and what it costs does not grow with the past it does not look at.

`having` is for those who want some of many, say a round's; `all_light`, `peek` and `top` for those who want
little of each. They take any table.
"""

from __future__ import annotations

from collections.abc import Collection, ItemsView, Iterable, Iterator, Mapping, ValuesView
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Protocol, overload

from rules.engine.state import Gone, Table

ONE_BY_ONE = 4  # reads of one entity each, before all are read at once


class Archive[E](Protocol):
    """Where the past of a table is read: entities by id, in any order."""

    def read(self, ids: Collection[str]) -> Mapping[str, E]:
        """These entities; those that are not there any more are left out."""

    def all_light(self) -> Mapping[str, E]:
        """All of them, without what is bulky."""

    def top(self, n: int, by: tuple[str, ...], where: Mapping[str, str | int]) -> Mapping[str, E]:
        """The `n` with the highest figures, without what is bulky."""


@dataclass
class TablePast[E]:
    """What the copies of a table share: all ids in order with the figure they are `known_by`, what has been
    `read` so far, and what has been seen of others without what is bulky (`light`)."""

    ids: Mapping[str, object]
    read: dict[str, E]
    archive: Archive[E]
    known_by: str = ""
    light: dict[str, E] = field(default_factory=dict)
    seen_all: bool = False
    singly: int = 0
    tops: dict[object, tuple[str, ...]] = field(default_factory=dict)

    def one(self, key: str) -> E | None:
        if key not in self.read and key in self.ids:
            self.singly += 1
            self.fetch([key] if self.singly <= ONE_BY_ONE else list(self.ids))
        return self.read.get(key)

    def fetch(self, ids: Collection[str]) -> None:
        if missing := [one for one in ids if one not in self.read]:
            self.read.update(self.archive.read(missing))

    def all_light(self) -> Mapping[str, E]:
        if not self.seen_all and len(self.read) < len(self.ids):
            self.light.update(self.archive.all_light())
        self.seen_all = True
        return {**self.light, **self.read}

    def peek(self, key: str) -> E | None:
        found = self.read.get(key) or self.light.get(key)
        return self.all_light().get(key) if found is None and key in self.ids else found

    def top(self, n: int, by: tuple[str, ...], where: Mapping[str, str | int]) -> Mapping[str, E]:
        about = (n, by, tuple(where.items()))
        if about not in self.tops:
            found = self.archive.top(n, by, where)
            self.light.update(found)
            self.tops[about] = tuple(key for key in found if key in self.ids)
        return {key: self.read.get(key) or self.light[key] for key in self.tops[about]}


class LazyTable[E](Mapping[str, E]):
    """One such table: the past, and what has been put into it and taken out of it since it was read."""

    __slots__ = ("_gone", "_own", "name", "past")

    def __init__(
        self,
        name: str,
        past: TablePast[E],
        own: Mapping[str, E] | None = None,
        gone: frozenset[str] = frozenset(),
    ) -> None:
        self.name, self.past, self._own, self._gone = name, past, own or {}, gone

    def __getitem__(self, key: str) -> E:
        found = self.get(key)
        if found is None:
            raise Gone(self.name, key)
        return found

    @overload
    def get(self, key: str, /) -> E | None: ...
    @overload
    def get[T](self, key: str, /, default: E | T) -> E | T: ...
    def get[T](self, key: str, /, default: E | T | None = None) -> E | T | None:
        found = self._own.get(key)
        if found is None and key not in self._gone:
            found = self.past.one(key)
        return default if found is None else found

    def __contains__(self, key: object) -> bool:
        return key in self._own or (key in self.past.ids and key not in self._gone)

    def __iter__(self) -> Iterator[str]:
        yield from (one for one in self.past.ids if one not in self._gone)
        yield from (one for one in self._own if one not in self.past.ids or one in self._gone)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def values(self) -> ValuesView[E]:
        return self.whole().values()

    def items(self) -> ItemsView[str, E]:
        return self.whole().items()

    def whole(self) -> dict[str, E]:
        """Every entity, read at once."""
        self.past.fetch([one for one in self.past.ids if one not in self._own])
        return self._over(self.past.read)

    def having(self, figure: object) -> dict[str, E]:
        """Those that are known by this figure."""
        asked = [one for one, known in self.figures().items() if known == figure]
        self.past.fetch([one for one in asked if one not in self._own])
        return self._over(self.past.read, asked)

    def figures(self) -> dict[str, object]:
        """What each is known by."""
        by, ids = self.past.known_by, self.past.ids
        found = {one: ids.get(one) for one in self}
        return found | {key: getattr(one, by) for key, one in self._own.items()} if by else found

    def all_light(self) -> dict[str, E]:
        """Every entity; those of the past without what is bulky."""
        return self._over(self._looked_at.all_light())

    def peek(self, key: str) -> E | None:
        """One entity, of the past without what is bulky."""
        found = self._own.get(key)
        return self.past.peek(key) if found is None and key not in self._gone else found

    def top(self, n: int, by: tuple[str, ...], where: Mapping[str, str | int]) -> list[E]:
        """The `n` of the highest figures, the highest first."""
        found = self._looked_at.top(n + len(self._own) + len(self._gone), by, where)
        old = [one for key, one in found.items() if key not in self._own and key not in self._gone]
        return highest([*old, *self._own.values()], n, by, where)

    @property
    def _looked_at(self) -> TablePast[E]:
        """What is seen in passing of a changed table may never be committed: its copies do not share that."""
        changed = self._own or self._gone
        return replace(self.past, light={}, seen_all=False, tops={}) if changed else self.past

    def _over(self, past: Mapping[str, E], ids: Iterable[str] | None = None) -> dict[str, E]:
        found = ((one, self._own.get(one) or past.get(one)) for one in (self if ids is None else ids))
        return {one: entity for one, entity in found if entity is not None}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and dict(self.items()) == dict(other.items())

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Late {self.name}: {len(self)}>"

    def with_entities(self, entities: Mapping[str, E]) -> LazyTable[E]:
        """The same table with these entities added or replaced."""
        return LazyTable(self.name, self.past, {**self._own, **entities}, self._gone)

    def without(self, key: str) -> LazyTable[E]:
        own = {one: entity for one, entity in self._own.items() if one != key}
        return LazyTable(self.name, self.past, own, self._gone | {key})

    def at_hand(self) -> dict[str, E]:
        """What has been read of it, or put into it."""
        own = self._own
        return {key: one for key, one in {**self.past.read, **own}.items() if key in own or key in self}

    def changes(self, earlier: LazyTable[E]) -> tuple[dict[str, E], list[str]] | None:
        """What was put into it and taken out of it since an earlier one; None when that is another's past."""
        if earlier.past is not self.past:
            return None
        put = {key: one for key, one in self._own.items() if earlier._own.get(key) is not one}
        gone = [key for key in {*earlier._own, *self._gone} if key not in self and key in earlier]
        return put, gone


def having[E](table: Table[E], field: str, figure: object) -> dict[str, E]:
    """The entities that have this figure; where the past is known by it, nothing else of it is read."""
    if isinstance(table, LazyTable) and table.past.known_by == field:
        return table.having(figure)
    return {key: one for key, one in table.items() if getattr(one, field) == figure}


def at_hand[E](table: Table[E]) -> Mapping[str, E]:
    """What is under way, and what has been read of the past: for who looks for what is still open."""
    return table.at_hand() if isinstance(table, LazyTable) else table


def all_light[E](table: Table[E]) -> Mapping[str, E]:
    """Every entity by id, perhaps without what is bulky: for who needs a name or a number of each."""
    return table.all_light() if isinstance(table, LazyTable) else table


def peek[E](table: Table[E], key: str) -> E | None:
    """One entity, perhaps without what is bulky; None when it is not there."""
    return table.peek(key) if isinstance(table, LazyTable) else table.get(key)


def top[E](table: Table[E], n: int, *by: str, **where: str | int) -> list[E]:
    """The `n` entities that have the highest figures in these fields, the highest first, perhaps without what
    is bulky; one that lacks such a figure is not among them."""
    if isinstance(table, LazyTable):
        return table.top(n, by, where)
    return highest(table.values(), n, by, where)


def highest[E](
    entities: Collection[E], n: int, by: tuple[str, ...], where: Mapping[str, str | int]
) -> list[E]:
    """The same of entities in hand."""
    asked = [one for one in entities if all(getattr(one, name) == value for name, value in where.items())]
    having = [one for one in asked if all(getattr(one, name) is not None for name in by)]
    return sorted(having, key=attrgetter(*by), reverse=True)[:n]
