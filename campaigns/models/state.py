"""Rows of game state: what every table that holds entities of a book has in common.

A state row has the same field names as the entity in `rules/` it stands for (`id` is `key` here); nested
values are JSON. Rows are the state; `campaigns.engine.stored.store` loads and saves them, only
`campaigns.engine.door` calls it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.db import models

from campaigns.models.journal import Scope


@dataclass(frozen=True, slots=True)
class Apart:
    """What is bulky of an entity and seldom read: `field` of each element of the list `column`, by the
    element's `name`. It stands in a row of its own in another table."""

    column: str
    name: str
    field: str
    model: str


class StateRow(models.Model):
    """One entity of one scope. `version` is the scope's version at which the row last changed.

    `SECRET` fields are their owner's alone, where a league keeps them so; of a table that is `KEPT_BACK`
    already the number of rows tells something. The admin, which does not ask who looks, leaves out both.
    `UNDER_WAY`: of a table that grows with the season, the condition of the rows that are read at once, as
    SQL about `state_row` and the scopes `%(scopes)s`; the others are read when somebody asks for them. Of
    those, too, `KNOWN_BY` is read at once, so that one may ask for what has such a figure. `ID_FOLLOWS`: its
    key is made of others.
    """

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
