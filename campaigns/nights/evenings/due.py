"""When phases of a club's leagues end. The summary of a league knows, so none is read; one that is behind
tells no deadline until the league's next entry.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from campaigns.models import Scope, Seat, Summary


def deadlines(seat: Seat, *, mine: bool) -> Iterator[tuple[datetime, Scope]]:
    """Of the leagues somebody plays in, or of all of their club."""
    club = seat.club
    own = {str(one) for one in club.seats.filter(person=seat.person_id).values_list("pk", flat=True)}
    rows = Summary.objects.filter(scope__club=club, scope__archived_at=None, data__deadline__gt="")
    for row in rows.select_related("scope"):
        seats = {one for side in row.data["members"].values() for one in side}
        if row.version == row.scope.version and (not mine or own & seats):
            yield datetime.fromisoformat(row.data["deadline"]).astimezone(club.tz), row.scope
