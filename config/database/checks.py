"""What `manage.py check --deploy` says of a club's own PostgreSQL: whether its log would tell secrets.

Only the server's administrator sets what it logs; the embedded server and the compose file's are set already.
"""

from collections.abc import Sequence

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import DatabaseError, connection

LOG_SETTINGS = (
    "log_error_verbosity", "log_statement", "log_min_duration_statement", "log_min_duration_sample",
    "log_parameter_max_length", "log_parameter_max_length_on_error",
)  # fmt: skip
TELLS_ROWS = Warning(
    "After a failed statement the database's log tells the row it would have written, secrets included.",
    hint="Have its administrator say: ALTER DATABASE … SET log_error_verbosity = terse;",
    id="musterroll.W001",
)
TELLS_VALUES = Warning(
    "The database's log tells the values of statements, secrets included.",
    hint="Have its administrator say: ALTER DATABASE … SET log_parameter_max_length = 0; "
    "ALTER DATABASE … SET log_parameter_max_length_on_error = 0;",
    id="musterroll.W002",
)


@register(Tags.security, deploy=True)
def what_the_database_logs(
    app_configs: Sequence[AppConfig] | None = None, **more: object
) -> list[CheckMessage]:
    """Warnings about the log of the server that `DATABASE_URL` names; nothing while it is out of reach."""
    if settings.EMBEDDED_IN_USE:
        return []
    try:
        return warnings_about(_server())
    except DatabaseError:
        return []


def warnings_about(server: dict[str, str]) -> list[CheckMessage]:
    """What a server with these settings would write into its log."""
    timed = (server["log_min_duration_statement"], server["log_min_duration_sample"])
    logs_statements = server["log_statement"] in ("mod", "all") or set(timed) != {"-1"}
    tells_values = server["log_parameter_max_length_on_error"] != "0" or (
        logs_statements and server["log_parameter_max_length"] != "0"
    )
    found: list[CheckMessage] = [] if server["log_error_verbosity"] == "terse" else [TELLS_ROWS]
    return [*found, TELLS_VALUES] if tells_values else found


def _server() -> dict[str, str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, setting FROM pg_settings WHERE name = ANY(%s)", [list(LOG_SETTINGS)])
        return dict(cursor.fetchall())
