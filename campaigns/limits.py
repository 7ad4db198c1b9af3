"""How often something may be tried: small counters in the cache, so that nobody can hammer a door.

Sign-in by password is counted by allauth; joining, ways back and seat requests are counted here. The numbers
leave room for a whole club joining at one table behind one address.
"""

from dataclasses import dataclass

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import HttpRequest


@dataclass(frozen=True)
class Limit:
    """At most `allowed` tries of `name` within `seconds`, counted per key."""

    name: str
    allowed: int
    seconds: int

    def is_spent(self, key: str) -> bool:
        """Count one try; whether it is one too many."""
        place = f"limit:{self.name}:{key}"
        if cache.add(place, 1, self.seconds):
            return self.allowed < 1
        try:
            return int(cache.incr(place)) > self.allowed
        except ValueError:  # ran out between the two calls
            cache.set(place, 1, self.seconds)
            return False

    def is_spent_by(self, request: HttpRequest) -> bool:
        """The same, counted per address the request comes from."""
        return self.is_spent(str(get_adapter().get_client_ip(request)))


JOIN = Limit("join", allowed=60, seconds=600)
WAY_BACK = Limit("way-back", allowed=30, seconds=600)
WRONG_LINK = Limit("wrong-link", allowed=30, seconds=600)
SEAT_REQUEST = Limit("seat-request", allowed=10, seconds=600)
