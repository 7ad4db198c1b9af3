"""The page that probes and volunteers look at."""

import errno
from datetime import timedelta
from types import SimpleNamespace
from typing import Any
from unittest import mock

import psycopg
import pytest
from django.db import DatabaseError, OperationalError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.models import Chore
from config.serving import health, unwell
from tests.factories import new_organiser, signed_in


@pytest.mark.django_db
def test_a_well_installation_says_ok(client: Client) -> None:
    answer = client.get("/health")
    assert answer.status_code == 200
    well = {"database": "ok", "migrations": "ok", "key": "ok", "static": "ok", "disk": "ok"}
    assert answer.json() == {**well, "clock": {"age": None, "every": 60}}


@pytest.mark.django_db
def test_how_old_the_clock_is_is_told_and_takes_no_page_away(client: Client) -> None:
    at = timezone.now() - timedelta(days=3)
    Chore.objects.create(pk="clock", every=900, done_at=at, failing_since=at)
    answer = client.get("/health")
    assert answer.status_code == 200
    told = answer.json()["clock"]
    assert told["every"] == 900
    assert timedelta(days=3) <= timedelta(seconds=told["age"]) < timedelta(days=3, hours=1)


@pytest.mark.django_db
def test_without_the_names_of_its_static_files_no_page_can_be_served(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "staticfiles_storage", SimpleNamespace(hashed_files={}))
    answer = client.get("/health")
    assert (answer.status_code, answer.json()["static"]) == (503, "missing")


@pytest.mark.django_db
def test_a_silent_database_is_unwell(client: Client) -> None:
    with mock.patch("config.serving.health.connection.cursor", side_effect=DatabaseError):
        answer = client.get("/health")
    assert answer.status_code == 503
    assert answer.json()["database"] == "does not answer"


@pytest.mark.django_db
def test_it_asks_the_database_once_and_looks_at_migrations_when_others_are_applied(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.get("/health")
    with CaptureQueriesContext(connection) as asked:
        assert client.get("/health").status_code == 200
    assert len(asked) == 1
    looked = []
    monkeypatch.setattr(health, "waiting_migrations", lambda: looked.append(1) or ["campaigns.0002"])
    assert client.get("/health").status_code == 200
    assert not looked
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE id = (SELECT max(id) FROM django_migrations)")
    for _twice in range(2):
        answer = client.get("/health")
        assert (answer.status_code, answer.json()["migrations"]) == (503, "waiting")
        assert answer.json()["key"] == "unknown"
    assert looked == [1, 1]


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


READ_ONLY = psycopg.errors.ReadOnlySqlTransaction("cannot execute UPDATE in a read-only transaction")


@pytest.mark.parametrize("cause", [None, LOST, psycopg.errors.CannotConnectNow("starting up"), READ_ONLY])
def test_while_the_database_is_away_the_page_says_so_and_asks_again(
    client: Client, cause: Exception | None
) -> None:
    answer = failing(client, OperationalError("gone"), cause)
    assert answer.status_code == 503
    assert answer["Retry-After"] == "5"
    said = answer.content.decode()
    assert "The database is restarting" in said
    assert '<meta http-equiv="refresh" content="5">' in said
    assert "content-security-policy" in answer.headers


def test_a_full_disk_is_said_on_the_page_and_for_a_while_by_health(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unwell, "_full_until", 0.0)
    answer = failing(client, OperationalError("x"), psycopg.errors.DiskFull("could not extend file"))
    assert answer.status_code == 503
    assert "computer has run out of disk space" in answer.content.decode()
    assert unwell.disk_is_full()
    monkeypatch.setattr(unwell, "_full_until", 0.0)
    assert not unwell.disk_is_full()


def test_the_api_says_it_as_json(client: Client) -> None:
    answer = failing(client, OSError(errno.ENOSPC, "No space left on device"), path="/api/v1/clubs/")
    assert answer.status_code == 503
    assert "has run out of disk space" in answer.json()["detail"]


@pytest.mark.parametrize("cause", [psycopg.errors.DeadlockDetected("x"), psycopg.errors.QueryCanceled("x")])
def test_what_else_breaks_is_ours(client: Client, cause: Exception) -> None:
    assert failing(client, OperationalError("x"), cause).status_code == 500
    assert failing(client, ZeroDivisionError()).status_code == 500


@pytest.mark.django_db
def test_what_is_written_on_a_server_that_only_reads_is_answered_like_any_outage() -> None:
    seat = new_organiser(name="Marta")
    browser = signed_in(seat)
    browser.raise_request_exception = False
    before = transaction.savepoint_create()
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION READ ONLY")
    assert browser.get("/health").status_code == 200
    answer = browser.post(f"/clubs/{seat.club.slug}/solo/", {"people": seat.name})
    transaction.savepoint_rollback(before)
    assert answer.status_code == 503
    assert answer["Retry-After"] == "5"
