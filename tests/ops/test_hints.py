"""A database that cannot be used is said in a sentence that tells what to do."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import NotSupportedError, OperationalError, ProgrammingError

from config import env
from config.database import hints
from config.database.embedded import Cluster


@pytest.mark.parametrize(
    ("error", "cause", "told"),
    [
        (OperationalError("connection failed: no such host"), psycopg.OperationalError(), "does it run?"),
        (
            NotSupportedError("PostgreSQL 15 or later is required (found 12.1)."),
            None,
            "too old: PostgreSQL 15",
        ),
        (
            ProgrammingError("permission denied"),
            psycopg.errors.InsufficientPrivilege(),
            "owner of its database",
        ),
    ],
)
def test_a_server_of_the_club_that_cannot_be_used(
    settings: Any, error: Exception, cause: Exception | None, told: str
) -> None:
    settings.EMBEDDED_IN_USE = False
    error.__cause__ = cause
    assert told in (hints.hint_for(error) or "")


def test_trouble_of_our_own_is_no_hint(settings: Any) -> None:
    settings.EMBEDDED_IN_USE = False
    deadlock = OperationalError("deadlock detected")
    deadlock.__cause__ = psycopg.errors.DeadlockDetected()
    assert hints.hint_for(deadlock) is None


def test_the_embedded_server_asleep_is_told_how_to_wake(settings: Any, cluster: Cluster) -> None:
    settings.EMBEDDED_IN_USE, settings.EMBEDDED = True, cluster
    assert "db_start" in (hints.hint_for(OperationalError("no")) or "")
    with cluster.in_use():
        assert hints.hint_for(OperationalError("no")) is None


EACH = """
import os, runpy, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
import django
django.setup()  # once: each command is a fork of what has read the site; they wait together
started = {}
for command in sys.argv[1:]:
    if not (started.setdefault(command, os.fork())):
        os.dup2(os.open(f"{os.environ['MUSTERROLL_DATA']}/{command}", os.O_WRONLY | os.O_CREAT), 2)
        sys.argv = ["manage.py", command]
        runpy.run_path("manage.py", run_name="__main__")
        os._exit(0)
for command, pid in started.items():
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    said = open(f"{os.environ['MUSTERROLL_DATA']}/{command}").read()
    print(f"{said}END {command} {code}", file=sys.stderr, flush=True)
"""


def test_a_wrong_address_is_one_sentence_and_no_traceback(home: Path) -> None:
    nobody = "postgres://muster:word@127.0.0.1:9/club"
    surroundings = {"DATABASE_URL": nobody, "MUSTERROLL_DATA": str(home), "PATH": "/usr/bin:/bin"}
    commands = ["prepare", "backup", "migrate"]
    done = subprocess.run(
        [sys.executable, "-c", EACH, *commands],
        cwd=env.ROOT,
        env=surroundings,
        capture_output=True,
        text=True,
    )
    told = re.findall(r"(.*?)END (\w+) (-?\d+)\n", done.stderr, re.DOTALL)
    assert [(command, code) for _, command, code in told] == [(command, "1") for command in commands]
    for said, command, _ in told:
        assert "The database DATABASE_URL names cannot be used" in said, command
        assert "Traceback" not in said
        assert "word@" not in said
