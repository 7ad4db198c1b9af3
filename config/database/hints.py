"""What to do when a command cannot use its database: one sentence instead of a traceback."""

import psycopg
from django.conf import settings
from django.db import NotSupportedError


def hint_for(error: Exception) -> str | None:
    """A sentence for whoever runs the club's machine; None when the database is not to blame."""
    cause, said = error.__cause__ or error, " ".join(str(error).split())
    if settings.EMBEDDED_IN_USE:
        if settings.EMBEDDED.is_up():
            return None
        return f"The embedded database is not running. Start it with `python manage.py db_start`.\n({said})"
    if isinstance(error, NotSupportedError):
        return f"The server DATABASE_URL names is too old: {said}"
    if isinstance(cause, psycopg.errors.InsufficientPrivilege):
        return f"The user in DATABASE_URL may do too little; make it the owner of its database.\n({said})"
    if isinstance(cause, psycopg.OperationalError) and cause.sqlstate is None:
        return f"The database DATABASE_URL names cannot be used. Is its address right, does it run?\n({said})"
    return None
