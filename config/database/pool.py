"""How web processes keep connections to the database: none that has died is handed out, and none is
waited for long.

Named in the settings, which know no more of PostgreSQL than its address.
"""

import select

import psycopg
from psycopg_pool.base import AttemptWithBackoff

WITHIN = 5.0  # seconds a page waits for a connection
FIRST, GROWTH = 0.05, 1.1  # seconds until the next attempt, and how it grows: a tenth of the time gone by


# By what a server elsewhere is noticed that hangs, or cannot be reached any more: seconds until a connection
# is made, and until a silent one is asked and given up. Without, a page waits for a quarter of an hour.
NOTICED: dict[str, object] = {
    "connect_timeout": 10,
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}


def pool_options(most: int) -> dict[str, object]:
    """The pool's options. Its own pauses begin at a second and double: a page would wait for nothing."""
    AttemptWithBackoff.INITIAL_DELAY, AttemptWithBackoff.DELAY_BACKOFF = FIRST, GROWTH
    return {
        "min_size": 1,
        "max_size": most,
        "timeout": WITHIN,
        "reconnect_timeout": 60,
        "check": refuse_dead,
    }


def refuse_dead(connection: psycopg.Connection) -> None:
    """Refuse a connection whose server has said good-bye or is gone. Looks, and asks nobody."""
    heard = select.poll()
    heard.register(connection.fileno(), select.POLLIN)
    if heard.poll(0):
        connection.close()
        raise psycopg.OperationalError("the server has closed this connection")
