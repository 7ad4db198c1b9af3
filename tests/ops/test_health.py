"""The page that probes and volunteers look at."""

from unittest import mock

import pytest
from django.db import DatabaseError
from django.test import Client


@pytest.mark.django_db
def test_a_well_installation_says_ok(client: Client) -> None:
    answer = client.get("/health")
    assert answer.status_code == 200
    assert answer.json() == {"database": "ok", "migrations": "ok"}


@pytest.mark.django_db
def test_a_silent_database_is_unwell(client: Client) -> None:
    with mock.patch("config.health.connection.cursor", side_effect=DatabaseError):
        answer = client.get("/health")
    assert answer.status_code == 503
    assert answer.json()["database"] == "does not answer"
