"""`/health`: one look whether this process can serve, for probes and volunteers.

Says nothing about the club: versions and counts would help a stranger more than us. What another process does
or does not do is told and changes nothing: a balancer would take away pages that are well.
"""

from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.utils import timezone

from campaigns.engine import chores
from config.database import keys
from config.serving.unwell import disk_is_full


def health(request: HttpRequest) -> JsonResponse:
    """200 when the database answers, migrations are applied, static files are there and the disk has room;
    else 503 and which fails. Beside it how long ago the clock went round, in seconds, and how often it does.
    """
    checks = {
        "database": _database(),
        "migrations": "unknown",
        "key": "unknown",
        "static": _static(),
        "disk": "full" if disk_is_full() else "ok",
    }
    clock: dict[str, int | None] = {}
    if checks["database"] == "ok":
        checks["migrations"] = "waiting" if waiting_migrations() else "ok"
    if checks["migrations"] == "ok":
        checks["key"] = "ok" if keys.is_ours() else "another"
        clock["age"], clock["every"] = chores.age(timezone.now())
    well = all(value == "ok" for value in checks.values())
    answer = {**checks, "clock": clock}
    return JsonResponse(answer, status=200 if well else 503, headers={"Cache-Control": "no-store"})


def _static() -> str:
    """Without the list of their names, which a process reads once, every page fails."""
    return "ok" if getattr(staticfiles_storage, "hashed_files", True) else "missing"


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return "does not answer"
    return "ok"


def waiting_migrations() -> list[str]:
    """Names of those not applied yet, in their order."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _backwards in plan]
