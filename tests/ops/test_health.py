"""The page that probes and volunteers look at."""

import errno
from typing import Any
from unittest import mock

import psycopg
import pytest
from django.db import DatabaseError, OperationalError
from django.test import Client

from config.serving import unwell


@pytest.mark.django_db
def test_a_well_installation_says_ok(client: Client) -> None:
    answer = client.get("/health")
    assert answer.status_code == 200
    assert answer.json() == {"database": "ok", "migrations": "ok", "disk": "ok"}


@pytest.mark.django_db
def test_a_silent_database_is_unwell(client: Client) -> None:
    with mock.patch("config.serving.health.connection.cursor", side_effect=DatabaseError):
        answer = client.get("/health")
    assert answer.status_code == 503
    assert answer.json()["database"] == "does not answer"


@pytest.mark.django_db
def test_a_full_disk_is_unwell_until_there_is_room(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unwell, "LEAST", 2**70)
    answer = client.get("/health")
    assert (answer.status_code, answer.json()["disk"]) == (503, "full")
    monkeypatch.undo()
    assert client.get("/health").status_code == 200


def failing(client: Client, error: Exception, cause: Exception | None = None, path: str = "/") -> Any:
    """What a visitor gets whose session could not be read because of this."""
    error.__cause__ = cause
    client.raise_request_exception = False
    client.cookies["sessionid"] = "whoever-this-is"
    with mock.patch("django.contrib.sessions.backends.db.SessionStore.load", side_effect=error):
        return client.get(path)


LOST = psycopg.errors.AdminShutdown("terminating connection")


@pytest.mark.parametrize("cause", [None, LOST, psycopg.errors.CannotConnectNow("starting up")])
def test_while_the_database_is_away_the_page_says_so_and_asks_again(
    client: Client, cause: Exception | None
) -> None:
    answer = failing(client, OperationalError("gone"), cause)
    assert answer.status_code == 503
    assert answer["Retry-After"] == "5"
    said = answer.content.decode()
    assert "The database is being started again" in said
    assert '<meta http-equiv="refresh" content="5">' in said
    assert "content-security-policy" in answer.headers


def test_a_full_disk_is_said_on_the_page_and_for_a_while_by_health(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unwell, "_full_until", 0.0)
    answer = failing(client, OperationalError("x"), psycopg.errors.DiskFull("could not extend file"))
    assert answer.status_code == 503
    assert "computer is full" in answer.content.decode()
    assert unwell.disk_is_full()
    monkeypatch.setattr(unwell, "_full_until", 0.0)
    assert not unwell.disk_is_full()


def test_the_api_says_it_as_json(client: Client) -> None:
    answer = failing(client, OSError(errno.ENOSPC, "No space left on device"), path="/api/v1/clubs/")
    assert answer.status_code == 503
    assert "is full" in answer.json()["detail"]


@pytest.mark.parametrize("cause", [psycopg.errors.DeadlockDetected("x"), psycopg.errors.QueryCanceled("x")])
def test_what_else_breaks_is_ours(client: Client, cause: Exception) -> None:
    assert failing(client, OperationalError("x"), cause).status_code == 500
    assert failing(client, ZeroDivisionError()).status_code == 500
