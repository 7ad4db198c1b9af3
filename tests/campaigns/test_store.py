"""Rows and entities have the same fields, in every registered game."""

from __future__ import annotations

from dataclasses import fields

import pytest

from campaigns.models.state import StateRow
from campaigns.store import REGISTERED

TABLES = [
    pytest.param(table, id=f"{game}.{name}")
    for game, kept in REGISTERED.items()
    for name, table in kept.tables.items()
]


@pytest.mark.parametrize("table", TABLES)
def test_a_row_has_the_fields_of_its_entity(table) -> None:
    own = {field.name for field in StateRow._meta.get_fields()} | {"id"}
    columns = {field.name for field in table.model._meta.get_fields()} - own
    assert columns == {field.name for field in fields(table.entity)} - {"id"}, (
        f"{table.model.__name__} and {table.entity.__name__} differ: give the model the same fields"
    )
