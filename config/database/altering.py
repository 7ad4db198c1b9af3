"""Migrations of many columns at once: for each that is altered Django makes all related models anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import Field, Index

type Columns = Mapping[str, Mapping[str, Field[Any, Any]]]  # by model and field


class AlterFields(Operation):
    """Alters fields of several models, none of them a relation: as many `AlterField`, in a fraction of the
    time."""

    def __init__(self, columns: Columns) -> None:
        self.columns = columns

    def deconstruct(self) -> tuple[str, Sequence[Any], dict[str, Any]]:
        return type(self).__name__, [self.columns], {}

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        for model, columns in self.columns.items():
            state.models[app_label, model].fields.update(columns)
        _make_anew(state, app_label, self.columns)

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        for model, columns in self.columns.items():
            before, after = (state.apps.get_model(app_label, model) for state in (from_state, to_state))
            for name in columns:
                schema_editor.alter_field(before, before._meta.get_field(name), after._meta.get_field(name))

    database_backwards = database_forwards

    def describe(self) -> str:
        return f"Alter fields of {', '.join(self.columns)}"


class NameKeys(Operation):
    """Calls the fields that hold keys of related rows `…_id`; their columns keep their names, and there is
    nothing to do in the database."""

    reversible = False

    def __init__(self, keys: Mapping[str, Sequence[str]]) -> None:
        self.keys = keys

    def deconstruct(self) -> tuple[str, Sequence[Any], dict[str, Any]]:
        return type(self).__name__, [self.keys], {}

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        for model, names in self.keys.items():
            made = state.models[app_label, model]
            new = {name: f"{name}_id" for name in names}
            fields = made.fields.items()
            made.fields = {new.get(name, name): _in_column(name, new, field) for name, field in fields}
            made.options["indexes"] = [_of(index, new) for index in made.options.get("indexes", ())]
        _make_anew(state, app_label, self.keys)

    def database_forwards(self, *args: object) -> None:
        """Nothing."""

    def describe(self) -> str:
        return f"Call keys of related rows by their own names in {', '.join(self.keys)}"


def _in_column(name: str, new: Mapping[str, str], field: Field[Any, Any]) -> Field[Any, Any]:
    if name not in new:
        return field
    field = field.clone()
    field.db_column = name
    return field


def _of(index: Index, new: Mapping[str, str]) -> Index:
    _path, args, kwargs = index.deconstruct()
    kwargs["fields"] = [new.get(name, name) for name in index.fields]
    return type(index)(*args, **kwargs)


def _make_anew(state: ProjectState, app_label: str, models: Mapping[str, object]) -> None:
    state.reload_models([(app_label, model) for model in models], delay=True)
