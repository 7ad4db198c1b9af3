"""What the rules let pass and no row has room for: too long a text, too large a number.

It is refused before anything is written, beside the field in which it was sent; the database would only say
that something, somewhere, does not fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from django.db import connection
from django.db.models import CharField, IntegerField
from django.utils.translation import gettext as _

from campaigns.engine.stored.store import AnyRegistration
from campaigns.engine.stored.tables import written
from campaigns.models.state import StateRow
from rules.engine.plain import Params
from rules.engine.refusals import Refused
from rules.engine.state import Entity, State


@dataclass(frozen=True, slots=True)
class Room:
    """How long a text a field holds, or which numbers."""

    least: int
    most: int

    def problem(self, value: object) -> str:
        """Why it does not fit, or nothing."""
        if isinstance(value, str) and len(value) > self.most:
            told = {"show_value": len(value), "limit_value": self.most}
            return _("That is too long: %(show_value)s characters, and %(limit_value)s fit.") % told
        if isinstance(value, int) and value > self.most:
            return _("At most %(limit_value)s.") % {"limit_value": self.most}
        if isinstance(value, int) and value < self.least:
            return _("At least %(limit_value)s.") % {"limit_value": self.least}
        return ""


def require_room(registration: AnyRegistration, before: State, after: State, sent: Params) -> None:
    """Raise `Refused` for the first thing that differs and does not fit, by its field in what was `sent`."""
    for name, table in registration.tables.items():
        old, new = getattr(before, name), getattr(after, name)
        changed, _gone = ({}, []) if old is new else written(old, new)
        for entity in changed.values():
            _require(table.model, entity, sent)


def _require(model: type[StateRow], entity: Entity, sent: Params) -> None:
    for field, room in _rooms(model).items():
        value = getattr(entity, field)
        if problem := room.problem(value):
            place = next(_places(sent, value), "")
            raise Refused("", problem if place else f"{field}: {problem}", place or field)


@cache
def _rooms(model: type[StateRow]) -> dict[str, Room]:
    """By the names of an entity's fields."""
    found = {}
    for field in model._meta.fields:
        name = "id" if field.name == "key" else field.name
        if isinstance(field, CharField) and field.max_length:
            found[name] = Room(0, field.max_length)
        elif isinstance(field, IntegerField) and field.name not in ("id", "version"):
            found[name] = Room(*connection.ops.integer_field_range(field.get_internal_type()))
    return found


def _places(sent: object, value: object, at: str = "") -> Iterator[str]:
    """Where a value stands in what was sent, as its fields are called on pages: `units.0.name`."""
    if isinstance(sent, Mapping):
        inner = [(str(key), one) for key, one in sent.items()]
    elif isinstance(sent, list | tuple):
        inner = [(str(place), one) for place, one in enumerate(sent)]
    else:
        inner = []
    for key, one in inner:
        if type(one) is type(value) and one == value:
            yield f"{at}{key}"
        yield from _places(one, value, f"{at}{key}.")
