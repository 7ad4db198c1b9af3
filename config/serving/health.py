"""`/health`: one look whether this process can serve, for probes and volunteers.

Says nothing about the club: versions and counts would help a stranger more than us.
"""

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse

from config.serving.unwell import disk_is_full


def health(request: HttpRequest) -> JsonResponse:
    """200 when the database answers, migrations are applied, the disk has room; else 503 and which fails."""
    answer = {"database": _database(), "migrations": "unknown", "disk": "full" if disk_is_full() else "ok"}
    if answer["database"] == "ok":
        answer["migrations"] = "waiting" if waiting_migrations() else "ok"
    well = all(value == "ok" for value in answer.values())
    return JsonResponse(answer, status=200 if well else 503, headers={"Cache-Control": "no-store"})


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
