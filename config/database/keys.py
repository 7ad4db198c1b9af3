"""Whose database this is: the mark of the secret key it was opened with. On a machine with another key nobody
could use what is signed on this one: sessions, links, invitations; so that machine does not open.
"""

import hashlib
import hmac

import psycopg
from django.conf import settings
from django.db import connection

from config.database.server import Server

WITHIN = 5  # seconds; a database that is away is told of elsewhere
TABLE = "campaigns_office"
ASK = "SELECT key FROM campaigns_office"
NOTE = "INSERT INTO campaigns_office (id, key) VALUES (1, %s) ON CONFLICT (id) DO "
FIRST, ANEW = NOTE + "NOTHING", NOTE + "UPDATE SET key = excluded.key"
SENTENCE = (
    "This machine has another secret key than the one the database was opened with, so nobody’s sign-in, "
    "link or invitation would work on both. Give it the same one: the file secret-key of the machine that "
    "runs, or what MUSTERROLL_SECRET_KEY is there. If the key was changed on purpose, say so once:\n"
    "    python manage.py take_key"
)


class AnotherKey(Exception):
    """Why this machine does not open, as a sentence."""

    def __init__(self) -> None:
        super().__init__(SENTENCE)


def key_mark(key: str) -> str:
    """A key's mark, which tells nobody the key."""
    return hmac.new(key.encode(), b"musterroll: whose database this is", hashlib.sha256).hexdigest()


def refuse_another() -> None:
    """Raise `AnotherKey` where the database was opened with another; not where that cannot be found out.

    By a connection of its own, of which nothing is left: the web server asks before it becomes several
    processes.
    """
    try:
        with Server.of(settings.DATABASES["default"]).connect(WITHIN) as its_own:
            row = its_own.execute(ASK).fetchone()
    except psycopg.Error:
        return
    if row is not None and not is_ours(row[0]):
        raise AnotherKey


def is_ours(noted: str | None) -> bool:
    """Whether a database with this mark is ours to serve; one without is nobody's yet."""
    return noted is None or noted == key_mark(settings.SECRET_KEY)


def record_key(*, anew: bool = False) -> None:
    """Note our key as the database's, if it has none yet; `anew`: in any case."""
    with connection.cursor() as cursor:
        cursor.execute(ANEW if anew else FIRST, [key_mark(settings.SECRET_KEY)])
