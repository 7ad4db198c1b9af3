"""`/health`: one look whether this process can serve, for probes and volunteers.

Says nothing about the club: versions and counts would help a stranger more than us. What another process does
or does not do is told and changes nothing: a balancer would take away pages that are well.
"""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import DatabaseError, ProgrammingError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.utils import timezone

from campaigns.engine import chores
from config.database import keys
from config.serving.unwell import disk_is_full

# Which migrations are applied, as far as that can change; the mark of a key; the clock's last round.
ASK = """
    SELECT (SELECT concat_ws(' ', count(*), max(id), max(applied)) FROM django_migrations),
        (SELECT key FROM campaigns_office LIMIT 1), clock.done_at, clock.every
    FROM (SELECT) AS one LEFT JOIN campaigns_chore AS clock ON clock.name = %s
"""
_none_waits: set[str] = set()  # what the first of them said when no migration was waiting


@dataclass(frozen=True, slots=True)
class Stand:
    """How the database stands."""

    applied: str
    key: str | None
    done_at: datetime | None
    every: int | None


def health(request: HttpRequest) -> JsonResponse:
    """200 when the database answers, migrations are applied, static files are there and the disk has room;
    else 503 and which fails. Beside it how long ago the clock went round, in seconds, and how often it does.
    """
    checks = {
        "database": "does not answer",
        "migrations": "unknown",
        "key": "unknown",
        "static": _static(),
        "disk": "full" if disk_is_full() else "ok",
    }
    clock: dict[str, int | None] = {}
    with suppress(DatabaseError):
        stand = _stand()
        checks["database"], checks["migrations"] = "ok", "ok" if stand else "waiting"
        if stand:
            checks["key"] = "ok" if keys.is_ours(stand.key) else "another"
            clock["age"], clock["every"] = chores.age(stand.done_at, stand.every, timezone.now())
    well = all(value == "ok" for value in checks.values())
    answer = {**checks, "clock": clock}
    return JsonResponse(answer, status=200 if well else 503, headers={"Cache-Control": "no-store"})


def _static() -> str:
    """Without the list of their names, which a process reads once, every page fails."""
    return "ok" if getattr(staticfiles_storage, "hashed_files", True) else "missing"


def _stand() -> Stand | None:
    """One question to the database; none of the files are looked at again as long as the same migrations are
    applied. `None` where some wait."""
    stand = None
    with suppress(ProgrammingError), connection.cursor() as cursor:  # a table is missing
        stand = Stand(*cursor.execute(ASK, [chores.CLOCK]).fetchone())
    if stand and stand.applied in _none_waits:
        return stand
    _none_waits.clear()
    if waiting_migrations() or stand is None:
        return None
    _none_waits.add(stand.applied)
    return stand


def waiting_migrations() -> list[str]:
    """Names of those not applied yet, in their order."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _backwards in plan]
