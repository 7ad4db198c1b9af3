"""What the rules let pass and no row has room for: too long a text, too large a number, an id that is none.

It is refused before anything is written, beside the field in which it was sent; the database would only say
that something, somewhere, does not fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from django.db import connection
from django.db.models import CharField, IntegerField

from campaigns.engine.stored.store import AnyRegistration
from campaigns.engine.stored.tables import table_changes
from campaigns.models.state import StateRow
from rules.engine.ids import is_id, no_id
from rules.engine.plain import Params
from rules.engine.refusals import Refused
from rules.engine.shapes import misfit
from rules.engine.state import Entity, State


def require_room(registration: AnyRegistration, before: State, after: State, sent: Params) -> None:
    """Raise `Refused` for the first thing that differs and does not fit, by its field in what was `sent`."""
    for name, table in registration.tables.items():
        old, new = getattr(before, name), getattr(after, name)
        changed, _gone = ({}, []) if old is new else table_changes(old, new)
        for entity in changed.values():
            _require(table.model, entity, sent)
            if not table.model.ID_FOLLOWS and not is_id(entity.id) and not _is_known(before, entity.id):
                _refuse_id(entity.id, sent)


def _is_known(state: State, key: str) -> bool:
    return any(key in getattr(state, table) for table in state.tables())


def _refuse_id(key: str, sent: Params) -> None:
    """An id somebody gave; what rules make of those that are there already goes on as they do."""
    if place := next(_places(sent, key), ""):
        raise Refused("", no_id(key), place)


def _require(model: type[StateRow], entity: Entity, sent: Params) -> None:
    for field, (least, most) in _bounds(model).items():
        value = getattr(entity, field)
        if isinstance(value, str) and len(value) > most:
            kind = "string_too_long"
        elif isinstance(value, int) and not least <= value <= most:
            kind = "less_than_equal" if value > most else "greater_than_equal"
        else:
            continue
        place = next(_places(sent, value), field)
        raise Refused("", misfit(kind, place, max_length=most, le=most, ge=least), place)


@cache
def _bounds(model: type[StateRow]) -> dict[str, tuple[int, int]]:
    """How short and long a text, how small and large a number may be, by the names of an entity's fields."""
    found = {}
    for field in model._meta.concrete_fields:
        name = "id" if field.name == "key" else str(field.column)
        if isinstance(field, CharField) and field.max_length:
            found[name] = (0, field.max_length)
        elif isinstance(field, IntegerField) and field.name not in ("id", "version"):
            found[name] = connection.ops.integer_field_range(field.get_internal_type())
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
