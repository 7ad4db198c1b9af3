"""How often something may be tried: counters in the database, so that nobody can hammer a door.

All processes share them; one statement counts a try and says how many there were, so two at once are two. The
numbers leave room for a whole club joining at one table behind one address.
"""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from allauth.account.adapter import get_adapter
from django.db import connection
from django.db.models import F
from django.http import HttpRequest

from campaigns.models.limits import Tries
from config.serving import network

COUNT = """
INSERT INTO campaigns_tries AS tries (key, count, until)
VALUES (%(key)s, 1, now() + make_interval(secs => %(seconds)s))
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN tries.until > now() THEN tries.count + 1 ELSE 1 END,
    until = CASE WHEN tries.until > now() THEN tries.until ELSE excluded.until END
RETURNING count
"""


@dataclass(frozen=True)
class Limit:
    """At most `allowed` tries of `name` within `seconds`, counted per key."""

    name: str
    allowed: int
    seconds: int

    def is_spent(self, key: str) -> bool:
        """Count one try; whether it is one too many."""
        with connection.cursor() as cursor:
            cursor.execute(COUNT, {"key": self._hash(key), "seconds": self.seconds})
            return bool(cursor.fetchone()[0] > self.allowed)

    def give_back(self, key: str) -> None:
        """A try that turned out well does not count."""
        Tries.objects.filter(key=self._hash(key), count__gt=0).update(count=F("count") - 1)

    def is_spent_by(self, request: HttpRequest) -> bool:
        """The same as `is_spent`, counted per address the request comes from."""
        return self.is_spent(client_address(request))

    def _hash(self, key: str) -> str:
        return sha256(f"{self.name}:{key}".encode()).hexdigest()


def client_address(request: HttpRequest) -> str:
    return network.connection_of(str(get_adapter().get_client_ip(request)))


def delete_expired_tries(now: datetime) -> int:
    """Delete counters whose time is over; how many."""
    return Tries.objects.filter(until__lt=now).delete()[0]


JOIN = Limit("join", allowed=60, seconds=600)
WAY_BACK = Limit("way-back", allowed=30, seconds=600)  # one way back from one address
WRONG_LINK = Limit("wrong-link", allowed=30, seconds=600)
SEAT_REQUEST = Limit("seat-request", allowed=10, seconds=600)
SIGN_IN = Limit("sign-in", allowed=20, seconds=60)  # wrong passwords from one address
UMPIRE = Limit("umpire", allowed=60, seconds=600)  # whole cases of one person: each may take a second
PASSWORD = Limit("password", allowed=5, seconds=300)  # wrong passwords for one name from one address
NAME = Limit(
    "name", allowed=500, seconds=3600
)  # for one name, from anywhere: so many that one guesser locks nobody out
