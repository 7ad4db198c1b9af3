"""No log tells what a failed statement carried: neither the database's nor ours."""

import json
import logging
import os
import re
import secrets
import subprocess
import sys
from typing import Any

import pytest
import yaml
from django.apps import apps
from django.conf import settings
from django.core.checks import Warning
from django.db import DatabaseError, connection, models, transaction
from django.utils.module_loading import import_string

from config.database import checks
from config.database.embedded import QUIET, Cluster
from config.env import ROOT
from config.processes.logs import tell_uncaught

SECRETS = [
    ("campaigns.Slot", "seed"),
    ("campaigns.SealedAnswer", "value"),
    ("campaigns.SealedAnswer", "salt"),
    ("campaigns.ThrownDie", "value"),
    ("campaigns.DialogueAnswer", "value"),
    ("campaigns.Entry", "effects"),
    ("campaigns.Entry", "answers"),
    ("campaigns.EntryText", "body"),
    ("campaigns.Report", "words"),
    ("campaigns.Invitation", "nonce"),
    ("campaigns.WayBack", "nonce"),
    ("maps.Realm", "gold"),
    ("auth.User", "password"),
    ("sessions.Session", "session_data"),
    ("authtoken.Token", "key"),
]
embedded_only = pytest.mark.skipif(bool(os.environ.get("DATABASE_URL")), reason="another server's log")


def a_secret(field: models.Field[Any, Any]) -> tuple[Any, str]:
    """A value for a field, and how it would look in a log."""
    word = secrets.token_hex(8)
    if isinstance(field, models.BinaryField):
        return word.encode(), word.encode().hex()
    if isinstance(field, models.IntegerField):
        number = 1_000_000_000 + secrets.randbelow(10**9)
        return number, str(number)
    return (word, word)


def fail_to_write(model: type[models.Model], field: models.Field[Any, Any], value: Any) -> DatabaseError:
    """Write a row with nothing in it but the secret: PostgreSQL misses the rest, and tells of the row."""
    table, column = map(connection.ops.quote_name, (model._meta.db_table, str(field.column)))
    statement = f"INSERT INTO {table} ({column}) VALUES (%s)"
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('musterroll.door', 'open', true)")
        with pytest.raises(DatabaseError) as failed, transaction.atomic():
            cursor.execute(statement, [field.get_db_prep_save(value, connection)])
    return failed.value


@pytest.fixture
def secret(request: pytest.FixtureRequest) -> tuple[DatabaseError, str]:
    """What came of a failed write into a secret table, and what no log may hold."""
    name, column = request.param
    model = apps.get_model(name)
    field: Any = model._meta.get_field(column)
    value, seen = a_secret(field)
    return fail_to_write(model, field, value), seen


each_secret = pytest.mark.parametrize("secret", SECRETS, indirect=True, ids=".".join)


@embedded_only
@pytest.mark.django_db
@each_secret
def test_the_databases_log_holds_nothing_of_a_failed_write(secret: tuple[DatabaseError, str]) -> None:
    failed, seen = secret
    assert seen in str(failed)  # it was on its way to the log
    log = Cluster(settings.DATA / "test-postgres").log.read_text(errors="replace")
    complaint = str(failed).splitlines()[0]
    assert complaint in log
    assert seen not in log


@embedded_only
@pytest.mark.django_db
def test_the_databases_log_holds_nothing_of_a_failed_question() -> None:
    word = secrets.token_hex(8)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT %s, 1 / %s", [word, 0])
    assert word not in Cluster(settings.DATA / "test-postgres").log.read_text(errors="replace")


@pytest.mark.django_db
def test_values_travel_beside_the_statement_on_any_server() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT query FROM pg_stat_activity WHERE pid = pg_backend_pid() AND 'word' = %s", ["word"]
        )
        assert "= $1" in cursor.fetchone()[0]


@pytest.mark.django_db
@pytest.mark.parametrize("form", ["plain", "json"])
@each_secret
def test_our_own_log_holds_nothing_of_a_failed_write(secret: tuple[DatabaseError, str], form: str) -> None:
    failed, seen = secret
    configured: Any = settings.LOGGING
    made = dict(configured["formatters"][form])
    kind = import_string(made.pop("()"))
    formatter = kind(made["format"], style=made["style"]) if made else kind()
    for error in (failed, ExceptionGroup("two at once", [failed])):
        record = logging.LogRecord(
            "django.request",
            logging.ERROR,
            "",
            0,
            "Internal Server Error: %s",
            ("/",),
            (type(error), error, None),
        )
        line = formatter.format(record)
        assert str(failed).splitlines()[0] in (json.loads(line)["error"] if form == "json" else line)
        assert seen not in line


@pytest.mark.django_db
@each_secret
def test_a_command_that_dies_of_a_failed_write_tells_nothing_of_it(
    secret: tuple[DatabaseError, str], capsys: pytest.CaptureFixture[str]
) -> None:
    failed, seen = secret
    tell_uncaught(type(failed), failed, failed.__traceback__)
    told = capsys.readouterr().err
    assert str(failed).splitlines()[0] in told
    assert seen not in told


def test_every_command_dies_like_that() -> None:
    code = (
        "import sys, manage; sys.argv = ['manage.py', 'help']; manage.main(); print(sys.excepthook.__name__)"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "tell_uncaught"


def test_the_compose_files_server_is_as_quiet() -> None:
    service = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]["db"]
    said = " ".join(service["command"])
    assert set(QUIET) == set(re.findall(r"-c (log_\S+)", said))


QUIET_SERVER = {
    "log_error_verbosity": "terse",
    "log_statement": "none",
    "log_min_duration_statement": "-1",
    "log_min_duration_sample": "-1",
    "log_parameter_max_length": "-1",
    "log_parameter_max_length_on_error": "0",
}


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({}, []),
        ({"log_error_verbosity": "default"}, [checks.TELLS_ROWS]),
        ({"log_parameter_max_length_on_error": "-1"}, [checks.TELLS_VALUES]),
        ({"log_statement": "mod"}, [checks.TELLS_VALUES]),
        ({"log_min_duration_statement": "250"}, [checks.TELLS_VALUES]),
        ({"log_min_duration_sample": "250"}, [checks.TELLS_VALUES]),
        ({"log_statement": "all", "log_parameter_max_length": "0"}, []),
        ({"log_statement": "ddl", "log_error_verbosity": "verbose"}, [checks.TELLS_ROWS]),
    ],
)
def test_a_server_that_logs_secrets_is_warned_of(changed: dict[str, str], told: list[Warning]) -> None:
    assert checks.warnings_about({**QUIET_SERVER, **changed}) == told


@pytest.mark.django_db
def test_check_deploy_asks_the_clubs_own_server(settings: Any) -> None:
    settings.EMBEDDED_IN_USE = True
    assert checks.what_the_database_logs() == []
    settings.EMBEDDED_IN_USE = False
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL log_error_verbosity = 'default'")
        cursor.execute("SET LOCAL log_parameter_max_length_on_error = 64")
    assert checks.what_the_database_logs() == [checks.TELLS_ROWS, checks.TELLS_VALUES]
