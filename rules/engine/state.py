"""State of a game as plain values: a frozen dataclass whose fields are tables of frozen entities by id.

Every book derives its state from `State`; a table is a mapping from id to entity, and every entity has an
`id`. Whoever keeps the state (rows, JSON) and whoever compares it (corrections, `reconcile`) can therefore
work on any book. Changes make new values; nothing is altered in place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import Field, dataclass, fields, replace
from datetime import datetime
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, ClassVar, Protocol, Self, overload

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

type Table[E] = Mapping[str, E]
type Read = tuple[str, str]  # (table, id), or (table, "*") for the whole table


class Entity(Protocol):
    """What stands in a table: a frozen dataclass with an id of its own."""

    __dataclass_fields__: ClassVar[dict[str, Field[object]]]

    @property
    def id(self) -> str: ...


class Gone(LookupError):
    """A state was asked for an entity it does not hold. No `KeyError`: that is a fault, and stays one."""

    def __init__(self, table: str, entity_id: str) -> None:
        super().__init__(table, entity_id)
        self.table, self.id = table, entity_id


class Rows[E](dict[str, E]):
    """A table of a state: a plain mapping, but what it does not hold is `Gone`. Nobody writes into it."""

    __slots__ = ("name",)
    name: str

    @classmethod
    def of(cls, name: str, entities: Mapping[str, E]) -> Rows[E]:
        made = cls(entities)
        made.name = name
        return made

    def __missing__(self, key: str) -> E:
        raise Gone(self.name, key)

    def with_entities(self, entities: Mapping[str, E]) -> Rows[E]:
        """The same table with these entities added or replaced."""
        made = Rows.of(self.name, self)
        made.update(entities)
        return made

    def without(self, key: str) -> Rows[E]:
        return Rows.of(self.name, {k: v for k, v in self.items() if k != key})


@dataclass(frozen=True)
class State:
    """Base of every book's state; all fields are tables."""

    def __post_init__(self) -> None:
        known = self.__dict__
        for name, table in known.items():
            if not hasattr(table, "with_entities"):
                known[name] = Rows.of(name, table)

    @classmethod
    def tables(cls) -> tuple[str, ...]:
        return tuple(field.name for field in fields(cls))

    def called(self, table: str, entity_id: str) -> str:
        """What people call an entity; empty for one that is not there or has no name."""
        return str(getattr(getattr(self, table, {}).get(entity_id), "name", ""))

    def put(self, table: str, *entities: Entity) -> Self:
        """The state with these entities added or replaced."""
        changed = {entity.id: entity for entity in entities}
        return self._written(table, getattr(self, table).with_entities(changed), changed)

    def change(self, table: str, entity_id: str, **values: object) -> Self:
        """The state with some fields of one entity changed; `Gone` when it is not there."""
        return self.put(table, altered(getattr(self, table)[entity_id], **values))

    def drop(self, table: str, entity_id: str) -> Self:
        return self._written(table, getattr(self, table).without(entity_id), (entity_id,))

    def _written(self, table: str, entities: Table[Entity], ids: Iterable[str]) -> Self:
        """The state with another table: a plain copy, because a season's journal makes thousands of them."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made.__dict__[table] = entities
        if note := self.__dict__.get("_note_write"):
            for one in ids:
                note((table, one))
        return made

    def noting(self, note: Callable[[Read], None]) -> Self:
        """The same state; it and every state made from it report what is put and dropped."""
        made = replace(self)
        made.__dict__["_note_write"] = note
        return made

    def plain(self) -> Self:
        """The same state, reporting nothing."""
        return replace(self)

    def watched(self, note: Callable[[Read], None]) -> Self:
        """The same state, reporting every entity that is read."""
        return replace(self, **{name: _Watched(getattr(self, name), name, note) for name in self.tables()})


def altered[E: DataclassInstance](entity: E, **values: object) -> E:
    """A dataclass with some fields changed: `dataclasses.replace`, several times as fast for many fields."""
    kind = type(entity)
    names, read = _shape(kind)
    make: Callable[..., E] = kind
    return make(**dict(zip(names, read(entity), strict=False)) | values)


@cache
def _shape(
    kind: type[DataclassInstance],
) -> tuple[tuple[str, ...], Callable[[DataclassInstance], tuple[object, ...]]]:
    """The fields of a dataclass, and what reads them all at once (the first twice: one alone is no tuple)."""
    names = tuple(field.name for field in fields(kind))
    return names, attrgetter(*names, names[0])


class _Watched[E](Mapping[str, E]):
    """A table that reports what is read from it."""

    def __init__(self, table: Rows[E], name: str, note: Callable[[Read], None]) -> None:
        self._table, self._name, self._note = table, name, note

    def __getitem__(self, key: str) -> E:
        self._note((self._name, key))
        return self._table[key]

    def __contains__(self, key: object) -> bool:
        self._note((self._name, str(key)))
        return key in self._table

    @overload
    def get(self, key: str, /) -> E | None: ...
    @overload
    def get[T](self, key: str, /, default: E | T) -> E | T: ...
    def get[T](self, key: str, /, default: E | T | None = None) -> E | T | None:
        self._note((self._name, key))
        return self._table.get(key, default)

    def __iter__(self) -> Iterator[str]:
        self._note((self._name, "*"))
        return iter(self._table)

    def __len__(self) -> int:
        self._note((self._name, "*"))
        return len(self._table)

    def with_entities(self, entities: Mapping[str, E]) -> _Watched[E]:
        """Writing reads nothing: the same watch over the changed table."""
        return _Watched(self._table.with_entities(entities), self._name, self._note)

    def without(self, key: str) -> Rows[E]:
        """What is left, each of it read."""
        return Rows.of(self._name, {k: v for k, v in self.items() if k != key})


# Who played a side before it went to somebody else


@dataclass(frozen=True, slots=True)
class Predecessor:
    """Somebody who played a side until a moment, and what they played: the games that were over by then, and
    those named in `games`, of books whose games have no clock. `player`: their id, where several play a side.
    """

    owner: str
    until: datetime | None = None
    games: tuple[str, ...] = ()
    player: str = ""


def predecessor_in(predecessors: Iterable[Predecessor], game: str) -> Predecessor | None:
    """Who played a side in a game; None where that is who plays it now."""
    return next((one for one in predecessors if game in one.games), None)


def predecessor_at(predecessors: Iterable[Predecessor], at: datetime | None) -> Predecessor | None:
    """Who played a side at a moment; None where that is who plays it now."""
    return next((one for one in predecessors if at and one.until and at <= one.until), None)


def games_of_predecessors(predecessors: Iterable[Predecessor]) -> set[str]:
    """The games that are somebody's already."""
    return {game for one in predecessors for game in one.games}


# What differs


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure before and after: `field` is empty when the whole entity came or went."""

    table: str
    id: str
    field: str
    before: object
    after: object


def differences(before: State, after: State) -> list[Difference]:
    """What differs between two states of one book, in table and id order."""
    found: list[Difference] = []
    for name in before.tables():
        old, new = getattr(before, name), getattr(after, name)
        for entity_id in sorted({*old, *new}):
            found += _entity_differences(name, entity_id, old.get(entity_id), new.get(entity_id))
    return found


def _entity_differences(
    table: str, entity_id: str, old: Entity | None, new: Entity | None
) -> list[Difference]:
    if old == new:
        return []
    if old is None or new is None:
        return [Difference(table, entity_id, "", old, new)]
    return [
        Difference(table, entity_id, field.name, getattr(old, field.name), getattr(new, field.name))
        for field in fields(old)
        if getattr(old, field.name) != getattr(new, field.name)
    ]
