"""What every test stands on: its own embedded PostgreSQL, fast because it forgets, and hypothesis' profiles.

With `DATABASE_URL` the tests use that server instead. Several test runs may share the machine: each
makes databases of its own name on the one test server, which the last run to leave stops.
"""

import gc
import os
import random
from collections.abc import Iterator
from operator import itemgetter
from types import SimpleNamespace
from typing import Any
from unittest import mock

import hypothesis
import pytest
from _pytest.runner import runtestprotocol
from django.conf import settings
from django.core.cache import caches
from django.db import connection, connections
from django.test import TransactionTestCase, override_settings
from django.utils import translation
from psycopg.pq import TransactionStatus
from pytest_django import DjangoDbBlocker

from campaigns.engine import chores
from config import system_packages
from config.database.embedded import FOR_TESTS, Cluster
from tests import databases, door_guard, in_turn, made_ready, remembered, scenario
from tests.stack import on_a_wide_frame

os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")  # pytest-playwright keeps a loop running

# a slow machine is no fault of a test
SLOW: dict[str, Any] = {"deadline": None, "suppress_health_check": [hypothesis.HealthCheck.too_slow]}
hypothesis.settings.register_profile("ci", max_examples=50, derandomize=True, **SLOW)
hypothesis.settings.register_profile("season", max_examples=1000, **SLOW)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Before the processes of a run begin, which all import the same."""
    if session.config.getoption("numprocesses", None) and not hasattr(session.config, "workerinput"):
        made_ready.make_ready(session.config)


def pytest_collection() -> None:
    """Nearly all that is made meanwhile stays; looking for what does not takes a sixth of the time."""
    gc.disable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests that one process runs one after another begin first, then long walks, so that none of them is
    what everybody waits for at the end. Those that mostly wait for a browser come between all others, so that
    while one waits others compute.
    """
    if resting := set(in_turn.resting(items)):
        config.hook.pytest_deselected(items=list(resting))
        items[:] = [one for one in items if one not in resting]
    groups = [one for one in items if one.get_closest_marker("xdist_group")]
    rest = [one for one in items if not one.get_closest_marker("xdist_group")]
    walks = [one for one in rest if one.get_closest_marker("in_turn") or one.get_closest_marker("season")]
    walking = {*walks}
    items[:] = groups + _mixed(walks) + _mixed([one for one in rest if one not in walking])


def _mixed(items: list[pytest.Item]) -> list[pytest.Item]:
    """Each kind in its order, the few spread between the many."""
    browser = [one for one in items if one.get_closest_marker("browser")]
    others = [one for one in items if not one.get_closest_marker("browser")]
    return [one for _place, one in sorted(_spread(browser) + _spread(others), key=itemgetter(0))]


def _spread(items: list[pytest.Item]) -> list[tuple[float, pytest.Item]]:
    return [((place + 1) / (len(items) + 1), one) for place, one in enumerate(items)]


def pytest_collection_finish() -> None:
    """Hardly a cycle is left behind: looking for them as often as Python does is a twentieth of the time."""
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """As pytest does it, with room on the stack."""
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    on_a_wide_frame(runtestprotocol, item, True, nextitem)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """The connection of a test that ran out of time amid a query is of no use to the next one."""
    for one in connections.all(initialized_only=True):
        if one.connection is not None and one.connection.info.transaction_status == TransactionStatus.ACTIVE:
            one.in_atomic_block = False
            one.close()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(worker_id: str, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Point Django at the test server and at a database no other run uses."""
    database: dict[str, Any] = connections["default"].settings_dict
    database.setdefault("OPTIONS", {}).pop("pool", None)
    database["TEST"]["NAME"] = databases.test_name(worker_id)
    if os.environ.get("DATABASE_URL"):
        yield
        return
    cluster = Cluster(settings.DATA / "test-postgres", FOR_TESTS)
    with cluster.in_use():
        database.update(cluster.django_settings())
        with django_db_blocker.unblock():
            database["TEST"]["TEMPLATE"] = databases.migrated_template(cluster, database)
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The test database refuses writes of game state that do not come through the door."""
    with django_db_blocker.unblock():
        door_guard.install()
        connection.close()
    with (
        databases.planning_once(),
        mock.patch.object(TransactionTestCase, "_fixture_teardown", databases.emptied),
    ):
        yield


@pytest.fixture(scope="session", autouse=True)
def scenarios_are_shared(worker_id: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """By the processes of a run; one alone keeps what it needs in mind."""
    if worker_id != "master":
        scenario.SHARED[:] = [tmp_path_factory.getbasetemp().parent]


@pytest.fixture(autouse=True)
def each_test_begins_alike(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What holds for every test; one fixture, for each costs a third of a millisecond a test."""
    monkeypatch.setattr(chores, "survive", _raised)
    _let_the_same_dice_fall(request, monkeypatch)
    caches["default"].clear()  # the process counts tries to sign in for a minute, of the tests before, too
    compared = remembered.comparing(
        one_transaction=not _commits(request),
        compares=in_turn.is_its_day(request.node.nodeid, remembered.DAYS),
    )
    with connection.execute_wrapper(door_guard.Closing()), compared:
        yield
    translation.deactivate()  # a page drawn in another language leaves that language to its thread


def _raised(error: Exception, failed: list[Exception]) -> None:
    """A chore that survives a failure would hide it from the test whose failure it is."""
    raise error


def _let_the_same_dice_fall(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """In every run of a test the app's dice fall alike: what fails today was not bad luck."""
    luck = random.Random(f"{request.node.path.name} {request.node.name}")
    monkeypatch.setattr("campaigns.models.journal.secrets", SimpleNamespace(token_bytes=luck.randbytes))


def _commits(request: pytest.FixtureRequest) -> bool:
    """Whether a test does not live in one transaction."""
    marked = request.node.get_closest_marker("django_db")
    in_transactions = bool(marked and marked.kwargs.get("transaction"))
    return in_transactions or bool({"transactional_db", "live_server"} & set(request.fixturenames))


@pytest.fixture(scope="session", autouse=True)
def plain_settings() -> Iterator[None]:
    """No hashed static files, quick passwords, background work done at once, and nothing is backed up: nor is
    anybody told on a desk that the backups of their own office are old.
    """
    storages = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    with override_settings(
        STORAGES=storages,
        WHITENOISE_AUTOREFRESH=True,
        WHITENOISE_USE_FINDERS=True,
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        TASKS={"default": {"BACKEND": "django.tasks.backends.immediate.ImmediateBackend"}},
        BACK_UP=False,
    ):
        yield


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The machine's own Chromium when there is one."""
    found = {"executable_path": system_packages.browser()} if system_packages.browser() else {}
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return {
        **browser_type_launch_args,
        **found,
        "args": [*browser_type_launch_args.get("args", []), *sandbox],
    }
