"""A database of its own for the adversary, on the server the tests use, and settings as they have them."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import django


@contextmanager
def open_house() -> Iterator[None]:
    """Django, an empty migrated database, and nothing of it left afterwards."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.conf import settings
    from django.db import connection, connections
    from django.test import override_settings
    from django.test.utils import setup_test_environment

    from config.database.embedded import FOR_TESTS, Cluster
    from tests import databases, door_guard
    from tests.plain import plain

    logging.disable(logging.CRITICAL)
    setup_test_environment()
    cluster = Cluster(settings.DATA / "test-postgres", FOR_TESTS)
    database: dict[str, Any] = connections["default"].settings_dict
    database.setdefault("OPTIONS", {}).pop("pool", None)
    with ExitStack() as stack:
        stack.enter_context(cluster.in_use())
        database.update(cluster.django_settings())
        database["TEST"]["NAME"] = databases.test_name("stress")
        database["TEST"]["TEMPLATE"] = databases.migrated_template(cluster, database)
        usual = database["NAME"]
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            stack.enter_context(override_settings(**plain()))
            door_guard.install()
            yield
        finally:
            connection.creation.destroy_test_db(usual, verbosity=0)
