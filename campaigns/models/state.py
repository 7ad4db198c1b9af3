"""Rows of game state: models made from the dataclasses of the rules.

`class Unit(OprRow, of=state.Unit)` has a column for each field of `rules.opr.state.Unit`, by its type hint
(`campaigns.models.columns`); the class itself says what hints do not: relations
(`campaigns.models.relations`), what is secret, constraints, and here and there a column of another width.
`id` is `key` here. Rows are the state; `campaigns.engine.stored.store` loads and saves them, only
`campaigns.engine.door` calls it. Rows know no viewer: pages read states, cut down to what theirs may know.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import Field, dataclass, fields
from typing import Any, ClassVar, get_type_hints

from django.core import checks
from django.db import models
from django.db.models.base import ModelBase

from campaigns.models.columns import Column, column_of, with_default
from campaigns.models.journal import Scope
from campaigns.models.relations import ListedRelation, Related, relation_field
from rules.engine.codec import load
from rules.engine.state import Entity

MODELS: dict[type[Entity], type[StateRow]] = {}  # by entity: the rows that keep it


@dataclass(frozen=True, slots=True)
class Apart:
    """What is bulky of an entity and seldom read: `field` of each element of the list `column`, by the
    element's `name`. It stands in a row of its own in another table."""

    column: str
    name: str
    field: str
    model: str


class RowBase(ModelBase):
    """Makes row models: adds the columns of the dataclass `of` before Django makes the class."""

    def __new__(
        cls, name: str, bases: tuple[type, ...], attrs: dict[str, Any], *, of: type[Entity] | None = None
    ) -> Any:
        if of is None:
            return super().__new__(cls, name, bases, attrs)
        hints, known = get_type_hints(of), {field.name: field for field in fields(of)}
        for relation, value in attrs.items():
            if isinstance(value, Related) and relation not in known:
                raise TypeError(f"{name}.{relation}: {of.__name__} has no such field")
        for column, field in known.items():
            if column != "id":
                attrs |= _made(attrs.get(column), field, hints[column])
        made: Any = super().__new__(cls, name, bases, {**attrs, "ENTITY": of})
        MODELS[of] = made
        return made


def _made(own: object, field: Field[Any], hint: object) -> dict[str, Column]:
    """The column of a field, under its name in the model; `own` is what the class says of it itself."""
    if isinstance(own, Related):
        key = column_of(field, hint)
        key.db_column = field.name
        return {relation_field(field.name): key}
    if own is None:
        return {field.name: column_of(field, hint)}
    if not isinstance(own, models.Field):
        raise TypeError(f"{field.name} is a column: {own!r} needs another name")
    with_default(own, field, hint)
    return {field.name: own}


class StateRow(models.Model, metaclass=RowBase):
    """One entity of one scope. `version` is the scope's version at which the row last changed.

    `SECRET` fields are their owner's alone, where a league keeps them so; of a table that is `KEPT_BACK`
    already the number of rows tells something. The admin, which does not ask who looks, leaves out both.
    `UNDER_WAY`: of a table that grows with the season, the condition of the rows that are read at once, as
    SQL about `state_row` and the scopes `%(scopes)s`; the others are read when somebody asks for them. Of
    those, too, `KNOWN_BY` is read at once, so that one may ask for what has such a figure. `ID_FOLLOWS`: its
    key is made of others.
    """

    ENTITY: ClassVar[type[Entity] | None] = None
    SECRET: ClassVar[tuple[str, ...]] = ()
    KEPT_BACK: ClassVar[bool] = False
    UNDER_WAY: ClassVar[str] = ""
    KNOWN_BY: ClassVar[str] = ""
    ID_FOLLOWS: ClassVar[bool] = False
    APART: ClassVar[Apart | None] = None

    scope = models.ForeignKey(Scope, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=80)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        abstract = True
        constraints = [models.UniqueConstraint(fields=["scope", "key"], name="%(class)s_key")]

    def __str__(self) -> str:
        return self.key

    @classmethod
    def columns(cls) -> dict[str, str]:
        """The fields of the entity but its id, and how the model calls their columns."""
        own = {field.name for field in StateRow._meta.fields} | {"id"}
        found = ((field.column, field.name) for field in cls._meta.concrete_fields)
        return {column: name for column, name in found if column and name not in own}

    @property
    def entity(self) -> Entity:
        """The row as the rules know it, but for what stands apart of it."""
        assert self.ENTITY is not None
        values = {column: getattr(self, name) for column, name in self.columns().items()}
        return load(self.ENTITY, {"id": self.key, **values})

    @classmethod
    def check(cls, **kwargs: Any) -> list[checks.CheckMessage]:
        """Django's checks, and those of relations, which Django leaves out where they are no columns."""
        return [*super().check(**kwargs), *cls._check_relations()]

    @classmethod
    def _check_relations(cls) -> Iterator[checks.CheckMessage]:
        relations = {field.name for field in cls._meta.private_fields}
        for field in cls._meta.private_fields:
            yield from field.check()
        for index in cls._meta.indexes:
            for name in relations & set(index.fields):
                yield checks.Error(
                    f"{cls.__name__}: the index {index.name} is on {name}, which is no column.",
                    hint=f"Put {relation_field(name)} into it.", obj=cls, id="rows.E001",
                )  # fmt: skip
        for listed in vars(cls).values():
            if isinstance(listed, ListedRelation):
                yield from listed.check(cls)
