"""A new database is made by one migration an app; one that was begun step by step goes on so.

That both come to the same is seen where what older releases kept is opened (`tests/kept`).
"""

from __future__ import annotations

from unittest import mock

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.migration import Migration
from django.db.migrations.recorder import MigrationRecorder

OURS = ("campaigns", "maps")

type Node = tuple[str, str]


def steps() -> list[Node]:
    """Ours in their order, one by one."""
    loader = MigrationLoader(None, replace_migrations=False)
    leaves = [one for one in loader.graph.leaf_nodes() if one[0] in OURS]
    plan = dict.fromkeys(node for leaf in leaves for node in loader.graph.forwards_plan(leaf))
    return [node for node in plan if node[0] in OURS and not loader.disk_migrations[node].replaces]


def waiting(applied: set[Node]) -> list[Migration]:
    """What is still to be done to a database in which so much has been."""
    known = {one: mock.Mock() for one in applied}
    with mock.patch.object(MigrationRecorder, "applied_migrations", side_effect=lambda: dict(known)):
        executor = MigrationExecutor(connection)
        executor.loader.check_consistent_history(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [one for one, _backwards in plan if one.app_label in OURS]


def at_once() -> list[Node]:
    return [key for key, one in MigrationLoader(None).disk_migrations.items() if one.replaces]


def test_one_replaces_all_that_came_before_it() -> None:
    disk = MigrationLoader(None).disk_migrations
    for app, name in at_once():
        last = name.rpartition("_")[2]
        assert disk[app, name].replaces == sorted(
            (its, one) for its, one in disk if its == app and one[:4] <= last and (its, one) != (app, name)
        )


@pytest.mark.django_db
def test_a_new_database_is_made_at_once() -> None:
    others = {key for key in MigrationLoader(None).disk_migrations if key[0] not in OURS}
    found = {(one.app_label, one.name) for one in waiting(others)}
    assert {*at_once()} <= found
    assert found.isdisjoint(
        {one for key in at_once() for one in MigrationLoader(None).disk_migrations[key].replaces}
    )


@pytest.mark.django_db
def test_one_that_was_begun_step_by_step_goes_on_from_wherever_it_stands() -> None:
    """Each release had some of these and no more; of the maps' there were all long before."""
    every, loader = steps(), MigrationLoader(None, replace_migrations=False)
    others = {key for key in loader.disk_migrations if key[0] not in OURS}
    replaced = {its for key in at_once() for its in loader.disk_migrations[key].replaces}
    later = [one for one in every if one not in replaced]
    maps, club = ([one for one in every if one[0] == app] for app in ("maps", "campaigns"))
    for n in (1, 8, 20, 27, 40, 60, *range(70, len(club) + 1)):
        for done in [{*club[:n]}, {*club[:n], *maps}][: 1 + (n > 40)]:
            begun = {app for app, _name in done}
            left = {one for one in every if one not in done and one[0] in begun}
            left |= {one for one in (*at_once(), *later) if one[0] not in begun}
            assert {(one.app_label, one.name) for one in waiting(others | done)} == left, n
