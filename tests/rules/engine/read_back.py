"""A state read back from what `dump_state` wrote of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.engine.codec import entity_types, load
from rules.engine.state import State


def load_state[S: State](cls: type[S], data: Mapping[str, Iterable[object]]) -> S:
    """From `{table: [entity, …]}`; missing tables are empty, unknown ones an error."""
    unknown = set(data) - set(cls.tables())
    if unknown:
        raise ValueError(f"no such table: {', '.join(sorted(unknown))}")
    tables = {
        name: {entity.id: entity for entity in (load(kind, one) for one in data.get(name, ()))}
        for name, kind in entity_types(cls).items()
    }
    return cls(**tables)
