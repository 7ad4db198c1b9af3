"""Row models are made from the rules' dataclasses: which column a field gets, and what is refused."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

import pytest
from django.contrib import admin
from django.core.management import call_command
from django.db import connection, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState, ProjectState
from django.test.utils import isolate_apps

from campaigns.admin import StateAdmin
from campaigns.models import StateRow
from campaigns.models.relations import ListedRelation, Related
from campaigns.models.state import MODELS
from config.database.altering import NameKeys
from rules.engine.plain import Count, Name, Small, SmallCount, Words

type Step = Literal["play", "done"]


@dataclass(frozen=True, slots=True)
class Part:
    label: str = ""


@dataclass(frozen=True, slots=True)
class Thing:
    """A field of every kind; `place` has no default."""

    id: str
    place: int
    key_of: str = ""
    name: Name = "Nobody"
    said: Words = ""
    step: Step = "play"
    or_none: Step | Literal["never"] | None = None
    opening: Literal[0, 1, 2] = 0
    figure: int = 4
    least: Count = 1
    small: Small = 0
    tiny: SmallCount = 0
    flag: bool = True
    at: datetime | None = None
    near: str | None = None
    parts: tuple[Part, ...] = ()
    part: Part = field(default_factory=Part)
    pair: tuple[int, int] = (0, 1)


CASES: dict[str, tuple[type[models.Field[Any, Any]], int | None, bool, object]] = {
    "place": (models.IntegerField, None, False, 0),
    "key_of": (models.CharField, 80, False, ""),
    "name": (models.CharField, 120, False, "Nobody"),
    "said": (models.TextField, None, False, ""),
    "step": (models.CharField, 24, False, "play"),
    "or_none": (models.CharField, 24, True, None),
    "opening": (models.PositiveSmallIntegerField, None, False, 0),
    "figure": (models.IntegerField, None, False, 4),
    "least": (models.PositiveIntegerField, None, False, 1),
    "small": (models.SmallIntegerField, None, False, 0),
    "tiny": (models.PositiveSmallIntegerField, None, False, 0),
    "flag": (models.BooleanField, None, False, True),
    "at": (models.DateTimeField, None, True, None),
    "near": (models.CharField, 80, True, None),
    "parts": (models.JSONField, None, False, []),
    "part": (models.JSONField, None, False, {}),
    "pair": (models.JSONField, None, False, [0, 1]),
}


def column_called(model: type[models.Model], name: str) -> Any:
    return model._meta.get_field(name)


@pytest.fixture
def made() -> Any:
    """The rows of a `Thing`, known to nobody else."""
    with isolate_apps("tests.coin"):

        class ThingRow(StateRow, of=Thing):
            class Meta(StateRow.Meta):
                app_label = "coin"

        yield ThingRow
    MODELS.pop(Thing, None)


@pytest.mark.parametrize("name", CASES)
def test_a_field_gets_its_column_by_its_type(made: Any, name: str) -> None:
    column = made._meta.get_field(name)
    kind, length, null, default = CASES[name]
    assert (type(column), column.max_length, column.null) == (kind, length, null)
    assert column.get_default() == default
    assert column.choices is None  # a new word of a `Literal` needs no migration


def test_every_field_has_a_column_and_the_row_loads_as_its_entity(made: Any) -> None:
    assert set(made.columns()) == set(CASES)
    assert made(key="t1", place=3).entity == Thing(id="t1", place=3)


def test_a_class_says_what_hints_do_not() -> None:
    with isolate_apps("tests.coin"):

        class Own(StateRow, of=Thing):
            name = models.CharField(max_length=20)
            key_of = Related("Own", related_name="others")

            class Meta(StateRow.Meta):
                app_label = "coin"

        name, key = column_called(Own, "name"), column_called(Own, "key_of_id")
        assert (name.max_length, name.db_default, key.column, key.db_default) == (20, "Nobody", "key_of", "")
        assert {fault.id for fault in Own.check()} <= {"fields.E300"}  # no other model is known here
    MODELS.pop(Thing, None)


def test_a_relation_names_a_field_and_a_list_has_a_name_of_its_own() -> None:
    with pytest.raises(TypeError, match="Thing has no such field"):

        class Wrong(StateRow, of=Thing):
            elsewhere = Related("Wrong")

            class Meta(StateRow.Meta):
                app_label = "coin"

    with pytest.raises(TypeError, match="needs another name"):

        class Hidden(StateRow, of=Thing):
            parts = ListedRelation("Hidden", "parts", "label")

            class Meta(StateRow.Meta):
                app_label = "coin"


def test_relations_are_checked_at_the_start() -> None:
    """Django looks at no field that is no column: a way back that hides one would pass."""
    with isolate_apps("tests.coin"):

        class Bad(StateRow, of=Thing):
            key_of = Related("Bad", related_name="parts")
            rows = ListedRelation("Bad", "none")
            others = ListedRelation("Nowhere", "parts")

            class Meta(StateRow.Meta):
                app_label = "coin"
                indexes = (models.Index(fields=["scope", "key_of"], name="on_a_relation"),)

        assert {"fields.E302", "fields.E303", "rows.E001", "rows.E003", "rows.E004"} <= {
            fault.id for fault in Bad.check()
        }
    MODELS.pop(Thing, None)


def test_the_admin_hides_a_secret_key_with_its_row(made: Any, rf: Any) -> None:
    """A key is two names, of the relation and of the column's field."""
    with isolate_apps("tests.coin"):

        class Kept(StateRow, of=Thing):
            SECRET = ("key_of", "figure")
            key_of = Related("Kept")

            class Meta(StateRow.Meta):
                app_label = "coin"

        shown = StateAdmin(Kept, admin.site).get_fields(rf.get("/"))
    assert {"name", "place"} <= set(shown)
    assert not {"key_of", "key_of_id", "figure", "version"} & set(shown)


DERIVED = list(MODELS.values())


@pytest.mark.parametrize("model", DERIVED, ids=lambda model: model.__name__)
def test_a_version_that_does_not_know_a_column_goes_on_writing(model: type[StateRow]) -> None:
    """Without a default in the database an upsert of its own columns would be refused."""
    for name in model.columns().values():
        column = column_called(model, name)
        assert column.null or column.has_db_default(), name
        made = column.get_default()
        assert column.null or made == column.db_default, name


def columns(state: Any) -> dict[tuple[str, str, str], Any]:
    rows = {model._meta.label_lower for model in MODELS.values()}
    return {
        (app, model, column.db_column or name): column
        for (app, model), made in state.models.items()
        if f"{app}.{model}" in rows
        for name, column in made.fields.items()
        if column.remote_field is None
    }


def room(column: Any) -> tuple[float, float]:
    """How much a column holds: the least and the most, or up to how many characters."""
    if isinstance(column, models.IntegerField):
        least, most = connection.ops.integer_field_range(column.get_internal_type())
        return -least, most
    return 0, column.max_length or float("inf")


def test_no_migration_makes_a_column_narrower() -> None:
    """A text would be cut where it is longer, without a word."""
    loader = MigrationLoader(None, replace_migrations=False)
    leaves = (one for one in loader.graph.leaf_nodes() if not loader.graph.nodes[one].replaces)
    plan = dict.fromkeys(node for leaf in leaves for node in loader.graph.forwards_plan(leaf))
    state, narrower = ProjectState(real_apps=loader.unmigrated_apps), []
    known: dict[tuple[str, str, str], tuple[float, float]] = {}
    for node in plan:
        migration = loader.graph.nodes[node]
        state = migration.mutate_state(state, preserve=False)
        if node[0] not in ("campaigns", "maps"):
            continue
        now = columns(state)
        for name, column in now.items():
            if name in known and not all(
                new >= old for new, old in zip(room(column), known[name], strict=True)
            ):
                narrower.append((node, name))
        known = {name: room(column) for name, column in now.items()}
    assert known
    assert narrower == []


@pytest.mark.django_db
@pytest.mark.parametrize(("app", "name"), [("campaigns", "0062"), ("maps", "0014")])
def test_renaming_keys_is_no_sql(app: str, name: str, capsys: Any) -> None:
    call_command("sqlmigrate", app, name)
    said = [line for line in capsys.readouterr().out.splitlines() if line and not line.startswith("--")]
    assert [line for line in said if line not in ("BEGIN;", "COMMIT;")] == []


def test_a_key_keeps_its_column_and_its_index_when_it_is_named() -> None:
    state = ProjectState()
    fields = [("id", models.AutoField(primary_key=True)), ("owner", models.CharField(max_length=80))]
    options = {"indexes": [models.Index(fields=["owner", "-id"], name="by_owner")]}
    state.add_model(ModelState("maps", "Land", fields, options))
    NameKeys({"land": ["owner"]}).state_forwards("maps", state)
    land = state.apps.get_model("maps", "Land")
    assert land._meta.get_field("owner_id").column == "owner"
    assert land._meta.indexes[0].fields_orders == [("owner_id", ""), ("id", "DESC")]
