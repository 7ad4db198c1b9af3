"""During an upgrade two versions serve at once: the one before reads and writes the tables of the next."""

import subprocess
import tarfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
from django.db.models import NOT_PROVIDED, Field
from django.http import HttpResponseNotFound
from django.test import RequestFactory

from config.database import pgprocess
from config.database.backup_files import DUMP, SUFFIX
from config.serving.statics import StaticFiles
from tests.kept.making import KEPT

type Column = tuple[str, str, str]  # app, model, column

OURS = ("campaigns", "maps")
OURS_HASH, THEIRS = "0123456789ab", "ba9876543210"


def migrations_of(release: Path) -> set[tuple[str, str]]:
    """The migrations that a kept club had."""
    with tarfile.open(release) as whole:
        dump = whole.extractfile(DUMP)
        assert dump is not None
        program = pgprocess.packaged() / "bin" / "pg_restore"
        command: list[str | Path] = [program, "--data-only", "--table=django_migrations", "--file=-"]
        listed = subprocess.run(command, input=dump.read(), stdout=subprocess.PIPE, check=True)
    rows = (line.split("\t") for line in listed.stdout.decode().splitlines())
    return {(row[1], row[2]) for row in rows if len(row) == 4}


@cache
def history() -> tuple[ProjectState, ...]:
    """The last kept release, then what every migration since made of it: each may be a release of its own."""
    loader = MigrationLoader(None, replace_migrations=False)
    graph = loader.graph
    old = max(map(migrations_of, KEPT.glob(f"*{SUFFIX}")), key=len)
    assert old <= graph.nodes.keys()
    leaves = (one for one in graph.leaf_nodes() if not graph.nodes[one].replaces)
    plan = dict.fromkeys(node for leaf in leaves for node in graph.forwards_plan(leaf))
    state = ProjectState(real_apps=loader.unmigrated_apps)
    for node in plan:
        if node in old:
            state = graph.nodes[node].mutate_state(state, preserve=False)
    states = [state]
    for node in plan:
        if node not in old:
            states.append(graph.nodes[node].mutate_state(states[-1]))
    return tuple(states)


def columns(state: ProjectState) -> dict[Column, Field[object, object]]:
    return {
        (app, model, field.db_column or name): field
        for (app, model), made in state.models.items()
        if app in OURS
        for name, field in made.fields.items()
        if not field.many_to_many
    }


def came_later() -> Iterator[Column]:
    """Columns that a version before does not know, or leaves empty, in a table it writes into."""
    for before, after in zip(history(), history()[1:], strict=False):
        old = columns(before)
        for column, field in columns(after).items():
            known = column in old and not old[column].null
            if column[:2] in before.models and not known and not field.null:
                yield column


def test_a_version_that_still_serves_can_write_into_tables_with_new_columns() -> None:
    """A new column in an old table may be empty or has a `db_default`: a `default` only Django knows."""
    now = columns(history()[-1])
    breaking = {
        ".".join(column)
        for column in came_later()
        if column in now and not now[column].null and now[column].db_default is NOT_PROVIDED
    }
    assert breaking == set()


def test_a_version_that_still_serves_finds_every_column_it_reads() -> None:
    now = columns(history()[-1])
    gone = {".".join(column) for state in history() for column in columns(state) if column not in now}
    assert gone == set()


@pytest.fixture
def node(tmp_path: Path, settings: Any) -> StaticFiles:
    """A node's static files, as they are collected, and nothing else."""
    settings.STATIC_ROOT, settings.WHITENOISE_AUTOREFRESH = tmp_path, False
    (tmp_path / "css").mkdir()
    for name in ("app.css", f"app.{OURS_HASH}.css"):
        (tmp_path / "css" / name).write_text("a{color:red}")
    return StaticFiles(lambda request: HttpResponseNotFound())


@pytest.mark.parametrize(
    ("name", "status", "kept"),
    [
        (f"app.{OURS_HASH}.css", 200, "max-age=315360000, public, immutable"),
        (f"app.{THEIRS}.css", 200, "no-store"),
        ("app.css", 200, "max-age=60, public"),
        (f"none.{THEIRS}.css", 404, None),
        (f"app.{THEIRS}.js", 404, None),
        (f"{THEIRS}.css", 404, None),
        (f"../app.{THEIRS}.css", 404, None),
    ],
)
def test_a_file_of_the_other_version_is_answered_with_ours_and_not_kept(
    node: StaticFiles, rf: RequestFactory, name: str, status: int, kept: str | None
) -> None:
    answer = node(rf.get(f"/static/css/{name}"))
    assert (answer.status_code, answer.get("Cache-Control")) == (status, kept)
    if status == 200:
        assert b"".join(answer) == b"a{color:red}"
